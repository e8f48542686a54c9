// Opens pairs of tables that belong together, and some that do not.
#include <dameotb/table/directory/open_table.hpp>

#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "plain_files.hpp"

using namespace dameotb;
using namespace dameotb::table;
using Catch::Contains;
using table::Metric;

namespace {

tests::PlainTables& plain() {
    static tests::PlainTables tables{{tests::class_of("KvM")}};
    return tables;
}

struct Directory {
    Directory() { tests::write_files(directory.path(), plain()); }

    [[nodiscard]] static index::Material kvm() { return tests::class_of("KvM"); }
    [[nodiscard]] std::filesystem::path path(Metric metric) const {
        return table_path(directory.path(), {kvm(), metric});
    }
    /// Writes a file of the class again, with another header.
    template <class Change>
    void rewrite(Metric metric, const Change& change) const {
        tests::PlainTable& table = plain().table(kvm());
        table::Header header = tests::header_of(table.index, metric, tests::true_values(table, metric));
        change(header);
        tests::write_values(path(metric), header, tests::position_bytes(table, metric));
    }

    tests::TemporaryDirectory directory;
};

}  // namespace

TEST_CASE("a .dtm opens beside its own .wdl, and no other", "[files]") {
    const Directory files;
    const OpenClass both{files.directory.path(), Directory::kvm(), Metric::Dtm};
    CHECK(both.table(Metric::Dtm).header().wdl == both.table(Metric::Wdl).header().values);
    CHECK(both.table(Metric::Dtm).id() != both.table(Metric::Wdl).id());
    files.rewrite(Metric::Wdl, [](table::Header& header) { header.values.bytes[3] ^= std::byte{1}; });
    CHECK_THROWS_WITH((OpenClass{files.directory.path(), Directory::kvm(), Metric::Dtm}),
                      Contains("KvM.dtm") && Contains("belongs to another .wdl"));
    CHECK_NOTHROW(OpenClass{files.directory.path(), Directory::kvm(), Metric::Wdl});
    std::filesystem::remove(files.path(Metric::Wdl));
    CHECK_THROWS_WITH((OpenClass{files.directory.path(), Directory::kvm(), Metric::Dtm}), Contains("KvM.wdl"));
}

TEST_CASE("a table is opened once, and the .wdl that it needs before it", "[files]") {
    const Directory files;
    std::vector<Metric> opened;
    const auto open_file = [&](const TableName& name) {
        opened.push_back(name.metric);
        return open_table(files.directory.path(), name);
    };
    OpenClass open{Directory::kvm()};
    CHECK(open.find(Metric::Wdl) == nullptr);
    const OpenTable& dtm = open.open(Metric::Dtm, open_file);
    CHECK(opened == std::vector{Metric::Wdl, Metric::Dtm});
    CHECK(open.find(Metric::Dtm) == &dtm);
    CHECK(&open.open(Metric::Dtm, open_file) == &dtm);
    CHECK(&open.open(Metric::Wdl, open_file) == &open.table(Metric::Wdl));
    CHECK(opened.size() == 2);
    CHECK(&dtm.index() == &open.index());

    OpenClass other{Directory::kvm()};
    (void)other.open(Metric::Wdl, open_file);
    CHECK(other.find(Metric::Dtm) == nullptr);
    (void)other.open(Metric::Dtm, open_file);
    CHECK(opened == std::vector{Metric::Wdl, Metric::Dtm, Metric::Wdl, Metric::Dtm});
}

TEST_CASE("a .wdl may be cut otherwise than its .dtm if that needs no models", "[files]") {
    const Directory files;
    files.rewrite(Metric::Wdl, [](table::Header& header) { header.block_positions = 77; });
    CHECK_NOTHROW(OpenClass{files.directory.path(), Directory::kvm(), Metric::Dtm});
}

