// Compares the positions that are no forced captures with the rules, one position after the other.
#include <dameotb/index/quiet_positions.hpp>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using index::QuietPositions;

namespace {

Position position_at(const index::ClassIndex& index, std::uint64_t offset) {
    return index.unrank(offset % index.size(), static_cast<Colour>(offset / index.size()));
}

/// Marks these positions and compares every `step`-th one. Returns how many of the compared positions are forced
/// captures.
std::uint64_t check_positions(const index::ClassIndex& index, std::uint64_t first, std::uint64_t count,
                              std::uint64_t step) {
    CAPTURE(first, count);
    std::vector<std::uint64_t> words((count + 63) / 64, 0x123456789ABCDEF0U);
    QuietPositions{index}.mark(first, count, words);
    const auto is_marked = [&](std::uint64_t i) { return (words[i / 64] >> (i % 64) & 1) != 0; };
    std::uint64_t forced = 0;
    for (std::uint64_t i = 0; i < count; i += step) {
        const Position position = position_at(index, first + i);
        const bool is_forced = rules::must_capture(position);
        forced += is_forced ? 1 : 0;
        if (is_marked(i) == is_forced) {
            FAIL(rules::to_fen(position) << (is_forced ? " is marked" : " is not marked"));
        }
    }
    for (std::uint64_t i = count; i < words.size() * 64; ++i) {
        REQUIRE_FALSE(is_marked(i));
    }
    return forced;
}

}  // namespace

TEST_CASE("quiet positions: every position of the classes of up to 3 pieces") {
    for (const index::Material& material : index::build_order(3)) {
        CAPTURE(material.name());
        const index::ClassIndex index{material};
        const std::uint64_t positions = QuietPositions{index}.positions();
        CHECK(positions == index.size() * static_cast<std::uint64_t>(index::stored_sides(material)));
        const std::uint64_t forced = check_positions(index, 0, positions, 1);
        CHECK(forced > 0);
        CHECK(forced < positions);
    }
}

TEST_CASE("quiet positions: pieces of any length that begin anywhere, 4 to 7 pieces") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const index::Material& material : index::build_order(index::most_pieces)) {
        if (material.pieces() < 4) {
            continue;
        }
        CAPTURE(material.name());
        const index::ClassIndex index{material};
        const std::uint64_t positions = QuietPositions{index}.positions();
        for (int i = 0; i < 4; ++i) {
            const std::uint64_t first = random() % positions;
            check_positions(index, first, std::min<std::uint64_t>(1 + random() % 300, positions - first), 1);
        }
        // Over the border between two slices, and over the border between the sides to move.
        const std::uint64_t border = index.slice_size() * (1 + random() % index.slices().count());
        for (const std::uint64_t middle : {border, index.size()}) {
            if (middle > 50 && middle + 50 < positions) {
                check_positions(index, middle - 50, 100, 1);
            }
        }
        check_positions(index, positions - std::min<std::uint64_t>(positions, 200),
                        std::min<std::uint64_t>(positions, 200), 1);
    }
}

TEST_CASE("quiet positions: a stretch over many rows") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KMvKM", "KKMvKM", "KKMvKK", "KMMvMM", "KKKMvKM", "KKKKKKMvM"}) {
        CAPTURE(name);
        const index::ClassIndex index{*index::Material::parse(name)};
        const std::uint64_t positions = QuietPositions{index}.positions();
        constexpr std::uint64_t count = 100'000;
        CHECK(check_positions(index, random() % (positions - count), count, 17) > 0);
    }
}
