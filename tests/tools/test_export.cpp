// dameotb export: its formats against each other, the sums over its rows against stats, its files, wrong usage.
// test_placements tests what is listed.
#include <algorithm>
#include <csignal>
#include <map>
#include <sstream>
#include <tuple>

#include <nlohmann/json.hpp>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;

namespace {

const GeneratedTables& export_tables() {
    static const GeneratedTables made;
    return made;
}

/// Returns the output of a run that must succeed.
std::string exported(std::vector<std::string> arguments) {
    const CommandResult result = export_tables().ask("export", std::move(arguments));
    CHECK(result.status == 0);
    return result.out;
}

/// A line of CSV, as the page describes it.
struct CsvLine {
    std::string fen;
    std::string material;
    std::string side;
    std::string result;
    std::size_t plies = 0;
    std::string must_capture;
    std::uint64_t weight = 1;
};

std::vector<CsvLine> read_csv(const std::string& text, bool weighs) {
    std::istringstream stream{text};
    std::string line;
    std::getline(stream, line);
    CHECK(line == std::string{"fen,class,stm,result,plies,must_capture"} + (weighs ? ",weight" : ""));
    std::vector<CsvLine> lines;
    while (std::getline(stream, line)) {
        const std::size_t end = line.rfind('"');
        REQUIRE(line.front() == '"');
        CsvLine read;
        read.fen = line.substr(1, end - 1);
        std::ranges::replace(line, ',', ' ');
        std::istringstream rest{line.substr(end + 1)};
        rest >> read.material >> read.side >> read.result >> read.plies >> read.must_capture;
        if (weighs) {
            rest >> read.weight;
        }
        if (!rest) {
            FAIL(line);
        }
        lines.push_back(read);
    }
    return lines;
}

/// Counts the lines of each class and side to move in the words of `stats --json`.
std::map<std::pair<std::string, std::string>, json> counts_of(const std::vector<CsvLine>& lines) {
    std::map<std::pair<std::string, std::string>, json> counts;
    for (const CsvLine& line : lines) {
        json& of_class = counts[{line.material, line.side}];
        if (of_class.is_null()) {
            of_class = {{"wins_by_plies", json::array()}, {"losses_by_plies", json::array()}};
            for (const char* name : {"all", "win", "draw", "loss", "quiet", "quietwin", "quietdraw", "quietloss"}) {
                of_class[name] = 0;
            }
        }
        const auto add = [&](json& to) { to = to.get<std::uint64_t>() + line.weight; };
        add(of_class["all"]);
        add(of_class[line.result]);
        if (line.must_capture == "false") {
            add(of_class["quiet"]);
            add(of_class["quiet" + line.result]);
        }
        if (line.result != "draw") {
            json& by_plies = of_class[line.result == "win" ? "wins_by_plies" : "losses_by_plies"];
            while (by_plies.size() <= line.plies) {
                by_plies.push_back(0);
            }
            add(by_plies[line.plies]);
        }
    }
    return counts;
}

/// Returns the numbers of an .npy file's rows, and compares its header with the fields.
std::vector<std::vector<std::int64_t>> read_npy(const std::string& bytes, bool weighs, std::size_t rows) {
    const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
    const std::size_t first = 10 + length;
    CHECK(bytes.substr(0, 8) == std::string{"\x93NUMPY\x01\0", 8});
    CHECK(first % 64 == 0);
    std::string header = bytes.substr(10, length);
    CHECK(header.back() == '\n');
    header.erase(header.find_last_not_of(" \n") + 1);
    CHECK(header ==
          "{'descr': [('white_men', '<u8'), ('white_kings', '<u8'), ('black_men', '<u8'), "
          "('black_kings', '<u8'), ('side_to_move', '<i4'), ('wdl', '|i1'), ('must_capture', '|b1'), "
          "('plies', '<i2')" +
              std::string{weighs ? ", ('weight', '<i8')" : ""} + "], 'fortran_order': False, 'shape': (" +
              std::to_string(rows) + ",), }");
    std::vector<std::size_t> sizes{8, 8, 8, 8, 4, 1, 1, 2};
    if (weighs) {
        sizes.push_back(8);
    }
    std::vector<std::vector<std::int64_t>> all(rows);
    std::size_t at = first;
    for (auto& row : all) {
        for (const std::size_t size : sizes) {
            std::uint64_t number = 0;
            for (std::size_t i = 0; i < size; ++i) {
                number |= std::uint64_t{static_cast<unsigned char>(bytes.at(at++))} << (8 * i);
            }
            row.push_back(static_cast<std::int64_t>(number));
        }
        row[5] = static_cast<signed char>(row[5]);
    }
    CHECK(at == bytes.size());
    return all;
}

}  // namespace

