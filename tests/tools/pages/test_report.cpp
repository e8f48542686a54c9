// dameotb report: compares its numbers with stats and claims, and its games with the rules. Tests its links, and what
// it replaces.
#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;

namespace {

namespace fs = std::filesystem;

/// Returns each text between `before` and `after`, in the order in which they stand.
std::vector<std::string> all_between(const std::string& text, const std::string& before, const std::string& after) {
    std::vector<std::string> found;
    for (std::size_t at = text.find(before); at != std::string::npos; at = text.find(before, at)) {
        at += before.size();
        const std::size_t end = text.find(after, at);
        REQUIRE(end != std::string::npos);
        found.push_back(text.substr(at, end - at));
    }
    return found;
}

std::string between(const std::string& text, const std::string& before, const std::string& after) {
    CAPTURE(before, after);
    const auto found = all_between(text, before, after);
    REQUIRE(!found.empty());
    return found.front();
}

/// Returns the number at the beginning of "124,832 placements".
std::uint64_t number(std::string text) {
    text = text.substr(0, text.find_first_not_of("0123456789,"));
    std::erase(text, ',');
    return std::stoull(text);
}

/// Returns the text of an attribute that has no more than quotes escaped.
std::string unescaped(std::string text) {
    for (std::size_t at = text.find("&quot;"); at != std::string::npos; at = text.find("&quot;", at)) {
        text.replace(at, 6, "\"");
    }
    return text;
}

struct Report : GeneratedTables {
    Report() {
        write_file(claims, std::string{"source \"<b>a&b</b>\"\nrefuted \"<script>alert('x')</script> & 'y\"\n"
                                       "  all placements of KKvK, white to move: win\n"
                                       "claim \"of larger classes\"\n  no placements of KKKvK, white to move: loss\n"
                                       "source \"nobody\"\n"
                                       "claim \"of one king\"\n  all placements of KvK, white to move: not loss\n"
                                       "refuted \"of one king\"\n  no placements of KvK, white to move: loss\n"});
        const CommandResult reported = make(out, {"--claims", claims});
        REQUIRE(reported.status == 0);
        CHECK_THAT(reported.out, StartsWith("9 classes in "));
        CHECK(reported.err.empty());
    }

    [[nodiscard]] CommandResult make(const std::string& to, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"--out", to});
        return ask("report", std::move(more));
    }
    [[nodiscard]] std::string page(const std::string& name) const { return read_file(fs::path{out} / name); }

    std::string claims = directory / "some.claims";
    std::string out = directory / "site";
};

/// Returns the report. It is made once for all test cases that do not change it.
const Report& report() {
    static const Report made;
    return made;
}

/// The results of a side by plies, from the table below its chart.
struct Distances {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    int longest_win = 0;
    int longest_loss = 0;
};

Distances read_distances(const std::string& section) {
    Distances sums;
    for (const std::string& row : all_between(section, "<tr><th scope=\"row\">", "</tr>")) {
        const int plies = std::stoi(row);
        const bool win = row.find("\">win<") != std::string::npos;
        const std::uint64_t count = number(between(row, "</td><td>", "<"));
        (win ? sums.wins : sums.losses) += count;
        (win ? sums.longest_win : sums.longest_loss) = plies;  // in order
    }
    return sums;
}

}  // namespace

