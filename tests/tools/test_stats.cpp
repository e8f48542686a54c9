// dameotb stats when it is stopped: the classes that are counted are not lost. What it counts: test_tables.cpp.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <thread>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// Waits until the process is the command, and no longer this program, whose signals are Catch2's.
void wait_for_start(const Command& command) {
    namespace fs = std::filesystem;
    const fs::path process = "/proc/" + std::to_string(command.process());
    std::error_code ended;
    while (fs::read_symlink(process / "exe", ended) == fs::read_symlink("/proc/self/exe")) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

/// Runs the command and sends SIGINT a little later, each time after a different share of the time that it takes, until
/// it was stopped with some of its output printed.
CommandResult stopped_after_some(const std::vector<std::string>& arguments, const std::string& whole) {
    const auto start = std::chrono::steady_clock::now();
    CommandResult result = run(arguments);
    const auto time = std::chrono::steady_clock::now() - start;
    for (int attempt = 1; attempt < 400; ++attempt) {
        Command command{arguments};
        wait_for_start(command);
        std::this_thread::sleep_for(time * (attempt % 20) / 20);
        command.send_signal(SIGINT);
        result = command.wait();
        if (result.status == 130 && !result.out.empty() && result.out.size() < whole.size()) {
            break;
        }
    }
    return result;
}

}  // namespace

TEST_CASE("stats: stopped by a signal it prints the classes that are counted", "[tools]") {
    static const GeneratedTables tables;
    const bool as_json = GENERATE(false, true);
    CAPTURE(as_json);
    std::vector<std::string> arguments{"stats", "--dir", tables.path, "--threads", "1"};
    if (as_json) {
        arguments.emplace_back("--json");
    }
    const std::string all = run(arguments).out;
    const auto whole = lines_of(all);
    const CommandResult result = stopped_after_some(arguments, all);
    CHECK(result.status == 130);
    const auto lines = lines_of(result.out);
    const std::size_t around = as_json ? 0 : 2;  // the heading and the sums
    REQUIRE(lines.size() > around);
    REQUIRE(lines.size() < whole.size());
    const std::size_t counted = (lines.size() - around) / 2;
    CHECK(result.err == "dameotb: stopped: " + std::to_string(counted) + " of 9 classes are counted\n");
    if (as_json) {
        CHECK(std::equal(lines.begin(), lines.end(), whole.begin()));
    } else {
        CHECK_THAT(lines.front(), StartsWith("class"));
        CHECK_THAT(lines.back(), StartsWith("all"));
    }
}
