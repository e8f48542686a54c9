// What takes long: the counts of slices of classes that have many.
#include "catch.hpp"
#include "counted_levels.hpp"
#include "level_counts.hpp"
#include "plain_tables.hpp"

using namespace dameotb;

TEST_CASE("levels of large classes of men have as many slices as are found by going through them") {
    for (const char* name : {"MMMvMMM", "KMMMvMM"}) {
        const index::Material material = tests::class_of(name);
        CAPTURE(name);
        CHECK(cluster::level_counts(material) == tests::counted_levels(material));
    }
}
