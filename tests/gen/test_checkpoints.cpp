// A process that is killed while it makes a class: the next one goes on behind the last level that was written, leaves
// the bytes of an undisturbed run, and nothing of the scratch.
#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <thread>

#include <sys/wait.h>
#include <unistd.h>

#include <dameotb/gen/run/generate.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/table/directory/directory_lock.hpp>
#include <dameotb/table/directory/leftovers.hpp>

#include <dameotb/gen/run/memory_plan.hpp>
#include "catch.hpp"
#include "directory_contents.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using tests::contents;

namespace {

gen::GenerateOptions options_for(const std::filesystem::path& directory, const index::Material& material) {
    gen::GenerateOptions options;
    options.directory = directory;
    options.classes = index::with_dependencies({material});
    options.between_checkpoints = {};
    std::vector<gen::MemoryPlanner::Class> planned;
    for (const index::Material& one : options.classes) {
        planned.push_back({one});
    }
    options.memory_bytes = gen::MemoryPlanner{planned, 1}.greatest_need()->bytes;
    return options;
}

/// Runs the generator in a process of its own, which is killed after some time, and returns whether it was done by
/// then.
bool generate_until(const gen::GenerateOptions& options, std::chrono::milliseconds end) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        try {
            (void)gen::generate(options);
        } catch (...) {
            ::_exit(1);
        }
        ::_exit(0);
    }
    std::this_thread::sleep_for(end);
    ::kill(child, SIGKILL);
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE((WIFSIGNALED(status) || WEXITSTATUS(status) == 0));
    return WIFEXITED(status);
}

std::map<std::string, std::string> undisturbed(const index::Material& material) {
    const tests::TemporaryDirectory directory;
    gen::GenerateOptions options = options_for(directory.path(), material);
    options.memory_bytes.reset();
    CHECK(gen::generate(options) == gen::GenerateResult::Complete);
    return contents(directory.path());
}

}  // namespace

TEST_CASE("a run that is killed again and again leaves the bytes of an undisturbed run, and nothing else") {
    const index::Material material = index::Material::parse(tests::sampled ? "KKvM" : "KKvKM").value();
    const tests::TemporaryDirectory directory;
    gen::GenerateOptions options = options_for(directory.path(), material);
    const std::uint64_t least = options.memory_bytes.value();
    std::chrono::milliseconds end{3};
    int kills = 0;
    while (!generate_until(options, end)) {
        ++kills;
        options.memory_bytes = least * (1 + static_cast<unsigned>(kills) % 3);
        end += end / 8 + std::chrono::milliseconds{1};
    }
    CHECK(kills > 0);
    const auto left = contents(directory.path());
    for (const auto& [name, bytes] : undisturbed(material)) {
        CAPTURE(name);
        REQUIRE(left.contains(name));
        CHECK((left.at(name) == bytes));
    }
    for (const auto& [name, bytes] : left) {
        CAPTURE(name);
        CHECK(name.find("scratch") == std::string::npos);
        CHECK(name.find("partial") == std::string::npos);
    }
}

TEST_CASE("a run over finished classes removes the scratch of a run that was killed after the last file") {
    const index::Material material = index::Material::parse("KvK").value();
    const tests::TemporaryDirectory directory;
    const gen::GenerateOptions options = options_for(directory.path(), material);
    CHECK(gen::generate(options) == gen::GenerateResult::Complete);
    const auto finished = contents(directory.path());
    const std::string left = GENERATE(".KvK.scratch", ".KvK.scratch-journal");
    CAPTURE(left);
    std::ofstream{directory.path() / left} << (left.ends_with("journal") ? table::journal_magic : table::scratch_magic);
    auto expected = finished;
    for (const std::string name : {".KKvK.scratch", ".KvK.scratch", ".KvK.scratch-journal", ".KvK.dtz.scratch"}) {
        if (name != left) {
            std::ofstream{directory.path() / name} << "of somebody else";
            expected[name] = "of somebody else";
        }
    }
    CHECK(gen::generate(options) == gen::GenerateResult::Complete);
    CHECK(contents(directory.path()) == expected);
}

TEST_CASE("a directory for the scratch alone belongs to one run, which leaves nothing there") {
    const index::Material material = index::Material::parse("KKvK").value();
    const tests::TemporaryDirectory directory;
    const tests::TemporaryDirectory scratch;
    gen::GenerateOptions options = options_for(directory.path(), material);
    options.scratch = scratch.path();
    {
        const table::DirectoryLock other_run{scratch.path()};
        CHECK_THROWS_AS(gen::generate(options), table::DirectoryLockedError);
    }
    // A killed run left the first two; the third is of a class that another run will make.
    std::ofstream{scratch.path() / ".KvK.scratch"} << table::scratch_magic << "left";
    std::ofstream{scratch.path() / ".KvK.scratch-journal"} << table::journal_magic;
    std::ofstream{scratch.path() / ".KKvKM.scratch"} << "left";
    CHECK(gen::generate(options) == gen::GenerateResult::Complete);
    CHECK(contents(scratch.path()) == std::map<std::string, std::string>{{".KKvKM.scratch", "left"}});
    CHECK(contents(directory.path()) == undisturbed(material));

    // The directory of the tables under another name is no other directory.
    const std::filesystem::path link = scratch.path() / "link";
    std::filesystem::create_directory_symlink(directory.path(), link);
    std::filesystem::remove(directory.path() / "KKvK.dtm");
    options.scratch = link;
    CHECK(gen::generate(options) == gen::GenerateResult::Complete);
    CHECK(contents(directory.path()) == undisturbed(material));
}

TEST_CASE("a class goes on from its last checkpoint", "[.][slow]") {
    const index::Material material = index::Material::parse("KKKvKM").value();
    const tests::TemporaryDirectory directory;
    gen::GenerateOptions options = options_for(directory.path(), material);
    const std::uint64_t least = options.memory_bytes.value();
    auto smaller = options;
    smaller.classes.pop_back();
    CHECK(gen::generate(smaller) == gen::GenerateResult::Complete);
    std::atomic<bool> stop = false;
    options.stop = &stop;
    std::vector<int> levels;
    options.on_progress = [&](const gen::Progress& progress) {
        const bool in_level = progress.work == gen::Work::Solve && progress.level > 0;
        if (progress.material == material && in_level) {
            levels.push_back(progress.level);
            stop = levels.front() < progress.level;
        }
    };
    // Each run ends in the level behind the one in which it began. Threads and memory differ from run to run.
    while (gen::generate(options) == gen::GenerateResult::Stopped) {
        REQUIRE(std::filesystem::exists(table::scratch_path(directory.path(), material)));
        const int begun = levels.front();
        levels.clear();
        stop = false;
        options.threads = options.threads == 1 ? 2 : 1;
        options.memory_bytes = least * static_cast<unsigned>(options.threads);
        CAPTURE(begun);
        REQUIRE(begun < 8);
    }
    CHECK(levels.front() > 3);
    CHECK(contents(directory.path()) == undisturbed(material));
}
