// Tables of one side to move hold the values of both, whoever reads them. Here all classes with a choice store one
// side, also small ones.
#include <algorithm>

#include <dameotb/analysis/verify/check.hpp>
#include <dameotb/analysis/verify/verify.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/store/recompress.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "made_tables.hpp"
#include "plain_files.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "whole_table.hpp"

using namespace dameotb;
using table::Metric;

namespace {

/// All classes of up to three pieces, and one with models; the .dtm files of one side. With sanitizers two pieces.
struct OneSide {
    std::vector<index::Material> classes = [] {
        std::vector<index::Material> wanted = index::build_order(tests::sampled ? 2 : 3);
        if (!tests::sampled) {
            wanted.push_back(index::Material::parse("KKKvM").value());
        }
        return index::with_dependencies(wanted);
    }();
    tests::MadeTables one{classes, {}, 1};
    tests::MadeTables two{classes};
};

OneSide& tables() {
    static OneSide made;
    return made;
}

table::Header dtm_header(const std::filesystem::path& directory, const index::Material& material) {
    return table::open_table(directory, {material, Metric::Dtm}).header();
}

}  // namespace

TEST_CASE("one side: digests, values and both verifications are those of two sides") {
    analysis::ReadOptions read_one;
    read_one.directory = tables().one.path();
    analysis::ReadOptions read_two;
    read_two.directory = tables().two.path();
    for (const index::Material& material : tables().classes) {
        CAPTURE(material.name());
        CHECK(dtm_header(tables().one.path(), material).stored_sides() == 1);
        const auto of_one = analysis::digest_class(material, read_one);
        const auto of_two = analysis::digest_class(material, read_two);
        REQUIRE(of_one->size() == 2);
        for (std::size_t i = 0; i < 2; ++i) {
            CHECK((*of_one)[i].xxh3 == (*of_two)[i].xxh3);
            CHECK((*of_one)[i].values == (*of_two)[i].values);
        }
        const analysis::ClassReport report = analysis::check_class(material, read_one, analysis::CheckDepth::Values);
        CHECK(std::ranges::none_of(report.files, [](const auto& file) { return file.defect.has_value(); }));
    }
    analysis::VerifyOptions options;
    options.directory = tables().one.path();
    options.classes = tables().classes;
    options.threads = 2;
    CHECK_FALSE(analysis::verify(options).mismatch.has_value());
    options.plain = true;
    // The slow way takes classes of all kinds, but not the largest.
    std::erase_if(options.classes,
                  [](const index::Material& material) { return index::stored_positions(material) > 120'000; });
    CHECK_FALSE(analysis::verify(options).mismatch.has_value());
}

TEST_CASE("one side: probes answer as those of two sides, one by one and at once") {
    const probe::Tablebase one{tables().one.path()};
    const probe::Tablebase two{tables().two.path()};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    std::vector<Position> positions;
    std::vector<probe::Answer<Value>> expected;
    for (int i = 0; i < 4000; ++i) {
        positions.push_back(tests::random_position(random, tables().classes[i % tables().classes.size()]));
        expected.push_back(two.probe_dtm(positions.back()));
        REQUIRE(one.probe_dtm(positions.back()) == expected.back());
        REQUIRE(one.probe_dtm(positions.back().flipped()) == expected.back());
    }
    std::vector<probe::Answer<Value>> answers(positions.size());
    one.probe_dtm(positions, answers);
    CHECK(answers == expected);
}

TEST_CASE("one side: a distance is unknown where a move leads to no table, unless it does not matter") {
    if (tests::sampled) {
        return;
    }
    const tests::TemporaryDirectory directory;
    std::filesystem::copy(tables().one.path(), directory.path());
    std::filesystem::remove(directory / "KKvK.dtm");
    const probe::Tablebase one{directory.path()};
    const probe::Tablebase two{tables().two.path()};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    int unknown = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Position position = tests::random_position(random, index::Material::parse("KMvK").value());
        const auto answer = one.probe_dtm(position);
        const auto* none = std::get_if<probe::NoTable>(&answer);
        if (none != nullptr) {
            CHECK(none->material.name() == "KKvK");
            ++unknown;
        } else {
            REQUIRE(answer == two.probe_dtm(position));
        }
    }
    CHECK(unknown > 100);
    CHECK(unknown < 4000);
}

TEST_CASE("one side: files are encoded again there and back, to the byte") {
    const tests::TemporaryDirectory directory;
    std::filesystem::copy(tables().two.path(), directory.path());
    const auto recompress = [&](std::optional<store::DistanceSides> sides) {
        for (const index::Material& material : tables().classes) {
            (void)store::recompress({material, Metric::Dtm}, {directory.path(), 2, nullptr, sides});
        }
    };
    recompress(store::DistanceSides::One);
    CHECK(tests::contents(directory.path()) == tests::contents(tables().one.path()));
    recompress(std::nullopt);
    recompress(store::DistanceSides::One);
    CHECK(tests::contents(directory.path()) == tests::contents(tables().one.path()));
    recompress(store::DistanceSides::All);
    CHECK(tests::contents(directory.path()) == tests::contents(tables().two.path()));
}

TEST_CASE("one side: a file whose side would not give the old values is not written") {
    const tests::TemporaryDirectory directory;
    std::filesystem::copy(tables().two.path(), directory.path());
    // The tables of two sides may contradict each other; of one side, the moves would win.
    const index::Material material = index::Material::parse("KvM").value();
    const std::filesystem::path path = table::table_path(directory.path(), {material, Metric::Dtm});
    const table::Header told = dtm_header(directory.path(), material);
    std::vector<std::uint8_t> codes = tests::read_whole_table(directory.path(), {material, Metric::Dtm}, 1);
    const index::ClassIndex index{material};
    int changed = 0;
    for (std::uint64_t number = 0; number < index.size(); ++number) {  // White to move
        if (!rules::must_capture(index.unrank(number, Colour::White)) && codes[number] > 3) {
            codes[number] -= 2;
            ++changed;
        }
    }
    REQUIRE(changed > 0);
    tests::write_values(path, told, codes);
    const auto before = tests::contents(directory.path());
    CHECK_THROWS_AS(
        store::recompress({material, Metric::Dtm}, {directory.path(), 1, nullptr, store::DistanceSides::One}),
        table::TablebaseError);
    CHECK(tests::contents(directory.path()) == before);
}
