// Compares LongestCaptures with all leap chains, first listed and then reduced to the longest: the same moves, in the
// same order.
#include <dameotb/rules/longest_captures.hpp>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using rules::LongestCaptures;

namespace {

std::vector<Move> all_of(const Position& position) {
    std::vector<Move> moves;
    LongestCaptures{position}.for_each_while([&](const Move& move) {
        moves.push_back(move);
        return true;
    });
    return moves;
}

/// Keeps every chain.
struct AllChains {
    std::vector<Move> chains;
    Square from;

    void begin(Square square) { from = square; }
    void finish(Square to, Bitboard captured) { chains.push_back({from, to, captured}); }
};

/// Returns the longest captures, each once.
std::vector<Move> plainly(const Position& position) {
    AllChains all;
    rules::visit_captures(position, all);
    int most = 0;
    for (const Move& chain : all.chains) {
        most = std::max(most, chain.captured.count());
    }
    std::vector<Move> longest;
    for (const Move& chain : all.chains) {
        if (chain.captured.count() == most && std::ranges::find(longest, chain) == longest.end()) {
            longest.push_back(chain);
        }
    }
    return longest;
}

/// Calls `visit(position, legal captures)` for random positions in which captures are forced.
template <class Visit>
int for_each_forced(const char* name, int count, const Visit& visit) {
    tests::Random random{tests::sample_seed};
    INFO("seed " << tests::sample_seed << ", " << name);
    int forced = 0;
    for (int i = 0; i < count; ++i) {
        const Position position = tests::random_position(random, *index::Material::parse(name));
        const std::vector<Move> legal = plainly(position);
        if (rules::must_capture(position) == legal.empty()) {
            FAIL_CHECK(rules::to_fen(position));
        }
        if (!legal.empty()) {
            visit(position, legal);
            ++forced;
        }
    }
    return forced;
}

}  // namespace

TEST_CASE("the longest captures are the legal moves") {
    const char* name = GENERATE("KvK", "MMvM", "KKvKM", "KMvKMM", "KKKKvKKKK", "KKMMvKKMM", "KKKKMMMMvKKKKMMMM");
    std::size_t several = 0;
    const int forced = for_each_forced(name, 3000, [&](const Position& position, const auto& legal) {
        if (all_of(position) != legal) {
            FAIL_CHECK(rules::to_fen(position));
        }
        several += legal.size() > 1;
    });
    CHECK(forced > 200);
    CHECK((several > 100 || std::string{name} == "MMvM"));
}

TEST_CASE("more captures than there is room for without allocation") {
    std::size_t most = 0;
    for_each_forced("KKKKKKKKKKKKKKvKKKKKK", 20000, [&](const Position& position, const auto& legal) {
        if (legal.size() > 40) {
            CHECK(all_of(position) == legal);
        }
        most = std::max(most, legal.size());
    });
    CHECK(most > 40);
}

TEST_CASE("captures are gone through as long as the visitor wants") {
    for_each_forced("KKKKvKK", 200, [&](const Position& position, const auto& legal) {
        for (std::size_t wanted = 1; wanted <= legal.size(); ++wanted) {
            std::size_t seen = 0;
            LongestCaptures{position}.for_each_while([&](const Move&) { return ++seen < wanted; });
            REQUIRE(seen == wanted);
        }
    });
}
