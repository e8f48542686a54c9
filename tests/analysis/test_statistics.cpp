// Compares statistics of small classes with counts over all placements, and with exact results from elsewhere.
#include <dameotb/analysis/statistics/statistics.hpp>

#include <fstream>

#include <nlohmann/json.hpp>

#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "plain_files.hpp"
#include "samples.hpp"
#include "true_tables.hpp"

using namespace dameotb;
using tests::class_of;
using tests::plain;

namespace {

const std::vector<std::string> names{"KvK", "KvM", "MvM", "KKvK"};

/// Returns the lines of counts_le3.jsonl for a class and side to move.
nlohmann::json known_counts(const index::Material& m, Colour side_to_move) {
    std::ifstream file{DAMEOTB_TEST_DATA "/counts_le3.jsonl"};
    for (std::string line; std::getline(file, line);) {
        const nlohmann::json row = nlohmann::json::parse(line);
        if (row["wk"] == m.white.kings && row["wm"] == m.white.men && row["bk"] == m.black.kings &&
            row["bm"] == m.black.men && row["stm"] == (side_to_move == Colour::White ? "w" : "b")) {
            return row;
        }
    }
    return {};
}

}  // namespace

TEST_CASE("statistics equal a count over all placements") {
    const tests::TemporaryDirectory directory;
    tests::write_files(directory.path(), plain());
    analysis::ClassValues values{directory.path(), 2};
    for (const std::string& name : names) {
        REQUIRE(values.load(class_of(name)));
        for (const Colour side : both_colours) {
            CAPTURE(name, static_cast<int>(side));
            std::map<Wdl, std::uint64_t> counts;
            std::map<Wdl, std::uint64_t> quiet;
            std::map<Wdl, int> longest;
            tests::for_each_placement(class_of(name), [&](Position position) {
                position.side_to_move = side;
                const Value value = plain().value(position);
                ++counts[value.wdl()];
                quiet[value.wdl()] += rules::must_capture(position) ? 0 : 1;
                longest[value.wdl()] = std::max(longest[value.wdl()], value.dtm().plies());
            });
            for (const int threads : {1, 3}) {
                const analysis::SideStatistics found =
                    analysis::side_statistics(values, side, {.threads = threads}).value();
                CHECK(found.all() == index::all_placements(class_of(name)));
                CHECK(found.wins == counts[Wdl::Win]);
                CHECK(found.draws == counts[Wdl::Draw]);
                CHECK(found.losses == counts[Wdl::Loss]);
                CHECK(found.quiet.wins == quiet[Wdl::Win]);
                CHECK(found.quiet.draws == quiet[Wdl::Draw]);
                CHECK(found.quiet.losses == quiet[Wdl::Loss]);
                CHECK(found.longest_win_plies().value_or(0) == longest[Wdl::Win]);
                CHECK(found.longest_loss_plies().value_or(0) == longest[Wdl::Loss]);
                REQUIRE(found.longest_win.has_value() == (found.wins > 0));
                REQUIRE(found.longest_loss.has_value() == (found.losses > 0));
                if (found.longest_win) {
                    CHECK(found.longest_win->side_to_move == side);
                    CHECK(plain().value(*found.longest_win) == Value::win_in(found.longest_win_plies().value_or(0)));
                }
                if (found.longest_loss) {
                    CHECK(found.longest_loss->side_to_move == side);
                    CHECK(plain().value(*found.longest_loss) == Value::loss_in(found.longest_loss_plies().value_or(0)));
                }
            }
        }
    }
}

TEST_CASE("statistics equal exact results from elsewhere") {
    const tests::TemporaryDirectory directory;
    tests::write_files(directory.path(), plain());
    analysis::ClassValues values{directory.path(), 2};
    for (const std::string& name : names) {
        REQUIRE(values.load(class_of(name)));
        for (const Colour side : both_colours) {
            CAPTURE(name, static_cast<int>(side));
            const nlohmann::json known = known_counts(class_of(name), side);
            REQUIRE(known.is_object());
            const analysis::SideStatistics found = analysis::side_statistics(values, side, {.threads = 2}).value();
            CHECK(known["all"] == found.all());
            CHECK(known["win"] == found.wins);
            CHECK(known["draw"] == found.draws);
            CHECK(known["loss"] == found.losses);
            CHECK(known["maxwin"] == found.longest_win_plies().value_or(0));
            CHECK(known["maxloss"] == found.longest_loss_plies().value_or(0));
        }
    }
}

TEST_CASE("the histogram has every placement at its distance") {
    const tests::TemporaryDirectory directory;
    tests::write_files(directory.path(), plain());
    analysis::ClassValues values{directory.path(), 1};
    for (const std::string& name : names) {
        REQUIRE(values.load(class_of(name)));
        for (const Colour side : both_colours) {
            CAPTURE(name, static_cast<int>(side));
            std::vector<std::uint64_t> by_plies;
            tests::for_each_placement(class_of(name), [&](Position position) {
                position.side_to_move = side;
                const Value value = plain().value(position);
                if (value.wdl() != Wdl::Draw) {
                    const auto plies = static_cast<std::size_t>(value.dtm().plies());
                    by_plies.resize(std::max(by_plies.size(), plies + 1));
                    ++by_plies[plies];
                }
            });
            CHECK(analysis::side_statistics(values, side, {}).value().by_plies() == by_plies);
        }
    }
}
