// dameotb claims: what it prints, its exit statuses, and the claims of this repository for which tables are made here.
#include <algorithm>
#include <filesystem>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "sampling.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;
using nlohmann::json;

namespace {

struct ClaimTables : GeneratedTables {
    ClaimTables() { REQUIRE(ask("gen", {"--class", "KKvKK", "KKKvK"}).status == 0); }

    [[nodiscard]] CommandResult claims(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"--threads", "2"});
        return ask("claims", std::move(arguments));
    }
    /// Runs the command on a file with this text.
    [[nodiscard]] CommandResult claims_of(const std::string& text, std::vector<std::string> options = {}) const {
        write_file(claims_file, text);
        options.push_back(claims_file);
        return claims(options);
    }

    std::string claims_file = directory / "x.claims";
};

/// Returns the tables. They are made once for all test cases of this file.
const ClaimTables& claim_tables() {
    static const ClaimTables made;
    return made;
}

const std::string two_kings =
    "source \"Somebody\"\n"
    "claim \"Nearly\"\n"
    "  placements of KKvK, white to move: 124832 wins, 160 draws\n"
    "  longest win of KKvK, white to move: 13 plies\n"
    "refuted \"Always\"\n"
    "  all placements of KKvK, white to move: win\n";

}  // namespace

TEST_CASE("claims are answered one after the other", "[tools]") {
    const CommandResult result = claim_tables().claims_of(two_kings);
    CHECK(result.status == 0);
    CHECK(
        result.out ==
        "confirmed Nearly (" + claim_tables().claims_file +
            ":2, Somebody)\n"
            "    true   placements of KKvK, white to move: 124832 wins, 160 draws  [124832 of 124992, 160 of 124992]\n"
            "    true   longest win of KKvK, white to move: 13 plies  [13 plies]\n"
            "refuted   Always (" +
            claim_tables().claims_file +
            ":5, Somebody)\n"
            "    false  all placements of KKvK, white to move: win  [all but 160 of 124992]\n"
            "             W:WKa2,Ka4:BKa3  draw\n"
            "             W:WKa2,Kb8:BKa8  draw\n"
            "             W:WKa2,Kc8:BKa8  draw\n");
    CHECK(result.err ==
          "dameotb: 2 claims: 1 confirmed, 1 refuted as stated, 0 NOT as stated, 0 skipped for lack of tables\n");
}

TEST_CASE("a claim that is not as stated gives status 1", "[tools]") {
    const CommandResult wrong = claim_tables().claims_of(
        "source \"S\"\nclaim \"C\"\n  longest win of KKvK, white to move: 11 plies\n"
        "  line a7-b7 from W:WKa7,Kh8:BKa1: optimal\n  line a7-b8 from W:WKa7,Kh8:BKc7: legal\n"
        "  line a7-b7 from W:WKa7,Kh8:BKa1: legal, ends the game\n  longest loss of KvK, white to move: 0 plies\n"
        "  longest win of KvK, white to move: 3 plies\n");
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.out,
               StartsWith("REFUTED   C (") && Contains("[13 plies]\n") &&
                   Contains("[move 1, a7-b7: win in 5 becomes win in 7]\n             W:WKa7,Kh8:BKa1  win in 5\n") &&
                   Contains("[move 1, a7-b8: no legal move from a7 to b8") && Contains("compulsory") &&
                   Contains("[the game goes on after the last move]") && Contains("[there is no loss]") &&
                   Contains("[1 ply]\n"));
    CHECK(wrong.err ==
          "dameotb: 1 claim: 0 confirmed, 0 refuted as stated, 1 NOT as stated, 0 skipped for lack of tables\n");

    const CommandResult not_refuted =
        claim_tables().claims_of("source \"S\"\nrefuted \"C\"\n  position W:WKa1:BKa2: capture\n");
    CHECK(not_refuted.status == 1);
    CHECK_THAT(not_refuted.out, StartsWith("CONFIRMED C ("));
}

