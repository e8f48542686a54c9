// Compares the solver's values with those of the plain reference solver, on every placement of a class.
#pragma once

#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/slice/score.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include "catch.hpp"
#include "reference.hpp"

namespace dameotb::tests {

/// Solves the classes. Requires: they are in build order and closed under dependencies.
inline scores::SolvedClasses solve_in_memory(const std::vector<index::Material>& classes, int threads) {
    scores::SolvedClasses solved;
    for (const index::Material& material : classes) {
        gen::ClassSolverOptions options;
        options.threads = threads;
        solved.add(gen::solve_class(material, solved, options));
    }
    return solved;
}

/// Fails on the first placement of the class, with either side to move, where the two solvers differ.
inline void require_equal(const index::Material& material, const scores::SolvedClasses& solved,
                          tests::ReferenceSolver& reference) {
    std::uint64_t compared = 0;
    for (const Colour side : both_colours) {
        tests::for_each_placement(material, side, [&](const Position& position) {
            const scores::SliceView view = solved.view(material, index::Slice::of(position), position.side_to_move);
            const Value value = scores::to_value(view.at(side, {{position.white().kings, position.black().kings}}));
            ++compared;
            if (value != reference.value(position)) {  // the macro is too slow to be used for every placement
                INFO(rules::to_fen(position)
                     << ": " << value.dtm().plies() << " plies against " << reference.value(position).dtm().plies());
                REQUIRE(value == reference.value(position));
            }
        });
    }
    REQUIRE(compared == 2 * index::all_placements(material));
}

}  // namespace dameotb::tests
