// Probes of many positions at once must give the answers of single probes.
#include <algorithm>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::Answer;
using probe::NoTable;
using probe::Tablebase;

namespace {

/// Returns positions of classes with and without tables, with forced captures and sides without pieces among them, in
/// no order.
std::vector<Position> mixed_positions(std::size_t count) {
    tests::Random random{tests::sample_seed};
    std::vector<Position> positions{rules::parse_position("W:W:BKa1"), rules::parse_position("B:W:BKa1"),
                                    rules::parse_position("B:Wa1,a3,a4,b1,c6:Ba2")};
    const std::array names{"KvK", "KvM", "MvM", "KKvK", "KMvM"};
    while (positions.size() < count) {
        const Position position = tests::random_position(random, material(names[positions.size() % names.size()]));
        positions.push_back(random() % 2 == 0 ? position : position.flipped());
    }
    return positions;
}

}  // namespace

TEST_CASE("many at once have the answers of one by one", "[probe]") {
    INFO("seed " << tests::sample_seed);
    const SampleTables files{TableForm{.encoding = GENERATE(table::Encoding::Zstd, table::Encoding::Neighbours)}};
    const std::size_t cache_bytes = GENERATE(std::size_t{0}, std::size_t{4} << 10, std::size_t{1} << 20);
    const std::size_t count = GENERATE(std::size_t{3}, std::size_t{4}, std::size_t{5000});
    const auto keep = GENERATE(probe::Keep::DecodedBlocks, probe::Keep::BlockGroups);
    CAPTURE(cache_bytes, count, static_cast<int>(keep));
    const Tablebase tables{files.path(), {.cache_bytes = cache_bytes, .keep = keep}};
    const std::vector<Position> positions = mixed_positions(count);
    std::vector<Answer<Wdl>> wdls(positions.size());
    std::vector<Answer<Value>> values(positions.size());
    tables.probe_wdl(positions, wdls);
    tables.probe_dtm(positions, values);
    std::size_t missing = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        CAPTURE(rules::to_fen(positions[i]));
        REQUIRE(wdls[i] == tables.probe_wdl(positions[i]));
        REQUIRE(values[i] == tables.probe_dtm(positions[i]));
        missing += std::holds_alternative<NoTable>(values[i]);
    }
    CHECK((count < 100 || (missing > count / 10 && missing < count / 2)));
}

TEST_CASE("none at once is allowed", "[probe]") {
    const SampleTables files;
    Tablebase{files.path()}.probe_wdl(std::span<const Position>{}, std::span<Answer<Wdl>>{});
}

TEST_CASE("a damaged block among many is an error", "[probe]") {
    const SampleTables files;
    write_table(files.path(), material("KvK"), table::Metric::Dtm, [](const Position&) { return 253U; });
    const Tablebase tables{files.path(), {.keep = GENERATE(probe::Keep::DecodedBlocks, probe::Keep::BlockGroups)}};
    const std::vector<Position> positions = mixed_positions(100);
    std::vector<Answer<Value>> values(positions.size());
    CHECK_THROWS_AS(tables.probe_dtm(positions, values), table::TablebaseError);
    std::vector<Answer<Wdl>> wdls(positions.size());
    CHECK_NOTHROW(tables.probe_wdl(positions, wdls));
}
