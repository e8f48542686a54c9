// Statistics of small classes, against counting over all placements and against exact results from elsewhere.
#include <dameotb/gen/stats.hpp>

#include <fstream>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"
#include "samples.hpp"

using namespace dameotb;
using rules::Colour;
using rules::Wdl;
using tests::class_of;

namespace {

const std::vector<std::string> names{"KvK", "KvM", "MvM", "KKvK"};

tests::PlainTables& plain() {
    static tests::PlainTables tables{{class_of("KKvK"), class_of("KvM"), class_of("MvM")}};
    return tables;
}

/// The lines of counts_le3.jsonl for a class and side to move.
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
    gen::ClassValues values{directory.path(), 2};
    for (const std::string& name : names) {
        REQUIRE(values.load(class_of(name)));
        const index::ClassIndex index{class_of(name)};
        for (const Colour side : {Colour::White, Colour::Black}) {
            CAPTURE(name, static_cast<int>(side));
            std::map<Wdl, std::uint64_t> counts;
            std::map<Wdl, int> longest;
            tests::for_each_placement(class_of(name), [&](rules::Position position) {
                position.side_to_move = side;
                const rules::Value value = plain().value(position);
                ++counts[value.wdl()];
                longest[value.wdl()] = std::max(longest[value.wdl()], value.dtm().plies());
            });
            for (const int threads : {1, 3}) {
                const gen::ClassStats stats = gen::class_stats(values, side, threads);
                CHECK(stats.material == class_of(name));
                CHECK(stats.side_to_move == side);
                CHECK(stats.all == index::all_placements(class_of(name)));
                CHECK(stats.win == counts[Wdl::Win]);
                CHECK(stats.draw == counts[Wdl::Draw]);
                CHECK(stats.loss == counts[Wdl::Loss]);
                CHECK(stats.longest_win_plies == longest[Wdl::Win]);
                CHECK(stats.longest_loss_plies == longest[Wdl::Loss]);
                REQUIRE(stats.longest_win.has_value() == (stats.win > 0));
                REQUIRE(stats.longest_loss.has_value() == (stats.loss > 0));
                if (stats.longest_win) {
                    CHECK(stats.longest_win->side_to_move == side);
                    CHECK(plain().value(*stats.longest_win) == rules::Value::win_in(stats.longest_win_plies));
                }
                if (stats.longest_loss) {
                    CHECK(stats.longest_loss->side_to_move == side);
                    CHECK(plain().value(*stats.longest_loss) == rules::Value::loss_in(stats.longest_loss_plies));
                }
                const bool stored = side == Colour::White || !class_of(name).is_symmetric();
                CHECK(stats.stored == (stored ? index.size() : 0));
            }
        }
    }
}

TEST_CASE("statistics equal exact results from elsewhere") {
    const tests::TemporaryDirectory directory;
    tests::write_files(directory.path(), plain());
    gen::ClassValues values{directory.path(), 2};
    for (const std::string& name : names) {
        REQUIRE(values.load(class_of(name)));
        for (const Colour side : {Colour::White, Colour::Black}) {
            CAPTURE(name, static_cast<int>(side));
            const nlohmann::json known = known_counts(class_of(name), side);
            REQUIRE(known.is_object());
            const gen::ClassStats stats = gen::class_stats(values, side, 2);
            CHECK(known["all"] == stats.all);
            CHECK(known["win"] == stats.win);
            CHECK(known["draw"] == stats.draw);
            CHECK(known["loss"] == stats.loss);
            CHECK(known["maxwin"] == stats.longest_win_plies);
            CHECK(known["maxloss"] == stats.longest_loss_plies);
        }
    }
}
