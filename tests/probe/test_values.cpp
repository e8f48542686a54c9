// Compares probe_wdl and probe_dtm with the plain values: every position of one piece a side in all its symmetric
// forms, forced captures from larger classes, sides without pieces, and several ways to store the same tables.
#include <algorithm>
#include <array>
#include <random>
#include <thread>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::NoTable;
using probe::Tablebase;

namespace {

Value dtm(const Tablebase& tables, const Position& position) {
    return std::get<Value>(tables.probe_dtm(position));
}
Wdl wdl(const Tablebase& tables, const Position& position) {
    return std::get<Wdl>(tables.probe_wdl(position));
}

/// Returns how many positions of one piece a side have a wrong answer.
int wrong_answers(const Tablebase& tables, std::size_t first = 0, std::size_t step = 1) {
    const auto& positions = two_piece_values().positions();
    int wrong = 0;
    for (std::size_t i = first; i < positions.size(); i += step) {
        const Value value = two_piece_values().of(positions[i]);
        wrong += dtm(tables, positions[i]) != value || wdl(tables, positions[i]) != value.wdl();
    }
    return wrong;
}

/// Returns a position without defect, with at most `most` pieces on random squares, kings and men alike.
Position random_position(std::mt19937& random, unsigned most) {
    for (;;) {
        Position position;
        position.side_to_move = random() % 2 == 0 ? Colour::White : Colour::Black;
        for (auto count = random() % (most - 1) + 2; count > 0; --count) {
            Pieces& side = position.sides[random() % 2];
            const Square square{static_cast<int>(random() % 64)};
            if (!position.occupied().contains(square)) {
                (random() % 2 == 0 ? side.kings : side.men) |= square;
            }
        }
        if (!defect(position)) {
            return position;
        }
    }
}

}  // namespace

TEST_CASE("the plain values themselves agree with counts from elsewhere", "[probe]") {
    // A row for one piece a side in tests/data/counts_le3.jsonl.
    struct Row {
        const char* name;
        Colour side_to_move;
        int wins;
        int draws;
        int losses;
        int longest_win;
        int longest_loss;
    };
    using enum Colour;
    const Row row = GENERATE(Row{"KvK", White, 672, 3360, 0, 1, 0}, Row{"KvK", Black, 672, 3360, 0, 1, 0},
                             Row{"KvM", White, 3370, 158, 0, 7, 0}, Row{"KvM", Black, 172, 704, 2652, 1, 8},
                             Row{"MvM", White, 1170, 1266, 652, 15, 14}, Row{"MvM", Black, 1170, 1266, 652, 15, 14});
    CAPTURE(row.name, static_cast<int>(row.side_to_move));
    std::array<int, 3> counts{};
    std::array<int, 3> longest{};
    for (const Position& position : two_piece_values().positions()) {
        if (position.side_to_move == row.side_to_move && index::Material::of(position) == material(row.name)) {
            const Value value = two_piece_values().of(position);
            const auto result = static_cast<std::size_t>(static_cast<int>(value.wdl()) + 1);
            ++counts[result];
            longest[result] = std::max(longest[result], value.dtm().plies());
        }
    }
    CHECK(counts == std::array{row.losses, row.draws, row.wins});
    CHECK(longest == std::array{row.longest_loss, 0, row.longest_win});
}

TEST_CASE("every position of one piece a side, in all its forms", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    for (const Position& position : two_piece_values().positions()) {
        const Value value = two_piece_values().of(position);
        for (const Position& form :
             {position, position.flipped(), position.mirrored(), position.flipped().mirrored()}) {
            const bool right = dtm(tables, form) == value && wdl(tables, form) == value.wdl();
            if (!right) {
                FAIL_CHECK(rules::to_fen(form));
            }
        }
    }
    CHECK(two_piece_values().positions().size() > 20000);
}

