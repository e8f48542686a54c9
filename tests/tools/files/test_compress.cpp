// dameotb compress: makes smaller files with the same values. A file that cannot be made smaller or is damaged stays as
// it is.
#include <array>
#include <filesystem>

#include <dameotb/store/recompress.hpp>
#include <dameotb/store/table_stream.hpp>
#include <dameotb/store/table_writing.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "directory_contents.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// The class that is encoded again. MMMvK has models; for KMvK, with fewer classes that it needs, they do not pay.
const std::string encoded = sampled ? "KMvK" : "MMMvK";

/// Returns tables of that class. They are made once for all test cases.
const GeneratedTables& made_tables() {
    static const GeneratedTables made{{"--class", encoded}};
    return made;
}

/// A copy of some tables.
struct Tables {
    explicit Tables(const GeneratedTables& made = made_tables()) { std::filesystem::copy(made.path, path); }

    /// Replaces the .wdl by one with poor models and as many block groups, but the same values.
    void make_poor(const std::string& name) const {
        const index::Material material = index::Material::parse(name).value();
        const table::TableName table{material, table::Metric::Wdl};
        const table::OpenClass open{path, material, table::Metric::Wdl};
        const store::CodeSource codes_of = store::codes_in_file(open.table(table::Metric::Wdl), 1);
        std::vector<table::Model> models;
        for (const Colour mover : both_colours) {
            const table::BlockCodes block{0, codes_of.at(0, mover, 0, table::block_positions), {}};
            models.push_back(
                table::Model::train(open.index(), mover, table::coding_of(table.metric), {&block, 1}, {8, 1}));
        }
        table::Header header = table::new_header(table);
        header.values = open.table(table.metric).header().values;
        const table::TablePlan plan = table::plan_table(header, std::move(models));
        table::TableWriter writer{table::table_path(path, table), plan.header, plan.models_bytes};
        store::append_groups(plan, writer, codes_of, 1);
        writer.finish();
    }
    /// Gives both tables models, of which a class so small is not worth.
    void give_models(const std::string& name) const {
        const index::Material material = index::Material::parse(name).value();
        const table::OpenClass open{path, material, table::Metric::Dtm};
        const store::CodeSource codes_of = store::codes_in_file(open.table(table::Metric::Dtm), 1);
        for (const table::Metric metric : table::metrics_under({})) {
            table::TablePlan plan{open.table(metric).header(), {}, {}};
            for (const Colour mover : both_colours) {
                plan.models.push_back(table::Model::train(open.index(), mover, table::coding_of(metric), {}, {8, 1}));
                const std::vector<std::byte> bytes = plan.models.back().to_bytes();
                plan.models_bytes.insert(plan.models_bytes.end(), bytes.begin(), bytes.end());
            }
            plan.header.encoding = table::Encoding::Neighbours;
            plan.header.block_positions = 500;
            plan.header.models_bytes = static_cast<std::uint32_t>(plan.models_bytes.size());
            table::TableWriter writer{table::table_path(path, {material, metric}), plan.header, plan.models_bytes};
            store::append_groups(plan, writer, codes_of, 1);
            writer.finish();
        }
    }
    [[nodiscard]] CommandResult compress(std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"compress", "--dir", path});
        return run(more);
    }
    [[nodiscard]] std::string manifest() const { return run({"manifest", "--dir", path}).out; }
    [[nodiscard]] std::string file(const std::string& name) const { return path + "/" + name; }
    [[nodiscard]] std::uintmax_t bytes() const {
        std::uintmax_t sum = 0;
        for (const auto& entry : std::filesystem::directory_iterator{path}) {
            sum += entry.file_size();
        }
        return sum;
    }

    TemporaryDirectory directory;
    std::string path = directory / "tables";
};

}  // namespace

