// dameotb find: its formats read back, its files, wrong usage. test_query tests what it finds.
#include <algorithm>
#include <map>
#include <sstream>

#include <nlohmann/json.hpp>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;

namespace {

struct SearchedTables : GeneratedTables {
    [[nodiscard]] CommandResult find(std::vector<std::string> arguments, CommandOptions options = {}) const {
        arguments.insert(arguments.begin(), {"--threads", "2"});
        return ask("find", std::move(arguments), std::move(options));
    }
    [[nodiscard]] CommandResult probe(const std::string& fens) const { return ask("probe", {}, {.input = fens}); }
};

/// Returns the tables. They are made once for all test cases of this file that do not change them.
const SearchedTables& tables() {
    static const SearchedTables made;
    return made;
}

struct Game {
    std::map<std::string, std::string> tags;
    std::string comment;
    std::vector<std::string> moves;
    std::string result;
};

/// Reads exactly what PDN allows: tags, an empty line, one comment, numbered moves, the result, an empty line.
std::vector<Game> read_pdn(const std::string& text) {
    std::vector<Game> games;
    std::istringstream lines{text};
    std::string line;
    while (std::getline(lines, line)) {
        Game game;
        for (; !line.empty(); std::getline(lines, line)) {
            const std::size_t quote = line.find(" \"");
            REQUIRE(line.front() == '[');
            REQUIRE(quote != std::string::npos);
            REQUIRE(line.substr(line.size() - 2) == "\"]");
            REQUIRE(
                game.tags.emplace(line.substr(1, quote - 1), line.substr(quote + 2, line.size() - quote - 4)).second);
        }
        std::string movetext;
        while (std::getline(lines, line) && !line.empty()) {
            CHECK(line.size() < 80);
            movetext += line + ' ';
        }
        const std::size_t end = movetext.find('}');
        REQUIRE(movetext.front() == '{');
        REQUIRE(end != std::string::npos);
        game.comment = movetext.substr(1, end - 1);
        std::istringstream words{movetext.substr(end + 1)};
        for (std::string word; words >> word;) {
            game.moves.push_back(word);
        }
        game.result = game.moves.back();
        game.moves.pop_back();
        games.push_back(game);
    }
    return games;
}

/// Returns the positions of a game, from its first one on. Tests numbers and moves.
std::vector<Position> replay(const Game& game) {
    Position position = rules::parse_position(game.tags.at("FEN"));
    std::vector<Position> positions{position};
    int number = 1;
    bool numbered = false;
    for (const std::string& word : game.moves) {
        const bool white = position.side_to_move == Colour::White;
        if (!numbered && (white || positions.size() == 1)) {
            REQUIRE(word == std::to_string(number) + (white ? "." : "..."));
            numbered = true;
            continue;
        }
        position = rules::after(position, rules::parse_move(position, word));
        positions.push_back(position);
        numbered = false;
        number += white ? 0 : 1;
    }
    return positions;
}

/// Returns what `dameotb probe` prints for a position with that value.
std::string probe_line(const Position& position, const std::string& result, int plies) {
    return rules::to_fen(position) + "\t" + result + "\t" + std::to_string(plies);
}

}  // namespace

TEST_CASE("find prints positions as probe does", "[tools]") {
    const CommandResult all = tables().find({"KKvK", "KMvM", "--longest"});
    CHECK(all.status == 0);
    const auto lines = lines_of(all.out);
    REQUIRE(lines.size() > 4);
    CHECK(all.err == "dameotb: " + std::to_string(lines.size()) + " positions in 2 classes\n");
    std::string fens;
    for (const std::string& line : lines) {
        fens += line.substr(0, line.find('\t')) + '\n';
    }
    CHECK(tables().probe(fens).out == all.out);
    CHECK(std::ranges::count(lines, "W:WKd1,Ka3:BKa1\twin\t13") == 1);
    CHECK(run({"find", "--dir", tables().path, "--threads", "1", "KKvK", "KMvM", "--longest"}).out == all.out);
}

