// Which sets have rows, and where they lie.
#include "men_rows.hpp"

#include <dameotb/index/combinatorics.hpp>

namespace dameotb::gen {

using rules::Bitboard;
using rules::Square;

namespace {

/// The squares that men of one colour can take: White's a1 to h7, Black's a2 to h8.
constexpr int men_squares = 56;
constexpr int row_squares = 8;

}  // namespace

std::uint64_t MenRows::other_set_count(const index::Material& material) {
    const int men = material.white.men;
    const std::uint64_t self_mirrored = men % 2 == 0 ? index::binomial(men_squares / 2, men / 2) : 0;
    return (index::binomial(men_squares, men) + self_mirrored) / 2;
}

std::uint64_t MenRows::bytes(const index::Material& material) {
    const std::uint64_t others = other_set_count(material);
    const std::uint64_t fellows = index::binomial(men_squares, material.black.men - 1);
    return others * fellows * sizeof(scores::RowScores) + (others + fellows) * sizeof(Bitboard) +
           index::binomial(men_squares, material.white.men) * sizeof(Place);
}

MenRows::MenRows(const index::Material& material) : places_(index::binomial(men_squares, material.white.men)) {
    other_sets_.reserve(other_set_count(material));
    for (std::uint64_t rank = 0; rank < places_.size(); ++rank) {
        const Bitboard others = index::unrank_subset(rank, material.white.men, men_squares);
        const std::uint64_t image = index::rank_subset(others.mirrored());
        if (rank <= image) {
            const auto index = static_cast<std::uint32_t>(other_sets_.size());
            places_[image] = {index, true};
            places_[rank] = {index, false};
            other_sets_.push_back(others);
        }
    }
    const int fellows = material.black.men - 1;
    const std::uint64_t fellow_set_count = index::binomial(men_squares, fellows);
    fellow_sets_.reserve(fellow_set_count);
    for (std::uint64_t rank = 0; rank < fellow_set_count; ++rank) {
        fellow_sets_.emplace_back(index::unrank_subset(rank, fellows, men_squares).bits() << row_squares);
    }
    rows_.resize(other_sets_.size() * fellow_sets_.size());
}

Bitboard MenRows::foremost(std::size_t fellows) const {
    const Bitboard set = fellow_sets_[fellows];
    const Bitboard below = set.empty() ? rules::all_squares : Bitboard{Bitboard{set.lowest()}.bits() - 1};
    return below - rules::row_1;
}

std::size_t MenRows::index_of_fellows(Bitboard fellows) {
    return index::rank_subset(Bitboard{fellows.bits() >> row_squares});
}

const scores::Score* MenRows::row(Bitboard others, Bitboard fellows, scores::Score* buffer) const {
    const Place place = places_[index::rank_subset(others)];
    const std::size_t rank = index_of_fellows(place.mirrored ? fellows.mirrored() : fellows);
    return scores::mapped_row(rows_[place.index * fellow_sets_.size() + rank].data(),
                              scores::SquareMap{place.mirrored, false}.symmetry(), buffer);
}

void MenRows::fill_from_foremost(std::size_t others, scores::RowScores* rows) const {
    for (std::size_t fellows = 0; fellows < fellow_sets_.size(); ++fellows) {
        const Bitboard set = fellow_sets_[fellows];
        const Bitboard taken = set | other_sets_[others];
        for (const Square runner : ~(taken | rules::row_1) - foremost(fellows)) {
            const Bitboard foremost_fellows = (set - set.lowest()) | runner;
            rows[fellows].data()[runner.index()] =
                rows[index_of_fellows(foremost_fellows)].data()[set.lowest().index()];
        }
    }
}

}  // namespace dameotb::gen
