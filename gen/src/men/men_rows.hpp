// The scores of a class of men alone with Black to move, while it is solved: rows of 64, one cell for each square of
// one black man. Scores with White to move are needed only while the set of White's men is solved (men_row_solver.hpp).
// That man is the pivot man, Black's other men are the co-men, White's men the others. So men lie in rows here as kings
// do elsewhere. The class itself stores them by slices, each of which is a single placement.
#pragma once

#include <vector>

#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::gen {

/// The rows of one class. Of two sets of others that are mirror images of each other, only the one with the lower rank
/// has rows. A placement lies in as many rows as Black has men, since each can be the pivot man. Sets of equal
/// advancement form a level. A man passes over at most all others, so only the rows of few levels are in memory.
class MenRows {
public:
    /// The sets of others of one level, by their indices in other_sets().
    struct Level {
        std::size_t first;
        std::size_t end;
    };

    /// Returns how many sets of others have rows. Requires: a canonical class without kings.
    [[nodiscard]] static std::uint64_t other_set_count(const index::Material& material);
    /// Returns the most memory that the rows take at a time, in bytes. Requires the same.
    [[nodiscard]] static std::uint64_t bytes(const index::Material& material);

    /// Makes no rows yet. Requires the same.
    explicit MenRows(const index::Material& material);

    /// Returns the sets of others that have rows, the most advanced first.
    [[nodiscard]] const std::vector<Bitboard>& other_sets() const { return other_sets_; }
    [[nodiscard]] const std::vector<Level>& levels() const { return levels_; }
    /// Makes the rows of a level, with draws, and drops those that no move from this or a later level leads to.
    /// Requires: the levels before it were begun, in their order.
    void begin_level(std::size_t level);
    [[nodiscard]] const std::vector<Bitboard>& co_man_sets() const { return co_man_sets_; }
    /// Returns the squares that make the pivot man Black's foremost man: those below all co-men, without rank 1.
    [[nodiscard]] Bitboard foremost(std::size_t co_men) const;

    /// Returns the index of a set in co_man_sets().
    [[nodiscard]] static std::size_t index_of_co_men(Bitboard co_men);
    /// Returns the rows of a set of others, by its index in the list: one for each of co_man_sets(). Requires: they are
    /// in memory.
    [[nodiscard]] scores::RowScores* rows_of(std::size_t others) { return rows_of_sets_[others]; }
    /// Returns the row of any sets. It lies here, or is written to `buffer` if the mirror image has the rows. Requires
    /// the same.
    [[nodiscard]] const scores::Score* row(Bitboard others, Bitboard co_men, scores::Score* buffer) const;
    /// Returns the memory that the rows take now, in bytes.
    [[nodiscard]] std::uint64_t row_bytes() const;
    /// Fills the cells of a set of others in which the pivot man is not the foremost man from those in which it is.
    /// `rows` need not be those of this object.
    void fill_from_foremost(std::size_t others, scores::RowScores* rows) const;

private:
    /// Where the rows of a set of others lie.
    struct Place {
        std::uint32_t index;
        bool mirrored;  ///< They are those of the mirror image.
    };

    std::vector<Bitboard> other_sets_;
    std::vector<Bitboard> co_man_sets_;
    std::vector<Place> places_;  ///< By rank of the others.
    std::vector<Level> levels_;
    std::vector<std::vector<scores::RowScores>> rows_;  ///< By level.
    std::vector<scores::RowScores*> rows_of_sets_;      ///< By index of the others.
    std::size_t levels_reached_;                        ///< How many levels a move can lead to.
};

}  // namespace dameotb::gen
