// The order of slices, compared with going through them one by one, and how many are solved at a time.
#include <dameotb/gen/run/slice_schedule.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"
#include "sampling.hpp"

using namespace dameotb;
using tests::class_of;

namespace {

/// levels_of by its definition.
std::vector<std::vector<index::SliceId>> plain_levels(const index::Material& material) {
    const index::SliceIndex slices{material.white.men, material.black.men};
    std::vector<std::vector<index::SliceId>> levels(static_cast<std::size_t>(6 * material.men() + 1));
    for (std::uint64_t number = 0; number < slices.count(); ++number) {
        const index::Slice slice = slices.unrank(index::SliceId{number});
        if (!material.is_symmetric() || slices.locate(slice.flipped()).id.value() >= number) {
            levels[levels.size() - 1 - static_cast<std::size_t>(slice.advancement())].push_back(index::SliceId{number});
        }
    }
    return levels;
}

void require_levels(const index::Material& material) {
    CAPTURE(material.name());
    const auto expected = plain_levels(material);
    for (const int threads : {1, 3}) {
        REQUIRE((gen::levels_of(material, threads) == expected));
    }
    std::vector<std::uint64_t> counts;
    for (const auto& level : expected) {
        counts.push_back(level.size());
    }
    REQUIRE(index::level_counts(material) == counts);
}

}  // namespace

TEST_CASE("levels have the slices, and as many, as are found by going through them") {
    for (const index::Material& material : index::build_order(tests::sampled ? 4 : 5)) {
        require_levels(material);
    }
    require_levels(class_of("KMMvKMM"));  // symmetric
    require_levels(class_of("KKMMvMMM"));
}

TEST_CASE("levels of large classes of men have the slices that are found by going through them", "[.][slow]") {
    require_levels(class_of("MMMvMMM"));
    require_levels(class_of("KMMMvMM"));
}

TEST_CASE("all threads share a slice where memory has no room for a slice for each of them") {
    const index::Material large = class_of("KKKMvKKM");
    CHECK(gen::solvers_of(large, 16) == 16);
    CHECK(gen::solvers_of(large, 16, 16) == 16);
    CHECK(gen::solvers_of(large, 16, 15) == 1);
    CHECK(gen::solvers_of(large, 2, 1) == 1);
    CHECK(gen::solvers_of(large, 1, 1) == 1);
    // Small slices have too little work to share.
    CHECK(gen::solvers_of(class_of("MMMvKM"), 16, 1) == 16);
}

TEST_CASE("all threads share a slice where there are few of them, unless slices are small") {
    CHECK(gen::solvers_of(class_of("KKKKKKvM"), 16) == 1);  // four slices for each rank of the man
    CHECK(gen::solvers_of(class_of("KKKvM"), 16) == 4);
    CHECK(gen::solvers_of(class_of("KKKMMvM"), 16, 3) == 16);
    CHECK(gen::solvers_of(class_of("KKKKKKvK"), 16) == 1);
}
