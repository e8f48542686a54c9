// Compares the walk over whole classes with the index, and with values read one position at a time. It must visit every
// placement once up to symmetry, with its value, for either side to move and any number of threads.
#include <algorithm>
#include <numeric>
#include <set>
#include <stdexcept>

#include <dameotb/analysis/statistics/statistics.hpp>
#include <dameotb/analysis/values/value_reader.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "plain_tables.hpp"
#include "samples.hpp"

using namespace dameotb;
using analysis::ClassValues;
using analysis::ValueRow;
using store::Reach;

namespace {

/// Returns the tables of all classes of up to 3 pieces and of KKvKK. They are made once for all test cases of this
/// file.
const tests::MadeTables& made_files() {
    static const tests::MadeTables made{[] {
        std::vector<index::Material> classes = index::build_order(3);
        classes.push_back(tests::class_of("KKvKK"));
        return classes;
    }()};
    return made;
}

/// Returns the value of a position as a probe of these tables finds it.
Value plain_value(const Position& position) {
    static const probe::Tablebase tables{made_files().path()};
    return std::get<Value>(tables.probe_dtm(position));
}

struct Shown {
    Position position;
    Value value;
    int weight;
    bool forced;

    bool operator==(const Shown&) const = default;
};

std::vector<Shown> all_shown(const ClassValues& values, Colour side, int threads) {
    std::vector<Shown> all;
    const bool finished = analysis::scan<std::vector<Shown>>(
        values, side, {.threads = threads},
        [](std::vector<Shown>& part, const ValueRow& row) {
            if (row.squares().empty()) {
                throw std::logic_error{"a row without placements"};
            }
            const Bitboard forced = row.forced();
            for (const Square square : row.squares()) {
                part.push_back({row.position(square), row.value(square), row.weight(square), forced.contains(square)});
            }
        },
        [&](std::vector<Shown>&& part) { all.insert(all.end(), part.begin(), part.end()); });
    CHECK(finished);
    return all;
}

/// Returns the numbers of a placement. There are two if a self-mirrored slice also holds its mirror image.
std::set<std::uint64_t> numbers_of(const index::ClassIndex& index, const Position& position) {
    return {index.rank(position), index.rank(position.mirrored())};
}

}  // namespace

TEST_CASE("a scan shows every placement once up to symmetry, with its value") {
    ClassValues values{made_files().path(), 2};
    for (const char* name : {"KvK", "MvM", "KvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM", "KKvKK"}) {
        REQUIRE(values.load(tests::class_of(name)));
        CHECK(values.material() == tests::class_of(name));
        const index::ClassIndex index{tests::class_of(name)};
        for (const Colour side : both_colours) {
            CAPTURE(name, static_cast<int>(side));
            std::vector<bool> seen(index.size());
            std::uint64_t weight = 0;
            for (const Shown& shown : all_shown(values, side, 1)) {
                const Position& position = shown.position;
                bool right = index::Material::of(position) == tests::class_of(name) && !defect(position) &&
                             position.side_to_move == side && shown.value == plain_value(position) &&
                             shown.forced == rules::must_capture(position);
                int expected_weight = 0;
                for (const std::uint64_t number : numbers_of(index, position)) {
                    right = right && !seen[number];
                    seen[number] = true;
                    expected_weight += index.weight(number);
                }
                if (!right || shown.weight != expected_weight) {
                    FAIL(rules::to_fen(position));
                }
                weight += static_cast<std::uint64_t>(shown.weight);
            }
            CHECK(std::ranges::count(seen, false) == 0);
            CHECK(weight == index::all_placements(tests::class_of(name)));
        }
    }
}

TEST_CASE("rows answer for all their placements at once") {
    ClassValues values{made_files().path()};
    const std::vector<std::pair<Value, Value>> ranges{{Value::loss_in(0), Value::win_in(1)},
                                                      {Value::win_in(9), Value::win_in(3)},
                                                      {Value::loss_in(2), Value::loss_in(250)},
                                                      {Value::draw(), Value::draw()},
                                                      {Value::win_in(249), Value::win_in(1)}};
    for (const char* name : {"MvM", "KvM", "KKvM", "KKvK"}) {
        REQUIRE(values.load(tests::class_of(name)));
        for (std::uint64_t part = 0; part < values.parts(); ++part) {
            values.visit_part(part, Colour::Black, [&](const ValueRow& row) {
                const ValueRow turned = row.other_side_to_move();
                CHECK(turned.squares() == row.squares());
                for (const auto& [least, most] : ranges) {
                    Bitboard expected;
                    for (const Square square : row.squares()) {
                        const Value value = row.value(square);
                        expected |= least <= value && value <= most ? Bitboard{square} : Bitboard{};
                    }
                    CHECK(row.between(least, most) == expected);
                }
                for (const Square square : row.squares()) {
                    Position position = row.position(square);
                    position.side_to_move = Colour::White;
                    CHECK(turned.position(square) == position);
                    CHECK(turned.value(square) == plain_value(position));
                    CHECK(turned.weight(square) == row.weight(square));
                }
                CHECK(turned.other_side_to_move().position(row.squares().lowest()) ==
                      row.position(row.squares().lowest()));
            });
        }
    }
}

