// Compares dameotb gen, probe, line, stats and verify on small tables with exact results from elsewhere.
#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include <nlohmann/json.hpp>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/table/format/table_file.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "plain_files.hpp"
#include "whole_table.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;

namespace {

/// Returns the class's name from the counts of a vector.
std::string class_name(const json& vector) {
    const auto side = [&vector](const char* kings, const char* men) {
        return std::string(vector[kings].get<std::size_t>(), 'K') + std::string(vector[men].get<std::size_t>(), 'M');
    };
    return side("wk", "wm") + "v" + side("bk", "bm");
}

/// Changes the distance that is stored for one position, and leaves a file without damage.
void falsify(const std::filesystem::path& directory, const index::Material& material, const Position& position) {
    std::vector<std::uint8_t> codes = tests::read_whole_table(directory, {material, table::Metric::Dtm}, 1);
    codes.at(index::ClassIndex{material}.rank(position)) = 4;  // a win in 3
    const std::filesystem::path path = table::table_path(directory, {material, table::Metric::Dtm});
    // A class without men stores all places.
    const table::Header header = table::TableReader{table::open_file(path)}.header();
    write_values(path, header, codes);
}

}  // namespace

TEST_CASE("gen prints a line for each class, and keeps what is there", "[tools]") {
    const GeneratedTables tables{{"--pieces", "2", "--threads", "2"}};
    const auto lines = lines_of(tables.made.out);
    REQUIRE(lines.size() == 4);
    for (const std::string name : {"KvK", "KvM", "MvM"}) {
        CAPTURE(name);
        CHECK(std::count_if(lines.begin(), lines.end(),
                            [&name](const std::string& line) { return line.rfind(name + " ", 0) == 0; }) == 1);
        CHECK(std::filesystem::exists(tables.file(name + ".wdl")));
        CHECK(std::filesystem::exists(tables.file(name + ".dtm")));
    }
    CHECK_THAT(lines.back(), StartsWith("3 classes, ") && Contains("3 solved, 0 kept"));
    CHECK_THAT(tables.made.out, !Contains("\r"));

    const std::string before = read_file(tables.file("KvM.dtm"));
    const auto again = lines_of(tables.ask("gen", {"--class", "KvMM,MvK", "--class", "KvK"}).out);
    REQUIRE(again.size() >= 4);
    CHECK(std::count_if(again.begin(), again.end(), [](const std::string& line) {
              return line.size() > 6 && line.substr(line.size() - 6) == "  kept";
          }) == 2);
    CHECK_THAT(again.back(), Contains(" 2 kept"));
    CHECK(std::filesystem::exists(tables.file("MMvK.dtm")));
    CHECK(read_file(tables.file("KvM.dtm")) == before);
}

TEST_CASE("stats --rule counts results under a draw rule", "[tools]") {
    const GeneratedTables tables{{"--pieces", "2", "--metrics", "wdl,dtm,dtz", "--plies", "1"}};
    const CommandResult table = tables.ask("stats", {"--rule", "1"});
    CHECK(table.status == 0);
    const auto lines = lines_of(table.out);
    REQUIRE(lines.size() == 8);
    CHECK(lines[0] ==
          "class  stm    all   win   draw  loss  drawnwin  drawnloss  maxwin  maxloss  longest win  longest loss");
    CHECK(lines[3] == "KvM    w     3528   630   2898     0      2740          0       1        0  W:WKa1:Ba2");
    const auto as_json = lines_of(tables.ask("stats", {"--rule", "1", "--json", "KvM"}).out);
    REQUIRE(as_json.size() == 2);
    const json white = json::parse(as_json[0]);
    CHECK(white["rule"] == 1);
    CHECK(white["drawnwin"] == 2740);
    CHECK(white["wins_by_plies"] == json{0, 630});
    CHECK(white["losses_by_plies"] == json::array());

    CHECK_THAT(tables.ask("stats", {"--rule", "2"}).err, Contains("has a draw rule of 1 plies, not of 2"));
    const std::string gen = "dameotb gen --dir " + tables.path;
    CHECK_THAT(tables.ask("stats", {"--rule", "1", "KKvK"}).err,
               Contains("make it with: " + gen + " --class KKvK --metrics wdl,dtm,dtz --plies 1"));
    std::filesystem::remove(tables.file("MvM.dtz"));
    CHECK(lines_of(tables.ask("stats", {"--rule", "1"}).out).size() == 6);
    std::filesystem::remove(tables.file("KvM.dtz"));
    std::filesystem::remove(tables.file("KvK.dtz"));
    CHECK_THAT(tables.ask("stats", {"--rule", "1"}).err,
               Contains("no .dtz files here (make some with: " + gen + " --pieces 3 --metrics wdl,dtm,dtz --plies 1)"));
}

