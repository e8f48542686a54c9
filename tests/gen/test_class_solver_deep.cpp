// What takes a minute or more: the solver must equal the plain reference solver on every class of four pieces.
#include "against_reference.hpp"
#include "plain_tables.hpp"

using namespace dameotb;

TEST_CASE("the solver equals the reference solver on every class of four pieces") {
    const std::vector<index::Material> classes = index::build_order(4);
    const scores::SolvedClasses solved = tests::solve_in_memory(classes, 2);
    tests::ReferenceSolver reference{2};
    for (const index::Material& material : classes) {
        INFO(material.name());
        tests::require_equal(material, solved, reference);
    }
}
