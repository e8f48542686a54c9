// What takes a minute or more: the solver must equal the plain reference solver on every class of four pieces, and the
// counts of slices those of a class with many.
#include "against_reference.hpp"
#include "counted_levels.hpp"
#include "plain_tables.hpp"
#include "run/level_counts.hpp"

using namespace dameotb;

TEST_CASE("the solver equals the reference solver on every class of four pieces") {
    const std::vector<index::Material> classes = index::build_order(4);
    const store::FinishedClasses solved = tests::solve_in_memory(classes, 2);
    tests::ReferenceSolver reference{2};
    for (const index::Material& material : classes) {
        INFO(material.name());
        tests::require_equal(material, solved, reference);
    }
}

TEST_CASE("levels of large classes of men have as many slices as are found by going through them") {
    for (const char* name : {"MMMvMMM", "KMMMvMM"}) {
        const index::Material material = tests::class_of(name);
        CAPTURE(name);
        CHECK(gen::level_counts(material) == tests::counted_levels(material));
    }
}
