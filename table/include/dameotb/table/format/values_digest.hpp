// Checksums of a table's content, independent of its blocks and encoding (docs/format.md, "Manifest").
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <dameotb/table/format/header.hpp>

namespace dameotb::table {

/// Digests the values of a table piece by piece, in the order of its positions. Not thread-safe.
class ValuesDigest {
public:
    ValuesDigest();
    ~ValuesDigest();
    ValuesDigest(ValuesDigest&&) noexcept;
    ValuesDigest& operator=(ValuesDigest&&) noexcept;

    /// Adds the next values, one byte each, any number of them.
    void add(std::span<const std::byte> values);
    /// Returns the digest of all values so far.
    [[nodiscard]] Digest finish() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns the seed for a table's header. Different values, models or other header fields give different seeds, except
/// by chance. Reads all fields but the seed. Thread-safe.
[[nodiscard]] std::uint64_t seed_of(const Header& header, std::span<const std::byte> models);

}  // namespace dameotb::table