TEST_CASE("stats of all classes of up to 3 pieces are exact, and probe confirms the longest", "[tools]") {
    const GeneratedTables tables{{"--pieces", "3"}};
    const CommandResult stats = tables.ask("stats", {"--json"});
    REQUIRE(stats.status == 0);
    CHECK(stats.err.empty());
    std::map<std::pair<std::string, std::string>, json> by_class;
    for (const std::string& line : lines_of(stats.out)) {
        const json row = json::parse(line);
        by_class[{row["class"], row["stm"]}] = row;
    }
    const auto vectors = lines_of(read_file(DAMEOTB_TEST_DATA "/counts_le3.jsonl"));
    REQUIRE(vectors.size() == 18);
    CHECK(by_class.size() == vectors.size());
    for (const std::string& text : vectors) {
        CAPTURE(text);
        const json vector = json::parse(text);
        const bool canonical = index::Material::parse(class_name(vector))->is_canonical();
        const std::string stm = vector["stm"];
        const std::string name = index::Material::parse(class_name(vector))->canonical().name();
        const auto found = by_class.find({name, canonical ? stm : stm == "w" ? "b" : "w"});
        REQUIRE(found != by_class.end());
        const json& row = found->second;
        CAPTURE(row.dump());
        for (const char* key : {"all", "win", "draw", "loss", "maxwin", "maxloss"}) {
            CAPTURE(key);
            CHECK(row[key] == vector[key]);
        }
        for (const auto& [by_plies, all, longest] :
             {std::tuple{"wins_by_plies", "win", "maxwin"}, {"losses_by_plies", "loss", "maxloss"}}) {
            const auto counts = row[by_plies].get<std::vector<std::uint64_t>>();
            CHECK(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == row[all]);
            CHECK(counts.size() == (counts.empty() ? 0 : row[longest].get<std::size_t>() + 1));
        }
        const auto confirm = [&tables, &row](const char* position, const char* result, const char* plies) {
            const std::string fen = row[position];
            if (fen.empty()) {
                CHECK(row[result] == 0);
                return;
            }
            CHECK(tables.ask("probe", {fen}).out ==
                  fen + "\t" + result + "\t" + std::to_string(row[plies].get<int>()) + "\n");
        };
        const auto material = index::Material::parse(name).value();
        const bool is_stored = row["stm"] == "w" || !material.is_symmetric();
        CHECK(row["stored"] == (is_stored ? index::ClassIndex{material}.size() : 0));
        confirm("longwin", "win", "maxwin");
        confirm("longloss", "loss", "maxloss");
    }

    const CommandResult verified = tables.ask("verify", {});
    CHECK(verified.status == 0);
    CHECK(verified.err.empty());
    const auto lines = lines_of(verified.out);
    REQUIRE(lines.size() == 10);
    CHECK_THAT(lines.back(), StartsWith("verified ") && Contains(" positions in 9 classes"));

    const CommandResult table = tables.ask("stats", {"KvKK", "KvK"});
    CHECK(table.status == 0);
    CHECK(table.err == "dameotb: KvKK is KKvK with colours swapped; the files are KKvK's\n");
    const auto rows = lines_of(table.out);
    REQUIRE(rows.size() == 8);
    CHECK_THAT(rows[0], StartsWith("class"));
    CHECK_THAT(rows[1], StartsWith("KvK "));
    CHECK_THAT(rows[3], StartsWith("KKvK ") && Contains(" 124992 ") && Contains(" 160 "));
    CHECK_THAT(rows[5], StartsWith("all ") && Contains(" 258048 "));
    CHECK(rows[6] == "KvK: a king against a king");
    CHECK(rows[7] == "KKvK: two kings against a king");
}

