// Keeps the state of the xxhash library out of the public header.
#include <dameotb/table/format/values_digest.hpp>

#include <algorithm>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::table {

struct ValuesDigest::State {
    XXH3_state_t xxh3;
};

ValuesDigest::ValuesDigest() : state_{std::make_unique<State>()} {
    XXH3_128bits_reset(&state_->xxh3);
}
ValuesDigest::~ValuesDigest() = default;
ValuesDigest::ValuesDigest(ValuesDigest&&) noexcept = default;
ValuesDigest& ValuesDigest::operator=(ValuesDigest&&) noexcept = default;

void ValuesDigest::add(std::span<const std::byte> values) {
    XXH3_128bits_update(&state_->xxh3, values.data(), values.size());
}

Digest ValuesDigest::finish() const {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state_->xxh3));
    Digest digest;
    std::ranges::copy(std::as_bytes(std::span{canonical.digest}), digest.bytes.begin());
    return digest;
}

std::uint64_t seed_of(const Header& header, std::span<const std::byte> models) {
    const auto encoded = layout::encode({.header = header});
    const auto what_it_is = std::span{encoded}.subspan<12, 28>();
    const auto digests = std::span{encoded}.subspan<64, 32>();
    std::vector<std::byte> bytes{what_it_is.begin(), what_it_is.end()};
    bytes.insert(bytes.end(), digests.begin(), digests.end());
    if (header.rule.exists()) {
        bytes.push_back(encoded[96]);
    }
    bytes.insert(bytes.end(), models.begin(), models.end());
    return checksum(bytes);
}

}  // namespace dameotb::table
