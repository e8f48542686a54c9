// Compares fills, walks and sweeps with unmoves of single positions and with sliding kings square by square.
#include <algorithm>

#include <dameotb/rules/direction.hpp>
#include <dameotb/rules/king_unmoves.hpp>
#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;

namespace {

using Board = std::array<std::uint64_t, 64>;

/// Returns the words of the positions without those in which two pieces share a square.
Board positions_of(const Board& words, Bitboard vacant) {
    Board positions{};
    for (const Square king : vacant) {
        const auto square = static_cast<std::size_t>(king.index());
        positions[square] = words[square] & (vacant - king).bits();
    }
    return positions;
}

Board swept(const Board& set, Bitboard vacant) {
    Board from{};
    rules::WordBoard<const std::uint64_t> set_board;
    rules::WordBoard<std::uint64_t> from_board;
    for (std::size_t square = 0; square < 64; ++square) {
        set_board[square] = &set[square];
        from_board[square] = &from[square];
    }
    rules::add_king_unmoves(vacant.bits(), set_board, from_board);
    return positions_of(from, vacant);
}

/// Slides the king from each square until a piece is in the way.
Board slid(const Board& set, Bitboard vacant) {
    Board from{};
    for (const Square king : vacant) {
        const auto square = static_cast<std::size_t>(king.index());
        for (const rules::Direction d : rules::all_directions) {
            for (const Square pivot : vacant - king) {
                for (auto to = rules::step(king, d); to && (vacant - pivot).contains(*to); to = rules::step(*to, d)) {
                    const std::uint64_t bit = Bitboard{pivot}.bits();
                    from[square] |= set[static_cast<std::size_t>(to->index())] & bit;
                }
            }
        }
    }
    return from;
}

/// Returns the predecessors of the position with white kings on `king`, `pivot` and `rest` in which the first has
/// moved.
Board unmoved(Square king, Square pivot, Bitboard rest) {
    const Bitboard stay = rest | pivot;
    Position position;
    position[Colour::White].kings = stay | king;
    position.side_to_move = Colour::Black;
    Board from{};
    for (const Position& before : rules::quiet_predecessors(position)) {
        const Bitboard moved = before.white().kings - stay;
        if (before.white().men.empty() && moved.count() == 1 && (before.white().kings & stay) == stay) {
            from[static_cast<std::size_t>(moved.lowest().index())] |= Bitboard{pivot}.bits();
        }
    }
    return from;
}

/// Slides a king from each square over vacant ones.
std::uint64_t plain_king_fill(std::uint64_t from, std::uint64_t vacant) {
    Bitboard reached;
    for (const Square square : Bitboard{from}) {
        for (const rules::Direction d : rules::all_directions) {
            for (auto to = rules::step(square, d); to && Bitboard{vacant}.contains(*to); to = rules::step(*to, d)) {
                reached |= *to;
            }
        }
    }
    return reached.bits();
}

}  // namespace

TEST_CASE("a fill and a walk from each single position find its unmoves, with at most one more piece anywhere") {
    const auto require_unmoves = [](Bitboard rest) {
        for (const Square king : ~rest) {
            for (const Square pivot : ~(rest | king)) {
                const Board expected = unmoved(pivot, king, rest);  // with the pivot as the king that has moved
                const Bitboard filled{rules::king_fill(Bitboard{pivot}.bits(), (~rest - king).bits())};
                Board walked{};
                rules::walk_king(pivot.index(), (~rest).bits(), [&](int to, std::uint64_t path) {
                    walked[static_cast<std::size_t>(to)] |= Bitboard{king}.bits() & ~path;
                    return true;
                });
                for (std::size_t square = 0; square < 64; ++square) {
                    const bool is_unmove = expected[square] != 0;
                    REQUIRE(filled.contains(Square{static_cast<int>(square)}) == is_unmove);
                    REQUIRE((walked[square] != 0) == is_unmove);
                }
            }
        }
    };
    require_unmoves({});
    for (int square = 0; square < 64; square += tests::sampled ? 13 : 1) {
        require_unmoves(Bitboard{Square{square}});
    }
}

TEST_CASE("king_fill equals sliding kings one by one") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < 20000; ++i) {
        // Dense, middling and sparse boards.
        const std::uint64_t vacant = i % 3 == 0   ? random() | random()
                                     : i % 3 == 1 ? random()
                                                  : ~(random() & random() & random());
        const std::uint64_t from = i % 2 == 0 ? random() & random() & random() : std::uint64_t{1} << (random() % 64);
        REQUIRE(rules::king_fill(from, vacant) == plain_king_fill(from, vacant));
        REQUIRE(rules::king_neighbours(from) == [&] {
            Bitboard near;
            for (const Square square : Bitboard{from}) {
                for (const rules::Direction d : rules::all_directions) {
                    if (const auto to = rules::step(square, d)) {
                        near |= *to;
                    }
                }
            }
            return near.bits();
        }());
    }
}

TEST_CASE("a sweep from each single position finds its unmoves, with at most one more piece anywhere") {
    const auto require_unmoves = [](Bitboard rest) {
        for (const Square king : ~rest) {
            for (const Square pivot : ~(rest | king)) {
                Board set{};
                set[static_cast<std::size_t>(king.index())] = Bitboard{pivot}.bits();
                REQUIRE(swept(set, ~rest) == unmoved(king, pivot, rest));
            }
        }
    };
    require_unmoves({});
    for (int square = 0; square < 64; square += tests::sampled ? 13 : 1) {
        require_unmoves(Bitboard{Square{square}});
    }
}

TEST_CASE("sweeps over random sets equal sliding the king, alone and in lanes") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < (tests::sampled ? 100 : 1000); ++i) {
        constexpr std::size_t lanes = rules::word_lanes;
        std::array<Board, lanes> sets;
        std::array<std::uint64_t, lanes> vacant;
        std::array<std::array<std::uint64_t, lanes>, 64> words;
        std::array<std::array<std::uint64_t, lanes>, 64> found{};
        rules::WordBoard<const std::uint64_t> set_board;
        rules::WordBoard<std::uint64_t> from_board;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            vacant[lane] = i % 2 == 0 ? random() | random() : random() | random() | random() | random();
            for (std::size_t square = 0; square < 64; ++square) {
                words[square][lane] = sets[lane][square] = i % 3 == 0 ? random() : random() & random() & random();
                set_board[square] = words[square].data();
                from_board[square] = found[square].data();
            }
        }
        rules::add_king_unmoves(rules::load_words<rules::Words>(vacant.data()), set_board, from_board);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Board expected = slid(sets[lane], Bitboard{vacant[lane]});
            Board in_lane;
            std::ranges::transform(found, in_lane.begin(), [lane](const auto& word) { return word[lane]; });
            REQUIRE(positions_of(in_lane, Bitboard{vacant[lane]}) == expected);
            REQUIRE(swept(sets[lane], Bitboard{vacant[lane]}) == expected);
        }
    }
}
