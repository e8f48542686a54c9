// Unmoves must be the exact inverse of quiet legal moves: "q before p" must be the same set of pairs from either end.
#include <algorithm>

#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "moves.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;

namespace {

bool contains(const std::vector<Position>& positions, const Position& position) {
    return std::ranges::find(positions, position) != positions.end();
}

bool has_duplicates(const std::vector<Position>& positions) {
    tests::Texts fens;
    for (const Position& position : positions) {
        fens.insert(rules::to_fen(position));
    }
    return fens.size() != positions.size();
}

/// Tests the definition in `unmove.hpp` for all pairs in which the position is the first or the second.
void check_duality(const Position& position) {
    INFO(rules::to_fen(position));
    const std::vector<Position> predecessors = rules::quiet_predecessors(position);
    REQUIRE_FALSE(has_duplicates(predecessors));
    for (const Position& before : predecessors) {
        INFO("before: " << rules::to_fen(before));
        REQUIRE_FALSE(defect(before));
        REQUIRE_FALSE(rules::must_capture(before));
        REQUIRE(contains(rules::successors(before), position));
    }
    if (!rules::must_capture(position)) {
        for (const Position& next : rules::successors(position)) {
            INFO("next: " << rules::to_fen(next));
            REQUIRE(contains(rules::quiet_predecessors(next), position));
        }
    }
}

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 31)) * 0x7FB5D329728EA185U;
    x = (x ^ (x >> 27)) * 0x81DADEF4BC2DD44DU;
    return x ^ (x >> 33);
}

std::uint64_t fingerprint(const Position& position) {
    std::uint64_t h = static_cast<std::uint64_t>(position.side_to_move);
    for (const Pieces& side : position.sides) {
        h = mix(h + side.men.bits());
        h = mix(h + side.kings.bits());
    }
    return h;
}

/// A multiset of pairs (q, p), kept as its size and the sum of its members' fingerprints.
struct Pairs {
    void add(std::uint64_t before, std::uint64_t next) {
        ++count;
        sum += mix(before * 3 + next);
    }
    bool operator==(const Pairs&) const = default;

    std::uint64_t count = 0;
    std::uint64_t sum = 0;
};

/// Returns all classes of this many pieces, also those in which a side has no pieces.
std::vector<index::Material> classes_of(int pieces) {
    std::vector<index::Material> found;
    const auto byte = [](int count) { return static_cast<std::uint8_t>(count); };
    for (int a = 0; a <= pieces; ++a) {
        for (int b = 0; a + b <= pieces; ++b) {
            for (int c = 0; a + b + c <= pieces; ++c) {
                found.push_back({{byte(a), byte(b)}, {byte(c), byte(pieces - a - b - c)}});
            }
        }
    }
    return found;
}

/// Calls visit(position) for all positions of this many pieces.
template <class Visit>
void for_each_position(int pieces, const Visit& visit) {
    for (const index::Material& material : classes_of(pieces)) {
        tests::for_each_placement(material, [&](Position position) {
            visit(position);
            position.side_to_move = Colour::Black;
            visit(position);
        });
    }
}

}  // namespace

TEST_CASE("unmoves of hand-made positions") {
    const auto before = [](const std::string& fen) {
        tests::Texts fens;
        for (const Position& position : rules::quiet_predecessors(rules::parse_position(fen))) {
            fens.insert(rules::to_fen(position));
        }
        return fens;
    };
    CHECK(before("B:Wd4:Bh8") == tests::Texts{"W:Wc3:Bh8", "W:Wd3:Bh8", "W:We3:Bh8"});
    CHECK(before("W:Wa1:Bh7") == tests::Texts{"B:Wa1:Bg8", "B:Wa1:Bh8"});
    // Nothing moves to its own first rank.
    CHECK(before("B:Wa1:Bh8").empty());
    // A move along a line is taken back: from b4 over b3 and b2 to b1.
    CHECK(before("B:Wb2,b3,b4:Bh8").contains("W:Wb1,b2,b3:Bh8"));
    CHECK_FALSE(before("B:Wb2,Kb3,b4:Bh8").contains("W:Wb1,b2,Kb3:Bh8"));
    // A king on the far rank has moved there or was a man. A king elsewhere has moved.
    CHECK(before("B:WKa8:Bh7").contains("W:Wa7:Bh7"));
    CHECK(before("B:WKa8:Bh7").contains("W:Wb7:Bh7"));
    CHECK(before("B:WKa8:Bh7").contains("W:WKa1:Bh7"));
    CHECK_FALSE(before("B:WKa7:Bh8").contains("W:Wa6:Bh8"));
    // A man on d3, next to c3, would have had to capture.
    CHECK(before("B:Wd4:Bc3,h8") == tests::Texts{"W:We3:Bc3,h8"});
}

TEST_CASE("moves and unmoves are dual on every position of up to two pieces") {
    constexpr int step = tests::sampled ? 10 : 1;
    int seen = 0;
    for (const int pieces : {0, 1, 2}) {
        for_each_position(pieces, [&](const Position& position) {
            if (seen++ % step == 0) {
                check_duality(position);
            }
        });
    }
}

TEST_CASE("moves and unmoves are dual on every position of three pieces") {
    // Compares the pairs as moves list them with the pairs as unmoves list them. Each is listed once. Only all of them
    // together must be equal.
    constexpr int pieces = tests::sampled ? 2 : 3;
    Pairs forward;
    Pairs backward;
    for_each_position(pieces, [&](const Position& position) {
        const std::uint64_t here = fingerprint(position);
        if (!rules::must_capture(position)) {
            for (const Position& next : rules::successors(position)) {
                forward.add(here, fingerprint(next));
            }
        }
        for (const Position& before : rules::quiet_predecessors(position)) {
            backward.add(fingerprint(before), here);
        }
    });
    CHECK(forward.count > (tests::sampled ? 100'000 : 50'000'000));
    CHECK(backward.count == forward.count);
    CHECK(backward.sum == forward.sum);
}

TEST_CASE("moves and unmoves are dual on samples of three to eight pieces") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const int pieces : {3, 4, 5, 6, 7, 8}) {
        const std::vector<index::Material> classes = classes_of(pieces);
        for (int i = 0; i < (tests::sampled ? 100 : 500); ++i) {
            check_duality(tests::random_position(random, classes[random() % classes.size()]));
        }
    }
}
