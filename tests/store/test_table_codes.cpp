// Takes a class back from its codes, and compares every cell of the solver's layout with the code of its placement.

#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/store/scores_from_codes.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"
#include "random_classes.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

constexpr unsigned seed = 20261121;

/// Returns what a cell must hold, found by number and by the rules, one position at a time.
Score plain_score(const tests::RandomClasses& classes, const index::ClassIndex& index, CaptureResolver& captures,
                  const Position& position) {
    if (rules::must_capture(position)) {
        return captures.resolve(position);
    }
    const Position stored = index::stored_form(position);
    const std::uint8_t code = classes.codes.at(
        index.material())[static_cast<std::size_t>(stored.side_to_move) * index.size() + index.rank(stored)];
    return code == 0 ? draw_score : score_at_ply(code - 1);
}

/// Compares every cell of every `step`-th row, in every slice that has one.
std::uint64_t check_cells(const tests::RandomClasses& classes, const index::Material& material, std::uint64_t step) {
    const ClassScores& solved = *classes.by_class.at(material);
    const SliceLayout& layout = solved.layout();
    const index::ClassIndex index{material};
    CaptureResolver captures{classes.solved_classes};
    std::uint64_t checked = 0;
    for (std::uint64_t at = 0; at < solved.slices().count() * layout.rows(); at += step) {
        const index::SliceId id{at / layout.rows()};
        const auto row = static_cast<std::uint32_t>(at % layout.rows());
        const index::Slice slice = solved.slices().unrank(id);
        for (const Colour mover : both_colours) {
            const auto check = [&](const Position& position, Score score) {
                ++checked;
                if (score != plain_score(classes, index, captures, position)) {
                    FAIL(rules::to_fen(position));
                }
            };
            const Score* scores = solved.scores(mover, id);
            if (!layout.has_pivot()) {
                check(position_of(slice, Kings{}, mover), *scores);
            } else if (layout.is_legal(row, slice.men())) {
                Position position = position_of(slice, layout.kings_of(row), mover);
                const Bitboard co_kings = position[layout.pivot()].kings;
                for (const Square square : layout.vacant(row, slice.men())) {
                    position[layout.pivot()].kings = co_kings | square;
                    check(position,
                          scores[std::size_t{row} * SliceLayout::row_cells + static_cast<std::size_t>(square.index())]);
                }
            }
        }
    }
    return checked;
}

}  // namespace

TEST_CASE("from_codes fills every cell of the classes of up to three pieces, and cells of four") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    const tests::RandomClasses classes{{tests::class_of("KMvKM"), tests::class_of("KKKvK"), tests::class_of("KKvKK")},
                                       random};
    for (const auto& entry : classes.codes) {
        CAPTURE(entry.first.name());
        const bool whole = entry.first.pieces() < 4;
        const std::uint64_t checked = check_cells(classes, entry.first, whole ? 1 : entry.first.men() == 0 ? 13 : 97);
        CHECK(checked >= (whole ? entry.second.size() : 20'000));
    }
    CHECK(classes.codes.size() >= 9);
}

TEST_CASE("to_codes is the inverse of from_codes where no capture is forced") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    const tests::RandomClasses classes{{tests::class_of("KMvM"), tests::class_of("KKMvK"), tests::class_of("KKvKM")},
                                       random};
    for (const auto& [material, codes] : classes.codes) {
        const tests::TableCodes back = tests::to_codes(*classes.by_class.at(material), 2);
        REQUIRE(back.size() == codes.size());
        for (std::size_t offset = 0; offset < codes.size(); ++offset) {
            if (back[offset] != table::dont_care_code) {
                REQUIRE(back[offset] == codes[offset]);
            }
        }
    }
}

TEST_CASE("from_codes refuses a distance out of range, unless a capture is forced there") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    tests::RandomClasses classes{{tests::class_of("KvM"), tests::class_of("MvM")}, random};
    for (const auto& [material, codes] : classes.codes) {
        const tests::TableCodes known = tests::to_codes(*classes.by_class.at(material), 1);
        for (std::size_t offset = 0; offset < codes.size(); offset += 13) {
            for (const int code : {longest_plies + 2, 255}) {
                tests::TableCodes changed = codes;
                changed[offset] = static_cast<std::uint8_t>(code);
                const bool accepted = tests::from_codes(material, tests::all_sides(material), changed,
                                                        classes.solved_classes, 1) != nullptr;
                REQUIRE(accepted == (known[offset] == table::dont_care_code));
            }
        }
    }
}