TEST_CASE("find prints JSON lines with the same positions", "[tools]") {
    const std::vector<std::string> query{"--zugzwang", "mutual", "--plies", "2-"};
    auto as_json = query;
    as_json.insert(as_json.end(), {"--format", "jsonl"});
    const auto lines = lines_of(tables().find(query).out);
    const auto objects = lines_of(tables().find(as_json).out);
    REQUIRE(!lines.empty());
    REQUIRE(objects.size() == lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const json object = json::parse(objects[i]);
        const Position position = rules::parse_position(object["fen"].get<std::string>());
        CHECK(object.size() == 4);
        CHECK(object["class"] == index::Material::of(position).canonical().name());
        CHECK(lines[i] == probe_line(position, object["result"], object["plies"]));
    }
}

TEST_CASE("find writes PDN whose moves are legal and best", "[tools]") {
    for (const std::vector<std::string>& query :
         std::vector<std::vector<std::string>>{{"--sort", "longest", "--limit", "25"},
                                               {"--stm", "b", "--result", "win", "--limit", "10", "--sort", "longest"},
                                               {"--plies", "0", "--limit", "3"},
                                               {"--result", "draw", "--limit", "3"}}) {
        CAPTURE(query);
        auto as_pdn = query;
        as_pdn.insert(as_pdn.end(), {"--format", "pdn"});
        const auto lines = lines_of(tables().find(query).out);
        const std::vector<Game> games = read_pdn(tables().find(as_pdn).out);
        REQUIRE(games.size() == lines.size());
        std::string fens;
        std::vector<std::string> expected;
        for (std::size_t i = 0; i < games.size(); ++i) {
            const Game& game = games[i];
            CHECK(game.tags.size() == 10);
            for (const char* tag : {"Event", "Site", "Date", "White", "Black"}) {
                CHECK(game.tags.count(tag) == 1);
            }
            CHECK(game.tags.at("Round") == std::to_string(i + 1));
            CHECK(game.tags.at("Variant") == "Dameo");
            CHECK(game.tags.at("SetUp") == "1");
            CHECK(game.tags.at("Result") == game.result);
            std::istringstream line{lines[i]};
            std::string fen;
            std::string result;
            int plies = 0;
            line >> fen >> result >> plies;
            CHECK(game.tags.at("FEN") == fen);
            CHECK(game.comment == (result == "draw" ? result : result + " in " + std::to_string(plies)));
            const bool white_to_move = fen.front() == 'W';
            const bool white_wins = white_to_move == (result == "win");
            CHECK(game.result == (result == "draw" ? "1/2-1/2" : white_wins ? "1-0" : "0-1"));
            const std::vector<Position> positions = replay(game);
            REQUIRE(positions.size() == static_cast<std::size_t>(plies) + 1);
            for (int ply = 0; ply <= plies; ++ply) {
                const Position& position = positions[static_cast<std::size_t>(ply)];
                const int left = plies - ply;
                fens += rules::to_fen(position) + '\n';
                expected.push_back(probe_line(position,
                                              result == "draw" ? result
                                              : left % 2 != 0  ? "win"
                                                               : "loss",
                                              left));
            }
        }
        CHECK(lines_of(tables().probe(fens).out) == expected);
    }
}

TEST_CASE("find takes squares and classes in any order", "[tools]") {
    const CommandResult one = tables().find({"--white-men", "c3,d4", "MMvK", "--result", "win"});
    CHECK(one.status == 0);
    CHECK(one.out == tables().find({"MMvK", "--result", "win", "--white-men", "d4,c3"}).out);
    for (const std::string& line : lines_of(one.out)) {
        CHECK_THAT(line, Contains(":Wc3,d4:"));
    }
    CHECK(lines_of(one.out).size() > 1);
}

TEST_CASE("find stops at its limit", "[tools]") {
    const auto all = lines_of(tables().find({"--result", "win"}).out);
    const CommandResult some = tables().find({"--result", "win", "--limit", "7"});
    CHECK(lines_of(some.out) == std::vector<std::string>{all.begin(), all.begin() + 7});
    CHECK(some.err == "dameotb: 7 positions in 9 classes\n");
    const CommandResult one = tables().find({"KvK", "--sort", "shortest", "--limit", "1"});
    CHECK(lines_of(one.out).size() == 1);
    CHECK(one.err == "dameotb: 1 position in 1 class\n");
}

