// dameotb gen when it is stopped, when the disk is full, and when nothing can be written. The way in which it ran must
// leave no trace in the files.
#include <chrono>
#include <csignal>
#include <functional>
#include <thread>

#include "catch.hpp"
#include "command.hpp"
#include "directory_contents.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// Sends the signal when the first class is finished. If a run ends before the signal comes, throws it away and tries
/// another one.
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
    static const GeneratedTables once{{"--pieces", "3", "--threads", "1"}};
    REQUIRE(once.made.status == 0);
    const auto whole = contents(once.path);
    REQUIRE(whole.size() == 18);

    const TemporaryDirectory directory;
    const auto [number, status] = GENERATE(std::pair{SIGINT, 130}, std::pair{SIGTERM, 143}, std::pair{SIGHUP, 129});
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

TEST_CASE("gen: a terminal that goes may send more than one SIGHUP, and under nohup they do nothing", "[tools]") {
    const TemporaryDirectory directory;
    const bool is_ignored = GENERATE(false, true);
    const auto old = std::signal(SIGHUP, is_ignored ? SIG_IGN : SIG_DFL);  // the command begins with the same
    Command command{
        {"gen", "--dir", directory / "tables", "--class", is_ignored ? "KKvKK" : "KKMvKM", "--threads", "1"}};
    std::signal(SIGHUP, old);
    while (lines_of(command.out()).empty()) {
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    for (int i = 0; i < 300; ++i) {  // until the command has ended and longer
        command.send_signal(SIGHUP);
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    CHECK(command.wait().status == (is_ignored ? 0 : 128 + SIGHUP));
    for (const auto& [name, bytes] : contents(directory / "tables")) {
        CHECK_FALSE(name.starts_with('.'));
    }
}

TEST_CASE("gen: a full disk is named and leaves no half file", "[tools]") {
    const TemporaryDirectory directory;
    REQUIRE(run({"gen", "--dir", directory / "tables", "--pieces", "2"}).status == 0);
    const auto before = contents(directory / "tables");
    const CommandResult result =
        run({"gen", "--dir", directory / "tables", "--class", "KKvK"}, {.most_file_bytes = full_disk_bytes});
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

namespace {

/// Waits until the directory holds a file with such a name.
void wait_for_file(const std::filesystem::path& directory, const std::function<bool(const std::string&)>& is_it) {
    for (;;) {
        if (std::filesystem::exists(directory)) {
            for (const auto& [name, bytes] : contents(directory)) {
                if (is_it(name)) {
                    return;
                }
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
}

bool is_hidden(const std::string& name) {
    return name.starts_with('.');
}

}  // namespace

TEST_CASE("gen: a second run in the directory ends and names the first, so does compress", "[tools]") {
    const TemporaryDirectory directory;
    const std::string tables = directory / "tables";
    Command first{{"gen", "--dir", tables, "--pieces", "5", "--threads", "1"}};
    wait_for_file(tables, [](const std::string& name) { return name == "KKvK.wdl"; });
    for (const auto& second : {std::vector<std::string>{"gen", "--dir", tables, "--pieces", "4"},
                               std::vector<std::string>{"compress", "--dir", tables}}) {
        const CommandResult refused = run(second);
        CHECK(refused.status == 1);
        CHECK(lines_of(refused.err).size() == 1);
        CHECK_THAT(refused.err, Contains("process " + std::to_string(first.process()) + " on ") &&
                                    Contains("writing into this directory"));
    }
    // Readers need no lock. A run that has nothing to make needs none either.
    CHECK(run({"probe", "--dir", tables, "W:WKa7,Kh8:BKa1"}).status == 0);
    CHECK(run({"gen", "--dir", tables, "--class", "KvK"}).status == 0);
    first.send_signal(SIGINT);
    CHECK(first.wait().status == 130);
    for (const auto& [name, bytes] : contents(tables)) {
        CAPTURE(name);
        CHECK_FALSE(is_hidden(name));
    }
}

TEST_CASE("gen: what a killed run left behind is cleared by the next one, and nothing else is", "[tools]") {
    const TemporaryDirectory directory;
    const std::string tables = directory / "tables";
    Command killed{{"gen", "--dir", tables, "--pieces", "5", "--threads", "1"}};
    wait_for_file(tables, [](const std::string& name) { return name.starts_with(".K") || name.starts_with(".M"); });
    killed.send_signal(SIGKILL);
    CHECK(killed.wait().status == -SIGKILL);
    write_file(tables + "/.mine.partial", "mine");
    write_file(tables + "/.KvK.wdl.mine", "mine");
    CHECK(run({"gen", "--dir", tables, "--pieces", "3"}).status == 0);
    std::vector<std::string> hidden;
    for (const auto& [name, bytes] : contents(tables)) {
        if (is_hidden(name)) {
            hidden.push_back(name);
        }
    }
    CHECK(hidden == std::vector<std::string>{".KvK.wdl.mine", ".mine.partial"});
}

TEST_CASE("gen: a directory that cannot be written is read all the same", "[tools]") {
    const GeneratedTables tables{{"--pieces", "2"}};
    std::filesystem::permissions(tables.path, std::filesystem::perms{0555});
    CHECK(tables.ask("gen", {"--pieces", "2"}).status == 0);
    CHECK(tables.ask("gen", {"--pieces", "2", "--check"}).status == 0);
    CHECK(tables.ask("check").status == 0);
    CHECK(contents(tables.path).size() == 6);
    std::filesystem::permissions(tables.path, std::filesystem::perms{0755});
}

TEST_CASE("gen: damage in a file that is kept ends the run: in its header at once, in a page with --check", "[tools]") {
    const GeneratedTables tables{{"--pieces", "3"}};
    const std::string path = tables.file("KMvM.dtm");
    const std::string good = read_file(path);
    const auto damaged_at = [&](std::size_t offset) {
        write_file(path, good);
        flip_byte(path, offset, 1);
    };
    constexpr std::size_t header_bytes = 128;
    damaged_at(header_bytes);
    CHECK(tables.ask("gen", {"--pieces", "3"}).status == 0);
    const CommandResult checked = tables.ask("gen", {"--pieces", "3", "--check"});
    CHECK(checked.status == 1);
    CHECK_THAT(checked.err, Contains(path) && Contains("damaged") && Contains("remove"));
    CHECK(lines_of(checked.err).size() == 1);
    CHECK_THAT(checked.out, Contains("kept, good") && !Contains("KMvM"));

    for (const std::size_t offset : {std::size_t{30}, std::size_t{70}}) {
        CAPTURE(offset);
        damaged_at(offset);
        const CommandResult kept = tables.ask("gen", {"--pieces", "3"});
        CHECK(kept.status == 1);
        CHECK_THAT(kept.err, Contains(path) && Contains("remove"));
    }

    std::filesystem::remove(path);
    CHECK(tables.ask("gen", {"--pieces", "3", "--check"}).status == 0);
    CHECK(read_file(path) == good);
}
