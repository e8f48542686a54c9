// Compares counts that were kept with counting, and tests which files are not taken for counts.
#include <fstream>

#include <sys/stat.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/web/answers/kept_counts.hpp>
#include <dameotb/web/api/class_statistics.hpp>

#include "asking.hpp"
#include "catch.hpp"
#include "command.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using namespace std::chrono_literals;
using nlohmann::json;
using web::KeptCounts;
using web::RequestHandler;

namespace {

namespace fs = std::filesystem;

const index::Material two_kings = *index::Material::parse("KKvK");
const index::Material two_men = *index::Material::parse("MMvK");
const std::vector<index::Material> some_classes{
    *index::Material::parse("KvK"),  *index::Material::parse("KvM"),
    *index::Material::parse("MvM"),  two_kings,
    *index::Material::parse("KKvM"), index::Material::parse("KvMM")->canonical()};

std::vector<analysis::ClassFigures> counted_in(const std::vector<index::Material>& materials) {
    std::vector<analysis::ClassFigures> all;
    analysis::count_figures(materials, {.directory = good_tables},
                            [&](const auto& figures) { all.push_back(figures); });
    return all;
}

/// Returns a file of counts with this line, as if it had been written so.
std::string sealed_line(const std::string& line) {
    return fmt::format("{}\n{:016x}\n", line, XXH3_64bits(line.data(), line.size()));
}

/// Returns the first line of a file of counts, changed.
std::string edited_line(const std::string& file, const std::string& old_part, const std::string& new_part) {
    std::string line = file.substr(0, file.find('\n'));
    const std::size_t at = line.find(old_part);
    REQUIRE(at != std::string::npos);
    return line.replace(at, old_part.size(), new_part);
}

}  // namespace

TEST_CASE("counts that were kept are those that were counted", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    bool has_zugzwangs = false;
    for (const analysis::ClassFigures& figures : counted_in(some_classes)) {
        CAPTURE(figures.material.name());
        CHECK(!counts.read(figures.material));
        counts.write(figures.material, figures);
        const auto read = counts.read(figures.material);
        REQUIRE(read);
        CHECK(*read == static_cast<const analysis::ClassCounts&>(figures));
        CHECK(KeptCounts{good_tables, kept.path()}.read(figures.material) == read);
        has_zugzwangs = has_zugzwangs || figures.zugzwang_placements() > 0;
    }
    CHECK(has_zugzwangs);
    CHECK(names_in(kept.path()).size() == some_classes.size());
}

TEST_CASE("a damaged file holds no counts, whichever byte is wrong", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    const analysis::ClassFigures figures = counted_in({two_kings}).front();
    counts.write(two_kings, figures);
    const fs::path file = table::counts_path(kept.path(), two_kings);
    const std::string good = read_file(file);
    for (std::size_t i = 0; i < good.size(); ++i) {
        std::string wrong = good;
        wrong[i] = static_cast<char>(wrong[i] ^ 1);
        write_file(file, wrong);
        CAPTURE(i);
        REQUIRE(!counts.read(two_kings));
    }
    for (const std::string& wrong : {std::string{}, good.substr(0, good.size() - 1), good + "\n", good + good}) {
        write_file(file, wrong);
        CHECK(!counts.read(two_kings));
    }
    write_file(file, good);
    CHECK(counts.read(two_kings));
}

TEST_CASE("a sound file of other tables, another class or another version holds no counts", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    for (const analysis::ClassFigures& figures : counted_in({some_classes.front(), two_kings})) {
        counts.write(figures.material, figures);
    }
    const fs::path file = table::counts_path(kept.path(), two_kings);
    const std::string good = read_file(file);
    const json head = json::parse(good.substr(0, good.find('\n')));
    REQUIRE(head["tables"].size() == 2);  // its own, and that of KvK, to which captures lead
    std::vector<std::string> lines{edited_line(good, "\"version\":1", "\"version\":2"), "[]", "{}"};
    for (const auto& [name, digest] : head["tables"].items()) {
        std::string other = digest;
        other[5] = other[5] == '0' ? '1' : '0';
        lines.push_back(edited_line(good, digest, other));
    }
    for (const char* gone : {"\"sides\"", "\"by_plies\"", "\"zugzwangs\"", "\"examples\"", "W:W"}) {
        lines.push_back(edited_line(good, gone, gone[0] == '"' ? "\"x\"" : "X:W"));
    }
    for (const std::string& line : lines) {
        CAPTURE(line);
        write_file(file, sealed_line(line));
        CHECK(!counts.read(two_kings));
    }
    write_file(file, read_file(table::counts_path(kept.path(), some_classes.front())));
    CHECK(!counts.read(two_kings));
    write_file(file, sealed_line(good.substr(0, good.find('\n'))));
    CHECK(counts.read(two_kings));  // so the seal was right
}

