// The .dtz files of a directory: what gen writes under a draw rule is what the definition says, for probes and for
// whole classes; both verifications pass it and find what is wrong; and a run keeps, continues and refuses as without a
// rule.
#include <algorithm>
#include <fstream>
#include <map>

#include <dameotb/analysis/verify/check.hpp>
#include <dameotb/analysis/verify/verify.hpp>
#include <dameotb/gen/run/generate.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "made_tables.hpp"
#include "reference.hpp"
#include "rule_reference.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using Catch::Contains;
using index::Material;
using tests::MadeTables;

namespace {

std::vector<Material> some_classes() {
    return tests::sampled ? index::with_dependencies({Material::parse("KMvK").value()}) : index::build_order(3);
}

/// Writes the table to a path, sealed, with another rule in its header.
void give_rule(const std::filesystem::path& path, const table::TableReader& reader, DrawRule rule) {
    table::Header header = reader.header();
    REQUIRE(header.encoding == table::Encoding::Zstd);
    header.rule = rule;
    table::TableWriter writer{path, header};
    for (std::uint64_t group = 0; group < header.groups(); ++group) {
        const table::ByteRange location = reader.locate(group);
        std::vector<std::byte> bytes(location.size_bytes);
        reader.read_group(group, location, bytes);
        writer.append(bytes);  // sealed with the same seed
    }
    writer.finish();
}

analysis::VerifyReport verified(const MadeTables& made, DrawRule rule, bool plain) {
    analysis::VerifyOptions options;
    options.directory = made.path();
    options.classes = made.classes();
    options.threads = 2;
    options.rule = rule;
    options.plain = plain;
    return analysis::verify(options);
}

}  // namespace

TEST_CASE("probes of .dtz files equal the definition on every position of up to three pieces") {
    for (const int plies : tests::sampled ? std::vector{5} : std::vector{50, 5}) {
        CAPTURE(plies);
        const MadeTables made{some_classes(), {plies}};
        const probe::Tablebase tables{made.path()};
        CHECK(tables.draw_rule() == DrawRule{plies});
        tests::RuleReference reference{{plies}};
        for (const Material& material : made.classes()) {
            INFO(material.name());
            for (const Colour side : both_colours) {
                tests::for_each_placement(material, side, [&](const Position& position) {
                    const auto answer = tables.probe_dtz(position);
                    if (answer != probe::Answer<RuleValue>{reference.value(position)}) {
                        INFO(rules::to_fen(position));
                        REQUIRE(answer == probe::Answer<RuleValue>{reference.value(position)});
                    }
                });
            }
        }
    }
}

TEST_CASE("a .dtz says which draws are draws without the rule") {
    const MadeTables made{index::with_dependencies({Material::parse("KKvK").value()}), {5}};
    const probe::Tablebase tables{made.path()};
    std::uint64_t beyond = 0;
    tests::for_each_placement(Material::parse("KKvK").value(), Colour::White, [&](const Position& position) {
        const auto under_rule = std::get<RuleValue>(tables.probe_dtz(position));
        const auto result = std::get<Wdl>(tables.probe_wdl(position));
        if (under_rule.wdl() == Wdl::Draw) {
            beyond += result == Wdl::Draw ? 0 : 1;
        } else {
            REQUIRE(under_rule.wdl() == result);
        }
    });
    CHECK(beyond > 0);
}

TEST_CASE("with a counter, tables say what the definition says, and without .dtz files nothing else") {
    const DrawRule rule{9};
    const std::vector<Material> classes = index::with_dependencies({Material::parse("KMvK").value()});
    const MadeTables made{classes, rule};
    const probe::Tablebase with{made.path()};
    tests::RuleReference reference{rule};
    std::uint64_t certain = 0;
    std::uint64_t unknown = 0;
    // The .dtz files hold under another rule: the same directory answers from its .dtm files.
    const DrawRule other{10};
    tests::RuleReference other_reference{other};
    tests::Random random{tests::sample_seed};
    CAPTURE(tests::sample_seed);
    for (int i = 0; i < 2000; ++i) {
        const Position position = tests::random_position(random, classes.back());
        INFO(rules::to_fen(position));
        for (int counter = 0; counter <= 11; ++counter) {
            const auto expected = [&](tests::RuleReference& by, DrawRule under) {
                const RuleValue value = by.value(position);
                return counter >= under.plies && !rules::legal_moves(position).empty() ? Wdl::Draw
                       : value.plies() == 0                                            ? value.wdl()
                                                                                       : value.with(counter, under);
            };
            const auto known = [&](DrawRule under) {
                return with.probe({{position, counter}, {.name = {}, .draw_rule = under}}).outcome;
            };
            const auto found = known(rule);
            REQUIRE(found);
            REQUIRE(found->wdl == expected(reference, rule));
            REQUIRE(found->plies == (found->wdl == Wdl::Draw ? 0 : reference.value(position).plies()));
            const auto without = known(other);
            if (without) {
                REQUIRE(without->wdl == expected(other_reference, other));
            }
            ++(without ? certain : unknown);
        }
    }
    CHECK(certain > 0);
    CHECK(unknown > 0);
}

