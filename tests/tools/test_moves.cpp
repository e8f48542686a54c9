// dameotb moves: compared with vectors that other implementations agree on, and the form of its lines.
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

TEST_CASE("moves: every vector's line comes out as it is", "[tools]") {
    const auto vectors = lines_of(read_file(DAMEOTB_TEST_DATA "/succ_vectors.jsonl"));
    REQUIRE(vectors.size() > 1000);
    std::string input;
    for (const std::string& vector : vectors) {
        input += nlohmann::json::parse(vector)["fen"].get<std::string>() + '\n';
    }
    const CommandResult result = run({"moves"}, {.input = input});
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    const auto lines = lines_of(result.out);
    REQUIRE(lines.size() == vectors.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        CHECK(nlohmann::json::parse(lines[i]) == nlohmann::json::parse(vectors[i]));
        CHECK_THAT(lines[i], !Contains(" "));
    }
}

TEST_CASE("moves: one position, canonical, with its counters", "[tools]") {
    const CommandResult result = run({"moves", "B:Bg4,g3,g8:Wh7,f4,e7:H3:F12"});
    CHECK(result.status == 0);
    CHECK(result.out ==
          "{\"fen\":\"B:Wf4,e7,h7:Bg3,g4,g8:H3:F12\",\"captured\":1,\"succ\":[\"W:We7,h7:Bg3,e4,g8\"]}\n");
}

TEST_CASE("moves: a side without moves has none", "[tools]") {
    CHECK(run({"moves", "B:Wa1,a3,a4,b1,c6:Ba2"}).out ==
          "{\"fen\":\"B:Wa1,b1,a3,a4,c6:Ba2\",\"captured\":0,\"succ\":[]}\n");
    CHECK(run({"moves", "--text", "B:Wa1,a3,a4,b1,c6:Ba2"}).out.empty());
    CHECK(run({"moves", "--text"}, {.input = "B:Wa1,a3,a4,b1,c6:Ba2\n"}).out == "B:Wa1,b1,a3,a4,c6:Ba2\t\n");
}

TEST_CASE("moves --text: notation, sorted", "[tools]") {
    const CommandResult one = run({"moves", "--text", "W:Wa1:Bh8"});
    CHECK(one.out == "a1-a2\na1-b2\n");
    const CommandResult capture = run({"moves", "--text", "B:Wc3,d1,d2,h2,b5,e1:BKc5,d5,c6,b7"});
    CHECK(capture.status == 0);
    CHECK_THAT(capture.out, StartsWith("c5x"));
    const CommandResult many = run({"moves", "--text"}, {.input = "W:Wa1:Bh8\n\nW:WKb1:BKd1\n"});
    CHECK(many.out == "W:Wa1:Bh8\ta1-a2 a1-b2\n\nW:WKb1:BKd1\tb1xe1 b1xf1 b1xg1 b1xh1\n");
}

TEST_CASE("moves: a bad position on the command line is one line on standard error", "[tools]") {
    for (const char* fen : {"", "rubbish", "W:Wa8:Bh8", "W:Wh1:Ba1", "W:Wa2,Ka2:Bh8", "W:Wa2:Ba2", "X:Wa2:Bh8",
                            "W:Wi9:Bh8", "W:WGa2:Bh8"}) {
        CAPTURE(fen);
        const CommandResult result = run({"moves", fen});
        CHECK(result.status == 1);
        CHECK(result.out.empty());
        CHECK(lines_of(result.err).size() == 1);
        CHECK_THAT(result.err, StartsWith("dameotb: ") && Contains(std::string{"'"} + fen + "'"));
    }
}

TEST_CASE("a line that is very long is answered in place and takes no memory", "[tools]") {
    constexpr std::size_t long_bytes = 64 << 20;
    const TemporaryDirectory directory;
    const std::string file = directory / "input";
    write_file(file, "W:Wa1:Bh8\n");
    const std::uint64_t usual_bytes = run({"moves", "--text"}, {.input_file = file}).most_resident_bytes;
    append_bytes(file, std::string(1000, 'x'), long_bytes);
    append_bytes(file, "\nW:Wa1:Bh8\n", 1);
    append_bytes(file, std::string(1000, ' '), long_bytes);
    append_bytes(file, "\nW:Wa1:Bh8\n", 1);
    append_bytes(file, "y", 70000);
    const CommandResult result = run({"moves", "--text"}, {.input_file = file});
    CHECK(result.status == 1);
    const auto lines = lines_of(result.out);
    REQUIRE(lines.size() == 6);
    for (const std::size_t answered : {0, 2, 4}) {
        CHECK(lines[answered] == "W:Wa1:Bh8\ta1-a2 a1-b2");
    }
    CHECK(lines[1] == std::string(1000, 'x') + "...\terror\tthe line is longer than 65536 bytes");
    CHECK(lines[3] == "\terror\tthe line is longer than 65536 bytes");
    CHECK_THAT(lines[5], EndsWith("y...\terror\tthe line is longer than 65536 bytes"));
    CHECK(result.err == "dameotb: 3 of 6 lines could not be answered\n");
    CHECK(result.most_resident_bytes < usual_bytes + long_bytes / 8);
}

TEST_CASE("a line of the most bytes is read whole, and what follows it is the next line", "[tools]") {
    const auto padded = [](std::size_t bytes) {
        const std::string fen = "W:Wa1:Bh8";
        return fen + std::string(bytes - fen.size(), ' ');
    };
    const std::string good = "W:Wa1:Bh8\ta1-a2 a1-b2\n";
    CHECK(run({"moves", "--text"}, {.input = padded(65536) + "\n" + padded(65536)}).out == good + good);
    CHECK_THAT(run({"moves", "--text"}, {.input = padded(65537) + "\n" + padded(9)}).out,
               Contains("\terror\tthe line is longer") && EndsWith(good));
}
