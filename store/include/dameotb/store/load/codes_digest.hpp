// The digest of a table's values from its codes (docs/format.md, "Manifest").
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/values_digest.hpp>

namespace dameotb::store {

/// Takes the codes of all places in their order, piece by piece. Not thread-safe.
class CodesDigest {
public:
    /// Requires: codec::open_code just where a capture is forced.
    void add(std::span<const std::uint8_t> codes) {
        values_.assign(codes.begin(), codes.end());
        for (std::uint8_t& value : values_) {
            value = value == codec::open_code ? std::uint8_t{0} : value;
        }
        digest_.add(std::as_bytes(std::span{values_}));
    }
    [[nodiscard]] format::Digest finish() const { return digest_.finish(); }

private:
    format::ValuesDigest digest_;
    std::vector<std::uint8_t> values_;
};

}  // namespace dameotb::store
