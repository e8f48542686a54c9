// Several workers that share the work leave the bytes of one run, in whatever order they do their tasks, and whenever
// some of them are killed.
#include <algorithm>
#include <fstream>
#include <random>
#include <set>

#include <unistd.h>

#include <dameotb/cluster/simulation.hpp>
#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/cluster/worker.hpp>
#include <dameotb/gen/run/generate.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/memory/records.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/class_loader.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "many_workers.hpp"
#include "plain_files.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"
#include "whole_table.hpp"

using namespace dameotb;
using Catch::Contains;
using namespace dameotb::tests;

TEST_CASE("workers leave the bytes of one run, whatever order chance gives their tasks") {
    const auto classes = index::build_order(tests::sampled ? 2 : 3);
    const auto& expected = files_of_one_run(classes);
    const unsigned seed = tests::sample_seed;
    INFO("seed " << seed);
    tests::Random random{seed};
    for (const int workers : {1, 2, 3, 4}) {
        CAPTURE(workers);
        ManyWorkers run{classes, workers, cut_all, none_alone};
        REQUIRE(run.go(random));
        CHECK(run.files() == expected);
        CHECK(!run.has_shared());
        CHECK(run.kinds()[Kind::Solve] > (tests::sampled ? 20 : 100));
        CHECK(run.kinds()[Kind::Cut] + run.kinds()[Kind::SolveAll] == static_cast<int>(classes.size()));
        CHECK(run.kinds()[Kind::Join] == static_cast<int>(classes.size()));
        CHECK(run.kinds()[Kind::Plan] == run.kinds()[Kind::Join]);
        CHECK(run.kinds()[Kind::Encode] >= run.kinds()[Kind::Join]);
    }
}

TEST_CASE("so do workers of whom each makes a class of its own while there are enough") {
    const auto classes = index::build_order(tests::sampled ? 2 : 3);
    const auto& expected = files_of_one_run(classes);
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const int workers : {1, 2, 3, 4}) {
        CAPTURE(workers);
        ManyWorkers run{classes, workers, cut_all, any_alone};
        REQUIRE(run.go(random));
        CHECK(run.files() == expected);
        CHECK(!run.has_shared());
        const auto of_kind = [&](Kind kind) { return run.kinds()[kind]; };
        CHECK(of_kind(Kind::Make) + of_kind(Kind::Write) + of_kind(Kind::Join) == static_cast<int>(classes.size()));
        // Of two pieces there are three classes, too few for more than one worker to have one each for long.
        CHECK((of_kind(Kind::Make) > 0 || tests::sampled));
        CHECK((of_kind(Kind::Join) > 0) == (workers > 1));
    }
}

namespace {

/// Returns whether the rule makes a draw of some win or loss that the .dtz of the class stores.
bool changes_results(const std::filesystem::path& tables, const index::Material& material) {
    return std::ranges::any_of(tests::read_whole_table(tables, {material, table::Metric::Dtz}), [](unsigned code) {
        return code > 2 * table::beyond_rule_distance && code <= table::most_distance_code;
    });
}

/// A rule that changes results of the small classes that are made here.
constexpr DrawRule short_rule{tests::sampled ? 1 : 5};

}  // namespace

TEST_CASE("under a draw rule workers leave the bytes of one run") {
    const auto classes = index::build_order(tests::sampled ? 2 : 3);
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const DrawRule rule : {short_rule, DrawRule{50}}) {
        const Files& expected = files_of_one_run(classes, rule);
        for (const std::uint64_t most_alone : {none_alone, any_alone}) {
            for (const int workers : {1, 3}) {
                CAPTURE(rule.plies, most_alone, workers);
                ManyWorkers run{classes, workers, cut_all, most_alone};
                put(files_of_one_run(classes), run.tables());
                run.make_under(rule);
                REQUIRE(run.go(random));
                CHECK(run.files() == expected);
                CHECK(!run.has_shared());
                CHECK(std::ranges::any_of(classes, [&](const index::Material& material) {
                          return changes_results(run.tables(), material);
                      }) == (rule == short_rule));
            }
        }
    }
}

