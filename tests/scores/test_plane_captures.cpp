// Compares captures of whole planes with the rules' captures of each position, and with captures row by row.
#include <algorithm>

#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/captures/plane_capture_resolver.hpp>
#include <dameotb/scores/captures/row_capture_resolver.hpp>

#include "against_reference.hpp"
#include "captures.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

/// A position without two kings, and their sides.
struct Plane {
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
Plane random_plane(tests::Random& random, const index::Material& material) {
    Plane plane{tests::random_position(random, random() % 2 == 0 ? material : material.flipped()), {}, {}};
    plane.fixed.side_to_move = static_cast<Colour>(random() % 2);
    for (Colour* side : {&plane.second, &plane.pivot}) {
        const bool white =
            !plane.fixed.white().kings.empty() && (plane.fixed.black().kings.empty() || random() % 2 == 0);
        *side = white ? Colour::White : Colour::Black;
        plane.fixed[*side].kings -= plane.fixed[*side].kings.lowest();
    }
    return plane;
}

/// Returns what the search says of the two kings on these squares.
std::set<tests::Capture> captures_by_search(const PlaneCaptureSearch& search, const Plane& plane, Square second,
                                            Square pivot) {
    std::set<tests::Capture> captures;
    const auto s = static_cast<std::size_t>(second.index());
    for (const PlaneChain& chain : search.chains()) {
        if (chain.seconds.contains(second) && Bitboard{search.longest(chain, s)}.contains(pivot)) {
            Bitboard taken = chain.taken;
            taken |= chain.second_taken ? Bitboard{second} : Bitboard{};
            taken |= chain.pivot_taken ? Bitboard{pivot} : Bitboard{};
            const Square from = chain.by == PlaneChain::By::Second  ? second
                                : chain.by == PlaneChain::By::Pivot ? pivot
                                                                    : chain.from;
            captures.emplace(from.index(), chain.landing.index(), taken.bits());
        }
    }
    for (const rules::Direction d : rules::orthogonals) {
        if (search.kings_are_enemies() && Bitboard{search.king_takes_king(d, s)}.contains(pivot)) {
            const bool second_captures = plane.second == plane.fixed.side_to_move;
            const Square from = second_captures ? second : pivot;
            const Square victim = second_captures ? pivot : second;
            for (const Square to : rules::slide(victim, d, plane.fixed.occupied())) {
                captures.emplace(from.index(), to.index(), Bitboard{victim}.bits());
            }
        }
    }
    return captures;
}

}  // namespace

TEST_CASE("PlaneCaptureSearch finds the captures of the rules, for all squares of two kings") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    int with_captures = 0;
    for (const int pieces : {2, 3, 4, 5, 6, 7, 8}) {
        const std::vector<index::Material> classes = classes_with_two_kings(pieces);
        PlaneCaptureSearch search;
        for (int i = 0; i < (tests::sampled ? 10 : 150); ++i) {
            const Plane plane = random_plane(random, classes[random() % classes.size()]);
            const Bitboard vacant = ~plane.fixed.occupied();
            const Bitboard seconds = i % 2 == 0 ? vacant : vacant & Bitboard{random()};
            search.search(plane.fixed, plane.second, plane.pivot, seconds);
            for (const Square second : seconds) {
                const Bitboard forced{search.forced()[static_cast<std::size_t>(second.index())]};
                REQUIRE((forced - (vacant - second)).empty());
                for (const Square pivot : vacant - second) {
                    const Position position = plane.with(second, pivot);
                    const std::set<tests::Capture> expected = tests::captures_by_rules(position);
                    with_captures += !expected.empty();
                    if (forced.contains(pivot) != !expected.empty() ||
                        captures_by_search(search, plane, second, pivot) != expected) {
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

TEST_CASE("PlaneCaptureResolver equals RowCaptureResolver, of up to five pieces") {
    const int pieces = tests::sampled ? 4 : 5;
    const SolvedClasses solved = tests::solve_in_memory(index::build_order(pieces - 1), 2);
    RowCaptureResolver by_rows{solved};
    PlaneCaptureResolver by_planes{solved};
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int count = 2; count <= pieces; ++count) {
        for (const index::Material& material : classes_with_two_kings(count)) {
            for (int i = 0; i < (count < 4 ? 60 : 40); ++i) {
                const Plane plane = random_plane(random, material);
                const Bitboard seconds = ~plane.fixed.occupied();
                by_planes.resolve(plane.fixed, plane.second, plane.pivot, seconds);
                for (const Square second : seconds) {
                    Position fixed = plane.fixed;
                    fixed[plane.second].kings |= second;
                    RowScores expected;
                    const Bitboard forced = by_rows.resolve(fixed, plane.pivot, expected.data());
                    REQUIRE(by_planes.forced(second) == forced);
                    const Bitboard equal = equal_squares(by_planes.scores(second).data(), expected.data());
                    if (!(forced - equal).empty()) {
                        FAIL(rules::to_fen(plane.with(second, (forced - equal).lowest())));
                    }
                }
            }
        }
    }
}