TEST_CASE("probe and line answer known positions", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    CHECK(tables.ask("probe", {"W:WKa7,Kh8:BKa1:H3:F9"}).out == "W:WKa7,Kh8:BKa1:H3:F9\twin\t5\n");
    // With colours swapped and the board turned, the value is the same.
    CHECK(tables.ask("probe", {"B:WKa8:BKh1,Ka2"}).out == "B:WKa8:BKh1,Ka2\twin\t5\n");
    const CommandResult many =
        tables.ask("probe", {}, {.input = "W:WKa8,Kb7:BKh1\nB:WKb2,Kh8:BKa1\r\n\nB:WKh6,Kh8:BKh1\nW:WKb1,Kd1:BKc1\n"});
    CHECK(many.status == 0);
    CHECK(many.out ==
          "W:WKb7,Ka8:BKh1\twin\t7\nB:WKb2,Kh8:BKa1\tloss\t8\n\nB:WKh6,Kh8:BKh1\tloss\t2\nW:WKb1,Kd1:BKc1\tdraw\t0\n");

    const auto line = lines_of(tables.ask("line", {"W:WKa7,Kh8:BKa1"}).out);
    REQUIRE(line.size() == 2);
    CHECK(line[0] == "win in 5");
    CHECK_THAT(line[1], StartsWith("1. ") && Contains(" 2. ") && Contains(" 3. ") && !Contains(" 4. "));
    const auto reply = lines_of(tables.ask("line", {"B:WKh6,Kh8:BKh1"}).out);
    REQUIRE(reply.size() == 2);
    CHECK(reply[0] == "loss in 2");
    CHECK_THAT(reply[1], StartsWith("1... h1") && Contains(" 2. "));
    CHECK(tables.ask("line", {"W:WKb1,Kd1:BKc1"}).out == "draw\n");
}

TEST_CASE("probe --json lists every legal move, best first", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    const CommandResult result = tables.ask("probe", {"--json", "W:WKa7,Kh8:BKa1"});
    REQUIRE(result.status == 0);
    CHECK_THAT(result.out,
               StartsWith("{\"fen\":\"W:WKa7,Kh8:BKa1\",\"result\":\"win\",\"plies\":5,\"moves\":[{\"move\":"));
    const json answer = json::parse(result.out);
    const Position position = rules::parse_position("W:WKa7,Kh8:BKa1");
    const json& moves = answer["moves"];
    REQUIRE(moves.size() == rules::legal_moves(position).size());
    CHECK(moves[0]["result"] == "win");
    CHECK(moves[0]["plies"] == 5);
    Value last = Value::win_in(1);
    for (const json& move : moves) {
        CAPTURE(move.dump());
        const Move named = rules::parse_move(position, move["move"].get<std::string>());
        CHECK(move["captured"] == named.captured.count());
        CHECK(move["fen"] == rules::to_fen(rules::after(position, named)));
        const int plies = move["plies"];
        const Value value = move["result"] == "win"    ? Value::win_in(plies)
                            : move["result"] == "loss" ? Value::loss_in(plies)
                                                       : Value::draw();
        CHECK(value <= last);
        last = value;
        const std::string replies = tables.ask("probe", {move["fen"].get<std::string>()}).out;
        const std::string expected = move["result"] == "win"    ? "loss\t" + std::to_string(plies - 1)
                                     : move["result"] == "loss" ? "win\t" + std::to_string(plies - 1)
                                                                : "draw\t0";
        CHECK(replies == move["fen"].get<std::string>() + "\t" + expected + "\n");
    }
}