TEST_CASE("a report has the numbers of stats", "[tools]") {
    const auto lines = lines_of(report().ask("stats", {"--json"}).out);
    REQUIRE(lines.size() == 18);
    for (const std::string& line : lines) {
        CAPTURE(line);
        const json stats = json::parse(line);
        const std::string name = stats["class"].get<std::string>();
        const std::string page = report().page(name + ".html");
        const std::string id = stats["stm"] == "w" ? "white" : "black";
        const std::string section = between(page, "id=\"" + id + "\"", "</section>");
        CHECK(number(between(section, "<h3>Placements without a forced capture: ", "<")) == stats["quiet"]);
        CHECK(number(between(section, "<h3>All placements: ", "<")) == stats["all"]);
        for (const std::string result : {"win", "draw", "loss"}) {
            const auto counts = all_between(section, "<dt class=\"" + result + "\">" + result + "</dt><dd>", "<");
            REQUIRE(counts.size() == 2);
            CHECK(number(counts[0]) == stats["quiet" + result]);
            CHECK(number(counts[1]) == stats[result]);
        }
        const Distances distances = read_distances(section);
        CHECK(distances.wins == stats["win"]);
        CHECK(distances.losses == stats["loss"]);
        CHECK(distances.longest_win == stats["maxwin"]);
        CHECK(distances.longest_loss == stats["maxloss"]);
        if (name != "KvK" && name != "MvM") {  // only one of two positions that are twins by colours is shown
            CHECK_THAT(page, Contains("data-fen=\"" + stats["longwin"].get<std::string>() + "\""));
        }
        CHECK_THAT(report().page("index.html"), Contains("href=\"" + name + ".html\""));
    }
}

TEST_CASE("a report says what a draw rule changes, and nothing without .dtz files", "[tools]") {
    const GeneratedTables tables{{"--class", "KvM", "KKvK", "--metrics", "wdl,dtm,dtz", "--plies", "5"}};
    std::filesystem::remove(tables.file("KvM.dtz"));
    const std::string out = tables.directory / "pages";
    REQUIRE(tables.ask("report", {"--out", out}).status == 0);
    const std::string section = between(read_file(out + "/KKvK.html"), "id=\"rule\"", "</section>");
    CHECK_THAT(section,
               Contains("If 5 plies without") &&
                   Contains("White to move</th><td>69,412</td><td>0</td><td>4 <code>W:WKa1,Kb1:BKh8</code></td>"
                            "<td>none</td>") &&
                   Contains("Black to move</th><td>0</td><td>84,364</td>"));
    const std::string page = read_file(out + "/KvM.html");
    CHECK(page.find("id=\"rule\"") == std::string::npos);
    for (const char* name : {"KvK.dtz", "KKvK.dtz"}) {
        std::filesystem::remove(tables.file(name));
    }
    const std::string without = tables.directory / "without";
    REQUIRE(tables.ask("report", {"--out", without}).status == 0);
    CHECK(read_file(without + "/KvM.html") == page);
}

TEST_CASE("a report has the sizes of the files", "[tools]") {
    const std::string page = report().page("KMvM.html");
    for (const std::string file : {"KMvM.wdl", "KMvM.dtm"}) {
        const std::string row = between(page, "<th scope=\"row\">" + file, "</tr>");
        const auto cells = all_between(row, "<td>", "</td>");
        REQUIRE(cells.size() == 2);
        const auto bytes = fs::file_size(report().file(file));
        CHECK(number(cells[0]) == bytes);
        const auto stored = number(between(page, "<h2>Files</h2>\n<p class=\"hint\">", " positions"));
        CHECK(std::stod(cells[1]) ==
              Approx(8.0 * static_cast<double>(bytes) / static_cast<double>(stored)).margin(1e-4));
    }
}

// Claims count in code of their own.
TEST_CASE("a report counts zugzwangs as claims do", "[tools]") {
    std::string text = "source \"the report\"\nclaim \"its zugzwangs\"\n";
    std::uint64_t found = 0;
    for (const std::string name : {"KMvK", "MMvK", "MMvM", "MvM", "KKvM"}) {
        const std::string section = between(report().page(name + ".html"), "<section id=\"zugzwangs\">", "</section>");
        const auto count = [&](const std::string& words) {
            const auto counts = all_between(section, "<h3>" + words + ": ", "placement");
            return counts.empty() ? 0 : number(counts.front());
        };
        const std::uint64_t mutual = count("Whoever is to move loses");
        const std::uint64_t white = count("White wins if Black is to move; else it is a draw");
        const std::uint64_t black = count("Black wins if White is to move; else it is a draw");
        text += "exactly " + std::to_string(mutual) + " placements of " + name + ", white to move: mutual zugzwang\n";
        text += "exactly " + std::to_string(white) + " placements of " + name + ", white to move: zugzwang and draw\n";
        text += "exactly " + std::to_string(black) + " placements of " + name +
                ", white to move: zugzwang and loss and not mutual zugzwang\n";
        found += mutual + white + black;
    }
    CHECK(found > 0);
    const std::string file = report().directory / "zugzwangs.claims";
    write_file(file, text);
    const CommandResult checked = report().ask("claims", {file});
    CAPTURE(checked.out, checked.err);
    CHECK(checked.status == 0);
}