TEST_CASE("a sealed file whose counts the class cannot have holds none", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    const index::Material symmetric = *index::Material::parse("KvK");
    const index::Material material = GENERATE_COPY(two_kings, symmetric);
    const analysis::ClassFigures figures = counted_in({material}).front();
    counts.write(material, figures);
    const fs::path file = table::counts_path(kept.path(), material);
    const std::string line = read_file(file).substr(0, read_file(file).find('\n'));
    using OrderedJson = nlohmann::ordered_json;
    const OrderedJson good = OrderedJson::parse(line);
    REQUIRE(good.dump() == line);  // so what is changed here is written as it would be

    // JSON Patch: replace, unless there is another "op".
    std::vector<std::string> patches{
        R"([{"path": "/sides/0/by_plies", "value": []}])",
        R"([{"path": "/sides/0/by_plies/1", "value": 18446744073709551615}])",
        R"([{"path": "/sides/0/by_plies/1", "value": 1180591620717411303424}])",
        R"([{"path": "/sides/0/by_plies/1", "value": -1}])",
        R"([{"path": "/sides/0/by_plies/1", "value": 1.5}])",
        R"([{"path": "/sides/0/by_plies/1", "value": true}])",
        R"([{"path": "/sides/0/by_plies/1", "value": "1"}])",
        R"([{"path": "/sides/0/by_plies/-", "value": 0, "op": "add"}])",
        R"([{"path": "/sides/0/wins", "value": 0}])",
        R"([{"path": "/sides/0/wins", "value": -1}])",
        R"([{"path": "/sides/1/draws", "value": 18446744073709551615}])",
        R"([{"path": "/sides/1/losses", "value": 1.5}])",
        R"([{"path": "/sides/0/quiet/draws", "value": 18446744073709551615}])",
        R"([{"path": "/sides/0/longest_win", "value": null}])",
        R"([{"path": "/sides/0/longest_win", "value": "W:Wa1:Bh8"}])",
        R"([{"path": "/sides/1/longest_win", "value": "W:WKa1,Kb2:BKh8"}])",
        R"([{"path": "/zugzwangs/0/placements", "value": 18446744073709551615}])",
        R"([{"path": "/zugzwangs/1/placements", "value": 1}])",
        R"([{"path": "/zugzwangs/1/without_capture", "value": 2}])",
        R"([{"path": "/more", "value": 1, "op": "add"}])",
    };
    // Sums that are right, with plies that no position of the class has.
    OrderedJson longer = OrderedJson::array();
    const auto by_plies = figures.sides[0].by_plies();
    std::vector<std::uint64_t> moved = by_plies;
    moved.resize(moved.size() + 2);
    --moved[by_plies.size() - 1];
    ++moved.back();
    longer.push_back({{"path", "/sides/0/by_plies"}, {"value", moved}});
    if (material.is_symmetric()) {
        longer.push_back({{"path", "/sides/1/by_plies"}, {"value", moved}});
    }
    patches.push_back(longer.dump());
    // All counts 0, or all too large by the same.
    const OrderedJson members = good.flatten();
    for (const int factor : {0, 2}) {
        OrderedJson all = OrderedJson::array();
        for (const auto& [path, value] : members.items()) {
            if (value.is_number_unsigned() && path.starts_with("/sides")) {
                all.push_back({{"path", path}, {"value", value.get<std::uint64_t>() * factor}});
            }
        }
        patches.push_back(all.dump());
    }
    if (!material.is_symmetric()) {
        const std::string fen = figures.sides[0].longest_win ? rules::to_fen(*figures.sides[0].longest_win) : "";
        REQUIRE_FALSE(fen.empty());
        patches.push_back(R"([{"path": "/sides/1/longest_win", "value": ")" + fen + "\"}]");
    }
    for (const std::string& patch : patches) {
        CAPTURE(material.name(), patch);
        OrderedJson operations = OrderedJson::parse(patch);
        for (OrderedJson& operation : operations) {
            operation.emplace("op", "replace");
        }
        const std::string wrong = good.patch(operations).dump();
        REQUIRE(wrong != line);
        write_file(file, sealed_line(wrong));
        CHECK_FALSE(counts.read(material));
    }
    write_file(file, sealed_line(line));
    CHECK(counts.read(material));
}