TEST_CASE("both verifications pass .dtz files, and find a wrong rule") {
    for (const int plies : tests::sampled ? std::vector{5} : std::vector{50, 5}) {
        CAPTURE(plies);
        const MadeTables made{some_classes(), {plies}};
        for (const bool plain : {false, true}) {
            CAPTURE(plain);
            const analysis::VerifyReport report = verified(made, {plies}, plain);
            CHECK_FALSE(report.mismatch);
            CHECK(report.positions > 0);
        }
        for (const Material& material : made.classes()) {
            const analysis::ClassReport report =
                analysis::check_class(material, {made.path(), 2, {}, nullptr}, analysis::CheckDepth::Values);
            CHECK(report.files.size() == 3);
            for (const analysis::FileReport& file : report.files) {
                CHECK(file.problem().empty());
            }
        }
    }
}

TEST_CASE("both verifications find the same wrong value in a .dtz") {
    // The .dtz of a class under another rule has the right seal and wrong values. Its header gets the rule of the
    // others.
    const MadeTables made{index::with_dependencies({Material::parse("KKvK").value()}), {7}};
    const MadeTables other{made.classes(), {5}};
    const table::TableName name{Material::parse("KKvK").value(), table::Metric::Dtz};
    const auto path = table::table_path(made.path(), name);
    give_rule(path, table::open_table(other.path(), name), {7});
    const auto by_rows = verified(made, {7}, false).mismatch;
    const auto plainly = verified(made, {7}, true).mismatch;
    REQUIRE(by_rows);
    REQUIRE(plainly);
    CHECK(by_rows->position == plainly->position);
    CHECK(by_rows->stored == plainly->stored);
    CHECK(by_rows->expected == plainly->expected);
    CHECK(by_rows->file == path.string());
}

TEST_CASE("a rule that changes few results of a class: none of them is missed") {
    // gen first assumes that the rule changes none, since none of its samples does; the digest says otherwise.
    const Material material = Material::parse(tests::sampled ? "KMvK" : "KMvKM").value();
    const MadeTables made{index::with_dependencies({material}), {tests::sampled ? 10 : 19}};
    const table::OpenClass open{made.path(), material, table::Metric::Dtz};
    const store::CodeSource codes = store::codes_in_file(open.table(table::Metric::Dtz), 1);
    std::uint64_t changed = 0;
    store::for_each_codes(codes, material, open.index().size(), memory::Team{1},
                          [&](std::span<const std::uint8_t> some) {
                              changed += static_cast<std::uint64_t>(std::ranges::count_if(some, table::is_beyond_rule));
                          });
    CHECK(changed > 0);
    CHECK(changed < 10000);
    CHECK_FALSE(verified(made, {tests::sampled ? 10 : 19}, false).mismatch);
}

TEST_CASE("a .dtz with a value that its rule does not allow is refused") {
    const MadeTables made{index::with_dependencies({Material::parse("KKvK").value()}), {5}};
    const MadeTables other{made.classes(), {9}};
    const table::TableName name{Material::parse("KKvK").value(), table::Metric::Dtz};
    give_rule(table::table_path(made.path(), name), table::open_table(other.path(), name), {5});
    CHECK_THROWS_WITH(verified(made, {5}, false), Contains("KKvK.dtz: block 0 has an impossible value"));
    CHECK_THROWS_WITH(verified(made, {5}, true), Contains("KKvK.dtz: block 0 has an impossible value"));
}

TEST_CASE(
    "gen under a rule: files that exist are kept, those of another rule refused, and bytes do not depend on memory") {
    const std::vector<Material> classes = index::with_dependencies({Material::parse("KMvK").value()});
    const MadeTables made{classes, {20}};
    const auto path = table::table_path(made.path(), {classes.back(), table::Metric::Dtz});
    const std::string before = tests::read_bytes(path);
    const auto written = std::filesystem::last_write_time(path);
    made.make({20});
    CHECK(std::filesystem::last_write_time(path) == written);
    CHECK_THROWS_WITH(made.make({21}), Contains("has a draw rule of 20 plies, not of 21"));
    std::filesystem::remove(path);
    made.make({20}, store::never_one_side, std::uint64_t{48} << 20);
    CHECK(tests::read_bytes(path) == before);
}

TEST_CASE("gen under a rule needs the .wdl") {
    const std::vector<Material> classes = index::with_dependencies({Material::parse("KvK").value()});
    const tests::TemporaryDirectory directory;
    gen::GenerateOptions options;
    options.directory = directory.path();
    options.classes = classes;
    options.rule = {50};
    CHECK_THROWS_AS(gen::generate(options), table::MissingTableError);
}

TEST_CASE("a .dtz that stores one side to move has the same values") {
    const auto parse = [](const char* name) { return Material::parse(name).value(); };
    const MadeTables made{index::with_dependencies({parse("KKvK"), parse("KvM")}), {5}};
    std::map<Material, table::Digest> values;
    for (const Material& material : made.classes()) {
        const table::TableName name{material, table::Metric::Dtz};
        values[material] = table::open_table(made.path(), name).header().values;
        std::filesystem::remove(table::table_path(made.path(), name));
    }
    made.make({5}, 1);
    for (const Material& material : made.classes()) {
        const table::TableReader reader = table::open_table(made.path(), {material, table::Metric::Dtz});
        CHECK(reader.header().stores_all_sides() == (index::stored_sides(material) == 1));
        CHECK(reader.header().values == values[material]);
    }
    CHECK_FALSE(verified(made, {5}, true).mismatch);
    CHECK_FALSE(verified(made, {5}, false).mismatch);
}