TEST_CASE("without a .dtm file probe knows results and no plies", "[tools]") {
    const GeneratedTables tables{{"--class", "KvM"}};
    const std::string win = "W:WKc2:Ba3";
    const auto results_of_moves = [&tables, &win] {
        std::map<std::string, std::string> results;
        const json answer = json::parse(tables.ask("probe", {"--json", win}).out);
        for (const json& move : answer["moves"]) {
            results[move["move"]] = move["result"];
        }
        return results;
    };
    const auto with_distances = results_of_moves();
    std::filesystem::remove(tables.file("KvM.dtm"));
    CHECK(results_of_moves() == with_distances);
    CHECK(tables.ask("probe", {}, {.input = win + "\nB:WKc2:Ba5\nW:WKa1:Bb2\n"}).out ==
          "W:WKc2:Ba3\twin\t-\nB:WKc2:Ba5\tloss\t-\nW:WKa1:Bb2\tdraw\t0\n");

    const json answer = json::parse(tables.ask("probe", {"--json", win}).out);
    CHECK(answer["result"] == "win");
    CHECK(answer["plies"].is_null());
    int rank = 0;
    for (const json& move : answer["moves"]) {
        CAPTURE(move.dump());
        const int own_rank = move["result"] == "win" ? 0 : move["result"] == "draw" ? 1 : 2;
        CHECK(own_rank >= rank);
        CHECK(move["plies"].is_null() == (own_rank != 1));
        rank = own_rank;
    }
    CHECK(rank == 2);

    const CommandResult line = tables.ask("line", {win});
    CHECK(line.status == 1);
    CHECK(line.out.empty());
    CHECK_THAT(line.err, Contains("KvM.dtm"));
}

TEST_CASE("a missing table is named, with the command that makes it", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    const CommandResult one = tables.ask("probe", {"B:WKa7,Kb8,c1:BKe4"});
    CHECK(one.status == 1);
    CHECK(one.out.empty());
    CHECK(one.err == "dameotb: no table KKMvK in " + tables.path +
                         " (two kings and a man against a king; make it with: dameotb gen --dir " + tables.path +
                         " --class KKMvK)\n");
    const CommandResult many = tables.ask("probe", {}, {.input = "B:WKa7,Kb8:BKe3\nW:WKa1:BKa2\n"});
    CHECK(many.status == 1);
    const auto lines = lines_of(many.out);
    REQUIRE(lines.size() == 2);
    CHECK_THAT(lines[0], StartsWith("B:WKa7,Kb8:BKe3\terror\tno table KKvK in "));
    CHECK(lines[1] == "W:WKa1:BKa2\twin\t1");
    CHECK(tables.ask("line", {"W:WKa7,Kh8:BKa1"}).status == 1);
    CHECK(tables.ask("stats", {"KKvK"}).status == 1);
}

