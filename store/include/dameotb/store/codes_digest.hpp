// The digest of a table's values, computed from its codes (docs/format.md, "Manifest").
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <dameotb/table/format/metric.hpp>
#include <dameotb/table/format/values_digest.hpp>

namespace dameotb::store {

/// Digests the codes of all positions piece by piece, in order. Not thread-safe.
class CodesDigest {
public:
    /// `code_of`: maps a code to the table's, if they differ. Requires: table::dont_care_code exactly where a capture
    /// is forced, also in the results of `code_of`.
    template <class CodeOf = std::identity>
    void add(std::span<const std::uint8_t> codes, const CodeOf& code_of = {}) {
        constexpr std::size_t at_a_time = std::size_t{1} << 14;  // fits into the caches
        for (; !codes.empty(); codes = codes.subspan(std::min(codes.size(), at_a_time))) {
            const auto some = codes.first(std::min(codes.size(), at_a_time));
            values_.resize(some.size());
            std::ranges::transform(some, values_.begin(), [&](std::uint8_t code) {
                return code == table::dont_care_code ? std::uint8_t{0} : code_of(code);
            });
            digest_.add(std::as_bytes(std::span{values_}));
        }
    }
    [[nodiscard]] table::Digest finish() const { return digest_.finish(); }

private:
    table::ValuesDigest digest_;
    std::vector<std::uint8_t> values_;
};

}  // namespace dameotb::store