TEST_CASE("under a draw rule workers leave the bytes of one run if it stores one side to move") {
    constexpr std::uint64_t one_side_from = 1;
    const auto classes = index::build_order(tests::sampled ? 2 : 3);
    tests::Random random{tests::sample_seed};
    ManyWorkers run{classes, 2, cut_all, none_alone};
    run.store_one_side_from(one_side_from);
    put(files_of_one_run(classes, {}, one_side_from), run.tables());
    run.make_under(short_rule);
    REQUIRE(run.go(random));
    CHECK(run.files() == files_of_one_run(classes, short_rule, one_side_from));
    std::filesystem::remove(run.tables() / (classes.back().name() + ".dtz"));
    REQUIRE(run.go(random));
    CHECK(run.kinds()[Kind::Read] > 0);
    CHECK(run.files() == files_of_one_run(classes, short_rule, one_side_from));
}

TEST_CASE("workers of runs under different rules, all of them stopped again and again, take nothing from each other") {
    const auto classes = classes_of({"KMvM"});
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const std::uint64_t most_alone = GENERATE(none_alone, any_alone);
    ManyWorkers run{classes, 2, cut_all, most_alone};
    put(files_of_one_run(classes), run.tables());
    const auto without = [&](const char* ending) {
        for (const index::Material& material : classes) {
            std::filesystem::remove(run.tables() / (material.name() + ending));
        }
    };
    const auto is_shared = [&](const std::string& ending) {
        return std::ranges::any_of(classes, [&](const index::Material& material) {
            return std::filesystem::exists(run.shared() / (material.name() + ending));
        });
    };
    run.make_under({short_rule.plies + 1});
    REQUIRE(!run.go(random, most_alone == none_alone ? 40 : 8));
    CHECK(is_shared(".dtz-" + std::to_string(short_rule.plies + 1)));
    without(".dtz");
    without(".dtm");
    bool are_both_shared = false;
    std::set<int> done;
    while (done.size() < 2) {
        const DrawRule rule = random() % 2 == 0 ? short_rule : DrawRule{};
        run.make_under(rule);
        if (run.go(random, 1 + static_cast<int>(random() % (most_alone == none_alone ? 20 : 4)))) {
            done.insert(rule.plies);
        }
        are_both_shared |= is_shared("") && is_shared(".dtz-" + std::to_string(short_rule.plies));
    }
    CHECK(are_both_shared);
    CHECK(run.files() == files_of_one_run(classes, short_rule));
}

TEST_CASE("a file of another rule, a missing .wdl and one that contradicts the rule are named") {
    const auto classes = classes_of({"KvM"});
    const index::Material& last = classes.back();
    const table::TableName wdl{last, table::Metric::Wdl};
    tests::Random random{tests::sample_seed};
    ManyWorkers run{classes, 1, cut_all, none_alone};
    put(files_of_one_run(classes), run.tables());
    run.make_under(short_rule);
    {
        ManyWorkers other{run};
        const table::Header told = table::open_table(other.tables(), wdl).header();
        table::Digest wrong = told.values;
        wrong.bytes[3] ^= std::byte{1};
        tests::write_any_values(table::table_path(other.tables(), wdl), index::ClassIndex{last}, wdl.metric,
                                tests::read_whole_table(other.tables(), wdl), {wrong, told.wdl});
        CHECK_THROWS_WITH(other.go(random), Contains(last.name() + ".wdl: contradicts the results under"));
        CHECK(!std::filesystem::exists(other.tables() / (last.name() + ".dtz")));
    }
    {
        ManyWorkers other{run};
        std::filesystem::remove(table::table_path(other.tables(), wdl));
        CHECK_THROWS_AS(cluster::disk_need(other.run()), table::MissingTableError);
    }
    REQUIRE(run.go(random));
    run.make_under({50});
    CHECK_THROWS_WITH(run.go(random), Contains(classes.front().name() + ".dtz: has a draw rule of"));
    CHECK(run.files() == files_of_one_run(classes, short_rule));
}

