// Checksums of what a table holds, whatever its blocks and encoding (docs/format.md, "Manifest").
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <dameotb/table/format/header.hpp>

namespace dameotb::table {

/// Takes the values of a table, in the order of its positions, piece by piece. Not thread-safe.
class ValuesDigest {
public:
    ValuesDigest();
    ~ValuesDigest();
    ValuesDigest(ValuesDigest&&) noexcept;
    ValuesDigest& operator=(ValuesDigest&&) noexcept;

    /// Takes the next values, one byte each, any number of them.
    void add(std::span<const std::byte> values);
    /// Returns the digest of all values so far.
    [[nodiscard]] Digest finish() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Returns the seed that the header of a table should have: it differs, but by chance, where values, models or any
/// other field of the header do. Reads all fields but the seed. Thread-safe.
[[nodiscard]] std::uint64_t seed_of(const Header& header, std::span<const std::byte> models);

}  // namespace dameotb::table