TEST_CASE("claims as JSON", "[tools]") {
    const CommandResult result = claim_tables().claims_of(
        two_kings + "claim \"No table\"\n  position W:WKa1,Ka2,a3:BKh8: win\n", {"--json", "--available"});
    CHECK(result.status == 0);
    const auto lines = lines_of(result.out);
    REQUIRE(lines.size() == 3);
    const json nearly = json::parse(lines[0]);
    CHECK(nearly["file"] == claim_tables().claims_file);
    CHECK(nearly["line"] == 2);
    CHECK(nearly["claim"] == "Nearly");
    CHECK(nearly["source"] == "Somebody");
    CHECK(nearly["refuted"] == false);
    CHECK(nearly["verdict"] == "confirmed");
    CHECK(nearly["as_expected"] == true);
    CHECK(nearly["missing"] == json::array());
    REQUIRE(nearly["statements"].size() == 3);
    CHECK(nearly["statements"][1] == json{{"line", 3},
                                          {"text", "placements of KKvK, white to move: 124832 wins, 160 draws"},
                                          {"true", true},
                                          {"found", "160 of 124992"},
                                          {"in_scope", 124992},
                                          {"holding", 160},
                                          {"examples", json::array()}});
    const json always = json::parse(lines[1]);
    CHECK(always["refuted"] == true);
    CHECK(always["verdict"] == "refuted");
    CHECK(always["as_expected"] == true);
    CHECK(always["statements"][0]["examples"][0] == json{{"fen", "W:WKa2,Ka4:BKa3"}, {"result", "draw"}, {"plies", 0}});
    const json skipped = json::parse(lines[2]);
    CHECK(skipped["verdict"] == "skipped");
    CHECK(skipped["as_expected"].is_null());
    CHECK(skipped["missing"] == json{"KKMvK"});
    CHECK(skipped["statements"] == json::array());
}

TEST_CASE("missing tables are named with the command that makes them", "[tools]") {
    const std::string text =
        two_kings +
        "claim \"More\"\n  position W:WKa1,Ka2,a3:BKh8: win\n  all placements of KKKvKK, white to move: win\n";
    const CommandResult missing = claim_tables().claims_of(text);
    CHECK(missing.status == 1);
    CHECK(missing.out.empty());
    CHECK(missing.err == "dameotb: the claims need tables that are not in " + claim_tables().path +
                             ": KKMvK.dtm, KKKvKK.dtm (make them with: dameotb gen --dir " + claim_tables().path +
                             " --class KKMvK KKKvKK; or check only the other claims, with --available)\n");
    const CommandResult available = claim_tables().claims_of(text, {"--available"});
    CHECK(available.status == 0);
    CHECK_THAT(available.out,
               Contains("skipped   More (") && Contains("\n    make its tables with: dameotb gen --dir " +
                                                        claim_tables().path + " --class KKMvK KKKvKK\n"));
    CHECK(available.err ==
          "dameotb: 3 claims: 1 confirmed, 1 refuted as stated, 0 NOT as stated, 1 skipped for lack of tables\n");
}

TEST_CASE("claims about positions that no table has are proved, or undecided", "[tools]") {
    const std::string stroke = "  position W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7: ";
    const std::string many = "W:Wa1,b1,c1,d1,e1,f1,g1,h1,b2,c2,d2,e2:Bb7,c7,d7,e7,a8,b8,c8,d8,e8,f8,g8,h8";
    const std::string text = "source \"S\"\nclaim \"Stroke\"\n" + stroke + "win in 5\nrefuted \"Slow\"\n" + stroke +
                             "win in 7\nclaim \"Open\"\n  position " + many + ": win\n";
    const CommandResult proved = claim_tables().claims_of(text, {"--prove", "200ms"});
    CHECK(proved.status == 1);
    CHECK_THAT(proved.out, StartsWith("confirmed Stroke (") && Contains("win in 5  [win in 5]\n") &&
                               Contains("\nrefuted   Slow (") && Contains("win in 7  [win in 5]\n") &&
                               Contains("\nundecided Open (") && Contains("\n    not proved in 0.2 s: " + many + "\n"));
    CHECK_THAT(proved.err, EndsWith("dameotb: 3 claims: 1 confirmed, 1 refuted as stated, 0 NOT as stated, 0 skipped "
                                    "for lack of tables, 1 undecided\n"));
    const CommandResult available = claim_tables().claims_of(text, {"--prove", "0.01min", "--available", "--json"});
    CHECK(available.status == 0);
    const auto lines = lines_of(available.out);
    REQUIRE(lines.size() == 3);
    const json stroke_answer = json::parse(lines[0]);
    CHECK(stroke_answer["verdict"] == "confirmed");
    CHECK(stroke_answer["not_proved"].is_null());
    CHECK(stroke_answer["statements"][0]["examples"][0]["plies"] == 5);
    const json open = json::parse(lines[2]);
    CHECK(open["verdict"] == "undecided");
    CHECK(open["as_expected"].is_null());
    CHECK(open["missing"] == json::array());
    CHECK(open["not_proved"] == many);
    CHECK(open["statements"] == json::array());
    // Without --prove, nothing is searched, nor are all classes enumerated that 24 pieces may become.
    CHECK_THAT(
        claim_tables().claims_of(text).err,
        Contains("the claims need tables that are not in " + claim_tables().path +
                 ": MMMMMMvKMMM.dtm, MMMMMMMMMMMMvMMMMMMMMMMMM.dtm (tables of more than 7 pieces cannot be made"));
}