TEST_CASE("moves prove what a missing table would say", "[tools]") {
    const GeneratedTables tables{{"--pieces", "3"}};
    const std::string wins = "W:WKa1,g7:Bb4";  // in 3; one promotion leads to a table, where it wins in 5
    const std::string holds = "B:Wg6:BKa1,b4";
    const std::string draws = "B:We3,Ke7:Bf7";  // with captures alone, whose positions have tables
    CHECK(tables.ask("probe", {wins}).out == wins + "\twin\t3\n");
    for (const char* file : {"KMvM.wdl", "KMvM.dtm"}) {
        std::filesystem::remove(tables.file(file));
    }
    const CommandResult one = tables.ask("probe", {wins});
    CHECK(one.status == 0);
    CHECK(one.out == wins + "\twin\tat most 5\n");
    CHECK(one.err.empty());
    const CommandResult many = tables.ask("probe", {}, {.input = wins + "\n" + holds + "\n" + draws + "\n"});
    CHECK(many.status == 0);
    CHECK(many.out == one.out + holds + "\tat least a draw\t-\n" + draws + "\tdraw\t0\n");
    const auto object = [&](const std::string& fen) {
        const CommandResult result = tables.ask("probe", {"--json", fen});
        CHECK(result.status == 0);
        return nlohmann::json::parse(result.out);
    };
    const nlohmann::json win = object(wins);
    CHECK(win["result"] == "win");
    CHECK(win["plies"].is_null());
    CHECK(win["at_least"] == nlohmann::json{{"result", "win"}, {"plies", 5}});
    CHECK(win["at_most"].is_null());
    CHECK(win["moves"].front()["plies"] == 5);
    CHECK(win["moves"].back()["result"].is_null());
    const nlohmann::json held = object(holds);
    CHECK(held["result"].is_null());
    CHECK(held["at_least"] == nlohmann::json{{"result", "draw"}, {"plies", 0}});
    CHECK_FALSE(object("W:WKa7,Kh8:BKa1").contains("at_least"));

    // A line that is only a bound is none. What the moves say of neither result nor bound is an error.
    CHECK_THAT(tables.ask("line", {wins}).err, Contains("KMvM.dtm"));
    const CommandResult unknown = tables.ask("probe", {"W:WKg7,a1:Bb4"});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Contains("no table KMvM in"));

    // With a .wdl alone the plies stay unknown in the text, as ever, and the bounds are in the object.
    const GeneratedTables results{{"--pieces", "3"}};
    std::filesystem::remove(results.file("KMvM.dtm"));
    CHECK(results.ask("probe", {wins}).out == wins + "\twin\t-\n");
    CHECK(nlohmann::json::parse(results.ask("probe", {"--json", wins}).out)["at_least"]["plies"] == 5);
}

TEST_CASE("a line begins where all moves are known, though the table is missing", "[tools]") {
    const GeneratedTables tables{{"--pieces", "3"}};
    const std::string promotes = "W:Wa7:Ba4";  // by every move
    const std::string line = tables.ask("line", {promotes}).out;
    for (const char* file : {"MvM.wdl", "MvM.dtm"}) {
        std::filesystem::remove(tables.file(file));
    }
    CHECK(tables.ask("line", {promotes}).out == line);
    CHECK_THAT(line, StartsWith("win in "));
}

TEST_CASE("under a rule, moves prove what a missing table would say", "[tools]") {
    const GeneratedTables tables{{"--class", "KMvM", "--metrics", "wdl,dtm,dtz", "--plies", "6"}};
    const std::string wins = "W:WKa1,g7:Bb4:H5";
    for (const char* file : {"KMvM.wdl", "KMvM.dtm", "KMvM.dtz"}) {
        std::filesystem::remove(tables.file(file));
    }
    CHECK(tables.ask("probe", {"--rule", "6", wins}).out == wins + "\twin\t1\n");
    const nlohmann::json answer = nlohmann::json::parse(tables.ask("probe", {"--rule", "6", "--json", wins}).out);
    CHECK(answer["rule"] ==
          nlohmann::json{{"plies", 6}, {"counter", 5}, {"result", "win"}, {"z", 1}, {"missing_dtz", nullptr}});
    CHECK(answer["result"] == "win");
}