// In a class without men a row is shown as the scan chose it, and counted where its image lies in memory.
TEST_CASE("moves of a row are counted as those of its positions") {
    ClassValues values{made_files().path()};
    for (const char* name : {"KKvM", "KKvK", "KKvKK"}) {
        CAPTURE(name);
        REQUIRE(values.load(tests::class_of(name), Reach::Moves));
        analysis::ValueReader reader{values};
        std::uint64_t rows = 0;
        std::uint64_t counted = 0;
        for (std::uint64_t part = 0; part < values.parts(); ++part) {
            values.visit_part(part, Colour::Black, [&](const ValueRow& row) {
                if (rows++ % 53 != 0) {
                    return;
                }
                const auto [quiet, counts] = reader.quiet_move_counts(row, row.squares());
                for (const Square square : row.squares()) {
                    const Position position = row.position(square);
                    REQUIRE(quiet.contains(square) == !rules::must_capture(position));
                    int winning = 0;
                    int best = 0;
                    for (const Move& move :
                         quiet.contains(square) ? rules::quiet_moves(position) : std::vector<Move>{}) {
                        const Value worth = plain_value(rules::after(position, move)).before_move();
                        winning += worth > Value::draw() ? 1 : 0;
                        best += worth == row.value(square) ? 1 : 0;
                    }
                    const auto i = static_cast<std::size_t>(square.index());
                    if (counts.winning[i] != winning || counts.best[i] != best) {
                        FAIL(rules::to_fen(position));
                    }
                    counted += quiet.contains(square) ? 1 : 0;
                }
            });
        }
        CHECK(counted > 200);
    }
}

TEST_CASE("a scan takes parts in their order, whatever the threads") {
    ClassValues values{made_files().path(), 3};
    for (const char* name : {"KKvK", "KKvM", "MMvM", "KKvKK"}) {
        REQUIRE(values.load(tests::class_of(name)));
        CHECK(values.parts() > 1);
        CHECK(all_shown(values, Colour::White, 3) == all_shown(values, Colour::White, 1));
    }
}

TEST_CASE("values of all that one move leads to are there on demand") {
    ClassValues values{made_files().path()};
    std::mt19937_64 random{tests::sample_seed};
    INFO("seed " << tests::sample_seed);
    for (const char* name : {"KMvK", "MvM", "KKvM", "KvM"}) {  // not in build order: dropped classes are loaded again
        REQUIRE(values.load(tests::class_of(name), Reach::Moves));
        analysis::ValueReader lookup{values};
        CHECK_FALSE(lookup(rules::parse_position("W:WKa1,Kb1,Kc1:BKa2,a8")));
        for (int sample = 0; sample < 1000; ++sample) {
            Position position = tests::random_position(random, tests::class_of(name));
            position = random() % 2 == 0 ? position : position.flipped();
            CHECK(values.value(position) == plain_value(position));
            CHECK(lookup(position) == plain_value(position));
            for (const Position& successor : rules::successors(position)) {
                CHECK(lookup(successor) == plain_value(successor));
                const Value expected = successor.own().all().empty() ? Value::loss_in(0) : plain_value(successor);
                CHECK(values.value(successor) == expected);
            }
        }
    }
}

TEST_CASE("parts are finished in their order until they are told to stop") {
    for (const int threads : {1, 3}) {
        std::atomic<bool> stop = false;
        constexpr std::uint64_t parts = 100;
        std::vector<std::uint64_t> slots(analysis::detail::slots_for(threads));
        std::vector<std::uint64_t> finished;
        std::uint64_t reported = 0;
        analysis::ScanOptions options{.threads = threads, .stop = &stop};
        options.on_progress = [&](std::uint64_t done, std::uint64_t all) {
            CHECK(all == parts);
            CHECK(done == finished.size());
            reported = done;
            stop = done > parts / 2;
        };
        const auto run = [&] {
            return analysis::detail::for_each_part(
                {parts}, options, [&](std::size_t slot, std::uint64_t part) { slots.at(slot) = part; },
                [&](std::size_t slot) { finished.push_back(slots.at(slot)); });
        };
        CHECK_FALSE(run());
        CHECK(reported == finished.size());
        CHECK(reported > parts / 2);
        CHECK(reported < parts);
        options.stop = nullptr;
        finished.clear();
        CHECK(run());
        std::vector<std::uint64_t> all(parts);
        std::iota(all.begin(), all.end(), 0);
        CHECK(finished == all);
    }
}

TEST_CASE("loading stops when it is told to") {
    std::atomic<bool> stop = true;
    ClassValues values{made_files().path(), 1, &stop};
    CHECK_FALSE(values.load(tests::class_of("KKvK")));
    stop = false;
    CHECK(values.load(tests::class_of("KKvK")));
}

TEST_CASE("a class without its files cannot be loaded") {
    const tests::TemporaryDirectory directory;
    for (const char* name : {"KvK.dtm", "KvK.wdl"}) {
        std::filesystem::copy(made_files().path() / name, directory / name);
    }
    ClassValues values{directory.path()};
    CHECK(values.load(tests::class_of("KvK")));
    CHECK_THROWS_AS(values.load(tests::class_of("KKvK")), table::TablebaseError);
    CHECK_THROWS_AS(values.load(tests::class_of("KvM"), Reach::Moves), table::TablebaseError);
}
