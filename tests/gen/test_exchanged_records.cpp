// A class that goes on from a scratch file and a journal in which records are exchanged, repeated, dropped, cut off or
// taken from elsewhere: its tables are right, or an error names the file.
#include <fstream>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <sys/syscall.h>
#include <unistd.h>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/class_reader.hpp>
#include <dameotb/store/class_writer.hpp>
#include <dameotb/store/distance_sides.hpp>
#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "exchanged_records.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using tests::contents;
using tests::RecordedFile;

namespace {

/// The two files of a class that is being made.
struct LeftFiles {
    std::string scratch;
    std::string journal;
    bool operator==(const LeftFiles&) const = default;
};

/// Sees what a killed process would leave: a checkpoint is complete once the journal is synced.
struct CheckpointWatch {
    std::filesystem::path scratch;
    std::vector<LeftFiles> seen;
};
CheckpointWatch* watch = nullptr;

void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream{path, std::ios::binary} << bytes;
}

}  // namespace

extern "C" int fsync(int file) {
    if (watch != nullptr && std::filesystem::exists(watch->scratch)) {
        LeftFiles left{tests::read_bytes(watch->scratch), tests::read_bytes(table::journal_of(watch->scratch))};
        if (watch->seen.empty() || watch->seen.back().journal != left.journal) {
            watch->seen.push_back(std::move(left));
        }
    }
    return static_cast<int>(syscall(SYS_fsync, file));
}

namespace {

/// Solves a class again and again. The classes that it needs stay in one memory.
class Solving {
public:
    Solving(const std::string& name, DrawRule rule) : material_{index::Material::parse(name).value()}, rule_{rule} {
        if (rule.exists()) {
            before_ = Solving{name, {}}.expected();
        }
        for (const index::Material& needed : index::with_dependencies({material_})) {
            gen::ClassSolverOptions options;
            options.rule = rule;
            auto solved = gen::solve_class(needed, solved_classes_, options);
            if (needed == material_) {
                expected_ = files_of(*solved, 1);
                break;
            }
            store::reduce_to_results(*solved, memory::Team{1});
            solved_classes_.add(std::move(solved));
        }
    }

    [[nodiscard]] std::filesystem::path scratch() const {
        return table::scratch_path(directory_.path(), material_, rule_.exists());
    }
    /// Returns the files of the class, which goes on from what is there, with some threads and some bound on memory.
    std::map<std::string, std::string> solve(tests::Random& random) {
        gen::ClassSolverOptions options;
        options.threads = 1 + static_cast<int>(random() % 3);
        options.scratch = scratch();
        options.rule = rule_;
        const memory::Team team{options.threads};
        memory_.set_bound(0);
        memory_.make_room(0, team);
        const std::uint64_t metadata = memory_.used_bytes() + scores::metadata_bytes(material_);
        memory_.set_bound(metadata + (scores::class_bytes(material_) >> (random() % 5)));
        const auto solved = gen::solve_class(material_, solved_classes_, options);
        solved->pages().forget_scratch();
        return files_of(*solved, options.threads);
    }
    [[nodiscard]] const std::map<std::string, std::string>& expected() const { return expected_; }
    [[nodiscard]] int pieces() const { return material_.pieces(); }

private:
    [[nodiscard]] std::map<std::string, std::string> files_of(const scores::ClassScores& solved, int threads) const {
        const tests::TemporaryDirectory directory;
        for (const auto& [name, bytes] : before_) {
            write_file(directory.path() / name, bytes);
        }
        store::write_class_files(directory.path(), solved, store::DistanceSides::All, memory::Team{threads});
        return contents(directory.path());
    }

    index::Material material_;
    DrawRule rule_;
    tests::TemporaryDirectory directory_;
    memory::ScoreMemory memory_{memory::ScoreMemory::no_bound, directory_.path()};
    scores::SolvedClasses solved_classes_{&memory_};
    std::map<std::string, std::string> before_;  ///< Under a draw rule, the other files of the class.
    std::map<std::string, std::string> expected_;
};

/// Returns what runs would leave that are killed after each checkpoint.
std::vector<LeftFiles> left_by(Solving& solving, tests::Random& random) {
    CheckpointWatch seen{solving.scratch(), {}};
    watch = &seen;
    CHECK(solving.solve(random) == solving.expected());
    watch = nullptr;
    REQUIRE(seen.seen.size() > 3);
    return std::move(seen.seen);
}

}  // namespace

TEST_CASE("a record of a scratch file or its journal is never taken for another one", "[exchanged]") {
    const unsigned seed = tests::sample_seed;
    INFO("seed " << seed);
    tests::Random random{seed};
    struct Case {
        std::unique_ptr<Solving> solving;
        std::vector<LeftFiles> left;
    };
    std::vector<Case> cases;
    std::vector<RecordedFile> scratches;
    std::vector<RecordedFile> journals;
    for (const char* name : tests::sampled ? std::vector{"KvM", "KMvM"} : std::vector{"KMvM", "KKvM", "KMvMM"}) {
        for (const DrawRule rule : {DrawRule{}, DrawRule{5}}) {
            Case& one = cases.emplace_back(std::make_unique<Solving>(name, rule));
            for (int run = 0; run < 2; ++run) {
                one.left = left_by(*one.solving, random);
                for (const LeftFiles* left : {&one.left[one.left.size() / 2], &one.left.back()}) {
                    scratches.emplace_back(left->scratch, false);
                    journals.emplace_back(left->journal, true);
                }
            }
        }
    }
    int refused = 0;
    int right = 0;
    for (const Case& one : cases) {
        const int few = one.solving->pieces() > 3 ? 1 : 8;
        const int tries = few * (tests::with_large_classes ? 5 : tests::sampled ? 1 : 2);
        for (int i = 0; i < tries; ++i) {
            LeftFiles left = one.left[random() % one.left.size()];
            const bool in_journal = random() % 3 == 0;
            std::string& file = in_journal ? left.journal : left.scratch;
            std::vector<RecordedFile> others = in_journal ? journals : scratches;
            const LeftFiles& earlier = one.left[random() % one.left.size()];
            others.emplace_back(in_journal ? earlier.journal : earlier.scratch, in_journal);
            file = tests::after_accident(RecordedFile{file, in_journal}, others, random);
            const std::filesystem::path scratch = one.solving->scratch();
            write_file(scratch, left.scratch);
            write_file(table::journal_of(scratch), left.journal);
            CAPTURE(scratch, i, in_journal);
            try {
                const auto files = one.solving->solve(random);
                CHECK((files == one.solving->expected()));
                ++right;
            } catch (const table::TablebaseError& error) {
                CHECK(error.path().starts_with(scratch.string()));
                ++refused;
            }
        }
    }
    CHECK(refused > 0);
    CHECK(right > 0);
}
