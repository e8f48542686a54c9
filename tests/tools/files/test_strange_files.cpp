// Files of strangers in a directory of tables. Every subcommand must name what is wrong with them. It must not take
// memory or time because of what their names and headers say. Names of huge classes on the command line must be refused
// as quickly.
#include "catch.hpp"
#include "command.hpp"
#include "crafted_tables.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using table::Metric;

namespace {

/// The program itself takes about 10 MB. The files below would need hundreds.
constexpr std::uint64_t little_memory = std::uint64_t{48} << 20;
constexpr auto one_thread = "--threads=1";

/// Writes a file that promises as many places as a file of a class can, and is as long as it says.
void write_promising(const std::filesystem::path& path, const std::string& name, Metric metric) {
    table::Header header = right_header(name, metric, 1U << 14);
    header.positions_per_side = (std::uint64_t{1} << 30) / header.sides;
    write_zeros(path, header);
}

/// What is wrong with such a file.
const std::string promising_defect = ": the header's number of positions does not match this table";

/// Tables of 2 pieces, and files with names of other classes that are no tables.
struct StrangeTables : GeneratedTables {
    StrangeTables() : GeneratedTables{{"--pieces", "2"}} {
        write_promising(file("KKvK.wdl"), "KKvK", Metric::Wdl);
        write_promising(file("KKvK.dtm"), "KKvK", Metric::Dtm);
        write_promising(file("KKKvKKK.wdl"), "KKKvKKK", Metric::Wdl);
        write_file(file("KKKvKKK.dtm"), "");
        write_file(file("KKKKKKKvK.dtm"), "");
        write_zeros(file("KKKKKKKvK.wdl"), right_header("KKKKKKKvK", Metric::Wdl, 1U << 16));
    }

    /// Runs a subcommand, which must end with status 1 and use little memory.
    [[nodiscard]] CommandResult refused(const std::string& subcommand, std::vector<std::string> arguments = {}) const {
        CommandResult result = ask(subcommand, std::move(arguments));
        CAPTURE(subcommand, result.err);
        CHECK(result.status == 1);
        CHECK((sanitized || result.most_resident_bytes < little_memory));
        return result;
    }
};

}  // namespace

TEST_CASE("check names strange files and what is wrong with each, in little memory", "[tools]") {
    const StrangeTables tables;
    const CommandResult result = tables.refused("check", {one_thread});
    const auto errors = lines_of(result.err);
    REQUIRE(errors.size() == 6);
    CHECK(errors[0] == "dameotb: " + tables.file("KKvK.wdl") + promising_defect);
    CHECK(errors[1] == "dameotb: " + tables.file("KKvK.dtm") + promising_defect);
    CHECK(errors[2] == "dameotb: " + tables.file("KKKvKKK.wdl") + promising_defect);
    CHECK(errors[3] == "dameotb: " + tables.file("KKKvKKK.dtm") + " (byte 0): too short to be a table");
    CHECK(errors[4] ==
          "dameotb: " + tables.file("KKKKKKKvK.dtm") + ": tables of 8 pieces are not supported yet; 7 is the most");
    CHECK_THAT(errors[5], Contains("KKKKKKKvK.wdl: tables of 8 pieces"));
    CHECK(lines_of(result.out).back() == "checked 12 files: 6 BAD");
}

TEST_CASE("other subcommands stop at a strange file that they need, in little memory", "[tools]") {
    const StrangeTables tables;
    const std::string refusal = tables.file("KKvK.wdl") + promising_defect + "\n";
    CHECK(tables.refused("compress", {one_thread, "KKvK"}).err == "dameotb: " + refusal);
    for (const char* subcommand : {"stats", "find", "verify"}) {
        CHECK(tables.refused(subcommand, {one_thread, "KKvK"}).err ==
              "dameotb: " + tables.file("KKvK.dtm") + promising_defect + "\n");
    }
    CHECK_THAT(tables.refused("manifest", {one_thread}).err, Contains("KKKvKKK.wdl" + promising_defect));
    for (const char* subcommand : {"probe", "line"}) {
        CHECK(tables.refused(subcommand, {"W:WKa7,Kh8:BKa1"}).err == "dameotb: " + refusal);
    }
    CHECK_THAT(tables.refused("probe", {"B:WKa1,Kb1,Kc1,Kd1,Ke1,Kf1,Kg1:BKh8"}).err,
               Contains("tables of 8 pieces are not supported yet; 7 is the most"));
    // Good tables are still answered.
    CHECK(tables.ask("probe", {"W:WKa1:BKc2"}).out == "W:WKa1:BKc2\tdraw\t0\n");
    CHECK(tables.ask("stats", {"KvK", "MvM"}).status == 0);
}

TEST_CASE("gen refuses a strange file that it would keep, in little memory", "[tools]") {
    const StrangeTables tables;
    const CommandResult result = tables.refused("gen", {"--class", "KKvK", one_thread});
    CHECK_THAT(result.err, StartsWith("dameotb: " + tables.file("KKvK.")) && Contains("number of positions"));
}

// Listing all classes that they lead to would take hours.
TEST_CASE("classes of too many pieces are refused by their names", "[tools]") {
    const GeneratedTables tables{{"--pieces", "2"}};
    const std::string name = "MMMMMMMMMMMMMMMMvMMMMMMMMMMMMMMMM";
    for (const char* subcommand : {"stats", "find", "verify", "compress"}) {
        CAPTURE(subcommand);
        const CommandResult result = tables.ask(subcommand, {name});
        CHECK(result.status == 1);
        CHECK(result.err == "dameotb: " + name + ": tables of 32 pieces are not supported yet; 7 is the most\n");
    }
    CHECK_THAT(tables.ask("gen", {"--class", "KvK," + name}).err, Contains("tables of 32 pieces are not supported"));
    CHECK_THAT(tables.ask("report", {"--out", tables.directory / "site", "KvKKKKKKK"}).err,
               Contains("KvKKKKKKK: tables of 8 pieces are not supported"));
}
