// Captures leap by leap, compared with a plain search on a board of letters.
#include <array>
#include <set>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::rules;

namespace {

using Stops = std::vector<Square>;

/// A capture as played on a board: where each stop was, and what was taken.
struct Chain {
    Stops stops;
    Bitboard taken;
};

/// Extends the chain by every leap there is, and keeps those that cannot be extended. Written for the eye: one step at
/// a time, from the words of rules 4 and 5.
void extend(const Position& position, bool is_king, Square start, const Chain& chain, std::vector<Chain>& finished) {
    const Square at = chain.stops.back();
    const auto is_on_board = [](int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; };
    const auto is_vacant = [&](Square square) { return square == start || !position.occupied().contains(square); };
    bool is_finished = true;
    for (const auto& [right, up] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}}) {
        int file = at.file() + right;
        int rank = at.rank() + up;
        while (is_king && is_on_board(file, rank) && is_vacant(Square{file, rank})) {
            file += right;
            rank += up;
        }
        if (!is_on_board(file, rank)) {
            continue;
        }
        const Square victim{file, rank};
        if (!position.enemy().all().contains(victim) || chain.taken.contains(victim)) {
            continue;
        }
        do {
            file += right;
            rank += up;
            if (!is_on_board(file, rank) || !is_vacant(Square{file, rank})) {
                break;
            }
            is_finished = false;
            Chain longer = chain;
            longer.stops.push_back(Square{file, rank});
            longer.taken |= victim;
            extend(position, is_king, start, longer, finished);
        } while (is_king);
    }
    if (is_finished && chain.stops.size() > 1) {
        finished.push_back(chain);
    }
}

/// Returns the chains from the square that take the most, those of `taken` counted.
std::vector<Chain> longest_from(const Position& position, Square from, Bitboard taken) {
    std::vector<Chain> all;
    extend(position, position.own().kings.contains(from), from, {{from}, taken}, all);
    int most = 0;
    for (const Chain& chain : all) {
        most = std::max(most, chain.taken.count());
    }
    std::erase_if(all, [&](const Chain& chain) { return chain.taken.count() < most; });
    return all;
}

using MoveKey = std::array<std::uint64_t, 3>;

MoveKey key_of(const Move& move) {
    return {static_cast<std::uint64_t>(move.from.index()), static_cast<std::uint64_t>(move.to.index()),
            move.captured.bits()};
}

std::set<MoveKey> keys_of(const std::vector<Move>& moves) {
    std::set<MoveKey> all;
    for (const Move& move : moves) {
        CHECK(all.insert(key_of(move)).second);
    }
    return all;
}

/// A move and the first stop after its first square.
using Leap = std::pair<MoveKey, int>;

std::set<Leap> leaps(const std::vector<Chain>& chains) {
    std::set<Leap> all;
    for (const auto& [stops, taken] : chains) {
        all.emplace(key_of({stops.front(), stops.back(), taken}), stops[1].index());
    }
    return all;
}

void check_paths(const std::vector<CapturePath>& paths, const std::vector<Chain>& expected) {
    std::set<Leap> found;
    for (const auto& [move, stops] : paths) {
        CHECK(found.emplace(key_of(move), stops[1].index()).second);
        CHECK(std::ranges::any_of(expected, [&, &wanted = stops, &made = move](const Chain& chain) {
            return chain.stops == wanted && chain.taken == made.captured;
        }));
    }
    CHECK(found == leaps(expected));
}

/// Returns the position and the capture under way after the first leaps of a chain.
Fen after_leaps(const Position& position, const Stops& stops, std::size_t count) {
    Fen fen{position};
    Pieces& own = fen.position[position.side_to_move];
    const bool is_king = own.kings.contains(stops[0]);
    own.men -= stops[0];
    own.kings -= stops[0];
    (is_king ? own.kings : own.men) |= stops[count];
    Bitboard taken;
    for (std::size_t i = 0; i < count; ++i) {
        const int right = (stops[i + 1].file() > stops[i].file()) - (stops[i + 1].file() < stops[i].file());
        const int up = (stops[i + 1].rank() > stops[i].rank()) - (stops[i + 1].rank() < stops[i].rank());
        for (Square at = stops[i]; at != stops[i + 1]; at = Square{at.file() + right, at.rank() + up}) {
            taken |= position.enemy().all() & Bitboard{at};
        }
    }
    fen.under_way = {stops[count], taken};
    return fen;
}

}  // namespace