TEST_CASE("compress makes files smaller and leaves their values", "[tools]") {
    const Tables tables;
    const std::string before = tables.manifest();
    const std::string made = read_file(tables.file(encoded + ".wdl"));
    sampled ? tables.give_models(encoded) : tables.make_poor(encoded);
    CHECK(tables.manifest() == before);
    const std::uintmax_t bytes = tables.bytes();
    const CommandResult first = tables.compress({"--threads", "2"});
    CHECK(first.status == 0);
    CHECK(first.err.empty());
    CHECK_THAT(first.out, Contains(encoded + ".wdl ") && Contains(", now ") && Contains(" files: "));
    CHECK(tables.bytes() < bytes);
    CHECK(tables.manifest() == before);
    CHECK(run({"check", "--dir", tables.path}).status == 0);
    // It becomes the file that gen makes.
    CHECK(read_file(tables.file(encoded + ".wdl")) == made);

    // A file that is as small as it can be is kept to the byte.
    const CommandResult again = tables.compress({encoded});
    CHECK(again.status == 0);
    CHECK_THAT(again.out, Contains(encoded + ".wdl ") && Contains(", kept") && Contains("2 files: "));
    CHECK(read_file(tables.file(encoded + ".wdl")) == made);
}

TEST_CASE("compress leaves a .dtm with the .wdl that its blocks need", "[tools]") {
    const Tables tables{GeneratedTables{{"--class", "KvM"}}};
    const std::string before = tables.manifest();
    const std::string wdl = read_file(tables.file("KvM.wdl"));
    const std::string dtm = read_file(tables.file("KvM.dtm"));
    tables.give_models("KvM");
    CHECK(tables.manifest() == before);
    const std::string wdl_with_models = read_file(tables.file("KvM.wdl"));
    const std::string dtm_with_models = read_file(tables.file("KvM.dtm"));

    // The .dtm becomes one that needs no blocks of the .wdl, and then the .wdl may be encoded without models.
    CHECK(tables.compress({"KvM"}).status == 0);
    CHECK(read_file(tables.file("KvM.dtm")) == dtm);
    CHECK(read_file(tables.file("KvM.wdl")) == wdl);

    // As long as the .dtm needs them, the .wdl stays as it is.
    write_file(tables.file("KvM.wdl"), wdl_with_models);
    write_file(tables.file("KvM.dtm"), dtm_with_models);
    const auto report = store::recompress({index::Material::parse("KvM").value(), table::Metric::Wdl}, {tables.path});
    CHECK(report->after_bytes == report->before_bytes);
    CHECK(read_file(tables.file("KvM.wdl")) == wdl_with_models);
    CHECK(tables.manifest() == before);
}

TEST_CASE("compress names a damaged or missing file and changes nothing", "[tools]") {
    const Tables tables;
    flip_byte(tables.file(encoded + ".dtm"), std::filesystem::file_size(tables.file(encoded + ".dtm")) / 2, 1);
    const std::string bytes = read_file(tables.file(encoded + ".dtm"));
    const CommandResult damaged = tables.compress({encoded});
    CHECK(damaged.status == 1);
    CHECK_THAT(damaged.err, StartsWith("dameotb: " + tables.file(encoded + ".dtm")) && Contains("damaged"));
    CHECK(read_file(tables.file(encoded + ".dtm")) == bytes);
    for (const auto& entry : std::filesystem::directory_iterator{tables.path}) {
        CHECK_THAT(entry.path().filename().string(), !Contains("partial"));
    }
    CHECK_THAT(tables.compress({"KKMMvK"}).err, Contains("KKMMvK") && Contains("dameotb gen"));
}

TEST_CASE("compress --sides without a .dtm says that it changes nothing", "[tools]") {
    const Tables tables;
    CHECK(tables.compress({encoded, "--sides", "two"}).err.empty());
    std::filesystem::remove(tables.file(encoded + ".dtm"));
    const CommandResult result = tables.compress({encoded, "--sides", "one"});
    CHECK(result.status == 0);
    CHECK_THAT(result.err, StartsWith("dameotb: --sides changes nothing"));
}
