// The eight symmetries of the board on the rows of a class without men.
// Two sets of kings make a row: the fellows and the others. One of the two is the leading set: the fellows, or the
// others if there are no fellows. A row is canonical if its leading set has the lowest rank among its images. Only
// canonical rows are solved.
#pragma once

#include <vector>

#include <dameotb/index/symmetry.hpp>
#include <dameotb/store/slice/slice_layout.hpp>

namespace dameotb::gen {

/// The symmetries of the rows. Immutable after construction, thread-safe. Symmetries are numbered as in
/// index/symmetry.hpp.
///
/// A symmetry that brings a position's leading set to the lowest rank brings the position to a canonical row. If some
/// symmetries leave that lowest set as it is (its stabiliser), the position has several images in canonical rows. All
/// of them must say the same. So what is found about a position is written to all these images (`for_each_image`), and
/// any one of them can be read (`image`).
class RowSymmetry {
public:
    struct Image {
        std::uint32_t row;
        int symmetry;  ///< Brings the row that was asked for to `row`.
    };

    /// Keeps the reference. Requires: a layout with a runner, for a class without men.
    explicit RowSymmetry(const store::SliceLayout& layout);

    [[nodiscard]] bool is_canonical(std::uint32_t row) const {
        const std::uint32_t rank = leader_rank(row);
        return leaders_[rank].canonical == rank;
    }

    /// Returns a canonical row that holds images of the row's positions.
    [[nodiscard]] Image image(std::uint32_t row) const {
        const int symmetry = leaders_[leader_rank(row)].symmetry;
        return {mapped(row, symmetry), symmetry};
    }

    /// Calls visit(canonical row, bits) for all images of the positions `bits` of `row` that lie in canonical rows.
    template <class Visit>
    void for_each_image(std::uint32_t row, std::uint64_t bits, Visit&& visit) const {
        const Leader& leader = leaders_[leader_rank(row)];
        const std::uint64_t image_bits = index::apply(leader.symmetry, rules::Bitboard{bits}).bits();
        const std::uint32_t image_row = mapped(row, leader.symmetry);
        visit(image_row, image_bits);
        for (int stabiliser = leaders_[leader.canonical].stabilisers & ~1; stabiliser != 0;
             stabiliser &= stabiliser - 1) {
            const int symmetry = std::countr_zero(static_cast<unsigned>(stabiliser));
            visit(mapped(image_row, symmetry), index::apply(symmetry, rules::Bitboard{image_bits}).bits());
        }
    }

private:
    struct Leader {
        std::uint32_t canonical;   ///< The lowest rank among the images.
        std::uint8_t symmetry;     ///< Brings the set to that rank.
        std::uint8_t stabilisers;  ///< Bit s: symmetry s leaves the set as it is.
    };

    [[nodiscard]] std::uint32_t leader_rank(std::uint32_t row) const {
        return fellows_lead_ ? row / layout_.other_sets() : row;
    }
    [[nodiscard]] std::uint32_t mapped(std::uint32_t row, int symmetry) const {
        return layout_.row(index::apply(symmetry, layout_.fellows_of(row)),
                           index::apply(symmetry, layout_.others_of(row)));
    }

    const store::SliceLayout& layout_;
    bool fellows_lead_;
    std::vector<Leader> leaders_;  ///< By rank of the leading set.
};

}  // namespace dameotb::gen
