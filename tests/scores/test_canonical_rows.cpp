// Classes without men have rows only for an eighth of their placements. Compares the rows, and all views of all
// placements, with a plain table of values by placement number. The classes have random values, one for each number,
// so a placement that is taken for another one shows.
#include <algorithm>
#include <bit>

#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/row/row_scores.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"
#include "random_classes.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

/// The scores of one class by side to move and placement number, made from the codes one position at a time.
class PlainScores {
public:
    PlainScores(const tests::RandomClasses& classes, const index::Material& material) : index_{material} {
        CaptureResolver captures{classes.solved_classes};
        for (const Colour mover : both_colours) {
            for (std::uint64_t number = 0; number < index_.size(); ++number) {
                const Position position = index_.unrank(number, mover);
                const Position stored = index::stored_form(position);
                const std::uint8_t code = classes.codes.at(
                    material)[static_cast<std::size_t>(stored.side_to_move) * index_.size() + index_.rank(stored)];
                scores_[static_cast<std::size_t>(mover)].push_back(rules::must_capture(position)
                                                                       ? captures.resolve(position)
                                                                   : code == 0 ? draw_score
                                                                               : score_at_ply(code - 1));
            }
        }
    }

    [[nodiscard]] Score score(const Position& position) const {
        return scores_[static_cast<std::size_t>(position.side_to_move)][index_.rank(position)];
    }

private:
    index::ClassIndex index_;
    std::array<std::vector<Score>, 2> scores_;
};

Position with_pivot(const SliceLayout& layout, const Kings& kings, Square pivot, Colour mover) {
    Position position = position_of(index::Slice{}, kings, mover);
    position[layout.pivot()].kings |= pivot;
    return position;
}

/// Compares the cells of all rows of the class.
void check_rows(const ClassScores& solved, const PlainScores& plain) {
    const SliceLayout& layout = solved.layout();
    for (const Colour mover : both_colours) {
        const Score* cells = solved.scores(mover, index::SliceId{});
        for (std::uint32_t row = 0; row < layout.rows(); ++row, cells += SliceLayout::row_cells) {
            if (!layout.is_legal(row, Bitboard{})) {
                continue;
            }
            for (const Square square : layout.vacant(row, Bitboard{})) {
                const Position position = with_pivot(layout, layout.kings_of(row), square, mover);
                if (cells[square.index()] != plain.score(position)) {
                    FAIL(rules::to_fen(position));
                }
            }
        }
    }
}

/// Compares all placements, seen as they are and with colours flipped. All images of a placement are among them.
void check_views(const ClassScores& solved, const PlainScores& plain, std::size_t step) {
    const SliceLayout& layout = solved.layout();
    const auto co_king_sets = subsets(layout.co_kings());
    const auto other_sets = subsets(layout.others());
    std::uint64_t compared = 0;
    for (std::size_t at = 0; at < co_king_sets.size() * other_sets.size(); at += step) {
        Kings kings;
        kings[layout.pivot()] = co_king_sets[at / other_sets.size()];
        kings[opponent(layout.pivot())] = other_sets[at % other_sets.size()];
        if (kings[0].intersects(kings[1])) {
            continue;
        }
        const Kings flipped{{kings[1].flipped(), kings[0].flipped()}};
        for (const Colour mover : both_colours) {
            const SliceView view = solved.view(index::Slice{}, mover);
            const SliceView flipped_view = solved.flipped_view(index::Slice{}, opponent(mover));
            REQUIRE(view.runs(layout.pivot()));
            REQUIRE(flipped_view.runs(opponent(layout.pivot())));
            RowScores buffer;
            RowScores flipped_buffer;
            const Score* row = view.row(mover, kings, buffer.data());
            const Score* flipped_row = flipped_view.row(opponent(mover), flipped, flipped_buffer.data());
            for (const Square square : ~(kings[0] | kings[1])) {
                const Position position = with_pivot(layout, kings, square, mover);
                const Score expected = plain.score(position);
                if (row[square.index()] != expected || view.at(position) != expected ||
                    flipped_row[square.flipped().index()] != expected ||
                    flipped_view.at(position.flipped()) != expected) {
                    FAIL(rules::to_fen(position));
                }
                ++compared;
            }
        }
    }
    CHECK(compared * step > co_king_sets.size() * other_sets.size() * 100);
}

}  // namespace

