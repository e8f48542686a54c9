// What a run reports must grow, name the work, and add up.
#include <dameotb/gen/run/generate.hpp>

#include <filesystem>

#include <dameotb/gen/run/estimate.hpp>
#include <dameotb/index/class_index.hpp>

#include "catch.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;

namespace {

std::vector<gen::Progress> reports_of(const std::filesystem::path& directory, const std::string& name,
                                      std::optional<std::uint64_t> memory_bytes = {}) {
    std::vector<gen::Progress> reports;
    gen::GenerateOptions options;
    options.directory = directory;
    options.classes = index::with_dependencies({index::Material::parse(name).value()});
    options.memory_bytes = memory_bytes;
    options.on_progress = [&](const gen::Progress& progress) { reports.push_back(progress); };
    REQUIRE(gen::generate(options) == gen::GenerateResult::Complete);
    return reports;
}

/// Returns the report of the class's end.
gen::Progress end_of(const std::vector<gen::Progress>& reports, const std::string& name) {
    for (const gen::Progress& report : reports) {
        if (report.class_finished && report.material.name() == name) {
            return report;
        }
    }
    FAIL("no end of " + name);
    return {};
}

}  // namespace

TEST_CASE("a run reports each class: its works in their order, shares that grow, and its end once") {
    const tests::TemporaryDirectory directory;
    const auto reports = reports_of(directory.path(), "KKvKM");
    int ends = 0;
    bool solved = false;
    double share = 0;
    for (const gen::Progress& report : reports) {
        CAPTURE(report.material.name(), static_cast<int>(report.work), report.class_share);
        CHECK(report.class_number == ends + 1);
        CHECK(report.worked_on == report.material);
        CHECK(report.class_share >= share);
        CHECK(report.class_share <= 1);
        CHECK(report.work_positions <= report.positions);
        CHECK(report.level <= report.levels);
        CHECK_FALSE(report.reused);
        CHECK_FALSE(report.memory_bytes);
        CHECK(report.work == (solved ? gen::Work::Encode : report.work));
        solved = report.work == gen::Work::Encode && !report.class_finished;
        share = report.class_finished ? 0 : report.class_share;
        ends += report.class_finished ? 1 : 0;
    }
    CHECK(ends == reports.back().classes);
    const gen::Progress end = end_of(reports, "KKvKM");
    CHECK(end.positions == index::stored_positions(end.material));
    CHECK(end.seconds.solve > 0);
    CHECK(end.seconds.encode > 0);
    CHECK(end.seconds.read == 0);
    CHECK(end.seconds.solve + end.seconds.encode <= end.class_seconds);
    CHECK(end.file_bytes ==
          std::filesystem::file_size(directory / "KKvKM.wdl") + std::filesystem::file_size(directory / "KKvKM.dtm"));
    CHECK(end.peak_scratch_bytes == 0);
}

TEST_CASE("a run reports what it reads, the memory that the bound counts, and the scratch") {
    const tests::TemporaryDirectory directory;
    (void)reports_of(directory.path(), "KKvKM");
    std::filesystem::remove(directory / "KKvKM.wdl");
    const auto classes = index::with_dependencies({index::Material::parse("KKvKM").value()});
    const std::uint64_t bound = gen::estimate(classes, store::never_one_side, 1).least_bytes;
    const auto reports = reports_of(directory.path(), "KKvKM", bound);
    bool reads = false;
    for (const gen::Progress& report : reports) {
        reads = reads || report.work == gen::Work::Read;
        CHECK((report.work != gen::Work::Read || report.worked_on != report.material));
        REQUIRE(report.memory_bytes);
        CHECK(*report.memory_bytes <= bound);
    }
    CHECK(reads);
    CHECK(end_of(reports, "KvK").reused);
    const gen::Progress end = end_of(reports, "KKvKM");
    CHECK_FALSE(end.reused);
    CHECK(end.seconds.read > 0);
}