TEST_CASE("very many missing tables are counted", "[tools]") {
    std::string text = two_kings + "claim \"More\"\n";
    for (const char* name :
         {"KKKKvK", "KKKMvK", "KKMMvK", "KMMMvK", "MMMMvK", "KKKvKK", "KKKvKM", "KKMvKK", "KMMvMM"}) {
        text += std::string{"  all placements of "} + name + ", white to move: win\n";
    }
    const CommandResult missing = claim_tables().claims_of(text);
    CHECK(missing.status == 1);
    CHECK_THAT(missing.err, Contains(": KKKvM.dtm, KKMvK.dtm, ") &&
                                Contains(", KMMvM.dtm and 17 more (make them with: dameotb gen "));
    CHECK(missing.err.size() < 400 + 2 * claim_tables().path.size());
    CHECK_THAT(claim_tables().claims_of(text, {"--available"}).out, Contains("make its tables with: dameotb gen"));
}

TEST_CASE("files that are no claims: where and why", "[tools]") {
    const CommandResult wrong = claim_tables().claims_of("source \"S\"\nclaim \"C\"\n  all KvK, white to move: win\n");
    CHECK(wrong.status == 2);
    CHECK(wrong.out.empty());
    CHECK(wrong.err == "dameotb: " + claim_tables().claims_file +
                           ":3:7: expected 'placements' or 'distinct placements', found 'KvK'\n");
    const CommandResult none = claim_tables().claims({claim_tables().directory / "none.claims"});
    CHECK(none.status == 1);
    CHECK(none.err == "dameotb: " + (claim_tables().directory / "none.claims").string() +
                          ": cannot be opened: No such file or directory\n");
    const CommandResult directory = claim_tables().claims({claim_tables().path});
    CHECK(directory.status == 1);
    CHECK(directory.err == "dameotb: " + claim_tables().path + ": cannot be read: Is a directory\n");
}

TEST_CASE("a file that is no file of claims takes no memory", "[tools]") {
    constexpr std::size_t much_bytes = 64 << 20;
    const TemporaryDirectory directory;  // it has no tables; the file is read before they are looked at
    const std::string file = directory / "x.claims";
    const std::vector<std::string> command{"claims", "--dir", directory.path(), file};
    write_file(file, "# nothing\n");
    const std::uint64_t usual_bytes = run(command).most_resident_bytes;
    write_file(file, "# fine\n#");
    append_bytes(file, std::string(1000, 'x'), much_bytes);
    const CommandResult long_line = run(command);
    CHECK(long_line.status == 2);
    CHECK(long_line.err == "dameotb: " + file + ":2:65537: the line is longer than 65536 bytes\n");
    CHECK(long_line.most_resident_bytes < usual_bytes + much_bytes / 8);
    write_file(file, "# fine\n");
    append_bytes(file, '#' + std::string(1000, 'x') + '\n', much_bytes);
    const CommandResult large = run(command);
    CHECK(large.status == 1);
    CHECK_THAT(large.err, Contains("is larger than 16777216 bytes"));
    // The address sanitizer keeps memory that was freed while the text grew.
    CHECK((sanitized || large.most_resident_bytes < usual_bytes + much_bytes * 3 / 4));
}

