// Flipping colours and mirroring left to right change only names. Moves, captures and unmoves must change in the same
// way.
#include <algorithm>

#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "moves.hpp"
#include "samples.hpp"
#include "vectors.hpp"

using namespace dameotb;

namespace {

/// Returns the vectors' positions, and random positions of classes with up to eight pieces.
const std::vector<Position>& many_positions() {
    static const std::vector<Position> all = [] {
        std::vector<Position> positions{initial_position()};
        for (const tests::Vector& vector : tests::vectors()) {
            positions.push_back(rules::parse_position(vector.fen));
        }
        tests::Random random{tests::sample_seed};
        for (int i = 0; i < 5000; ++i) {
            const auto few = [&random] { return static_cast<std::uint8_t>(random() % 3); };
            positions.push_back(tests::random_position(random, {{few(), few()}, {few(), few()}}));
        }
        return positions;
    }();
    return all;
}

std::string key(const Move& move) {
    return move.from.to_string() + move.to.to_string() + std::to_string(move.captured.bits());
}

std::set<std::string> keys(const std::vector<Move>& moves) {
    std::set<std::string> found;
    for (const Move& move : moves) {
        found.insert(key(move));
    }
    return found;
}

std::set<std::string> fens(const std::vector<Position>& positions) {
    std::set<std::string> found;
    for (const Position& position : positions) {
        found.insert(rules::to_fen(position));
    }
    return found;
}

template <class Image>
void check_invariance(const Image& image) {
    CAPTURE(tests::sample_seed);
    for (const Position& position : many_positions()) {
        INFO(rules::to_fen(position));
        const Position twin = image(position);
        REQUIRE(image(twin) == position);
        REQUIRE_FALSE(defect(twin));
        REQUIRE(rules::must_capture(twin) == rules::must_capture(position));

        std::vector<Move> moves = rules::legal_moves(position);
        std::vector<Position> predecessors = rules::quiet_predecessors(position);
        for (const Move& move : moves) {
            const Move twin_move{image(move.from), image(move.to), image(move.captured)};
            REQUIRE(rules::after(twin, twin_move) == image(rules::after(position, move)));
        }
        for (Move& move : moves) {
            move = {image(move.from), image(move.to), image(move.captured)};
        }
        for (Position& before : predecessors) {
            before = image(before);
        }
        REQUIRE(keys(rules::legal_moves(twin)) == keys(moves));
        REQUIRE(fens(rules::quiet_predecessors(twin)) == fens(predecessors));
    }
}

}  // namespace

TEST_CASE("flipping the colours flips moves and unmoves") {
    check_invariance([](const auto& thing) { return thing.flipped(); });
}

TEST_CASE("mirroring left to right mirrors moves and unmoves") {
    check_invariance([](const auto& thing) { return thing.mirrored(); });
}

TEST_CASE("flipping swaps the sides and who is to move, mirroring does not") {
    const Position position = rules::parse_position("W:WKa1,b2:Bg7,Kh3");
    CHECK(rules::to_fen(position.flipped()) == "B:Wg2,Kh6:Bb7,Ka8");
    CHECK(rules::to_fen(position.mirrored()) == "W:WKh1,g2:BKa3,b7");
}

TEST_CASE("quiet_moves equals legal_moves where no capture is on, and is free of captures elsewhere") {
    CAPTURE(tests::sample_seed);
    for (const Position& position : many_positions()) {
        const std::vector<Move> quiet = rules::quiet_moves(position);
        REQUIRE(std::ranges::none_of(quiet, [](const Move& move) { return move.is_capture(); }));
        if (!rules::must_capture(position)) {
            REQUIRE(keys(quiet) == keys(rules::legal_moves(position)));
        }
    }
}