TEST_CASE("the games of a report are legal and as long as they are said to be, also as PDN", "[tools]") {
    std::size_t games = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator{report().out}) {
        const std::string page = read_file(entry.path());
        const bool has_games = entry.path().filename() != "claims.html";
        for (const std::string& line : all_between(page, "<div class=\"line\" ", "</div>")) {
            const Position start = rules::parse_position(between(line, "data-fen=\"", "\""));
            CAPTURE(entry.path(), rules::to_fen(start));
            const std::string pdn = unescaped(between(line, "data-pdn=\"", "\""));
            const std::string comment = between(pdn, "{", "}");
            const auto result = comment == "draw" ? Wdl::Draw : comment.starts_with("win in ") ? Wdl::Win : Wdl::Loss;
            std::vector<Move> moves;
            Position position = start;
            for (const std::string& ply : all_between(line, "<span class=\"ply\" ", "</span>")) {
                const std::string text = ply.substr(ply.find('>') + 1);
                const Move move = rules::parse_move(position, text);
                CHECK(between(ply, "data-from=\"", "\"") == move.from.to_string());
                CHECK(between(ply, "data-to=\"", "\"") == move.to.to_string());
                position = rules::after(position, move);
                CHECK(between(ply, "data-fen=\"", "\"") == rules::to_fen(position));
                moves.push_back(move);
            }
            auto game = rules::make_record(index::Material::of(start).canonical().name(), start, result, moves);
            game.comment = comment;
            CHECK(pdn == rules::to_pdn(game));
            if (has_games && result != Wdl::Draw) {
                CHECK(rules::legal_moves(position).empty());
                CHECK(comment.ends_with(" in " + std::to_string(moves.size())));
                ++games;
            } else {
                CHECK(moves.empty());
            }
        }
    }
    CHECK(games > 20);
}

TEST_CASE("a zugzwang of a report has a line for either side to move", "[tools]") {
    const std::string section = between(report().page("MMvK.html"), "<section id=\"zugzwangs\">", "</section>");
    const std::string mutual = between(section, "<h3>Whoever is to move loses", "<h3>");
    const auto examples = all_between(mutual, "<article ", "</article>");
    CHECK(examples.size() == 4);
    for (const std::string& example : examples) {
        const auto lines = all_between(example, "<div class=\"line\" ", "</div>");
        REQUIRE(lines.size() == 2);
        const std::string white = between(lines[0], "data-fen=\"", "\"");
        CHECK(white.front() == 'W');
        CHECK(between(lines[1], "data-fen=\"", "\"") == "B" + white.substr(1));
        CHECK_THAT(lines[0], Contains("White to move: <b class=\"loss\">loss in ") && Contains("href=\"#bk\""));
        CHECK_THAT(lines[1], Contains("Black to move: <b class=\"loss\">loss in ") && Contains("href=\"#wk\""));
    }
}

