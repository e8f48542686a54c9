// dameotb gen when it is stopped, when the disk is full, when nothing can be written; and that how it ran leaves no
// trace in the files.
#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// All files of a directory with their bytes.
std::map<std::string, std::string> contents(const std::filesystem::path& directory) {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator{directory}) {
        files[entry.path().filename().string()] = read_file(entry.path());
    }
    return files;
}

/// Sends the signal once the first class is finished. A run that is done before the signal comes is thrown away and
/// another one tried.
CommandResult run_and_stop(const std::vector<std::string>& arguments, int signal, const std::string& directory) {
    CommandResult result;
    for (int attempt = 0; attempt < 20; ++attempt) {
        std::filesystem::remove_all(directory);
        Command command{arguments};
        while (lines_of(command.out()).empty()) {
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        }
        command.send_signal(signal);
        result = command.wait();
        if (result.status != 0) {
            break;
        }
    }
    return result;
}

}  // namespace

TEST_CASE("gen: stopped by a signal and run again gives the same bytes as one run", "[tools]") {
    const TemporaryDirectory directory;
    REQUIRE(run({"gen", "--dir", directory / "whole", "--pieces", "3", "--threads", "1"}).status == 0);
    const auto whole = contents(directory / "whole");
    REQUIRE(whole.size() == 18);

    const auto [number, status] = GENERATE(std::pair{SIGINT, 130}, std::pair{SIGTERM, 143});
    const std::vector<std::string> again{"gen", "--dir", directory / "stopped", "--pieces", "3", "--threads", "2"};
    const CommandResult result = run_and_stop(again, number, directory / "stopped");
    CHECK(result.status == status);
    CHECK_THAT(result.err, StartsWith("dameotb: stopped: ") && Contains(" of 9 classes") &&
                               Contains(directory / "stopped") && Contains("same command"));
    CHECK(lines_of(result.err).size() == 1);
    for (const auto& [name, bytes] : contents(directory / "stopped")) {
        CAPTURE(name);
        CHECK(whole.count(name) == 1);
    }

    const CommandResult continued = run(again);
    CHECK(continued.status == 0);
    CHECK_THAT(continued.out, Contains("  kept\n"));
    CHECK(contents(directory / "stopped") == whole);
}

TEST_CASE("gen: a full disk is named and leaves no half file", "[tools]") {
    const TemporaryDirectory directory;
    REQUIRE(run({"gen", "--dir", directory / "tables", "--pieces", "2"}).status == 0);
    const auto before = contents(directory / "tables");
    const CommandResult result =
        run({"gen", "--dir", directory / "tables", "--class", "KKvK"}, {.most_file_bytes = 1000});
    CHECK(result.status == 1);
    CHECK(lines_of(result.err).size() == 1);
    CHECK_THAT(result.err, StartsWith("dameotb: " + (directory / "tables/KKvK.").string()));
    CHECK(contents(directory / "tables") == before);
    CHECK(run({"gen", "--dir", directory / "tables", "--class", "KKvK"}).status == 0);
}

TEST_CASE("gen: a directory that cannot be made or written is named", "[tools]") {
    const TemporaryDirectory directory;
    write_file(directory / "file", "");
    // Not even root can write below a regular file or make files in /proc.
    for (const std::string place : {directory / "file", directory / "file/tables", std::filesystem::path{"/proc"}}) {
        CAPTURE(place);
        const CommandResult result = run({"gen", "--dir", place, "--pieces", "2"});
        CHECK(result.status == 1);
        CHECK(lines_of(result.err).size() == 1);
        CHECK_THAT(result.err, StartsWith("dameotb: ") && Contains(place));
    }
}