TEST_CASE("sums over what export writes are what stats counts", "[tools]") {
    std::map<std::pair<std::string, std::string>, json> expected;
    for (const std::string& line : lines_of(export_tables().ask("stats", {"--json"}).out)) {
        const json row = json::parse(line);
        expected[{row["class"], row["stm"]}] = row;
    }
    CHECK(expected.size() == 18);
    const auto check = [&expected](const std::vector<std::string>& arguments, bool shapes, std::size_t sides) {
        const auto counts = counts_of(read_csv(exported(arguments), shapes));
        CHECK(counts.size() == sides);
        for (const auto& [key, of_class] : counts) {
            CAPTURE(key, shapes);
            for (const auto& [name, count] : of_class.items()) {
                CAPTURE(name);
                CHECK(expected[key][name] == count);
            }
        }
    };
    check({"KvK", "KvM", "MvM"}, false, 6);
    if (sampled) {
        check({"KKvK", "--shapes"}, true, 2);
    } else {
        check({"KKvK"}, false, 2);
        check({"--shapes"}, true, 18);
    }
}

TEST_CASE("export writes the same rows in every format", "[tools]") {
    const TemporaryDirectory directory;
    for (const bool shapes : {false, true}) {
        std::vector<std::string> what{"KvM", "KvK"};
        if (shapes) {
            what.emplace_back("--shapes");
        }
        const auto with = [&what](std::vector<std::string> arguments) {
            arguments.insert(arguments.begin(), what.begin(), what.end());
            return arguments;
        };
        const auto lines = read_csv(exported(what), shapes);
        REQUIRE(lines.size() == (shapes ? 2 * (518 + 1764) : 2 * (4032 + 3528)));
        const auto objects = lines_of(exported(with({"--format", "jsonl", "--out", "-"})));
        CHECK(exported(with({"--out", directory / "rows.npy"})).empty());
        const auto rows = read_npy(read_file(directory / "rows.npy"), shapes, lines.size());
        REQUIRE(objects.size() == lines.size());
        bool is_same = true;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const CsvLine& line = lines[i];
            const bool must_capture = line.must_capture == "true";
            json object{{"fen", line.fen},       {"class", line.material}, {"stm", line.side},
                        {"result", line.result}, {"plies", line.plies},    {"must_capture", must_capture}};
            const Position p = rules::parse_position(line.fen);
            std::vector<std::int64_t> row{static_cast<std::int64_t>(p.white().men.bits()),
                                          static_cast<std::int64_t>(p.white().kings.bits()),
                                          static_cast<std::int64_t>(p.black().men.bits()),
                                          static_cast<std::int64_t>(p.black().kings.bits()),
                                          line.side == "b",
                                          (line.result == "win") - (line.result == "loss"),
                                          must_capture,
                                          static_cast<std::int64_t>(line.plies)};
            if (shapes) {
                object["weight"] = line.weight;
                row.push_back(static_cast<std::int64_t>(line.weight));
            }
            is_same = is_same && json::parse(objects[i]) == object && rows[i] == row &&
                      (p.side_to_move == Colour::Black) == (line.side == "b");
        }
        CHECK(is_same);
    }
}