TEST_CASE("captures under way end as a plain search says", "[rules]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    int under_way = 0;
    int men = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto some = [&](unsigned least, unsigned most) {
            return static_cast<std::uint8_t>(least + random() % (most - least + 1));
        };
        const index::Material material{{some(0, 2), some(1, 3)}, {some(0, 4), some(1, 5)}};
        const Position position = tests::random_position(random, material);
        if (!must_capture(position)) {
            CHECK(paths_by_first_leap(position).empty());
            continue;
        }
        CAPTURE(to_fen(position));
        std::vector<Chain> chains;
        for (const Square from : position.own().all()) {
            for (Chain& chain : longest_from(position, from, {})) {
                chains.push_back(std::move(chain));
            }
        }
        int most = 0;
        for (const Chain& chain : chains) {
            most = std::max(most, chain.taken.count());
        }
        std::erase_if(chains, [&](const Chain& chain) { return chain.taken.count() < most; });
        check_paths(paths_by_first_leap(position), chains);
        for (std::size_t c = 0; c < chains.size() && c < 8; ++c) {
            const auto& [stops, taken] = chains[c];
            for (std::size_t count = 1; count + 1 < stops.size(); ++count) {
                const Fen made = after_leaps(position, stops, count);
                const std::string text = to_fen(made);
                CAPTURE(text);
                const Fen fen = parse_fen_under_way(text);
                CHECK(fen.position == made.position);
                CHECK(fen.under_way == made.under_way);
                REQUIRE_THROWS_AS(parse_fen(text), NotationError);
                const auto expected = longest_from(fen.position, fen.under_way->at, fen.under_way->taken);
                check_paths(paths_by_first_leap(fen.position, fen.under_way), expected);
                std::set<MoveKey> ends;
                for (const Chain& chain : expected) {
                    ends.insert(key_of({chain.stops.front(), chain.stops.back(), chain.taken}));
                }
                const std::vector<Move> legal = legal_ends(fen.position, *fen.under_way);
                CHECK(keys_of(legal) == ends);
                CHECK(legal.front().captured.count() == most);
                CHECK(has_more_captures_than(fen.position, *fen.under_way, 0));
                // The turn as a whole leads to the same position as its end.
                const Move turn{stops.front(), stops.back(), taken};
                CHECK(after(fen.position, {stops[count], stops.back(), taken}) == after(position, turn));
                ++under_way;
                men += fen.position.own().men.contains(fen.under_way->at);
            }
        }
    }
    CHECK(under_way > 500);
    CHECK(men > 20);
}

TEST_CASE("a capture under way: pieces taken block, and the square where it began is vacant", "[rules]") {
    const auto ends = [](const char* text) {
        const Fen fen = parse_fen_under_way(text);
        std::set<std::string> all;
        for (const CapturePath& path : paths_by_first_leap(fen.position, fen.under_way)) {
            all.insert(path.text());
        }
        return all;
    };
    // The diagrams of docs/rules.md, rule 5.
    CHECK(ends("W:WBd4:BKf1,a2,b4,Gd3") == std::set<std::string>{"d4xa4xa1xg1", "d4xa4xa1xh1"});
    CHECK(ends("W:WBa1:BKf1,Ga2,Gb4,Gd3") == std::set<std::string>{"a1xg1", "a1xh1"});
    CHECK(ends("W:WBg5:BGd3,Gf5,g4,Kb3") == std::set<std::string>{"g5xg3", "g5xg2", "g5xg1"});
    // Of the two ways on, only the one that takes more.
    CHECK(ends("W:WBd4:BGd3,b4,Kf4,Kh3") == std::set<std::string>{"d4xh4xh2", "d4xh4xh1"});
    // A man on the far rank goes on as a man, and stays one.
    const Fen man = parse_fen_under_way("W:WAa8:BGa7,b8,c7,h8:H0:F30");
    CHECK(ends("W:WAa8:BGa7,b8,c7,h8") == std::set<std::string>{"a8xc8xc6"});
    const Move end = legal_ends(man.position, *man.under_way).front();
    CHECK(to_fen(after(man.position, end)) == "B:Wc6:Bh8");
    CHECK(to_fen(man) == "W:WAa8:BGa7,c7,b8,h8:H0:F30");
}

TEST_CASE("FENs of a capture under way: the older form, and what is refused", "[rules]") {
    CHECK(to_fen(parse_fen_under_way("W:Wd4.b,a1.k:Bd3.g,b4,c8.k,h8.p")) == "W:WKa1,Bd4:BGd3,b4,Kc8,Ph8");
    CHECK(to_fen(parse_fen_under_way("B:Wd5.g,e6:Bd6.a")) == "B:WGd5,e6:BAd6");
    CHECK(to_fen(parse_fen_under_way("W:WKa1:Bb3:H4")) == "W:WKa1:Bb3:H4");
    for (const char* text : {"W:WBd4:Bb4",          // nothing taken
                             "W:WKd4:BGd3,b4",      // nobody captures
                             "B:WBd4:BGd3,b4",      // not the side to move
                             "W:WBd4,Ba1:BGd3,b4",  // two pieces
                             "W:WBd4,Ga1:BGd3,b4",  // own piece taken
                             "W:WBd4:BGd3,h8",      // nothing to take
                             "W:WBd4:BGd3,Gb4",     // what is taken cannot be taken again
                             "W:WAd4,a8:BGd3,d5",   // a man at rest on its promotion rank
                             "W:WBd4:BGd3,d3,b4",   // two pieces on a square
                             "W:WBd4:BGd3,b4.x", "W:WBd4:BGd3,b4.", "W:WBKd4:BGd3,b4", "W:WB:BGd3,b4"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_fen_under_way(text), NotationError);
    }
}