TEST_CASE("boards of a report lead to the explorer", "[tools]") {
    const TemporaryDirectory directory;
    const auto page_with = [&](const std::string& explorer) {
        const std::string out = directory / "site";
        REQUIRE(report().make(out, {"KKvK", "--explorer", explorer}).status == 0);
        return read_file(fs::path{out} / "KKvK.html");
    };
    const std::string longest = "W:WKd1,Ka3:BKa1";
    const std::string link = "<a class=\"explore\" href=\"";
    CHECK_THAT(report().page("KKvK.html"),
               Contains(link + "http://127.0.0.1:8080/explorer.html?fen=" + longest + "\""));
    CHECK_THAT(page_with("https://a&b.example/x"), Contains(link + "https://a&amp;b.example/x?fen=" + longest + "\""));
    const std::string none = page_with("none");
    CHECK_THAT(none, Contains(longest) && !Contains("explore"));
    // The header leads there first.
    const auto header = [](const std::string& page) { return between(page, "<nav aria-label=\"Pages\">", "</nav>"); };
    CHECK_THAT(header(page_with("/")),
               StartsWith("<a href=\"/explorer.html\">Explorer</a><a href=\"/rules.html\">Rules</a>"
                          "<a href=\"index.html\">Classes</a>"));
    CHECK_THAT(header(page_with("https://a&b.example/x")),
               StartsWith("<a href=\"https://a&amp;b.example/x\">Explorer</a>"));
    CHECK_THAT(header(none), StartsWith("<a href=\"index.html\">") && !Contains("Explorer"));
    for (const std::string page : {"index.html", "claims.html"}) {
        CHECK_THAT(header(report().page(page)),
                   StartsWith("<a href=\"http://127.0.0.1:8080/explorer.html\">Explorer</a>"));
    }
    for (const std::string wrong :
         {"", "127.0.0.1", "javascript:alert(1)", "http://a/?b", "http://a/#b", "http://a b"}) {
        CAPTURE(wrong);
        CHECK(report().make(directory / "none", {"--explorer", wrong}).status == 2);
    }
}

TEST_CASE("every link of a report but those to the explorer stays in it and leads somewhere", "[tools]") {
    const std::string explorer = "http://127.0.0.1:8080/";
    const auto ids_of = [](const std::string& page) {
        const auto ids = all_between(page, " id=\"", "\"");
        std::set<std::string> distinct{ids.begin(), ids.end()};
        CHECK(distinct.size() == ids.size());
        return distinct;
    };
    for (const fs::directory_entry& entry : fs::directory_iterator{report().out}) {
        const std::string name = entry.path().filename().string();
        CAPTURE(name);
        const std::string text = read_file(entry.path());
        for (const std::string scheme : {"http:", "https:"}) {
            for (const std::string& address : all_between(text, scheme, "\"")) {
                // The name of SVG is no address to load. What boards link to is only opened by who follows the link.
                CHECK((address == "//www.w3.org/2000/svg" || (scheme + address).starts_with(explorer)));
            }
        }
        CHECK_THAT(text, !Contains("url(") && !Contains("@import"));
        if (entry.path().extension() != ".html") {
            continue;
        }
        for (const std::string attribute : {" href=\"", " src=\""}) {
            for (const std::string& link : all_between(text, attribute, "\"")) {
                CAPTURE(link);
                if (attribute == " href=\"" && link.starts_with(explorer)) {
                    continue;
                }
                const std::size_t hash = link.find('#');
                const std::string file = hash == 0 ? name : link.substr(0, hash);
                CHECK(file.find_first_of("/:") == std::string::npos);
                REQUIRE(fs::exists(entry.path().parent_path() / file));
                if (hash != std::string::npos) {
                    CHECK(ids_of(report().page(file)).contains(link.substr(hash + 1)));
                }
            }
        }
        for (const std::string& both : all_between(text, " aria-labelledby=\"", "\"")) {
            CHECK(ids_of(text).contains(both.substr(0, both.find(' '))));
            CHECK(ids_of(text).contains(both.substr(both.find(' ') + 1)));
        }
    }
}