TEST_CASE("what is shared for promotions alone is not taken for more") {
    // KKvM is one of the largest classes of the first run: only men promote to it. KKvMM and KKMvM capture into it.
    const auto first = classes_of({"KMvM"});
    const auto second = classes_of({"KMvM", tests::sampled ? "KKvMM" : "KKMvM"});
    tests::Random random{tests::sample_seed};
    ManyWorkers stopped{first, 1, cut_all, any_alone};
    const cluster::SharedDirectory shared{stopped.shared()};
    const index::Material material = index::Material::parse("KKvM").value();
    const auto is_shared = [&] {
        const auto parts = shared.parts(material);
        return parts && parts->scores == cluster::SharedScores::Promoted;
    };
    while (!is_shared()) {
        REQUIRE(!stopped.go(random, 1));
    }
    {
        INFO("its files are gone");
        ManyWorkers run{stopped};
        std::filesystem::remove(run.tables() / "KKvM.wdl");
        REQUIRE(run.go(random));
        CHECK(run.kinds()[Kind::Make] == static_cast<int>(first.size()) + 1);
        CHECK(run.files() == files_of_one_run(first));
    }
    {
        INFO("classes of more pieces are made");
        ManyWorkers run{stopped};
        run.make(second);
        if (tests::sampled) {
            while (run.kinds()[Kind::Read] == 0) {
                REQUIRE(!run.go(random, 1));
            }
        } else {
            REQUIRE(run.go(random));
            CHECK(run.kinds()[Kind::Read] > 0);
            CHECK(!run.has_shared());
            CHECK(run.files() == files_of_one_run(second));
        }
    }
    {
        INFO("it is enough for the same run");
        ManyWorkers run{stopped};
        REQUIRE(run.go(random));
        CHECK(run.kinds()[Kind::Make] == static_cast<int>(first.size()));
        CHECK(run.kinds()[Kind::Read] == 0);
        CHECK(run.files() == files_of_one_run(first));
    }
}

// KMvKM is symmetric, and has slices of many rows.
TEST_CASE("workers that are killed and begin anew leave the same bytes, within a bound on memory") {
    const auto classes = classes_of({tests::sampled ? "KMvM" : "KMvKM"});
    const auto& expected = files_of_one_run(classes);
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const std::uint64_t most_alone = GENERATE(none_alone, any_alone);
    ManyWorkers run{classes, 2, cut_all, most_alone, std::uint64_t{160} << 20};
    const unsigned most_tasks = most_alone == none_alone ? 40 : 4;
    int runs = 1;
    while (!run.go(random, 1 + static_cast<int>(random() % most_tasks))) {
        ++runs;
    }
    CHECK(runs > 4);
    CHECK(run.files() == expected);
    CHECK((run.kinds()[Kind::Solve] > 50 || most_alone == any_alone));
    CHECK((run.kinds()[Kind::Make] > 0) == (most_alone == any_alone));
}

TEST_CASE("workers read the classes whose files are there and are needed, and no others") {
    const auto& expected = files_of_one_run(classes_of({"KMvM"}));
    tests::Random random{tests::sample_seed};
    ManyWorkers run{classes_of({"KMvM"}), 2, cut_all, none_alone};
    REQUIRE(run.go(random));
    const auto made = run.kinds();
    std::filesystem::remove(run.tables() / "KMvM.wdl");
    REQUIRE(run.go(random));
    CHECK(run.files() == expected);
    CHECK(run.kinds()[Kind::Read] ==
          static_cast<int>(index::direct_dependencies(*index::Material::parse("KMvM")).size()));
    CHECK(run.kinds()[Kind::Cut] == made.at(Kind::Cut) + 1);
    CHECK(!run.has_shared());
}