TEST_CASE("the claims of this repository are as stated", "[tools]") {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator{DAMEOTB_CLAIMS}) {
        files.push_back(entry.path());
    }
    REQUIRE(files.size() >= 4);
    std::ranges::sort(files);
    files.insert(files.begin(), "--available");
    const CommandResult result = claim_tables().claims(files);
    CAPTURE(result.out);
    CHECK(result.status == 0);
    CHECK_THAT(result.err, Contains(" 4 refuted as stated, 0 NOT as stated, "));
    // All claims except those of classes with more men or pieces than the tables have.
    const auto lines = lines_of(result.out);
    CHECK(std::ranges::count_if(lines, [](const std::string& line) { return line.starts_with("skipped "); }) == 57);
    CHECK(std::ranges::count_if(lines, [](const std::string& line) { return line.starts_with("confirmed "); }) == 38);
}

TEST_CASE("claims under a draw rule: those of up to 3 pieces in this repository are as stated", "[tools]") {
    const GeneratedTables tables{{"--pieces", "3", "--metrics", "wdl,dtm,dtz", "--plies", "50"}};
    const std::string file = DAMEOTB_CLAIMS "/fifty-plies.claims";
    const CommandResult available = tables.ask("claims", {"--available", file});
    CHECK(available.status == 0);
    CHECK_THAT(available.out,
               StartsWith("confirmed With up to 3 pieces the rule of 50 plies changes no result (") &&
                   Contains("\nconfirmed The most plies that a win or a loss of up to 3 pieces needs") &&
                   Contains("    make its tables with: dameotb gen --dir " + tables.path + " --class ") &&
                   Contains(" --metrics wdl,dtm,dtz --plies 50\n"));
    CHECK_THAT(available.err, Contains(": 2 confirmed, 0 refuted as stated, 0 NOT as stated, 6 skipped"));
    CHECK_THAT(tables.ask("claims", {file}).err, Contains(": KKKvK.dtm, ") && Contains("--plies 50; or check only"));
}

TEST_CASE("claims under a draw rule: findings, examples and another rule", "[tools]") {
    const GeneratedTables tables{{"--class", "KKvK", "--metrics", "wdl,dtm,dtz", "--plies", "5"}};
    const std::string file = tables.directory / "x.claims";
    const std::string claim =
        "source \"S\"\nclaim \"C\"\n  longest loss of KKvK, black to move, under the rule of 5 plies: 4 plies\n"
        "  position W:WKa1,Kb1:BKh8:H1, under the rule of 5 plies: win in 4\n"
        "  position W:WKa1,Kb1:BKh8:H2, under the rule of 5 plies: draw by the rule\n";
    write_file(file, claim);
    const CommandResult text = tables.ask("claims", {file});
    CHECK(text.status == 1);
    CHECK_THAT(text.out,
               Contains("4 plies  [5 plies]\n             B:WKa1,Ka2:BKb2  loss in 5\n") &&
                   Contains("true   position W:WKa1,Kb1:BKh8:H1, under the rule of 5 plies: win in 4  [win in 4]") &&
                   Contains("true   position W:WKa1,Kb1:BKh8:H2, under the rule of 5 plies: draw by the rule  [draw]"));
    const json answer = json::parse(tables.ask("claims", {"--json", file}).out);
    CHECK(answer["statements"][0]["examples"][0] == json{{"fen", "B:WKa1,Ka2:BKb2"}, {"result", "loss"}, {"plies", 5}});

    write_file(file,
               "source \"S\"\nclaim \"C\"\n  no placements of KvK, white to move, under the rule of 6 plies: loss\n");
    CHECK(tables.ask("claims", {file}).err ==
          "dameotb: the claims are about a draw rule of 6 plies, and the .dtz files in " + tables.path +
              " hold under one of 5 (make others in another directory, or check only the other claims, with "
              "--available)\n");
    CHECK_THAT(tables.ask("claims", {"--available", file}).out, StartsWith("skipped   C ("));
}
