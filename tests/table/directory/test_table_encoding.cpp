// Plans of tables: which encoding a class gets, and how its file is cut.
#include <dameotb/table/directory/table_encoding.hpp>

#include <dameotb/index/class_index.hpp>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::table;
using dameotb::tests::class_of;
using table::Metric;
using table::StoredSides;

TEST_CASE("classes get models if their positions lie in rows and are many", "[files]") {
    for (const char* name : {"KvK", "KKKvKK", "MvM", "MMMvMM", "KvM", "KMvK", "KKvM"}) {
        CAPTURE(name);
        CHECK(encoding_of(class_of(name)) == table::Encoding::Zstd);
    }
    for (const char* name : {"KMvKM", "KKvKM", "MMMvK", "KKMMvKM"}) {
        CAPTURE(name);
        CHECK(encoding_of(class_of(name)) == table::Encoding::Neighbours);
    }
}

TEST_CASE("a plan has the header of its class", "[files]") {
    const table::Digest values{{std::byte{1}}};
    const table::Digest wdl{{std::byte{2}}};
    table::Header header = new_header({class_of("KKvM"), Metric::Dtm});
    header.values = values;
    header.wdl = wdl;
    const TablePlan plan = plan_table(header, {});
    CHECK(plan.header.metric == Metric::Dtm);
    CHECK(plan.header.values == values);
    CHECK(plan.header.wdl == wdl);
    CHECK(plan.header.stored == table::StoredSides::Both);
    CHECK(plan.header.positions_per_side == index::class_size(class_of("KKvM")));
    CHECK(plan.header.models_bytes == 0);
    CHECK(new_header({class_of("KvK"), Metric::Wdl}).stored == table::StoredSides::White);
    // Tables of other values have another seed, so that their block groups cannot be exchanged.
    header.values = wdl;
    CHECK(plan.header.seed != plan_table(header, {}).header.seed);
}

TEST_CASE("a model is trained on no more than the class has, and large classes get larger ones", "[files]") {
    for (const char* name : {"KMvKM", "KKMvKM", "KKMMvKM"}) {
        CAPTURE(name);
        const std::uint64_t positions = training_positions(class_of(name));
        CHECK(positions >= 100'000);
        CHECK(positions <= index::class_size(class_of(name)));
    }
    CHECK(training_effort(class_of("KMvKM")).table_bits < training_effort(class_of("KKMvKM")).table_bits);
}
