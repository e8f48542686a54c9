// The walk by co-kings, which scans of 7 kings use, on small classes: it must visit every placement once up to
// symmetry, with its value and weight.
#include <vector>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/row/row_values.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/class_loader.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"
#include "values/row_walk.hpp"

using namespace dameotb;
using analysis::ValueRow;
using scores::ClassScores;
using tests::class_of;

TEST_CASE("a walk by co-kings shows every placement once up to symmetry, with its value") {
    scores::SolvedClasses classes;
    for (const index::Material& material : index::with_dependencies({class_of("KKvKK")})) {
        classes.add(gen::solve_class(material, classes, {2, {}, nullptr}));
    }
    const auto solved = gen::solve_class(class_of("KKvKK"), classes, {2, {}, nullptr});
    const index::ClassIndex index{solved->material()};
    for (const Colour side : both_colours) {
        std::vector<bool> seen(index.size());
        analysis::CoKingsWalk walk{*solved, side};
        // Rows of the same co-kings are not always visited together.
        constexpr std::uint32_t together = 777;
        for (std::uint32_t first = 0; first < solved->layout().rows(); first += together) {
            walk.visit_rows(first, std::min(first + together, solved->layout().rows()), [&](const ValueRow& row) {
                const ValueRow other = row.other_side_to_move();
                for (const Square square : row.squares()) {
                    const Position position = row.position(square);
                    const std::uint64_t number = index.rank(position);
                    if (seen[number] || row.value(square) != scores::to_value(classes.score(position)) ||
                        other.value(square) != scores::to_value(classes.score(other.position(square))) ||
                        row.weight(square) != static_cast<int>(index.weight(number))) {
                        FAIL(rules::to_fen(position));
                    }
                    seen[number] = true;
                }
            });
        }
        CHECK(std::ranges::count(seen, false) == 0);
    }
}

TEST_CASE("a walk by two co-kings shows as many placements as there are") {
    const index::Material material = class_of("KKKvKKK");
    if (tests::sampled) {
        return;
    }
    const ClassScores unsolved{material};
    std::uint64_t weight = 0;
    analysis::CoKingsWalk{unsolved, Colour::White}.visit_rows(
        0, unsolved.layout().rows(), [&](const ValueRow& row) { weight += row.weight(row.squares()); });
    CHECK(weight == index::all_placements(material));
}

TEST_CASE("a scan of a class that Black's kings lead needs only the rows of a part") {
    const index::Material material = class_of("KKKKvKKK");
    const memory::WorkingSet values = store::working_set_of_scan(material, store::Reach::Values);
    CHECK(values.per_task == 2 * scores::rows_bytes(material, store::rows_of_part));
    CHECK(values.per_task < scores::working_set_of_rows(material).per_task);
    CHECK(values.total == scores::class_bytes(material));
    const index::Material by_others = class_of("KKKKvKK");
    CHECK(store::working_set_of_scan(by_others, store::Reach::Values).per_task == scores::class_bytes(by_others));
}
