// Solved classes for the solver's benchmarks, solved on first use and then kept.
#pragma once

#include <map>
#include <thread>

#include <dameotb/rules/movegen.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include "slice/slice_solver.hpp"

namespace dameotb::bench {

/// Returns all classes solved so far.
inline scores::SolvedClasses& solved_classes() {
    static scores::SolvedClasses classes;
    return classes;
}

/// Solves the class with all hardware threads. Requires: all classes that it depends on are in `solved_classes()`.
[[nodiscard]] inline std::unique_ptr<scores::ClassScores> solve(const index::Material& material) {
    gen::ClassSolverOptions options;
    options.threads = static_cast<int>(std::thread::hardware_concurrency());
    return gen::solve_class(material, solved_classes(), options);
}

/// Solves the classes with at most `most_pieces` pieces that `material` depends on, and returns all solved classes.
inline const scores::SolvedClasses& solved_for(const index::Material& material, int most_pieces) {
    for (const index::Material& needed : index::with_dependencies({material})) {
        if (needed != material && needed.pieces() <= most_pieces && !solved_classes().has(needed)) {
            solved_classes().add(solve(needed));
        }
    }
    return solved_classes();
}

inline const scores::SolvedClasses& solved_for(const index::Material& material) {
    return solved_for(material, material.pieces());
}

/// Returns a class in which only this slice, and the slices that its men's moves lead to, are solved. It is in
/// `solved_classes()`, so do not use it where the whole class is needed. A class without men is solved completely.
inline scores::ClassScores& with_slice_solved(const index::Material& material, const index::Slice& slice) {
    if (!material.is_canonical()) {
        return with_slice_solved(material.flipped(), slice.flipped());
    }
    static std::map<index::Material, scores::ClassScores*> classes;
    scores::ClassScores*& target = classes[material];
    if (target == nullptr) {
        solved_for(material, material.pieces() - 1);
        auto solved = material.men() == 0 ? solve(material) : std::make_unique<scores::ClassScores>(material);
        target = solved.get();
        solved_classes().add(std::move(solved));
    }
    if (material.men() == 0) {
        return *target;
    }
    // Without kings, so that none blocks a man's move.
    for (const Colour mover : both_colours) {
        const Position men{{Pieces{slice.white_men, {}}, Pieces{slice.black_men, {}}}, mover};
        for (const Move& move : rules::quiet_moves(men)) {
            const Position next = rules::after(men, move);
            const index::Material reached = next[mover].kings.empty() ? material : material.promoted(mover);
            with_slice_solved(reached, index::Slice::of(next));
        }
    }
    const auto [id, mirrored] = target->slices().locate(slice);
    gen::SliceSolver{solved_classes(), *target, 1}.solve(id, mirrored ? slice.mirrored() : slice);
    return *target;
}

}  // namespace dameotb::bench
