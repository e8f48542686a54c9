// The solver's values against the plain reference solver's, on every placement of a class.
#pragma once

#include <vector>

#include <dameotb/gen/reference.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "class_solver.hpp"
#include "score.hpp"
#include "solved_class.hpp"

namespace dameotb::tests {

/// Solves the classes, which are in build order and closed under dependencies.
inline gen::SolvedClasses solve_in_memory(const std::vector<index::Material>& classes, int threads) {
    gen::SolvedClasses solved;
    for (const index::Material& material : classes) {
        gen::ClassSolverOptions options;
        options.threads = threads;
        solved.add(gen::solve_class(material, solved, options));
    }
    return solved;
}

/// Fails on the first placement of the class, either side to move, where the two differ.
inline void require_equal(const index::Material& material, const gen::SolvedClasses& solved,
                          gen::ReferenceSolver& reference) {
    std::uint64_t compared = 0;
    for (const rules::Colour side : {rules::Colour::White, rules::Colour::Black}) {
        gen::for_each_placement(material, side, [&](const rules::Position& position) {
            const gen::SliceView view = solved.view(material, index::Slice::of(position));
            const rules::Value value = gen::to_value(view.at(side, {{position.white().kings, position.black().kings}}));
            ++compared;
            if (value != reference.value(position)) {  // the macro is too slow for every placement
                INFO(rules::to_fen(position)
                     << ": " << value.dtm().plies() << " plies against " << reference.value(position).dtm().plies());
                REQUIRE(value == reference.value(position));
            }
        });
    }
    REQUIRE(compared == 2 * index::all_placements(material));
}

}  // namespace dameotb::tests