TEST_CASE("bare sides are decided by rule, without any table", "[probe]") {
    const TemporaryDirectory empty;
    const Tablebase tables{empty.path()};
    const auto check = [&tables](const char* fen, Value value) {
        const Position position = rules::parse_position(fen);
        CAPTURE(fen);
        CHECK(dtm(tables, position) == value);
        CHECK(wdl(tables, position) == value.wdl());
        CHECK(dtm(tables, position.flipped()) == value);
    };
    check("W:W:B", Value::loss_in(0));
    check("W:W:BKa1", Value::loss_in(0));
    check("B:W:BKa1", Value::win_in(1));
    check("W:WKa1,b3,Kh8:B", Value::win_in(1));
    check("B:WKa1,b3,Kh8:B", Value::loss_in(0));
    // White's men fill ranks 6 and 7 behind kings on rank 8. They block each other, and nothing can move.
    check("W:Wa7,b7,c7,d7,e7,f7,g7,h7,Ka8,Kb8,Kc8,Kd8,Ke8,Kf8,Kg8,Kh8:B", Value::loss_in(0));
}

TEST_CASE("a side without a legal move has lost, even where no table is there", "[probe]") {
    const TemporaryDirectory empty;
    const Tablebase tables{empty.path()};
    const auto check = [&tables](const char* fen, Value value) {
        const Position position = rules::parse_position(fen);
        for (const Position& form : {position, position.flipped(), position.mirrored()}) {
            CAPTURE(rules::to_fen(form));
            CHECK(dtm(tables, form) == value);
            CHECK(wdl(tables, form) == value.wdl());
        }
    };
    check("B:Wa1,a3,a4,b1,c6:Ba2", Value::loss_in(0));
    check("W:Wa7:BKa8,Kb8", Value::loss_in(0));
    check("W:WKa1:Ba2,a3,b2,Kb1,Kc1", Value::loss_in(0));
    // A forced capture that leaves the other side without a move, and then the position one ply before it.
    check("W:Wa1,a3,a4,b1,e4:Ba2,e5", Value::win_in(1));
    check("B:Wa1,a3,a4,b1,e1,e3:Ba2,e4", Value::loss_in(2));
    // b3xb5 is enough, though a4xc4 a2xa4 needs a table.
    check("W:Wa1,a3,a4,b1,b3:Ba2,b4", Value::win_in(1));

    const auto over = rules::parse_position("B:Wa1,a3,a4,b1,c6:Ba2");
    CHECK(std::get<std::vector<probe::RankedMove>>(tables.ranked_moves(over)).empty());
    CHECK(tables.known_moves({{over}}).empty());
    CHECK(std::get<std::vector<Move>>(tables.best_line({{over}})).empty());
    // One quiet move is enough to need a table.
    CHECK(tables.probe_dtm(rules::parse_position("B:Wa1,a3,a4,c6:Ba2")) ==
          probe::Answer<Value>{NoTable{material("MMMMvM")}});
}

TEST_CASE("captures from more than 9 pieces are not followed", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    // The capture before the last one. Everything is decided without a table. g8 is one piece more.
    CHECK(dtm(tables, rules::parse_position("W:WKd1,Kh7,Kh8:BKb1,Ka2,Kc3,Kd5,Kf6,Ke8")) == Value::win_in(1));
    const Position ten = rules::parse_position("W:WKd1,Kh7,Kh8,Kg8:BKb1,Ka2,Kc3,Kd5,Kf6,Ke8");
    for (const Position& form : {ten, ten.flipped(), ten.mirrored()}) {
        const NoTable none{material("KKKKKKvKKKK")};
        CHECK(tables.probe_dtm(form) == probe::Answer<Value>{none});
        CHECK(tables.probe_wdl(form) == probe::Answer<Wdl>{none});
        std::vector<probe::Answer<Wdl>> answers{Wdl::Draw};
        tables.probe_wdl(std::span{&form, 1}, answers);
        CHECK(answers.front() == probe::Answer<Wdl>{none});
    }
    // Sides that are blocked or have no pieces need no captures.
    CHECK(dtm(tables, rules::parse_position("B:Wa1,a3,a4,b1,c6,d6,e6,f6:Ba2")) == Value::loss_in(0));
}