TEST_CASE("claims in a report: verdicts, counterexamples, and nobody's markup", "[tools]") {
    const std::string page = report().page("claims.html");
    const std::string refuted = "<span class=\"verdict refuted\">refuted</span> ";
    const std::string confirmed = "<span class=\"verdict confirmed\">confirmed</span> ";
    const std::string name = "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &#39;y";
    CHECK_THAT(page, Contains("id=\"claim-1\">\n<h2>" + refuted + name + "</h2>"));
    CHECK_THAT(page, Contains("<li>" + refuted + "<a href=\"#claim-1\">" + name + "</a></li>"));
    CHECK_THAT(page, Contains("<li>" + confirmed + "<a href=\"#claim-3\">of one king</a></li>"));
    CHECK_THAT(between(page, "id=\"claim-1\"", "</section>"), Contains("· on record as refuted ·"));
    CHECK_THAT(between(page, "id=\"claim-3\"", "</section>"), !Contains("on record"));
    CHECK_THAT(between(page, "id=\"claim-4\"", "</section>"),
               Contains(confirmed) && Contains("on record as refuted, which it is not"));
    CHECK_THAT(page, Contains("&lt;b&gt;a&amp;b&lt;/b&gt;") && !Contains("<b>a"));
    CHECK_THAT(page, !Contains("<script>"));
    CHECK_THAT(page, Contains("all but 160 of 124992") && Contains("W:WKa2,Ka4:BKa3"));
    CHECK_THAT(page, Contains(">skipped</span> of larger classes</h2>") && Contains("No tables of KKKvK."));
    CHECK_THAT(page, Contains("2 confirmed, 1 refuted, 1 skipped"));
}

TEST_CASE("a report is the same with one thread and with two, and without claims has no page of them", "[tools]") {
    const TemporaryDirectory directory;
    const std::string one = directory / "one";
    const std::string two = directory / "two/";  // a slash at the end changes nothing
    REQUIRE(report().make(one, {"--threads", "1"}).status == 0);
    REQUIRE(report().make(two, {"--threads", "2"}).status == 0);
    for (const fs::directory_entry& entry : fs::directory_iterator{one}) {
        CAPTURE(entry.path());
        CHECK(read_file(entry.path()) == read_file(fs::path{two} / entry.path().filename()));
    }
    CHECK(!fs::exists(fs::path{one} / "claims.html"));
    CHECK_THAT(read_file(fs::path{one} / "index.html"), !Contains("claims.html"));
}

TEST_CASE("a report replaces a former one and nothing else", "[tools]") {
    const TemporaryDirectory directory;
    const std::string out = directory / "site";
    fs::create_directory(out);
    REQUIRE(report().make(out).status == 0);  // an empty directory is taken
    REQUIRE(report().make(out, {"KvK"}).status == 0);
    CHECK(fs::exists(fs::path{out} / "KvK.html"));
    CHECK(!fs::exists(fs::path{out} / "KKvK.html"));

    write_file(fs::path{out} / "notes", "mine");
    const CommandResult with_notes = report().make(out);
    CHECK(with_notes.status == 1);
    CHECK_THAT(with_notes.err, Contains("notes is not of it"));
    CHECK(read_file(fs::path{out} / "notes") == "mine");

    const std::string other = directory / "other";
    fs::create_directory(other);
    write_file(fs::path{other} / "index.html", "mine");
    const CommandResult refused = report().make(other);
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("neither empty nor a report"));
    CHECK(read_file(fs::path{other} / "index.html") == "mine");

    std::set<std::string> names;
    for (const fs::directory_entry& entry : fs::directory_iterator{directory.path()}) {
        names.insert(entry.path().filename().string());
    }
    CHECK(names == std::set<std::string>{"site", "other"});
}

TEST_CASE("a report that cannot be finished leaves nothing", "[tools]") {
    const TemporaryDirectory directory;
    const std::string tables = directory / "tables";
    const std::string out = directory / "site";
    fs::copy(report().path, tables);
    fs::resize_file(fs::path{tables} / "MMvM.dtm", 100);
    const CommandResult damaged = run({"report", "--dir", tables, "--out", out});
    CHECK(damaged.status == 1);
    CHECK_THAT(damaged.err, Contains("MMvM.dtm"));
    const std::string claims = directory / "bad.claims";
    write_file(claims, "nonsense\n");
    CHECK(report().make(out, {"--claims", claims}).status == 2);
    CHECK(report().make(directory / "no/such/place").status == 1);
    fs::remove(fs::path{tables} / "KvK.dtm");
    CHECK(run({"report", "--dir", tables, "--out", out, "KKvK"}).status == 1);
    CHECK(std::distance(fs::directory_iterator{directory.path()}, fs::directory_iterator{}) == 2);
}
