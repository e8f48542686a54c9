// Compares initial values of whole planes with those of single rows.
#include <algorithm>
#include <map>

#include "against_reference.hpp"
#include "row/initialisers.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::gen;
using namespace dameotb::scores;

namespace {

/// Initialises planes of a slice, all or some at random, and compares them with its rows. Returns how many rows there
/// were.
int require_values_of_rows(const SolvedClasses& solved_classes, const ClassScores& own, const index::Slice& slice,
                           bool by_co_kings, tests::Random& random) {
    const SliceLayout& layout = own.layout();
    const SliceContext context{solved_classes, own, slice};
    const CapturePlanes planes{layout, by_co_kings};
    PlaneInitialiser by_planes{solved_classes};
    RowInitialiser by_rows{solved_classes};
    std::vector<Score> cells(layout.cells());
    const std::uint64_t step = std::max<std::uint64_t>(planes.count() / (tests::sampled ? 2 : 10), 1);
    int rows = 0;
    for (std::uint64_t number = random() % step; number < planes.count(); number += step) {
        const CapturePlane plane = planes.plane(number);
        for (const Colour mover : both_colours) {
            std::map<std::uint32_t, Bitboard> quiet;
            by_planes.initialise(context, plane, planes.second(), layout.pivot(), mover, cells.data(),
                                 [&](std::uint32_t row, Bitboard bits) { quiet.emplace(row, bits); });
            for (const Square second : plane.second_king_squares()) {
                REQUIRE(quiet.contains(plane.row(second)) == layout.is_legal(plane.row(second), slice.men()));
            }
            for (const auto& [row, bits] : quiet) {
                RowScores expected;
                REQUIRE(by_rows.initialise(context, layout.pivot(), layout.kings_of(row), mover, expected.data()) ==
                        bits);
                REQUIRE(equal_squares(expected.data(), cells.data() + std::size_t{row} * 64) == all_squares);
                ++rows;
            }
        }
    }
    return rows;
}

}  // namespace

TEST_CASE("planes of rows get the initial values that single rows get, in all classes of up to four pieces") {
    const std::vector<index::Material> classes = index::build_order(tests::sampled ? 3 : 4);
    const SolvedClasses solved = tests::solve_in_memory(classes, 2);
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const index::Material& material : classes) {
        if (material.kings() == 0 || CapturePlanes{SliceLayout{material}}.count() == 0) {
            continue;
        }
        CAPTURE(material.name());
        const std::unique_ptr<ClassScores> own = solve_class(material, solved, {2, {}, nullptr});
        int rows = 0;
        for (int i = 0; i < (material.men() == 0 ? 2 : 12); ++i) {
            const index::SliceId id{random() % own->slices().count()};
            rows += require_values_of_rows(solved, *own, own->slices().unrank(id), i % 2 != 0, random);
        }
        CHECK(rows > 0);
    }
}

TEST_CASE("each row lies in one plane of initial values") {
    for (const char* name : {"KMvK", "KKvM", "KKKvM", "KKMvK", "KKMvKK", "KKvKK", "KKKvKK"}) {
        const SliceLayout layout{index::Material::parse(name).value()};
        for (const bool by_co_kings : {false, true}) {
            CAPTURE(name, by_co_kings);
            const CapturePlanes planes{layout, by_co_kings};
            if (by_co_kings && layout.others() == 0) {
                CHECK(planes.count() == 0);
                continue;
            }
            std::vector<int> seen(layout.rows());
            int wrong = 0;
            for (std::uint64_t number = 0; number < planes.count(); ++number) {
                const CapturePlane plane = planes.plane(number);
                for (const Square second : plane.second_king_squares()) {
                    const std::uint32_t row = plane.row(second);
                    Kings kings = plane.kings();
                    kings[planes.second()] |= second;
                    ++seen[row];
                    wrong += kings != layout.kings_of(row);
                }
            }
            CHECK(wrong == 0);
            CHECK(std::ranges::count(seen, 1) == static_cast<std::ptrdiff_t>(layout.rows()));
        }
    }
}