TEST_CASE("who asks for a class is told of that class and of the command that makes it", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK"}};
    const std::string gen = "make it with: dameotb gen --dir " + tables.path + " --class ";
    const std::string site = tables.directory / "site";
    const std::vector<std::vector<std::string>> asked{
        {"find", "KKMMvK"}, {"stats", "KKMMvK"}, {"stats", "KvKKMM"}, {"report", "--out", site, "KKMMvK"}};
    for (const std::vector<std::string>& words : asked) {
        CAPTURE(words);
        const CommandResult result = tables.ask(words.front(), {words.begin() + 1, words.end()});
        CHECK(result.status == 1);
        CHECK_THAT(result.err, Catch::EndsWith("dameotb: no table KKMMvK.dtm in " + tables.path +
                                               " (two kings and two men against a king; " + gen + "KKMMvK)\n"));
    }

    // The class's own table is there, and one that it depends on is not.
    for (const char* name : {"KvK.wdl", "KvK.dtm"}) {
        std::filesystem::remove(tables.file(name));
    }
    for (const std::vector<std::string>& classes : std::vector<std::vector<std::string>>{{}, {"KKvK"}}) {
        CHECK(tables.ask("find", classes).err == "dameotb: no table KvK.dtm in " + tables.path +
                                                     ", which KKvK needs (a king against a king; " + gen + "KKvK)\n");
    }
    CHECK(tables.ask("gen", {"--class", "KKvK"}).status == 0);
    CHECK(tables.ask("find", {"KKvK", "--limit", "1"}).status == 0);
}

TEST_CASE("verify names the file, the position and both values of a wrong one", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    falsify(tables.path, *index::Material::parse("KvK"), rules::parse_position("W:WKa1:BKc2"));
    const CommandResult result = tables.ask("verify", {});
    CHECK(result.status == 1);
    CHECK(lines_of(result.err).size() == 1);
    CHECK_THAT(result.err,
               StartsWith("dameotb: ") && Contains("KvK.dtm") && Contains("stored win in 3, expected draw"));
    const CommandResult plain = tables.ask("verify", {"--plain"});
    CHECK(plain.status == 1);
    CHECK(plain.err == result.err);
}

TEST_CASE("a damaged file is named by every subcommand that reads it", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    for (const char* name : {"KvK.dtm", "KvK.wdl"}) {
        std::string bytes = read_file(tables.file(name));
        bytes.back() = static_cast<char>(bytes.back() ^ 0x40);
        write_file(tables.file(name), bytes);
    }
    for (const CommandResult& result :
         {tables.ask("probe", {"W:WKa1:BKc2"}), tables.ask("line", {"W:WKa1:BKc2"}), tables.ask("stats", {}),
          tables.ask("verify", {}), tables.ask("gen", {"--class", "KvM"})}) {
        CHECK(result.status == 1);
        CHECK(lines_of(result.err).size() == 1);
        CHECK_THAT(result.err, StartsWith("dameotb: " + tables.path + "/KvK."));
    }
}

TEST_CASE("verify checks .dtz files without the .dtm", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK", "--metrics", "wdl,dtm,dtz", "--plies", "50"}};
    const std::string both = tables.ask("verify", {}).out;
    CHECK_THAT(both, Contains("verified 31962 positions in 2 classes, 2 of them also under the draw rule\n"));
    std::filesystem::rename(tables.file("KKvK.dtz"), tables.file("elsewhere"));
    CHECK_THAT(tables.ask("verify", {}).out,
               Contains("verified 31962 positions in 2 classes, 1 of them also under the draw rule\n"));
    std::filesystem::rename(tables.file("elsewhere"), tables.file("KKvK.dtz"));
    std::filesystem::remove(tables.file("KvK.dtm"));
    CHECK(tables.ask("verify", {}).status == 1);
    std::filesystem::remove(tables.file("KKvK.dtm"));
    for (const std::vector<std::string>& plain : {std::vector<std::string>{}, {"--plain"}}) {
        const CommandResult alone = tables.ask("verify", plain);
        CHECK(alone.status == 0);
        CHECK_THAT(alone.out,
                   Contains("KKvK.dtz") && !Contains("KKvK ") && Contains("verified 31962 positions in 2 classes\n"));
    }
    flip_byte(tables.file("KKvK.dtz"), 1000, 1);
    CHECK_THAT(tables.ask("verify", {}).err, Contains("KKvK.dtz"));
}
