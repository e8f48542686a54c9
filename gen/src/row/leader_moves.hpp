// King moves of the pivot king's side in a class without men whose co-kings lead: most moves of a co-king lead to
// images of rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <dameotb/index/symmetry.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::gen {

/// Finds moves for whole bands of rows at once. A band has all leading sets, eight sets of others, one for each lane of
/// the words, and the images of these sets. So a symmetry takes the band to itself, lane by lane: each word of a set is
/// fetched once, and its images are made in vectors. Keeps a reference to the layout. Not thread-safe: use one object
/// per thread.
class LeaderMoves {
public:
    /// Requires: a class without men in which the co-kings lead.
    explicit LeaderMoves(const scores::SliceLayout& layout);

    [[nodiscard]] std::size_t bands() const { return canonical_others_->size() / lanes; }

    /// Finds, for all rows of the band, the positions from which a king move of the pivot king's side leads into `set`,
    /// quiet or not, and calls put(row, positions). `set`: words by row. Together the bands have all rows, some of them
    /// several times, but never in two bands. Cells without a position are unspecified, and may be unspecified in
    /// `set`. Requires: band < bands().
    template <class Put>
    void into(std::size_t band, const std::uint64_t* set, const Put& put) {
        fetch(band, set);
        for (int image = 0; image < index::symmetries; ++image) {
            turn_to(image);
            for (std::uint32_t place = 0; place < leaders_.canonical().size(); ++place) {
                const Lanes found = moves_of(place, image);
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    put(place * layout_.other_sets() + other_ranks_[at(image) + lane], found[lane]);
                }
            }
        }
    }

private:
    static constexpr std::size_t lanes = 8;
    static constexpr std::size_t band_others = index::symmetries * lanes;
    using Lanes = std::array<std::uint64_t, lanes>;

    /// Returns the place of an image's lanes among the others of a band.
    [[nodiscard]] static std::size_t at(int image) { return static_cast<std::size_t>(image) * lanes; }

    void fetch(std::size_t band, const std::uint64_t* set);
    void turn_to(int image);
    [[nodiscard]] Lanes moves_of(std::uint32_t place, int image) const;

    const scores::SliceLayout& layout_;
    const scores::LeadingSets& leaders_;
    std::shared_ptr<const std::vector<Bitboard>> canonical_others_;  ///< Those of each band; shared by copies.
    // Of the band: for each symmetry, the images of its sets of others.
    std::array<std::uint64_t, band_others> others_;
    std::array<std::uint32_t, band_others> other_ranks_;
    std::vector<std::uint64_t> words_;   ///< Its words of the set, by place of the leaders and the others.
    std::vector<std::uint64_t> turned_;  ///< Those of one image for any leaders, by their rank and lane.
};

}  // namespace dameotb::gen