TEST_CASE("export takes one side to move, and probe confirms what it writes", "[tools]") {
    const CommandResult black = export_tables().ask("export", {"MvM", "--stm", "b", "--shapes", "--threads", "1"});
    CHECK(black.status == 0);
    const auto lines = read_csv(black.out, true);
    CHECK(black.err == "dameotb: " + std::to_string(lines.size()) + " positions in 1 class\n");
    std::string fens;
    std::string expected;
    for (const CsvLine& line : lines) {
        fens += line.fen + '\n';
        expected += line.fen + '\t' + line.result + '\t' + std::to_string(line.plies) + '\n';
        CHECK(line.side == "b");
    }
    CHECK(export_tables().ask("probe", {}, {.input = fens}).out == expected);
    CHECK(exported({"MvM", "--stm", "black", "--shapes", "--threads", "3"}) == black.out);
}

TEST_CASE("export writes a file that is there when it is whole", "[tools]") {
    const TemporaryDirectory directory;
    const std::string file = directory / "KvK.csv";
    const CommandResult written = export_tables().ask("export", {"KvK", "--out", file});
    CHECK(written.status == 0);
    CHECK(written.out.empty());
    const std::string whole = read_file(file);
    CHECK(whole == exported({"KvK", "--format", "csv"}));

    for (const char* name : {"KvK.csv", "KvK.npy"}) {
        const CommandResult full =
            export_tables().ask("export", {"KvK", "--out", directory / name}, {.most_file_bytes = full_disk_bytes});
        CHECK(full.status == 1);
        CHECK_THAT(full.err, StartsWith("dameotb: " + (directory / name).string()) && Contains("File too large"));
    }
    CHECK(export_tables().ask("export", {}, {.output_file = "/dev/full"}).err ==
          "dameotb: standard output: cannot be written\n");

    Command command{{"export", "--dir", export_tables().path, "--threads", "1", "--out", file}};
    command.send_signal_when_handled(SIGINT);
    const CommandResult stopped = command.wait();
    CHECK(stopped.status == 130);
    CHECK(stopped.err == "dameotb: stopped: the list is not complete, " + file + " is not written\n");

    const GeneratedTables damaged;
    std::string bytes = read_file(damaged.file("KMvM.dtm"));
    bytes.back() = static_cast<char>(bytes.back() ^ 0x40);
    write_file(damaged.file("KMvM.dtm"), bytes);
    const CommandResult failed = damaged.ask("export", {"--out", file});
    CHECK(failed.status == 1);
    CHECK_THAT(failed.err, StartsWith("dameotb: " + damaged.file("KMvM.dtm")));
    CHECK(names_in(directory.path()) == std::vector<std::string>{"KvK.csv"});
    CHECK(read_file(file) == whole);
}

TEST_CASE("export refuses what cannot be, with status 2", "[tools]") {
    for (const std::vector<std::string>& wrong :
         std::vector<std::vector<std::string>>{{"--format", "xml"},
                                               {"--format", "npy"},
                                               {"--out", "KvK.parquet"},
                                               {"--out", "KvK"},
                                               {"--out", ""},
                                               {"--out", "-", "--format", "npy"},
                                               {"--stm", "W"},
                                               {"--shapes=no"}}) {
        CAPTURE(wrong);
        const CommandResult result = export_tables().ask("export", wrong);
        CHECK(result.status == 2);
        CHECK(result.out.empty());
        CHECK(lines_of(result.err).size() == 2);
        CHECK_THAT(result.err, StartsWith("dameotb: ") && Contains("dameotb export --help"));
    }
    CHECK(export_tables().ask("export", {"KvX"}).status == 1);
    CHECK(export_tables().ask("export", {"KKvKK"}).status == 1);
}
