// The solver equals the plain reference solver on four pieces: a class with a man each side moves past, a symmetric
// class with kings and men, and the class of men with the longest wins.
#include "against_reference.hpp"

using namespace dameotb;

TEST_CASE("the solver equals the reference solver on four pieces") {
    const std::string name = GENERATE("KKvKM", "KMvKM", "MMvMM");
    INFO(name);
    const index::Material material = index::Material::parse(name).value();
    gen::ReferenceSolver reference{2};
    tests::require_equal(material, tests::solve_in_memory(index::with_dependencies({material}), 2), reference);
}
