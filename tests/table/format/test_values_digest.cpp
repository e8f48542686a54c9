// The digest of values is the manifest's, and the seed differs where anything that enters it does.
#include <random>
#include <set>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <dameotb/table/format/values_digest.hpp>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;

TEST_CASE("a digest is XXH3 of 128 bits in its canonical form, however its values come", "[format]") {
    const std::size_t count = GENERATE(0U, 1U, 100U, 240U, 241U, 5000U, 100000U);
    CAPTURE(count);
    const Bytes values = random_bytes(count, 1);
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(values.data(), values.size()));
    const std::string expected = to_hex(std::as_bytes(std::span{canonical.digest}));
    std::mt19937 random{2};
    for (const std::size_t longest : {1U, 100U, 1000U, 100000U}) {
        ValuesDigest digest;
        for (std::span<const std::byte> rest = values; !rest.empty();) {
            const std::size_t piece = std::min<std::size_t>(1 + random() % longest, rest.size());
            digest.add(rest.first(piece));
            rest = rest.subspan(piece);
        }
        CHECK(to_hex(digest.finish().bytes) == expected);
        CHECK(to_hex(digest.finish().bytes) == expected);
    }
}

TEST_CASE("a digest has the bytes of docs/format.md", "[format]") {
    // The values of KvK.dtm: 518 draws. The line of data/manifests/le5.txt begins "KvK dtm 518".
    ValuesDigest digest;
    digest.add(Bytes(518));
    CHECK(to_hex(digest.finish().bytes) == "3be1b921ba63568865a08023f560a538");
}

TEST_CASE("the seed is a checksum of the header's fields and the models", "[format]") {
    Header sealed{.metric = Metric::Dtm, .block_positions = 3, .group_blocks = 1, .positions_per_side = 7};
    sealed.values.bytes[3] = std::byte{7};
    sealed.wdl.bytes[4] = std::byte{8};
    sealed.encoding = Encoding::Neighbours;
    const Bytes models = random_bytes(1000, 1);
    sealed.models_bytes = 1000;
    const Bytes file = make_table(sealed, {models, std::vector<Bytes>(sealed.blocks())});
    Bytes together{file.begin() + at::metric, file.begin() + at::file_bytes};
    together.insert(together.end(), file.begin() + at::values, file.begin() + at::rule);
    together.insert(together.end(), models.begin(), models.end());
    CHECK(seed_of(sealed, models) == checksum_of(together));
    Header other = sealed;
    other.seed = 5;
    CHECK(seed_of(other, models) == seed_of(sealed, models));

    std::set<std::uint64_t> seeds{seed_of(sealed, models), seed_of(sealed, {})};
    const auto differs = [&](const auto& change) {
        other = sealed;
        change(other);
        return seeds.insert(seed_of(other, models)).second;
    };
    CHECK(differs([](Header& h) { h.metric = Metric::Wdl; }));
    CHECK(differs([](Header& h) { std::swap(h.values, h.wdl); }));
    // Block groups of such files would fit each other.
    CHECK(differs([](Header& h) { h.block_positions = 2; }));
    CHECK(differs([](Header& h) { h.group_blocks = 2; }));
    CHECK(differs([](Header& h) { h.stored = StoredSides::White; }));
    CHECK(differs([](Header& h) { h.encoding = Encoding::Zstd; }));
}
