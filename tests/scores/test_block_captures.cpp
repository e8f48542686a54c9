// Compares captures of whole blocks with the rules' captures of each position, and with captures row by row.
#include <algorithm>

#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/captures/block_capture_resolver.hpp>
#include <dameotb/scores/captures/row_capture_resolver.hpp>

#include "against_reference.hpp"
#include "captures.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::scores;
using rules::Bitboard;
using rules::Colour;
using rules::Position;
using rules::Square;

namespace {

/// A position without two kings, and their sides.
struct Block {
    Position fixed;
    Colour second;
    Colour pivot;

    [[nodiscard]] Position with(Square second_square, Square pivot_square) const {
        Position position = fixed;
        position[second].kings |= second_square;
        position[pivot].kings |= pivot_square;
        return position;
    }
};

std::vector<index::Material> classes_with_two_kings(int pieces) {
    std::vector<index::Material> classes = index::build_order(pieces);
    std::erase_if(classes, [&](const index::Material& m) { return m.kings() < 2 || m.pieces() != pieces; });
    return classes;
}

/// Takes two kings off a random position.
Block random_block(tests::Random& random, const index::Material& material) {
    Block block{tests::random_position(random, random() % 2 == 0 ? material : material.flipped()), {}, {}};
    block.fixed.side_to_move = static_cast<Colour>(random() % 2);
    for (Colour* side : {&block.second, &block.pivot}) {
        const bool white =
            !block.fixed.white().kings.empty() && (block.fixed.black().kings.empty() || random() % 2 == 0);
        *side = white ? Colour::White : Colour::Black;
        block.fixed[*side].kings -= block.fixed[*side].kings.lowest();
    }
    return block;
}

/// Returns what the search says of the two kings on these squares.
std::set<tests::Capture> captures_by_search(const BlockCaptureSearch& search, const Block& block, Square second,
                                            Square pivot) {
    std::set<tests::Capture> captures;
    const auto s = static_cast<std::size_t>(second.index());
    for (const BlockChain& chain : search.chains()) {
        if (chain.seconds.contains(second) && Bitboard{search.longest(chain, s)}.contains(pivot)) {
            Bitboard taken = chain.taken;
            taken |= chain.second_taken ? Bitboard{second} : Bitboard{};
            taken |= chain.pivot_taken ? Bitboard{pivot} : Bitboard{};
            const Square from = chain.by == BlockChain::By::Second  ? second
                                : chain.by == BlockChain::By::Pivot ? pivot
                                                                    : chain.from;
            captures.emplace(from.index(), chain.landing.index(), taken.bits());
        }
    }
    for (const rules::Direction d : rules::orthogonals) {
        if (search.has_singles() && Bitboard{search.singles(d, s)}.contains(pivot)) {
            const bool second_captures = block.second == block.fixed.side_to_move;
            const Square from = second_captures ? second : pivot;
            const Square victim = second_captures ? pivot : second;
            for (const Square to : rules::slide(victim, d, block.fixed.occupied())) {
                captures.emplace(from.index(), to.index(), Bitboard{victim}.bits());
            }
        }
    }
    return captures;
}

}  // namespace

TEST_CASE("BlockCaptureSearch finds the captures of the rules, for all squares of two kings") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    int with_captures = 0;
    for (const int pieces : {2, 3, 4, 5, 6, 7, 8}) {
        const std::vector<index::Material> classes = classes_with_two_kings(pieces);
        BlockCaptureSearch search;
        for (int i = 0; i < (tests::sampled ? 10 : 150); ++i) {
            const Block block = random_block(random, classes[random() % classes.size()]);
            const Bitboard vacant = ~block.fixed.occupied();
            const Bitboard seconds = i % 2 == 0 ? vacant : vacant & Bitboard{random()};
            search.search(block.fixed, block.second, block.pivot, seconds);
            for (const Square second : seconds) {
                const Bitboard forced{search.forced()[static_cast<std::size_t>(second.index())]};
                REQUIRE((forced - (vacant - second)).empty());
                for (const Square pivot : vacant - second) {
                    const Position position = block.with(second, pivot);
                    const std::set<tests::Capture> expected = tests::captures_by_rules(position);
                    with_captures += !expected.empty();
                    if (forced.contains(pivot) != !expected.empty() ||
                        captures_by_search(search, block, second, pivot) != expected) {
                        FAIL(rules::to_fen(position));
                    }
                }
            }
            for (const Square square : ~seconds) {
                REQUIRE(search.forced()[static_cast<std::size_t>(square.index())] == 0);
            }
        }
    }
    CHECK(with_captures > (tests::sampled ? 10'000 : 500'000));
}

TEST_CASE("BlockCaptureResolver equals RowCaptureResolver, of up to five pieces") {
    const int pieces = tests::sampled ? 4 : 5;
    const SolvedClasses solved = tests::solve_in_memory(index::build_order(pieces - 1), 2);
    RowCaptureResolver by_rows{solved};
    BlockCaptureResolver by_blocks{solved};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int count = 2; count <= pieces; ++count) {
        for (const index::Material& material : classes_with_two_kings(count)) {
            for (int i = 0; i < (count < 4 ? 60 : 40); ++i) {
                const Block block = random_block(random, material);
                const Bitboard seconds = ~block.fixed.occupied();
                by_blocks.resolve(block.fixed, block.second, block.pivot, seconds);
                for (const Square second : seconds) {
                    Position fixed = block.fixed;
                    fixed[block.second].kings |= second;
                    RowScores expected;
                    const Bitboard forced = by_rows.resolve(fixed, block.pivot, expected.data());
                    REQUIRE(by_blocks.forced(second) == forced);
                    const Bitboard equal = equal_squares(by_blocks.scores(second).data(), expected.data());
                    if (!(forced - equal).empty()) {
                        FAIL(rules::to_fen(block.with(second, (forced - equal).lowest())));
                    }
                }
            }
        }
    }
}
