// The solver must equal the plain reference solver on every placement of every class of up to three pieces.
#include <dameotb/store/threads/team.hpp>

#include "against_reference.hpp"
#include "sampling.hpp"

using namespace dameotb;

TEST_CASE("the solver equals the reference solver on every class of up to three pieces") {
    const std::vector<index::Material> classes =
        tests::sampled ? index::with_dependencies({index::Material::parse("KMvK").value()}) : index::build_order(3);
    const store::FinishedClasses solved = tests::solve_in_memory(classes, 2);
    tests::ReferenceSolver reference{2};
    for (const index::Material& material : classes) {
        INFO(material.name());
        tests::require_equal(material, solved, reference);
    }
}

TEST_CASE("a stopped solver gives no class") {
    const std::atomic<bool> stop = true;
    CHECK_THROWS_AS(gen::solve_class(index::Material::parse("KvK").value(), {}, {1, {}, &stop}), store::StopRequested);
}