TEST_CASE("blocks know where their positions are", "[files]") {
    const Directory files;
    const OpenClass open{files.directory.path(), Directory::kvm(), Metric::Wdl};
    const OpenTable& table = open.table(Metric::Wdl);
    const std::uint64_t size = open.index().size();
    std::uint64_t offset = 0;
    for (std::uint64_t block = 0; block < table.header().blocks(); ++block) {
        CHECK(static_cast<std::uint64_t>(table.header().side_of(block)) * size + table.header().first_of(block) ==
              offset);
        offset += table.header().positions_in_block(block);
    }
    CHECK(offset == 2 * size);
}

TEST_CASE("a position is found in its block, however many positions a block has", "[files]") {
    for (const std::uint32_t block_size : {1U, 64U, 77U, 4096U, 65536U}) {
        CAPTURE(block_size);
        const Directory files;
        files.rewrite(Metric::Wdl, [block_size](table::Header& header) { header.block_positions = block_size; });
        const OpenClass open{files.directory.path(), Directory::kvm(), Metric::Wdl};
        const table::Header& header = open.table(Metric::Wdl).header();
        for (const Colour side : both_colours) {
            for (std::uint64_t number = 0; number < open.index().size(); ++number) {
                const auto at = open.table(Metric::Wdl).find(open.index().unrank(number, static_cast<Colour>(side)));
                REQUIRE(at.has_value());
                REQUIRE(at->block == header.block_of(side, number));
                REQUIRE(at->offset == number - header.first_of(at->block));
            }
        }
    }
}

TEST_CASE("models that are none are refused", "[files]") {
    const Directory files;
    tests::PlainTable& table = plain().table(Directory::kvm());
    table::Header header =
        tests::header_of(table.index, Metric::Wdl, tests::true_values(table, Metric::Wdl), table::block_positions);
    header.encoding = table::Encoding::Neighbours;
    const auto opened = [&](const std::vector<std::byte>& models) {
        header.models_bytes = static_cast<std::uint32_t>(models.size());
        table::TableWriter writer{files.path(Metric::Wdl), header, models};
        const std::vector<std::vector<std::byte>> blocks(header.blocks());
        writer.append(table::encode_group(header, 0, blocks));
        writer.finish();
        return OpenClass{files.directory.path(), Directory::kvm(), Metric::Wdl}.table(Metric::Wdl).has_models();
    };
    std::vector<std::uint8_t> codes(table::block_positions, table::draw_code);
    const table::BlockCodes block{0, std::span{codes}.first(table.index.size()), {}};
    std::vector<std::byte> models;
    for (const Colour mover : both_colours) {
        const auto of_side =
            table::Model::train(table.index, mover, coding_of(Metric::Wdl), {&block, 1}, {8, 1}).to_bytes();
        models.insert(models.end(), of_side.begin(), of_side.end());
    }
    CHECK(opened(models));
    CHECK_THROWS_WITH(opened(std::vector<std::byte>(models.begin(), models.end() - 1)), Contains("impossible"));
    CHECK_THROWS_WITH(opened({std::byte{99}}), Contains("impossible"));
    models.push_back(std::byte{0});
    CHECK_THROWS_WITH(opened(models), Contains("extra bytes after its models"));
}

TEST_CASE("models are refused in classes without men or without kings", "[files]") {
    for (const char* name : {"KvK", "MvM"}) {
        CAPTURE(name);
        const tests::TemporaryDirectory directory;
        const TableName table{tests::class_of(name), Metric::Wdl};
        const std::vector<std::byte> models(1);
        const table::Header header{.encoding = table::Encoding::Neighbours,
                                   .sides = 1,
                                   .stored = table::StoredSides::White,
                                   .material = kind_of(table).material,
                                   .block_positions = table::block_positions,
                                   .group_blocks = 64,
                                   .models_bytes = 1,
                                   .positions_per_side = kind_of(table).positions_per_side};
        table::TableWriter writer{table_path(directory.path(), table), header, models};
        writer.append(table::encode_group(header, 0, std::vector<std::vector<std::byte>>(header.blocks())));
        writer.finish();
        CHECK_THROWS_WITH((OpenClass{directory.path(), table.material, Metric::Wdl}),
                          Contains("cannot have its encoding"));
    }
}