TEST_CASE("the side to move is written as a letter or as a word", "[tools]") {
    for (const auto& [letter, word] : {std::pair{"w", "white"}, {"b", "black"}}) {
        const CommandResult positions = tables().find({"KKvM", "--stm", letter, "--longest"});
        CHECK(positions.out.front() == (*letter == 'w' ? 'W' : 'B'));
        CHECK(tables().find({"KKvM", "--stm", word, "--longest"}).out == positions.out);
    }
}

TEST_CASE("that there is nothing is an answer too", "[tools]") {
    const CommandResult none = tables().find({"--plies", "200-"});
    CHECK(none.status == 0);
    CHECK(none.out.empty());
    CHECK(none.err == "dameotb: 0 positions in 9 classes\n");
    CHECK(tables().find({"--result", "win", "--plies", "200-201"}).status == 0);  // 201 is odd
}

TEST_CASE("find writes a file that is there when it is whole", "[tools]") {
    const TemporaryDirectory directory;
    const std::string file = directory / "found.txt";
    const CommandResult written = tables().find({"--zugzwang", "any", "--out", file});
    CHECK(written.status == 0);
    CHECK(written.out.empty());
    CHECK(read_file(file) == tables().find({"--zugzwang", "any"}).out);
    CHECK(read_file(file) == tables().find({"--zugzwang", "any", "--out", "-"}).out);
    std::filesystem::remove(file);

    const CommandResult full =
        tables().find({"--zugzwang", "any", "--out", file}, {.most_file_bytes = full_disk_bytes});
    CHECK(full.status == 1);
    CHECK_THAT(full.err, StartsWith("dameotb: " + file) && Contains("File too large"));
    CHECK_FALSE(std::filesystem::exists(file));
    const CommandResult nowhere = tables().find({"--out", directory / "no such directory" / "found.txt"});
    CHECK(nowhere.status == 1);
    CHECK_THAT(nowhere.err, StartsWith("dameotb: " + directory.path().string()) && Contains("cannot be written"));

    const SearchedTables damaged;
    std::string bytes = read_file(damaged.path + "/KMvM.dtm");
    bytes.back() = static_cast<char>(bytes.back() ^ 0x40);
    write_file(damaged.path + "/KMvM.dtm", bytes);
    const CommandResult failed = damaged.find({"--result", "win", "--out", file});
    CHECK(failed.status == 1);
    CHECK_THAT(failed.err, StartsWith("dameotb: " + damaged.path + "/KMvM.dtm"));
    CHECK(std::filesystem::is_empty(directory.path()));

    // A search that cannot write ends at once. So it does not reach the damaged table, which is not among the first.
    const CommandResult unwritten = damaged.find({"--out", file}, {.most_file_bytes = full_disk_bytes});
    CHECK(unwritten.status == 1);
    CHECK_THAT(unwritten.err, StartsWith("dameotb: " + file));
    CHECK(damaged.find({}, {.output_file = "/dev/full"}).err == "dameotb: standard output: cannot be written\n");
}

TEST_CASE("find refuses what cannot be, with status 2", "[tools]") {
    for (const std::vector<std::string>& wrong :
         std::vector<std::vector<std::string>>{{"--result", "won"},
                                               {"--plies", "9-5"},
                                               {"--plies", "x"},
                                               {"--winning-moves", "-"},
                                               {"--zugzwang"},
                                               {"--zugzwang", "half"},
                                               {"--capture", "yes"},
                                               {"--stm", "W"},
                                               {"--sort", "plies", "--limit", "3"},
                                               {"--sort", "longest"},
                                               {"--limit", "0"},
                                               {"--format", "xml"},
                                               {"--white-men", "i1"},
                                               {"--white-men", "a1,,b2"},
                                               {"--white-men", "a8"},
                                               {"--black-men", "a1"},
                                               {"--white-men", "a3", "--black-kings", "b4,a3"},
                                               {"--result", "draw", "--plies", "5"},
                                               {"--result", "win", "--plies", "8"},
                                               {"--result", "loss", "--plies", "251-"},
                                               {"--result", "draw", "--longest"},
                                               {"--result", "draw", "--unique-solution"}}) {
        CAPTURE(wrong);
        const CommandResult result = tables().find(wrong);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(lines_of(result.err).size() == 2);
        CHECK_THAT(result.err, StartsWith("dameotb: ") && Contains("dameotb find --help"));
    }
    CHECK(tables().find({"KvX"}).status == 1);
    CHECK(tables().find({"KKvKK"}).status == 1);
}