TEST_CASE("from_codes works out a side that is not stored, from the moves") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    // Classes with a pivot king, without men, and of men alone; slices with one placement and with many.
    const tests::RandomClasses classes{{tests::class_of("KMvM"), tests::class_of("KKMvK"), tests::class_of("MMvM")},
                                       random};
    for (const auto& [material, codes] : classes.codes) {
        if (index::stored_sides(material) == 1) {
            continue;
        }
        const index::ClassIndex index{material};
        for (const Colour stored : both_colours) {
            CAPTURE(material.name(), static_cast<int>(stored));
            const auto first =
                codes.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(stored) * index.size());
            const auto solved = tests::from_codes(
                material, stored == Colour::White ? table::StoredSides::White : table::StoredSides::Black,
                {first, first + static_cast<std::ptrdiff_t>(index.size())}, classes.solved_classes, 2);
            REQUIRE(solved);
            const std::uint64_t step = index.size() > 20'000 ? (tests::sampled ? 61 : 7) : 1;
            for (std::uint64_t number = 0; number < index.size(); number += step) {
                for (const Colour mover : both_colours) {
                    const Position position = index.unrank(number, mover);
                    Score expected = classes.score(position);
                    if (mover != stored && !rules::must_capture(position)) {
                        expected = score_at_ply(0);
                        for (const Move& move : rules::quiet_moves(position)) {
                            expected = std::max(expected, before_move(classes.score(rules::after(position, move))));
                        }
                    }
                    const SliceView view = solved->view(index::Slice::of(position), position.side_to_move);
                    if (view.at(mover, {{position.white().kings, position.black().kings}}) != expected) {
                        FAIL(rules::to_fen(position));
                    }
                }
            }
        }
    }
}

namespace {

/// Compares codes of some ranges with what the scores say, one position at a time.
void check_codes(const ClassScores& solved, const index::ClassIndex& index, std::mt19937_64& random) {
    const store::CodeSource codes = store::codes_of_scores(solved, index, 1);
    for (int i = 0; i < (tests::sampled ? 4 : 40); ++i) {
        const auto mover = static_cast<Colour>(index::stored_sides(index.material()) == 1 ? 0 : i % 2);
        const auto count = static_cast<std::uint32_t>(1 + random() % std::min<std::uint64_t>(index.size(), 3000));
        const std::uint64_t begin = random() % (index.size() - count + 1);
        CAPTURE(index.material().name(), static_cast<int>(mover), begin, count);
        const std::span<const std::uint8_t> found = codes.at(0, mover, begin, count);
        REQUIRE(found.size() == count);
        for (std::uint32_t offset = 0; offset < count; ++offset) {
            const Position position = index.unrank(begin + offset, mover);
            const Score score = solved.view(index::Slice::of(position), mover).at(position);
            const unsigned code = rules::must_capture(position) ? table::dont_care_code
                                  : score == draw_score         ? 0U
                                                                : static_cast<unsigned>(plies_of(score)) + 1;
            if (found[offset] != code) {
                FAIL(rules::to_fen(position));
            }
        }
    }
}

/// Returns whether all cells of positions are equal in two classes without men.
bool equal_cells(const ClassScores& a, const ClassScores& b) {
    const SliceLayout& layout = a.layout();
    for (const Colour mover : both_colours) {
        for (std::uint32_t row = 0; row < layout.rows(); ++row) {
            const std::size_t begin = std::size_t{row} * SliceLayout::row_cells;
            const Bitboard equal =
                equal_squares(a.scores(mover, index::SliceId{}) + begin, b.scores(mover, index::SliceId{}) + begin);
            if (layout.is_legal(row, {}) && !(layout.vacant(row, {}) - equal).empty()) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

TEST_CASE("codes of scores, counted up, are those of one position at a time") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    const tests::RandomClasses classes{
        {tests::class_of("KMvKM"), tests::class_of("KKKvK"), tests::class_of("KKvKK"), tests::class_of("MMvM")},
        random};
    for (const auto& [material, written] : classes.codes) {
        check_codes(*classes.by_class.at(material), index::ClassIndex{material}, random);
    }
}

// Black's kings lead the index of classes with more pieces than tests can make.
TEST_CASE("a class without men is written and read alike whichever side leads its index") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    const tests::RandomClasses classes{{tests::class_of("KKKvK"), tests::class_of("KKvKK"), tests::class_of("KKKvKK")},
                                       random};
    int compared = 0;
    for (const auto& [material, written] : classes.codes) {
        if (material.pieces() > (tests::sampled ? 4 : 5)) {
            continue;
        }
        CAPTURE(material.name());
        const ClassScores& solved = *classes.by_class.at(material);
        const index::ClassIndex index{material, Colour::Black};
        check_codes(solved, index, random);

        const table::StoredSides all = tests::all_sides(material);
        const tests::TableCodes codes = tests::to_codes(solved, index, 2);
        const auto read = tests::from_codes(index, all, codes, classes.solved_classes, 2);
        REQUIRE(read);
        CHECK(equal_cells(*read, solved));
        if (index::stored_sides(material) == 2) {
            // Random values of the other side do not follow from the moves, so both indices must lead to the same.
            for (const Colour stored : both_colours) {
                const auto one_side = [&](const index::ClassIndex& index_of_side) {
                    const tests::TableCodes both = tests::to_codes(solved, index_of_side, 2);
                    const auto first = both.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(stored) *
                                                                                  index_of_side.size());
                    return tests::from_codes(
                        index_of_side, stored == Colour::White ? table::StoredSides::White : table::StoredSides::Black,
                        {first, first + static_cast<std::ptrdiff_t>(index_of_side.size())}, classes.solved_classes, 2);
                };
                CHECK(equal_cells(*one_side(index), *one_side(index::ClassIndex{material, Colour::White})));
            }
        }
        ++compared;
    }
    CHECK(compared >= 4);
}