TEST_CASE("a sealed file with other values than the tables, or another order of examples, holds no counts", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    std::optional<analysis::ClassFigures> found;
    for (const analysis::ClassFigures& figures : counted_in(some_classes)) {
        if (figures.zugzwang(analysis::ZugzwangKind::Mutual).examples.size() > 1) {
            found = figures;
        }
    }
    REQUIRE(found);
    const auto holds = [&](const analysis::ClassCounts& changed) {
        counts.write(found->material, changed);
        return counts.read(found->material).has_value();
    };
    CHECK(holds(*found));
    // All of these are of the class, and agree with each other.
    analysis::ClassCounts changed = *found;
    analysis::ZugzwangFigures& mutual = changed.zugzwangs[static_cast<std::size_t>(analysis::ZugzwangKind::Mutual)];
    mutual.examples[0].white_to_move = Value::loss_in(mutual.examples[0].white_to_move.dtm().plies() + 2);
    CHECK_FALSE(holds(changed));
    CHECK(counts.has(found->material));  // which does not look into the tables
    changed = *found;
    std::swap(mutual.examples[0], mutual.examples[1]);
    CHECK_FALSE(holds(changed));
    changed = *found;
    mutual.examples[0] = mutual.examples[1];
    CHECK_FALSE(holds(changed));
    changed = *found;
    mutual.examples.front().has_capture = !mutual.examples.front().has_capture;
    CHECK_FALSE(holds(changed));
    changed = *found;
    mutual.examples.clear();
    CHECK_FALSE(holds(changed));
    changed = *found;
    std::optional<Position>& longest = changed.sides[0].longest_win;
    REQUIRE(longest);
    longest = mutual.examples.front().position;  // which White loses
    CHECK_FALSE(holds(changed));
    CHECK(holds(*found));
}

TEST_CASE("something else under the name of a file of counts is left alone", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    const fs::path path = table::counts_path(kept.path(), two_kings);
    const analysis::ClassFigures figures = counted_in({two_kings}).front();
    const auto refuses = [&] {
        CHECK_THROWS_WITH(counts.write(two_kings, figures),
                          Catch::Contains(path.string()) && Catch::Contains("move it elsewhere"));
        CHECK(!counts.read(two_kings));
    };
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    refuses();  // and does not wait for a writer
    fs::remove(path);
    fs::create_directory(path);
    refuses();
    CHECK(names_in(kept.path()) == std::vector<std::string>{"KKvK.stats"});
    fs::remove(path);
    write_file(path, "of the user\n");
    refuses();
    CHECK(read_file(path) == "of the user\n");
    const fs::path other = kept.path() / "other";
    fs::rename(path, other);
    fs::create_symlink(other, path);
    refuses();
    CHECK(fs::is_symlink(path));
    fs::remove(path);
    counts.write(two_kings, figures);
    fs::create_hard_link(path, kept.path() / "second");
    CHECK_THROWS_WITH(counts.write(two_kings, figures), Catch::Contains("a second name"));
    CHECK(fs::hard_link_count(path) == 2);
}

TEST_CASE("only the classes are counted that were not kept, and all are told of in order", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    const std::vector<analysis::ClassFigures> expected = counted_in(some_classes);
    // Counts that nobody would find show that they were not counted.
    for (const std::size_t i : {1, 4}) {
        analysis::ClassCounts marked = expected[i];
        marked.sides[0].quiet = {};
        counts.write(some_classes[i], marked);
    }
    for (const auto mode : {KeptCounts::Counted::Forget, KeptCounts::Counted::Write}) {
        std::vector<analysis::ClassFigures> found;
        std::vector<std::string> progress;
        const analysis::RunOptions options{.directory = good_tables, .on_progress = [&](const auto& at) {
                                               const std::string line = at.material.name() + " " +
                                                                        std::to_string(at.class_number) + "/" +
                                                                        std::to_string(at.classes);
                                               if (progress.empty() || progress.back() != line) {
                                                   progress.push_back(line);
                                               }
                                           }};
        CHECK(counts.figures(some_classes, options, mode, [&](const auto& figures) { found.push_back(figures); }));
        REQUIRE(found.size() == expected.size());
        for (std::size_t i = 0; i < found.size(); ++i) {
            CAPTURE(i);
            CHECK(found[i].material == expected[i].material);
            CHECK(found[i].file_bytes[table::Metric::Dtm] == expected[i].file_bytes[table::Metric::Dtm]);
            CHECK(found[i].stored == expected[i].stored);
            CHECK(found[i].side(Colour::Black) == expected[i].side(Colour::Black));
            const bool is_marked = i == 1 || i == 4;
            CHECK((found[i].side(Colour::White) == expected[i].side(Colour::White)) == !is_marked);
            CHECK((found[i].side(Colour::White).quiet == analysis::ResultCounts{}) == is_marked);
        }
        CHECK(progress == std::vector<std::string>{"KvK 1/6", "MvM 3/6", "KKvK 4/6", some_classes[5].name() + " 6/6"});
        CHECK(names_in(kept.path()).size() == (mode == KeptCounts::Counted::Write ? some_classes.size() : 2));
    }
    CHECK(counts.figures(some_classes, {.directory = "/nowhere/at/all"}, KeptCounts::Counted::Forget,
                         [](const auto&) {}));
}

