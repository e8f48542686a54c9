// Tests dameotb gen --memory as the system sees it, and dameotb gen --estimate.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "catch.hpp"
#include "command.hpp"
#include "sampling.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// Returns the size at the end of a line, as `--memory` reads it.
std::string last_word(const std::string& line) {
    return line.substr(line.find_last_of(' ') + 1);
}

/// Returns the least bound that `gen --estimate` names, in MiB.
std::uint64_t least_mib(std::vector<std::string> what) {
    what.insert(what.begin(), {"gen", "--estimate"});
    const CommandResult result = run(what);
    REQUIRE(result.status == 0);
    const std::string size = last_word(lines_of(result.out).back());
    REQUIRE(size.back() == 'M');
    return std::stoull(size);
}

}  // namespace

// Sanitizers take far more memory than the program itself. With them, only the rest is tested.
TEST_CASE("gen --memory: the process stays below the bound", "[tools]") {
    if (dameotb::tests::sanitized) {
        return;
    }
    const TemporaryDirectory directory;
    const std::vector<std::string> what{"--pieces", "4", "--threads", "2"};
    const std::uint64_t bound = least_mib(what);
    std::vector<std::string> arguments{"gen", "--dir", directory / "tables", "--memory", std::to_string(bound) + "M"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    const CommandResult result = run(arguments);
    CHECK(result.err.empty());
    REQUIRE(result.status == 0);
    CHECK_THAT(result.out, Contains("23 classes, 52477396 positions") && Contains(" 23 solved, 0 kept"));
    CAPTURE(bound, result.most_resident_bytes >> 20);
    CHECK(result.most_resident_bytes > 0);
    CHECK(result.most_resident_bytes < bound << 20);
    // Nothing is left of the pages that were away.
    for (const std::string& name : names_in(directory / "tables")) {
        CAPTURE(name);
        CHECK((name.ends_with(".wdl") || name.ends_with(".dtm")));
    }
    // What is found counts too, if it is everything.
    const CommandResult found = run({"find", "--dir", directory / "tables", "KKvKM", "--memory", "50M", "--threads",
                                     "2", "--out", directory / "found"});
    CHECK(found.status == 0);
    CHECK(found.most_resident_bytes < std::uint64_t{50} << 20);
}

namespace {

/// Waits until the command has opened a file in the directory that has no name there. Returns whether it has, before it
/// ended.
bool wait_for_scratch(const Command& command, const std::string& tables) {
    const std::filesystem::path open_files = "/proc/" + std::to_string(command.process()) + "/fd";
    for (int tries = 0; tries < 20'000; ++tries) {
        std::error_code ended;
        for (const auto& entry : std::filesystem::directory_iterator{open_files, ended}) {
            std::error_code closed;
            const std::string file = std::filesystem::read_symlink(entry.path(), closed).string();
            if (file.starts_with(tables + "/") && file.ends_with(" (deleted)")) {
                return true;
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return false;
}

/// Makes what KKKvM needs, and returns arguments that make it itself with the least memory.
std::vector<std::string> kings_and_a_man(const std::string& tables) {
    REQUIRE(run({"gen", "--dir", tables, "--class", "KKKvK,KKvM", "--threads", "1"}).status == 0);
    const std::string bound = std::to_string(least_mib({"--class", "KKKvM", "--threads", "1"})) + "M";
    return {"gen", "--dir", tables, "--class", "KKKvM", "--threads", "1", "--memory", bound};
}

}  // namespace

TEST_CASE("gen --memory: the scratch of a run that was killed is named by check, and gone after the next run",
          "[tools]") {
    const TemporaryDirectory directory;
    const std::string tables = directory / "tables";
    const auto arguments = kings_and_a_man(tables);
    Command killed{arguments};
    REQUIRE(wait_for_scratch(killed, tables));
    killed.send_signal(SIGKILL);
    CHECK(killed.wait().status == -SIGKILL);
    const CommandResult check = run({"check", "--dir", tables});
    CHECK(check.status == 0);
    CHECK_THAT(check.out, Contains(".KKKvM.scratch, of an unfinished run"));
    CHECK(run(arguments).status == 0);
    for (const std::string& name : names_in(tables)) {
        CAPTURE(name);
        CHECK(name.find("scratch") == std::string::npos);
    }
}

TEST_CASE("gen --memory: a disk that has no room for the scratch is named, and no half file is left", "[tools]") {
    const TemporaryDirectory directory;
    const std::string tables = directory / "tables";
    const auto arguments = kings_and_a_man(tables);
    const auto before = names_in(tables);
    const CommandResult result = run(arguments, {.most_file_bytes = full_disk_bytes});
    CHECK(result.status == 1);
    CHECK(lines_of(result.err).size() == 1);
    CHECK_THAT(result.err, StartsWith("dameotb: " + tables) && Contains("cannot write the scratch file"));
    CHECK(names_in(tables) == before);
}

// The bound of a run is that of its largest class. Here each class has its own bound. Sanitizers take memory of their
// own.
TEST_CASE("gen --memory: small classes stay below their own least bounds", "[tools]") {
    if (dameotb::tests::sanitized) {
        return;
    }
    const TemporaryDirectory directory;
    for (const std::string name : {"KvK", "MMvM", "KKKvK", "KKvKK", "KKKvM", "KKvKM", "MMMvK"}) {
        CAPTURE(name);
        const std::uint64_t bound = least_mib({"--class", name, "--threads", "1"});
        const CommandResult result = run({"gen", "--dir", directory / "tables", "--class", name, "--threads", "1",
                                          "--memory", std::to_string(bound << 10) + "K"});
        CHECK(result.err.empty());
        CHECK(result.status == 0);
        CAPTURE(bound, result.most_resident_bytes >> 20);
        CHECK(result.most_resident_bytes < bound << 20);
    }
}

TEST_CASE("gen --memory: a bound that is too small is refused in one line that names the class", "[tools]") {
    const TemporaryDirectory directory;
    const std::vector<std::string> tables{"gen", "--dir", directory / "tables", "--pieces", "4", "--threads", "1"};
    auto arguments = tables;
    arguments.insert(arguments.end(), {"--memory", "10M"});
    const CommandResult result = run(arguments);
    CHECK(result.status == 1);
    CHECK(result.out.empty());
    CHECK(lines_of(result.err).size() == 1);
    CHECK_THAT(result.err, StartsWith("dameotb: ") && Contains(" needs ") && Contains("M of memory") &&
                               Contains("--memory is 10M\n"));
    const auto greatest = result.err.substr(std::string{"dameotb: "}.size());
    CHECK(greatest.substr(0, greatest.find(' ')).size() == std::string{"KKvKK"}.size());
    CHECK_FALSE(std::filesystem::exists(directory / "tables"));
}

// The sanitizers reserve more addresses than the limit allows.
TEST_CASE("gen without --memory: what the machine has is the bound of a run that could want more", "[tools]") {
    if (dameotb::tests::sanitized) {
        return;
    }
    const TemporaryDirectory directory;
    CommandOptions small_machine;
    small_machine.most_memory_bytes = std::uint64_t{1} << 30;
    const std::vector<std::string> arguments{"gen", "--dir", directory / "tables", "--pieces", "6", "--threads", "2"};
    const CommandResult refused = run(arguments, small_machine);
    CHECK(refused.status == 1);
    CHECK(refused.out.empty());
    CHECK_THAT(refused.err, StartsWith("dameotb: ") && Contains(" needs ") &&
                                Contains("M of memory with --threads 2, and this machine has "
                                         "922M for it (--memory overrides this)\n"));
    CHECK_FALSE(std::filesystem::exists(directory / "tables"));
    const CommandResult fits = run({"gen", "--dir", directory / "tables", "--pieces", "3"}, small_machine);
    CHECK(fits.status == 0);
}

TEST_CASE("gen --memory: sizes are whole numbers with a unit", "[tools]") {
    const TemporaryDirectory directory;
    for (const char* size : {"", "x", "-1", "1.5G", "8GB", "G", "8 G", "8P", "18446744073709551616", "16777216T"}) {
        CAPTURE(size);
        const CommandResult result = run({"gen", "--dir", directory / "tables", "--pieces", "2", "--memory", size});
        CHECK(result.status == 2);
        CHECK(lines_of(result.err).size() == 2);
        CHECK_THAT(result.err, StartsWith("dameotb: --memory"));
    }
    for (const char* size : {"104857600", "102400K", "102400k", "100M", "1G", "1T", "16777215T"}) {
        CAPTURE(size);
        CHECK(run({"gen", "--dir", directory / "tables", "--pieces", "2", "--threads", "1", "--memory", size}).status ==
              0);
    }
    for (const char* size : {"1048576", "1024K", "1M"}) {
        CAPTURE(size);
        CHECK_THAT(run({"gen", "--dir", directory / "none", "--pieces", "2", "--memory", size}).err,
                   Contains("--memory is 1024K\n"));
    }
}

TEST_CASE("gen --estimate: a line for each class, aligned, a total, and nothing written", "[tools]") {
    const CommandResult result = run({"gen", "--estimate", "--pieces", "3", "--threads", "2"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    const auto lines = lines_of(result.out);
    REQUIRE(lines.size() == 14);
    CHECK_THAT(lines[0], StartsWith("class ") && Contains(" stored ") && Contains(" least ") && Contains(" memory ") &&
                             Contains(" disk ") && Contains(" time"));
    CHECK_THAT(lines[1], StartsWith("KvK  ") && Contains(" 518 "));
    CHECK_THAT(lines[10], StartsWith("all  ") && Contains(" 737410 "));
    for (std::size_t i = 1; i <= 10; ++i) {
        CHECK(lines[i].size() == lines[0].size());
    }
    CHECK_THAT(lines[11], StartsWith("Estimates for 2 threads"));
    CHECK_THAT(lines[13], StartsWith("The least that --memory can be: "));

    const TemporaryDirectory directory;
    CHECK(run({"gen", "--estimate", "--class", "KKMvKM", "--dir", directory / "tables"}).status == 0);
    CHECK_FALSE(std::filesystem::exists(directory / "tables"));
}

TEST_CASE("gen --estimate: 6 pieces", "[tools]") {
    const CommandResult result = run({"gen", "--estimate", "--pieces", "6"});
    CHECK(result.status == 0);
    CHECK_THAT(result.out, Contains("\nall ") && Contains(" 101798129604 ") && Contains("G "));
}

TEST_CASE("gen --estimate --memory: what the bound means for threads, times and disk", "[tools]") {
    const std::vector<std::string> seven{"gen", "--estimate", "--pieces", "7", "--threads", "16", "--memory"};
    const auto said = [&](const std::string& bound) {
        auto arguments = seven;
        arguments.push_back(bound);
        const CommandResult result = run(arguments);
        CHECK(result.status == 0);
        CHECK(result.err.empty());
        CHECK_THAT(result.out, Contains("\nWith --memory " + bound + ":\n"));
        return result.out.substr(result.out.find("\nWith --memory "));
    };
    const std::string fits = said("18G");
    CHECK_THAT(fits, Contains(" solved by fewer than 16 threads at a time, ") && Contains("\n  Longest: ") &&
                         Contains("\n  Disk: files and scratch take at most ") && Contains(" is made.\n"));
    CHECK_THAT(fits, !Contains("Too little"));
    CHECK_THAT(said("10G"), Contains("\n  Too little: the run is refused. K") && Contains(" needs most, "));
    const std::string ample = said("64T");
    CHECK_THAT(ample, Contains("\n  All scores stay in memory; checkpoints take up to "));
    CHECK_THAT(ample, !Contains("threads at a time") && !Contains("Disk: "));
}

TEST_CASE("gen --estimate --memory: small classes take no scratch where all scores stay in memory", "[tools]") {
    const CommandResult result = run({"gen", "--estimate", "--pieces", "5", "--memory", "8G"});
    CHECK_THAT(result.out, Contains("\n  All scores stay in memory: no scratch.\n"));
}

TEST_CASE("gen makes classes in the order in which --estimate lists them", "[tools]") {
    const TemporaryDirectory directory;
    const std::vector<std::string> what{"--pieces", "3", "--class", "KKvKM", "--threads", "1"};
    const auto names = [&what](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), what.begin(), what.end());
        std::vector<std::string> found;
        for (const std::string& line : lines_of(run(arguments).out)) {
            const std::string name = line.substr(0, line.find(' '));
            if (name.find('v') != std::string::npos) {
                found.push_back(name);
            }
        }
        return found;
    };
    const auto made = names({"gen", "--dir", directory / "tables"});
    CHECK(made == names({"gen", "--estimate"}));
    CHECK(std::ranges::find(made, "KKvKK") < std::ranges::find(made, "KKKvK"));
}
