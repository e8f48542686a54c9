// Captures that branch very often. The search of legal_moves must visit each state once, and find the same moves.
// The positions were found by hill climbing for the most states or the most paths. Work is counted, not timed.
#include <dameotb/rules/longest_captures.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "seen_landings.hpp"

using namespace dameotb;

namespace {

struct Hard {
    const char* fen;
    long most_states;
};

/// 18 enemies against few kings, and as many kings for each side: up to millions of paths.
const std::vector<Hard> hard{
    {"W:WKa1,Kh1,Kg6,Ka8:BKe1,Kc2,Kg2,Kb3,Kd3,Kf3,Kh3,Ka4,Ke4,Kc5,Kg5,Kb6,Kd6,Kf6,Kh6,Kc7,Kg7,Ke8", 175'000},
    {"W:WKa5:BKb1,Kg1,Ke2,Kh2,Ka3,Kc3,Kf3,Kd4,Kg4,Kb5,Kg5,Ke6,Ka7,Kc7,Kf7,Kh7,Kb8,Kg8", 70'000},
    {"W:WKh1,Kh2,Kc3,Kf3,Kh3,Kh4,Kh5,Kf6,Kh6,Kh7,Ka8,Kb8,Kc8,Kd8,Ke8,Kf8,Kg8,Kh8:"
     "BKc1,Kf1,Kc2,Kf2,Ka3,Kb3,Kd3,Ke3,Kg3,Kc4,Kf4,Kc5,Kf5,Kb6,Ke6,Kg6,Kc7,Kf7",
     85'000},
    {"W:WKh1,Kh2,Kh3,Kh4,Kh5,Kh6,Kh7,Ka8,Kb8,Kc8,Kd8,Ke8,Kf8,Kg8:"
     "BKc1,Ka2,Kd2,Kg2,Kc3,Kf3,Kb4,Ke4,Kc5,Ka6,Kd6,Kg6,Kc7,Kf7",
     36'000},
};

/// Visits and counts each state once, as legal_moves does if there are many paths.
struct StateCounter {
    long states = 0;
    rules::SeenLandings seen;

    void begin(Square) { seen.clear(); }
    Bitboard choose(Bitboard landings, Bitboard captured) {
        const Bitboard unseen = seen.unseen(landings, captured);
        states += unseen.count();
        return unseen;
    }
    void finish(Square, Bitboard) {}
};

/// Goes through all paths, which is the definition. Keeps each longest capture once, in the order of finding.
struct AllPaths {
    Square from;
    long paths = 0;
    int most = 0;
    std::vector<Move> longest;

    void begin(Square square) { from = square; }
    void finish(Square to, Bitboard captured) {
        ++paths;
        if (captured.count() > most) {
            most = captured.count();
            longest.clear();
        }
        const Move move{from, to, captured};
        if (captured.count() == most && std::ranges::find(longest, move) == longest.end()) {
            longest.push_back(move);
        }
    }
};

}  // namespace

TEST_CASE("very many paths: each state is searched once") {
    for (const Hard& position : hard) {
        CAPTURE(position.fen);
        StateCounter counter;
        rules::visit_captures(rules::parse_position(position.fen), counter);
        CHECK(counter.states <= position.most_states);
        CHECK(counter.states > position.most_states / 2);
    }
}

TEST_CASE("very many paths: legal_moves finds what all paths give") {
    for (const Hard& position : hard) {
        CAPTURE(position.fen);
        const Position at = rules::parse_position(position.fen);
        AllPaths all;
        rules::visit_captures(at, all);
        CHECK(all.paths > 10'000);
        CHECK(rules::legal_moves(at) == all.longest);
    }
}

TEST_CASE("very many paths: moves are printed and read") {
    for (const Hard& position : hard) {
        CAPTURE(position.fen);
        const Position at = rules::parse_position(position.fen);
        const std::vector<Move> legal = rules::legal_moves(at);
        for (const Move& move : {legal.front(), legal.back()}) {
            const std::string text = rules::to_text(at, move);
            CHECK(text.size() == static_cast<std::size_t>(3 * move.captured.count() + 2));
            CHECK(rules::parse_move(at, text) == move);
        }
    }
}

TEST_CASE("the search by states takes over where paths are some thousands") {
    tests::Random random{tests::sample_seed};
    CAPTURE(tests::sample_seed);
    int many = 0;
    for (int round = 0; round < 4000; ++round) {
        const Position position = tests::random_position(random, {{3, 1}, {16, 2}});
        if (!rules::must_capture(position)) {
            continue;
        }
        AllPaths all;
        rules::visit_captures(position, all);
        INFO(rules::to_fen(position));
        REQUIRE(rules::legal_moves(position) == all.longest);
        many += all.paths > 1000;
    }
    CHECK(many > 10);
}
