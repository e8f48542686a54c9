// Tests the protocol from outside: lines in, lines out. Runs the session of README.md as it is written there.
#include "catch.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include <dameotb/rules/notation.hpp>

#include "answers.hpp"
#include "command.hpp"
#include "hub_position.hpp"
#include "samples.hpp"
#include "temporary_directory.hpp"

namespace dameotb::tests {

namespace {

/// The directory that a test runs in.
class WorkingDirectory {
public:
    explicit WorkingDirectory(const std::filesystem::path& path) { std::filesystem::current_path(path); }
    ~WorkingDirectory() { std::filesystem::current_path(before_); }
    WorkingDirectory(const WorkingDirectory&) = delete;
    WorkingDirectory& operator=(const WorkingDirectory&) = delete;

private:
    std::filesystem::path before_ = std::filesystem::current_path();
};

/// Returns the position as the protocol writes it.
std::string hub_text(const Position& position) {
    std::string text{position.side_to_move == Colour::White ? "W" : "B"};
    for (const char rank : std::string{"87654321"}) {
        for (const char file : std::string{"abcdefgh"}) {
            const Square square{file - 'a', rank - '1'};
            text += position[Colour::White].men.contains(square)     ? 'w'
                    : position[Colour::White].kings.contains(square) ? 'W'
                    : position[Colour::Black].men.contains(square)   ? 'b'
                    : position[Colour::Black].kings.contains(square) ? 'B'
                                                                     : 'e';
        }
    }
    return text;
}

}  // namespace

TEST_CASE("The session in README.md goes as it says") {
    std::ifstream readme{ENGINE_README};
    REQUIRE(readme);
    std::string line;
    while (std::getline(readme, line) && line != "## A session") {
    }
    std::string input;
    Lines expected;
    while (std::getline(readme, line) && !line.starts_with("## ")) {
        const std::string block = "    ";
        if (line.starts_with(block + block)) {
            expected.push_back(std::regex_replace(line.substr(8), std::regex{"time=[0-9.]+"}, "time=0.00"));
        } else if (line.starts_with(block)) {
            input += line.substr(4) + '\n';
        }
    }
    REQUIRE(expected.size() > 10);
    const WorkingDirectory here{std::filesystem::path{ENGINE_TABLES_3}.parent_path()};
    CHECK(answers(input) == expected);
}

TEST_CASE("What cannot be done is an error, and the engine goes on") {
    const auto error_of = [](const std::string& line) {
        const Lines said = answers(line + "\nping\n");
        REQUIRE(said.size() == 2);
        CHECK(said[1] == "pong");
        return said[0];
    };
    CHECK(error_of("castle") == "error message=\"unknown command castle\"");
    CHECK(error_of("go think") == "error message=\"init must come before go\"");
    CHECK(error_of("set-param name=book value=x") == "error message=\"unknown parameter book\"");
    CHECK(error_of("level") == "error message=\"level needs depth, move-time, time or infinite\"");
    CHECK(error_of("level depth=x") == "error message=\"depth must be a number, not 'x'\"");
    CHECK(error_of("level move-time=-1") == "error message=\"move-time must be a number, not '-1'\"");
    CHECK(error_of("pos pos=W:Wi1:B").starts_with("error message=\"expected a square"));
    CHECK(error_of("pos pos=start moves=\"a1-a8\"").starts_with("error message="));

    CHECK(answers("init\ngo ponder\n")[1] == "error message=\"go needs think or analyze\"");
    CHECK(answers("init\npos pos=W:W:BKa1\ngo think\n")[1] == "error message=\"the game is over\"");
}

TEST_CASE("A position is read as FEN and as the protocol writes it") {
    CHECK(engine::parse_hub_position("start").position == initial_position());
    CHECK(hub_text(initial_position()) == "Wbbbbbbbbebbbbbbeeebbbbeeeeeeeeeeeeeeeeeeeewwwweeewwwwwwewwwwwwww");
    CHECK(engine::parse_hub_position(hub_text(initial_position())).position == initial_position());
    CAPTURE(sample_seed);
    Random random{sample_seed};
    const std::vector<index::Material> classes = index::build_order(4);
    for (int i = 0; i < 1000; ++i) {
        const Position position = random_position(random, classes[random() % classes.size()]);
        CAPTURE(hub_text(position));
        REQUIRE(engine::parse_hub_position(hub_text(position)).position == position);
        REQUIRE(engine::parse_hub_position(rules::to_fen(position)).position == position);
    }
    CHECK(engine::parse_hub_position("W:Wb3:Bh8:H12:F3").halfmove_clock == 12);

    const std::string empty(64, 'e');
    CHECK_NOTHROW(engine::parse_hub_position("W" + empty));
    for (const std::string& refused : {empty, "W" + empty + "e", "w" + empty, "E" + empty, "W" + empty.substr(1) + "x",
                                       "Ww" + empty.substr(1), "W" + empty.substr(1) + "b"}) {
        CAPTURE(refused);
        CHECK_THROWS_AS(engine::parse_hub_position(refused), rules::NotationError);
    }
}

TEST_CASE("A position that is refused leaves the one before") {
    for (const char* refused : {"pos", "pos pos=W:Wb3:Bh8 moves=\"b3-b4 b4-b5\""}) {
        CAPTURE(refused);
        const Lines said =
            answers(std::string{"init\npos pos=W:Wb3:Bh8\n"} + refused + "\nlevel depth=1\ngo think\nlevel infinite\n");
        CHECK(said[1].starts_with("error message="));
        CHECK(said.back().starts_with("done move=b3-"));
    }
}

TEST_CASE("Moves of the game are played, and repetitions seen") {
    const Lines said = answers(
        "init\npos pos=W:WKa1:BKg8,h7,h6 moves=\"a1-b2 g8-f8 b2-a1 f8-g8\"\nlevel depth=1\ngo think\n\nlevel "
        "depth=1\n");
    CHECK(said == Lines{"ready", "info depth=1 score=0.00 nodes=" + said[1].substr(said[1].find("nodes=") + 6),
                        "done move=a1-b2"});
}

TEST_CASE("A search without end is ended by stop, by a new position and by the end of the input") {
    for (const char* end : {"stop\n", "pos pos=start\n", "quit\n", ""}) {
        CAPTURE(end);
        const Lines said = answers(std::string{"init\nlevel infinite\ngo analyze\n"} + end);
        CHECK(said.front() == "ready");
        CHECK(said.back().starts_with("done move="));
    }
}

TEST_CASE("A search keeps to its time") {
    for (const char* level : {"level move-time=0.1", "level time=3", "level moves=10 time=1 inc=0.01"}) {
        CAPTURE(level);
        const auto start = std::chrono::steady_clock::now();
        const Lines said = answers(std::string{"init\n"} + level + "\ngo think\nlevel infinite\n");
        CHECK(said.back().starts_with("done move="));
        CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds{10});
    }
}

