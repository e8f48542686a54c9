// A run that goes on from shared files in which records are exchanged, repeated, dropped, cut off or taken from
// elsewhere, or from files that have each other's names: its tables are right, or it ends and names a file.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <vector>

#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "exchanged_records.hpp"
#include "many_workers.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using tests::ManyWorkers;
using tests::RecordedFile;

namespace {

std::vector<std::filesystem::path> shared_files(const ManyWorkers& run) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{run.shared()}) {
        if (entry.is_regular_file()) {
            files.push_back(std::filesystem::relative(entry.path(), run.shared()));
        }
    }
    std::ranges::sort(files);
    return files;
}

/// Returns the names that only one has, or whose bytes differ.
std::vector<std::string> differing(const tests::Files& left, const tests::Files& right) {
    std::vector<std::string> names;
    for (const auto& [one, other] : {std::pair{&left, &right}, std::pair{&right, &left}}) {
        for (const auto& [name, bytes] : *one) {
            const auto found = other->find(name);
            if (found == other->end() || (one == &left && found->second != bytes)) {
                names.push_back(name);
            }
        }
    }
    return names;
}

RecordedFile recorded(const std::filesystem::path& path) {
    return RecordedFile{tests::read_bytes(path), false};
}

/// Stopped runs over the same classes, each of which began anew.
struct StoppedRuns {
    StoppedRuns(const std::vector<std::string>& names, DrawRule rule, std::uint64_t most_alone, tests::Random& random)
        : classes{tests::classes_of(names)}, expected{tests::files_of_one_run(classes, rule)} {
        for (std::uint64_t identity = 1; identity <= 4; ++identity) {
            auto run = std::make_unique<ManyWorkers>(classes, 2, tests::cut_all, most_alone);
            run->set_identity(identity);
            if (rule.exists()) {
                tests::put(tests::files_of_one_run(classes), run->tables());
                run->make_under(rule);
            }
            // It has shared something, and has not ended.
            unsigned tasks = 0;
            while (shared_files(*run).size() < 3 || ++tasks % (most_alone == tests::none_alone ? 50 : 3) != 0) {
                REQUIRE(!run->go(random, 1));
            }
            runs.push_back(std::move(run));
        }
    }

    std::vector<index::Material> classes;
    const tests::Files& expected;
    std::vector<std::unique_ptr<ManyWorkers>> runs;
};

}  // namespace

TEST_CASE("a record of a shared file is never taken for another one, nor a file for another file", "[exchanged]") {
    const unsigned seed = tests::sample_seed;
    INFO("seed " << seed);
    tests::Random random{seed};
    constexpr DrawRule rule{5};
    std::vector<std::unique_ptr<StoppedRuns>> all;
    for (const std::uint64_t most_alone : {tests::none_alone, tests::any_alone}) {
        for (const DrawRule of : {DrawRule{}, rule}) {
            all.push_back(std::make_unique<StoppedRuns>(std::vector<std::string>{"KMvM"}, of, most_alone, random));
        }
    }
    std::vector<RecordedFile> others;
    for (const auto& stopped : all) {
        for (const auto& run : stopped->runs) {
            for (const auto& file : shared_files(*run)) {
                others.push_back(recorded(run->shared() / file));
            }
        }
    }
    int refused = 0;
    int right = 0;
    for (const auto& stopped : all) {
        for (const auto& before : stopped->runs) {
            for (int i = 0; i < (tests::with_large_classes ? 12 : tests::sampled ? 2 : 5); ++i) {
                ManyWorkers run{*before};
                const auto files = shared_files(run);
                const auto any_file = [&] { return files[random() % files.size()]; };
                const auto file = any_file();
                const auto other = any_file();
                CAPTURE(i, file, other, stopped->expected.size());
                if (random() % 4 == 0) {
                    std::filesystem::copy_file(before->shared() / other, run.shared() / file,
                                               std::filesystem::copy_options::overwrite_existing);
                } else {
                    const std::string bytes = tests::after_accident(recorded(run.shared() / file), others, random);
                    std::ofstream{run.shared() / file, std::ios::binary} << bytes;
                }
                try {
                    const bool is_done = run.go(random);
                    CHECK(is_done);
                    CHECK(differing(run.files(), stopped->expected) == std::vector<std::string>{});
                    ++right;
                } catch (const table::TablebaseError& error) {
                    CHECK(error.path().starts_with(run.shared().string()));
                    ++refused;
                }
            }
        }
    }
    CHECK(refused > 0);
    CHECK(right > 0);
}
