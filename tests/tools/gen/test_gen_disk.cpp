// dameotb gen and the disk: what it needs is told and refused before a run, and scratch that cannot be written ends it.
#include <filesystem>

#include "catch.hpp"
#include "command.hpp"
#include "messages/run_messages.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

/// Returns the options of a command that finds so many bytes free on every disk.
CommandOptions with_free_bytes(std::uint64_t bytes) {
    CommandOptions options;
    options.environment = {"LD_PRELOAD=" DAMEOTB_STEP_SHIM, "ASAN_OPTIONS=verify_asan_link_order=0",
                           "DAMEOTB_SHIM_FREE_BYTES=" + std::to_string(bytes)};
    return options;
}

/// Returns the least bound that `gen --estimate` names, as `--memory` reads it.
std::string least_memory(std::vector<std::string> what) {
    what.insert(what.begin(), {"gen", "--estimate"});
    const std::string last = lines_of(run(what).out).back();
    return last.substr(last.find_last_of(' ') + 1);
}

bool has_file(const std::filesystem::path& directory) {
    return std::filesystem::exists(directory) && !std::filesystem::is_empty(directory);
}

}  // namespace

TEST_CASE("the room on a disk is enough, doubtful or too little, by a factor of two", "[tools]") {
    const auto room = [](std::optional<std::uint64_t> free) { return tools::room_for({"tables", {600, 400}, free}); };
    CHECK(room(std::nullopt) == tools::Room::Enough);
    CHECK(room(1000) == tools::Room::Enough);
    CHECK(room(999) == tools::Room::Doubtful);
    CHECK(room(500) == tools::Room::Doubtful);
    CHECK(room(499) == tools::Room::TooLittle);
    CHECK(tools::disk_need_text({"tables", {20480, 10240}, 12288}) ==
          "tables: about 30K of disk space is needed, 20K for tables and 10K for scratch, and 12K is free");
}

TEST_CASE("gen: a disk that is far too small is refused, and a doubtful one is named", "[tools]") {
    const TemporaryDirectory directory;
    const std::vector<std::string> arguments{"gen", "--dir", directory / "tables", "--pieces", "3", "--threads", "1"};
    const CommandResult refused = run(arguments, with_free_bytes(20'000));
    CHECK(refused.status == 1);
    CHECK(refused.out.empty());
    CHECK(lines_of(refused.err).size() == 1);
    CHECK_THAT(refused.err, StartsWith("dameotb: " + (directory / "tables").string() + ": about ") &&
                                Contains("K of disk space is needed") && EndsWith(", and 20K is free\n"));
    CHECK_FALSE(has_file(directory / "tables"));

    const CommandResult doubtful = run(arguments, with_free_bytes(60'000));
    CHECK(doubtful.status == 0);
    CHECK(lines_of(doubtful.err).size() == 1);
    CHECK_THAT(doubtful.err, Contains("and 59K is free (the estimate may be too high"));
    CHECK(lines_of(doubtful.out).size() == 10);
    // Nothing is left to be written.
    CHECK(run(arguments, with_free_bytes(0)).err.empty());
}

TEST_CASE("gen --estimate --memory says what is free in the directory", "[tools]") {
    const TemporaryDirectory directory;
    const CommandResult result =
        run({"gen", "--estimate", "--pieces", "6", "--threads", "2", "--memory", "12G", "--dir", directory / "tables"},
            with_free_bytes(std::uint64_t{77} << 30));
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains(" is made; 77G is free in " + (directory / "tables").string() + ".\n"));
    CHECK_FALSE(has_file(directory / "tables"));
}

TEST_CASE("gen --estimate --measure says what it measured, --measure alone is wrong usage", "[tools]") {
    const CommandResult result = run({"gen", "--estimate", "--measure", "--pieces", "3", "--threads", "1"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    const auto lines = lines_of(result.out);
    REQUIRE(lines.size() > 12);
    CHECK_THAT(lines[11], StartsWith("Measured in ") && Contains(" solve ") && Contains("encode"));
    CHECK(run({"gen", "--measure", "--dir", "tables", "--pieces", "3"}).status == 2);
}

TEST_CASE("gen --estimate: classes of 7 and of 8 pieces, which cannot be made", "[tools]") {
    const CommandResult seven = run({"gen", "--estimate", "--pieces", "7", "--threads", "2"});
    CHECK(seven.status == 0);
    CHECK_THAT(seven.out, Contains("\nKKKKvKKK ") && Contains("\nMMMMvMMM ") && Contains("\nall "));
    CHECK(run({"gen", "--estimate", "--pieces", "8"}).status == 0);
    CHECK(run({"gen", "--estimate", "--pieces", "9"}).status == 2);
    CHECK_THAT(run({"gen", "--estimate", "--class", "KKKKvKKKM"}).out, Contains("\nKKKKvKKKM "));
    const CommandResult nine = run({"gen", "--estimate", "--class", "KKKKKvKKKK"});
    CHECK(nine.status == 1);
    CHECK_THAT(nine.err, Contains("9 pieces") && Contains("8 is the most"));

    const TemporaryDirectory directory;
    const CommandResult run_of_eight = run({"gen", "--dir", directory / "tables", "--pieces", "8"});
    CHECK(run_of_eight.status == 2);
    CHECK_THAT(run_of_eight.err, StartsWith("dameotb: --pieces: write a whole number from 2 to 7, not '8'\n"));
    const CommandResult class_of_eight = run({"gen", "--dir", directory / "tables", "--class", "KKKKvKKKK"});
    CHECK(class_of_eight.status == 1);
    CHECK_THAT(class_of_eight.err, Contains("8 pieces") && Contains("7 is the most"));
}

// Sanitizers take memory that the bound does not know of, which changes nothing here.
TEST_CASE("gen: a disk that becomes full under the scratch ends the run in one line, finished classes are kept",
          "[tools]") {
    const TemporaryDirectory directory;
    const std::filesystem::path scratch = directory / "scratch";
    std::filesystem::create_directory(scratch);
    const std::vector<std::string> what{"--class", "KMvKM", "--threads", "1"};
    const std::string bound = least_memory(what);
    std::vector<std::string> arguments{"gen", "--dir", directory / "tables", "--scratch", scratch, "--memory", bound};
    arguments.insert(arguments.end(), what.begin(), what.end());
    // The files of the classes before are smaller than what goes to the scratch.
    CommandOptions full_disk;
    full_disk.most_file_bytes = 700'000;
    const CommandResult result = run(arguments, full_disk);
    CAPTURE(result.out, bound);
    CHECK(result.status == 1);
    CHECK(lines_of(result.err).size() == 1);
    CHECK_THAT(result.err,
               StartsWith("dameotb: " + scratch.string()) && Contains(": cannot write the scratch file: ") &&
                   Contains("kept in " + (directory / "tables").string()) && Contains("same command resumes the run"));
    CHECK_FALSE(has_file(scratch));
    CHECK(std::filesystem::exists(directory / "tables/KKvK.dtm"));

    const CommandResult again = run(arguments);
    CHECK(again.err.empty());
    CHECK(again.status == 0);
    CHECK_THAT(again.out, Contains("  kept\n") && Contains("KMvKM"));
    CHECK_FALSE(has_file(scratch));
}

TEST_CASE("gen --scratch: a directory that is not there is wrong usage", "[tools]") {
    const TemporaryDirectory directory;
    const CommandResult result =
        run({"gen", "--dir", directory / "tables", "--pieces", "2", "--scratch", directory / "none"});
    CHECK(result.status == 2);
    CHECK_THAT(result.err, StartsWith("dameotb: --scratch: ") && Contains(directory / "none"));
}