namespace {

/// Returns whether scores are those of another object, slice by slice.
bool equal_scores(const scores::ClassScores& left, const scores::ClassScores& right) {
    for (std::uint64_t slice = 0; slice < left.slices().count(); ++slice) {
        for (const Colour mover : both_colours) {
            const index::SliceId id{slice};
            if (std::memcmp(left.scores(mover, id), right.scores(mover, id), left.layout().cells()) != 0) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

TEST_CASE("each part of the classes that are to be verified is given away once, with the scores of its table") {
    const auto classes = index::with_dependencies(classes_of({tests::sampled ? "KMvM" : "KMvKM"}));
    const std::vector<index::Material> wanted{classes.back(), classes[2]};
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    ManyWorkers run{classes, 2, cut_all, any_alone};
    REQUIRE(run.go(random));
    REQUIRE(!run.has_shared());
    const auto made = run.files();
    std::map<std::string, std::multiset<std::uint32_t>> seen;
    std::map<std::string, std::uint32_t> parts;
    run.verify(index::in_build_order(wanted), [&](const cluster::PartToVerify& part) {
        const index::Material& material = part.own.material();
        seen[material.name()].insert(part.part);
        parts[material.name()] = part.parts;
        if (part.part % 100 == 0) {
            store::ClassLoader loader{run.tables(), 1, nullptr};
            CHECK(equal_scores(part.own, *loader.load(material, store::Reach::Values)));
        }
        for (const index::Material& reached : index::direct_dependencies(material)) {
            CHECK(part.solved_classes.has(reached));
        }
    });
    // Whoever stops early and goes on does no part again that is marked.
    run.forget_other_tables();
    while (!run.go(random, 1 + static_cast<int>(random() % 40))) {
        run.forget_other_tables();
    }
    CHECK(seen.size() == wanted.size());
    CHECK(parts[wanted.front().name()] > 100);
    for (const auto& [name, of_class] : seen) {
        CAPTURE(name);
        CHECK(of_class.size() == parts[name]);
        CHECK(std::set<std::uint32_t>(of_class.begin(), of_class.end()).size() == parts[name]);
    }
    CHECK(run.files() == made);
}

TEST_CASE("what was verified counts only for the tables that are there") {
    const auto classes = classes_of({"KvM"});
    int of_all = 0;
    for (const index::Material& material : classes) {
        of_all += static_cast<int>(std::max<std::uint64_t>(1, index::stored_positions(material) / 500));
    }
    tests::Random random{tests::sample_seed};
    ManyWorkers run{classes, 1, cut_all, any_alone};
    REQUIRE(run.go(random));
    int parts = 0;
    run.verify(classes, [&](const cluster::PartToVerify&) { ++parts; });
    const auto verify = [&](int most) {
        run.forget_other_tables();
        parts = 0;
        return run.go(random, most);
    };
    REQUIRE(!verify(5));
    const int first = parts;
    REQUIRE(first > 0);
    REQUIRE(verify(1000));
    CHECK(parts == of_all - first);
    REQUIRE(verify(1000));
    CHECK(parts == 0);

    const index::Material changed = classes.front();
    const table::TableName name{changed, table::Metric::Dtm};
    const table::Header told = table::open_table(run.tables(), name).header();
    const auto bytes = tests::read_whole_table(run.tables(), name, 1);
    table::Digest other = told.values;
    other.bytes[3] ^= std::byte{1};
    tests::write_any_values(table::table_path(run.tables(), name), index::ClassIndex{changed}, name.metric, bytes,
                            {other, told.wdl});
    REQUIRE(verify(1000));
    CHECK(parts == of_all);
}

namespace {

/// Returns the bytes of address space that this process has.
std::uint64_t mapped_bytes() {
    std::uint64_t pages = 0;
    std::ifstream{"/proc/self/statm"} >> pages;
    REQUIRE(pages > 0);
    return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

}  // namespace

TEST_CASE("a worker that turns to another class lets go of those that are removed") {
    const tests::TemporaryDirectory tables;
    const tests::TemporaryDirectory shared;
    cluster::SharedRun run;
    run.tables = tables.path();
    run.shared = shared.path();
    run.classes = classes_of({tests::sampled ? "KMvM" : "KMvKM"});
    run.cut_from = cut_all;
    cluster::Worker worker{run, {}};
    cluster::TaskGraph graph{cluster::state_of(run), run.workers, run.most_alone};
    std::optional<cluster::Task> last;
    while (!graph.is_finished()) {
        const cluster::Task task = graph.next(last).value();
        graph.done(task, worker.run(task));
        last = task;
        for (const index::Material& material : graph.take_unneeded()) {
            cluster::SharedDirectory{run.shared}.remove(material);
        }
    }
    const std::uint64_t before = mapped_bytes();
    const index::Material other = index::Material::parse("KvM").value();
    REQUIRE(other != last->material);
    (void)worker.run({Kind::Cut, other, {}});
    CHECK(mapped_bytes() + scores::class_bytes(last->material) <= before);
}

TEST_CASE("small classes and those of men or kings alone are made in one piece") {
    const auto classes = classes_of({"KMvM", "KKvK"});
    tests::Random random{tests::sample_seed};
    const std::uint64_t cut_from = index::stored_positions(*index::Material::parse("KMvM"));
    const auto cut = std::ranges::count_if(classes, [&](const index::Material& material) {
        return material.men() > 0 && material.kings() > 0 && index::stored_positions(material) >= cut_from;
    });
    ManyWorkers run{classes, 2, cut_from, none_alone};
    REQUIRE(run.go(random));
    CHECK(cut > 0);
    CHECK(run.kinds()[Kind::Cut] == cut);
    CHECK(run.kinds()[Kind::Make] == static_cast<int>(classes.size()) - cut);
    CHECK(run.files() == files_of_one_run(classes));
}

namespace {

/// A run of KMvM that was stopped once the shared directory had a file of it whose name begins so, and that file's path
/// below the shared directory.
struct StoppedRun {
    explicit StoppedRun(const std::string& begin) {
        tests::Random random{tests::sample_seed};
        while (file.empty()) {
            REQUIRE(!run.go(random, 1));
            std::error_code ignored;
            for (const auto& entry : std::filesystem::directory_iterator{run.shared() / "KMvM", ignored}) {
                if (entry.path().filename().string().starts_with(begin)) {
                    file = std::filesystem::path{"KMvM"} / entry.path().filename();
                }
            }
        }
    }

    ManyWorkers run{classes_of({"KMvM"}), 2, cut_all, none_alone};
    std::filesystem::path file;
};

/// Returns the bytes of a part of encoded files without the first record that has codes.
std::string part_without_codes(const std::filesystem::path& path) {
    // An entry of its table says where a record lies, whose block group it is, and how many positions it has codes of.
    struct Entry {
        memory::RecordLocation location;
        std::uint32_t table;
        std::uint32_t positions;
    };
    const memory::RecordFile name =
        cluster::SharedDirectory{path.parent_path().parent_path()}.groups(index::Material::parse("KMvM").value(), 0);
    REQUIRE(name.path == path);
    const memory::RecordReader part{name};
    std::vector<Entry> entries(part.table().size() / sizeof(Entry));
    std::span<const std::byte> table = part.table();
    REQUIRE(memory::take_bytes(table, std::span{entries}));
    const auto codes = std::ranges::find_if(entries, [](const Entry& entry) { return entry.positions > 0; });
    REQUIRE(codes != entries.end());
    entries.erase(codes);
    const tests::TemporaryDirectory directory;
    memory::RecordWriter without{memory::RecordFile{directory.path() / "part", name.identity}};
    for (Entry& entry : entries) {
        entry.location = without.add(part.read(entry.location));
    }
    std::vector<std::byte> new_table;
    memory::append_bytes(new_table, std::span{entries});
    without.finish(new_table);
    return contents(directory.path()).at("part");
}

}  // namespace

TEST_CASE("a wrong byte of a shared file ends the run when it is read, and one that is cut off is made anew") {
    const auto& expected = files_of_one_run(classes_of({"KMvM"}));
    tests::Random random{tests::sample_seed};
    for (const std::string begin : {"000-", "groups-", "parts", "plan"}) {
        const StoppedRun stopped{begin};
        const std::string whole = contents(stopped.run.shared() / "KMvM").at(stopped.file.filename().string());
        const std::size_t size = whole.size();
        const std::size_t middle = (size - sizeof(memory::RecordLocation) - 2 * sizeof(std::uint64_t)) / 2;
        // Whether a run that finds the file so ends well. It then leaves the right files.
        const auto ends_well = [&](const std::string& damaged) {
            ManyWorkers run{stopped.run};
            std::ofstream{run.shared() / stopped.file, std::ios::binary} << damaged;
            try {
                const bool is_done = run.go(random);
                CHECK(is_done);
            } catch (const table::TablebaseError& error) {
                CHECK(error.path().starts_with(run.shared().string()));
                return false;
            }
            CHECK(run.files() == expected);
            return true;
        };
        const auto some = [](std::vector<std::size_t> all) { return tests::sampled ? std::vector{all[1]} : all; };
        for (const std::size_t at : some({20, middle, 0, size - 30})) {
            CAPTURE(begin, at, size);
            std::string wrong = whole;
            wrong[at] ^= 1;
            // In the middle of the records it ends the task. In the end of the file, after them, it looks as if the
            // file were cut off.
            CHECK((!ends_well(wrong) || at != middle));
        }
        for (const std::size_t length : some({0, size / 2, size - 16})) {
            CAPTURE(begin, length, size);
            CHECK(ends_well(whole.substr(0, length)));
        }
        if (begin == "groups-") {
            CHECK(!ends_well(part_without_codes(stopped.run.shared() / stopped.file)));
        }
    }
}