TEST_CASE("the server keeps what it has counted, and has at once what was kept", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    std::string body;
    {
        web::ClassStatistics statistics{good_tables, {.patience = 1h}, &counts};
        body = statistics.answer(two_kings).body;
        CHECK(body == web::ClassStatistics{good_tables, {.patience = 1h}}.answer(two_kings).body);
    }
    CHECK(names_in(kept.path()) == std::vector<std::string>{"KKvK.stats"});
    // Nothing may be counted here, and nobody may wait.
    web::ClassStatistics statistics{
        good_tables, {.patience = 0ms, .most_waiting_clients = 0, .most_wanted = 0}, &counts};
    const web::Reply reply = statistics.answer(two_kings);
    CHECK(reply.status == 200);
    CHECK(reply.body == body);
    fs::remove(kept / "KKvK.stats");
    CHECK(statistics.answer(two_kings).status == 200);
    CHECK(statistics.answer(two_men.canonical()).status == 503);
}

TEST_CASE("a class of too many pieces is not counted, but answered if its counts were kept", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    web::ClassStatistics statistics{good_tables, {.patience = 1h, .most_pieces = 2}, &counts};
    const web::Reply refused = statistics.answer(two_kings);
    CHECK(refused.status == 422);
    CHECK_THAT(refused.body, Catch::Contains("not_counted") && Catch::Contains("dameotb stats --keep KKvK"));
    counts.write(two_kings, counted_in({two_kings}).front());
    CHECK(statistics.answer(two_kings).status == 200);
}

TEST_CASE("a server that cannot write keeps what it has counted in memory", "[serve]") {
    const KeptCounts counts{good_tables, "/nowhere/at/all"};
    web::ClassStatistics statistics{good_tables, {.patience = 1h}, &counts};
    CHECK(statistics.answer(two_kings).status == 200);
    CHECK(statistics.answer(two_kings).status == 200);
}

TEST_CASE("counts are looked for beside the tables of every directory", "[serve]") {
    const TemporaryDirectory first;
    const TemporaryDirectory second;
    fs::copy(good_tables, second.path());
    fs::remove(second / "KKvK.stats");
    const table::TableDirectories both{first.path(), second.path()};
    CHECK_FALSE(KeptCounts{both}.read(two_kings));
    const auto figures = counted_in({two_kings}).front();
    KeptCounts{second.path()}.write(two_kings, figures);
    CHECK(KeptCounts{both}.read(two_kings));
    fs::remove(second / "KKvK.stats");
    KeptCounts{both}.write(two_kings, figures);
    CHECK(fs::exists(first / "KKvK.stats"));
    CHECK(KeptCounts{both}.read(two_kings));
}

TEST_CASE("the list of classes says which statistics were kept", "[serve]") {
    const TemporaryDirectory kept;
    const KeptCounts counts{good_tables, kept.path()};
    counts.write(two_kings, counted_in({two_kings}).front());
    RequestHandler site{good_tables, command_that_makes, web::ServerNames{}, {.statistics = kept.path()}};
    const json classes = json_of(get(site, "/api/v1/classes"));
    for (const json& entry : classes["classes"]) {
        CHECK(entry["counted"] == (entry["class"] == "KKvK"));
    }
    CHECK(classes["most_counted_pieces"] == web::most_counted_pieces);
    RequestHandler without{good_tables, command_that_makes};
    const json classes_without = json_of(get(without, "/api/v1/classes"));
    for (const json& entry : classes_without["classes"]) {
        CHECK(!entry.contains("counted"));
    }
}