TEST_CASE("A directory that is not there, and a file that is damaged, are told of, and the search goes on without") {
    const std::string rest = "init\npos pos=W:WKa7,Kh8:BKa1\nlevel depth=5\ngo think\nlevel infinite\n";
    const Lines missing = answers("set-param name=tables value=/nonexistent/tables\n" + rest);
    CHECK(missing[0].starts_with("error message="));
    CHECK(missing[1] == "ready");
    CHECK(missing[missing.size() - 2].starts_with("info depth=5 score=99.95"));

    const tests::TemporaryDirectory directory;
    for (const char* file : {"KvK.dtm", "KvK.wdl", "KKvK.dtm", "KKvK.wdl"}) {
        std::ofstream{directory / file} << "not a table";
    }
    const Lines damaged = answers("set-param name=tables value=\"" + directory.path().string() + "\"\n" + rest);
    CHECK(damaged[0] == "ready");
    CHECK(damaged[1].starts_with("error message="));
    CHECK(damaged[damaged.size() - 2].starts_with("info depth=5 score=99.95"));
    CHECK(damaged.back().starts_with("done move="));
}

TEST_CASE("Lines are read as the protocol writes them") {
    const engine::Command command = engine::parse_command("  pos  pos=W:Wa1:Bh8 moves=\"a1-a2 h8-h7\" flag x=\r");
    CHECK(command.name == "pos");
    CHECK(command.value("pos") == "W:Wa1:Bh8");
    CHECK(command.value("moves") == "a1-a2 h8-h7");
    CHECK(command.has("flag"));
    CHECK(command.value("flag").empty());
    CHECK(command.has("x"));
    CHECK(command.arguments.size() == 4);
    CHECK(engine::parse_command(" \t").name.empty());
    CHECK(engine::parse_command("a b=\"c d").value("b") == "c d");
    CHECK(engine::parse_command("level depth=1e400").has("depth"));
    CHECK_THROWS(static_cast<void>(engine::parse_command("level depth=1e400").number("depth")));
}

}  // namespace dameotb::tests
