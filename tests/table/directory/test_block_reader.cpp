// Reads blocks of tables in both encodings, whole and in part, in any order.
#include <dameotb/table/directory/block_reader.hpp>

#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "plain_files.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::table;
using table::Metric;

namespace {

constexpr unsigned seed = 20261122;

/// Random values with stretches of one value, as bytes of a .dtm.
tests::PositionBytes random_bytes(std::size_t positions, std::mt19937_64& random) {
    tests::PositionBytes bytes(positions);
    for (std::size_t i = 0; i < positions; ++i) {
        const bool same = i > 0 && random() % (i / 20'000 % 2 == 0 ? 3 : 3000) != 0;
        bytes[i] = same ? bytes[i - 1] : static_cast<std::uint8_t>(random() % (table::most_distance_code + 1));
    }
    return bytes;
}

tests::PositionBytes results_of(tests::PositionBytes bytes) {
    for (std::uint8_t& byte : bytes) {
        byte = table::result_code_of(byte);
    }
    return bytes;
}

}  // namespace

TEST_CASE("blocks come back from files in any order, whole and in part", "[files]") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    // Classes of all kinds: those without rows and the small ones have no models.
    for (const char* name : {"KvK", "MvM", "KvM", "KKvM", "KMvKM"}) {
        CAPTURE(name);
        const tests::TemporaryDirectory directory;
        const index::Material material = tests::class_of(name);
        const index::ClassIndex index{material};
        const tests::PositionBytes dtm = random_bytes(index::stored_positions(material), random);
        const tests::PositionBytes wdl = results_of(dtm);
        const tests::ToldValues told_wdl{tests::digest_of(index, wdl), {}};
        const tests::ToldValues told_dtm{tests::digest_of(index, dtm), told_wdl.own};
        tests::write_any_values(table_path(directory.path(), {material, Metric::Wdl}), index, Metric::Wdl, wdl,
                                told_wdl);
        tests::write_any_values(table_path(directory.path(), {material, Metric::Dtm}), index, Metric::Dtm, dtm,
                                told_dtm);
        const OpenClass open{directory.path(), material, Metric::Dtm};
        CHECK(open.table(Metric::Dtm).has_models() == (index::stored_positions(material) > 300'000));
        const std::vector<bool>& forced = tests::forced_positions(index);
        BlockReader reader;
        for (const Metric metric : metrics_under({})) {
            const OpenTable& table = open.table(metric);
            const tests::PositionBytes& written = metric == Metric::Wdl ? wdl : dtm;
            for (int i = 0; i < (tests::sampled ? 2 : 10); ++i) {
                // Over the ends of block groups, and from one side to move to the other.
                const std::uint64_t blocks = table.header().blocks();
                const std::uint64_t first = i == 0 ? 0 : random() % blocks;
                const std::uint64_t end = i == 0 ? blocks : first + 1 + random() % (blocks - first);
                std::vector<std::uint8_t> one_by_one;
                for (std::uint64_t block = first; block < end; ++block) {
                    const std::uint32_t count = table.header().positions_in_block(block);
                    const std::size_t before = one_by_one.size();
                    one_by_one.resize(before + count);
                    reader.read(table, block, std::span{one_by_one}.subspan(before), count - 1);
                }
                std::vector<std::uint8_t> together(one_by_one.size());
                reader.read_all(table, first, end, together);
                CHECK((together == one_by_one));
            }
            for (int i = 0; i < (tests::sampled ? 30 : 200); ++i) {
                const std::uint64_t block = random() % table.header().blocks();
                const std::uint32_t count = table.header().positions_in_block(block);
                const auto last = static_cast<std::uint32_t>(i % 3 == 0 ? count - 1 : random() % count);
                std::vector<std::uint8_t> codes(count);
                reader.read(table, block, codes, last);
                const std::size_t first = static_cast<std::size_t>(table.header().side_of(block)) * index.size() +
                                          table.header().first_of(block);
                for (std::uint32_t offset = 0; offset <= last; ++offset) {
                    const bool fits = forced[first + offset]
                                          ? !table.has_models() || codes[offset] == table::dont_care_code
                                          : codes[offset] == written[first + offset];
                    if (!fits) {
                        FAIL("block " << block << ", position " << offset);
                    }
                }
            }
        }
    }
}
