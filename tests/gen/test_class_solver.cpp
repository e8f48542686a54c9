// The solver must equal the plain reference solver on every placement of every class of up to three pieces.
#include <algorithm>
#include <stdexcept>

#include <dameotb/memory/parallel.hpp>

#include "against_reference.hpp"
#include "sampling.hpp"

using namespace dameotb;

TEST_CASE("the solver equals the reference solver on every class of up to three pieces") {
    const std::vector<index::Material> classes =
        tests::sampled ? index::with_dependencies({index::Material::parse("KMvK").value()}) : index::build_order(3);
    const scores::SolvedClasses solved = tests::solve_in_memory(classes, 2);
    tests::ReferenceSolver reference{2};
    for (const index::Material& material : classes) {
        INFO(material.name());
        tests::require_equal(material, solved, reference);
    }
}

TEST_CASE("a stopped solver gives no class") {
    const std::atomic<bool> stop = true;
    CHECK_THROWS_AS(gen::solve_class(index::Material::parse("KvK").value(), {}, {1, {}, &stop}), memory::StopRequested);
}

TEST_CASE("a distance that a score cannot hold is refused, with no king, with one and with more") {
    // What the class's moves lead to need not be real: every position is lost in so many plies.
    const auto solve = [](const char* name, int plies) {
        const index::Material material = index::Material::parse(name).value();
        scores::SolvedClasses solved_classes;
        for (const index::Material& needed : index::direct_dependencies(material)) {
            auto made = std::make_unique<scores::ClassScores>(needed);
            for (const Colour side : both_colours) {
                std::fill_n(made->scores(side, {}), made->size() / 2, scores::score_at_ply(plies));
            }
            solved_classes.add(std::move(made));
        }
        return gen::solve_class(material, solved_classes, {1, {}, nullptr});
    };
    for (const char* name : {"KvM", "KMvM", "KMvK", "MvM", "MMvM"}) {
        CAPTURE(name);
        CHECK_THROWS_AS(solve(name, scores::longest_plies), std::overflow_error);
        CHECK_NOTHROW(solve(name, 100));
    }
}
