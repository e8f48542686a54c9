// What dameotb gen says of a run: the line on a terminal, and the lines that programs read.
#include "messages/run_messages.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <sstream>
#include <thread>

#include <dameotb/terminal/display.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "directory_contents.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

gen::Progress progress_of(gen::Work work) {
    gen::Progress progress;
    progress.material = progress.worked_on = index::Material::parse("KKMvKM").value();
    progress.class_number = 31;
    progress.classes = 41;
    progress.work = work;
    progress.class_share = 0.434;
    progress.work_positions = 24'600'000;
    progress.work_seconds = 2;
    return progress;
}

/// Returns what `work` writes to standard error, which is no terminal meanwhile.
std::string written_to_log(const std::function<void()>& work) {
    const TemporaryDirectory directory;
    const std::string path = directory.path() / "log";
    const int before = dup(STDERR_FILENO);
    const int log = open(path.c_str(), O_WRONLY | O_CREAT, 0600);
    REQUIRE((before >= 0 && log >= 0));
    dup2(log, STDERR_FILENO);
    work();
    dup2(before, STDERR_FILENO);
    close(log);
    close(before);
    return read_file(path);
}

std::vector<std::string> fields_of(const std::string& line) {
    std::istringstream from{line};
    return {std::istream_iterator<std::string>{from}, {}};
}

}  // namespace

TEST_CASE("gen on a terminal: class, work, share, pace, time left, memory and scratch", "[tools]") {
    gen::Progress progress = progress_of(gen::Work::Solve);
    CHECK(tools::gen_progress_text(progress) == "KKMvKM (31 of 41)  solving  43%  12.3 M/s  left -, all -");
    progress.level = 5;
    progress.levels = 13;
    progress.class_seconds_left = 200;
    progress.run_seconds_left = 18720;
    progress.memory_bytes = std::uint64_t{1410} << 20;
    progress.scratch_bytes = std::uint64_t{300} << 20;
    CHECK(tools::gen_progress_text(progress) ==
          "KKMvKM (31 of 41)  solving level 5 of 13  43%  12.3 M/s  left 3 min 20 s, all 5 h 12 min  memory 1410M  "
          "scratch 300M");
    CHECK_THAT(tools::gen_progress_text(progress_of(gen::Work::Encode)), Contains(")  encoding  43%  "));
    gen::Progress reading = progress_of(gen::Work::Read);
    reading.worked_on = index::Material::parse("KKKvK").value();
    CHECK_THAT(tools::gen_progress_text(reading), Contains(")  reading KKKvK  43%  "));
    gen::Progress checking = progress_of(gen::Work::Check);
    checking.reused = true;
    CHECK(tools::gen_progress_text(checking) == "KKMvKM (31 of 41)  checking  43%  12.3 M/s");
}

TEST_CASE("gen: the line of a finished class has its fields at fixed places, however large they are", "[tools]") {
    gen::Progress progress = progress_of(gen::Work::Encode);
    progress.class_finished = true;
    progress.positions = 350364480;
    progress.class_seconds = 98765.43;
    progress.seconds = {1234.5, 87654.32, 9876.54};
    progress.file_bytes = 31'363'629;
    progress.peak_scratch_bytes = 123'456'789'012;
    const std::string line = tools::finished_class_text(progress, false);
    CHECK(fields_of(line) == std::vector<std::string>{"KKMvKM", "350364480", "positions", "98765.43", "s", "read",
                                                      "1234.50", "solve", "87654.32", "encode", "9876.54", "files",
                                                      "31363629", "scratch", "123456789012"});
    gen::Progress small = progress_of(gen::Work::Encode);
    CHECK(tools::finished_class_text(small, false).size() == line.size());
    small.reused = true;
    CHECK_THAT(tools::finished_class_text(small, false), EndsWith("  kept"));
    CHECK_THAT(tools::finished_class_text(small, true), EndsWith("  kept, good"));
}

TEST_CASE("gen: on a terminal that is too narrow, the line of a finished class has less in it", "[tools]") {
    gen::Progress progress = progress_of(gen::Work::Encode);
    progress.class_finished = progress.reused = true;
    progress.positions = 350364480;
    progress.class_seconds = 52.3;
    progress.file_bytes = 31'363'629;
    const std::string line = tools::finished_class_text(progress, true, ".dtz");
    CHECK(tools::finished_class_text(progress, true, ".dtz", line.size()) == line);
    const std::string narrow = tools::finished_class_text(progress, true, ".dtz", line.size() - 1);
    CHECK(fields_of(narrow) == std::vector<std::string>{"KKMvKM.dtz", "350364480", "positions", "52.30", "s", "files",
                                                        "31363629", "kept,", "good"});
    CHECK(narrow.size() <= 80);
}

TEST_CASE("gen: without a terminal there are the lines of finished classes and nothing else", "[tools]") {
    const TemporaryDirectory directory;
    const CommandResult result = run({"gen", "--dir", directory / "tables", "--pieces", "3", "--threads", "2"});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    const auto lines = lines_of(result.out);
    REQUIRE(lines.size() == 10);
    for (std::size_t i = 0; i < 9; ++i) {
        CAPTURE(lines[i]);
        const auto fields = fields_of(lines[i]);
        REQUIRE(fields.size() == 15);
        const auto size_of = [&](const std::string& suffix) {
            return std::filesystem::file_size(directory / ("tables/" + fields[0] + suffix));
        };
        CHECK(std::stoull(fields[12]) == size_of(".wdl") + size_of(".dtm"));
        CHECK(fields[14] == "0");
        CHECK(lines[i].size() == lines[0].size());
    }
    CHECK_THAT(lines[9], StartsWith("9 classes, 737410 positions in "));
}

TEST_CASE("progress in a log: a line when nothing was printed for the time of silence", "[tools]") {
    using terminal::ProgressDisplay;
    using namespace std::chrono_literals;
    CHECK(written_to_log([] {
              ProgressDisplay display{ProgressDisplay::Steps::Hide, 1h};
              display.begin_step("a");
              display.show("b");
          }).empty());
    CHECK(written_to_log([] {
              ProgressDisplay display{ProgressDisplay::Steps::Hide, 0s};
              display.begin_step("a");
              display.show("b");
              display.wipe();
          }) == "dameotb: a\ndameotb: b\n");
    CHECK(written_to_log([] {
              ProgressDisplay display{ProgressDisplay::Steps::Print, 1h};
              display.begin_step("a");
              display.show("b");
          }) == "dameotb: a\n");
    // Each line that is printed begins the silence anew.
    const auto silence = 500ms;
    bool in_time = false;  // for a machine that was busy elsewhere
    const std::string log = written_to_log([&] {
        ProgressDisplay display{ProgressDisplay::Steps::Hide, silence};
        std::this_thread::sleep_for(silence);
        display.show("a");
        display.show("b");
        in_time = display.seconds() < 0.9;
    });
    CHECK((log == "dameotb: a\n" || !in_time));
}