TEST_CASE("rows of classes without men hold, for every placement and each of its images, what a plain table says") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    std::vector<std::string> names{"KvK", "KKvK", "KKvKK"};
    std::vector largest{tests::class_of("KKvKK")};
    if (!tests::sampled) {
        names.emplace_back("KKKvK");
        largest.push_back(tests::class_of("KKKvK"));
    }
    const tests::RandomClasses classes{largest, random};
    for (const std::string& name : names) {
        CAPTURE(name);
        const ClassScores& solved = *classes.by_class.at(tests::class_of(name));
        REQUIRE(solved.layout().is_up_to_symmetry());
        const PlainScores plain{classes, solved.material()};
        check_rows(solved, plain);
        check_views(solved, plain, tests::sampled && solved.material().pieces() > 3 ? 17 : 1);
    }
}

TEST_CASE("rows of classes with men lie where their sets of kings are ranked") {
    for (const char* name : {"KvM", "KKvM", "KMvK", "KKMvKK"}) {
        CAPTURE(name);
        const SliceLayout layout{tests::class_of(name)};
        CHECK_FALSE(layout.is_up_to_symmetry());
        CHECK(layout.rows() == subsets(layout.co_kings()).size() * subsets(layout.others()).size());
        for (std::uint32_t row = 0; row < layout.rows(); row += 7) {
            const SliceLayout::Image image = layout.image(layout.co_kings_of(row), layout.others_of(row));
            CHECK(image.row == row);
            CHECK(image.symmetry == 0);
        }
    }
}

TEST_CASE("of the eight images of a set the one with the lowest rank is canonical") {
    for (const int count : {0, 1, 2, 3, 4}) {
        CAPTURE(count);
        const LeadingSets& sets = leading_sets(count);
        CHECK(sets.canonical().size() == index::king_orbits(static_cast<std::size_t>(count), 0));
        CHECK(std::ranges::is_sorted(sets.canonical(), {}, index::rank_subset));
        for (std::size_t rank = 0; rank<subsets(count).size(); rank += count> 3 ? 13 : 1) {
            const Bitboard set = subsets(count)[rank];
            std::uint64_t lowest = rank;
            for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
                lowest = std::min(lowest, index::rank_subset(index::apply(symmetry, set)));
            }
            const LeadingSets::Leader& leader = sets.leader(static_cast<std::uint32_t>(rank));
            REQUIRE(sets.canonical()[leader.place] == subsets(count)[lowest]);
            REQUIRE((leader.symmetry() == 0) == (lowest == rank));
            for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
                const bool brings = index::rank_subset(index::apply(symmetry, set)) == lowest;
                REQUIRE(((leader.symmetries >> symmetry) & 1U) == (brings ? 1U : 0U));
            }
        }
    }
}

TEST_CASE("a row seen through a symmetry has each score on the square that the symmetry brings to its own") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    RowScores row;
    std::ranges::generate(row.cells, [&] { return static_cast<Score>(static_cast<int>(random() % 255) - 127); });
    for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
        CAPTURE(symmetry);
        RowScores buffer;
        const Score* mapped = mapped_row(row.data(), symmetry, buffer.data());
        CHECK((mapped == row.data()) == (symmetry == 0));
        for (const Square square : all_squares) {
            CHECK(mapped[square.index()] == row.data()[index::apply(symmetry, square).index()]);
            for (const bool mirrored : {false, true}) {
                for (const bool flipped : {false, true}) {
                    const SquareMap map{mirrored, flipped};
                    const Bitboard both = index::apply(symmetry, map(Bitboard{square}));
                    CHECK(index::apply(map.then(symmetry), Bitboard{square}) == both);
                    CHECK(index::apply(map.symmetry(), Bitboard{square}) == map(Bitboard{square}));
                }
            }
        }
    }
}