TEST_CASE("forced captures lead through classes without tables", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    const std::uint32_t seed = 1;
    CAPTURE(seed);
    std::mt19937 random{seed};
    int decided = 0;
    int missing = 0;
    for (int round = 0; round < 60000; ++round) {
        const Position position = random_position(random, 7);
        const ValueBounds value = value_by_captures(position);
        const auto answer = tables.probe_dtm(position);
        const auto result = tables.probe_wdl(position);
        CAPTURE(rules::to_fen(position));
        REQUIRE(std::holds_alternative<Wdl>(result) == (value.least.wdl() == value.most.wdl()));
        REQUIRE((std::holds_alternative<NoTable>(result) || std::get<Wdl>(result) == value.least.wdl()));
        if (value.least == value.most) {
            REQUIRE(answer == probe::Answer<Value>{value.least});
            decided += position.occupied().count() > 2 && value.least != Value::win_in(1);
        } else {
            const auto* none = std::get_if<NoTable>(&answer);
            REQUIRE(none != nullptr);
            REQUIRE(none->material.is_canonical());
            REQUIRE_FALSE(none->material.is_bare());
            REQUIRE(none->material.pieces() > 2);
            REQUIRE(none->material.pieces() <= position.occupied().count());
            ++missing;
        }
    }
    CHECK(decided > 500);
    CHECK(missing > 10000);
}

TEST_CASE("every forced capture of three pieces", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    int checked = 0;
    for (const Position& two : two_piece_values().positions()) {
        // With one more black piece, each position of two against one is seen twice, once in each order.
        for (const Square square : all_squares - two.occupied()) {
            if ((square.index() + two.occupied().lowest().index()) % 5 != 0) {
                continue;
            }
            Position three = two;
            three[Colour::Black].kings |= square;
            if (rules::must_capture(three)) {
                const Value value = value_by_captures(three).least;
                if (dtm(tables, three) != value || wdl(tables, three.flipped()) != value.wdl()) {
                    FAIL_CHECK(rules::to_fen(three));
                }
                ++checked;
            }
        }
    }
    CHECK(checked > 50000);
}

TEST_CASE("the same answers from blocks and block groups of any size", "[probe]") {
    constexpr auto neighbours = table::Encoding::Neighbours;
    const TableForm form = GENERATE(TableForm{1, 1}, TableForm{7, 64}, TableForm{1U << 16, 1}, TableForm{1024, 2},
                                    TableForm{5, 3, neighbours}, TableForm{100, 64, neighbours},
                                    TableForm{1500, 1, neighbours}, TableForm{2048, 64, neighbours});
    CAPTURE(form.block_positions, form.group_blocks, static_cast<int>(form.encoding));
    const SampleTables files{form};
    const Tablebase tables{files.path()};
    CHECK(wrong_answers(tables, 0, 3) == 0);
}

TEST_CASE("two threads probe one tablebase, from its first file on", "[probe]") {
    const SampleTables files{TableForm{.encoding = GENERATE(table::Encoding::Zstd, table::Encoding::Neighbours)}};
    const std::size_t cache_bytes = GENERATE(std::size_t{3000}, std::size_t{10000}, std::size_t{1} << 26);
    const auto keep = GENERATE(probe::Keep::DecodedBlocks, probe::Keep::BlockGroups);
    const Tablebase tables{files.path(), {.cache_bytes = cache_bytes, .keep = keep}};
    int wrong_there = 0;
    std::thread other{[&] { wrong_there = wrong_answers(tables, 1, 2); }};
    const int wrong_here = wrong_answers(tables, 0, 2);
    other.join();
    CHECK(wrong_here == 0);
    CHECK(wrong_there == 0);
}

TEST_CASE("a tablebase can be moved", "[probe]") {
    const SampleTables files;
    Tablebase first{files.path()};
    CHECK(wrong_answers(first, 0, 100) == 0);
    Tablebase second{std::move(first)};
    CHECK(wrong_answers(second, 0, 100) == 0);
    const TemporaryDirectory empty;
    second = Tablebase{empty.path()};
    CHECK(second.classes().empty());
}
