// Which sets have rows, and where they lie.
#include "men_rows.hpp"

#include <dameotb/index/combinatorics.hpp>

namespace dameotb::gen {

using rules::Bitboard;
using rules::Square;

namespace {

/// The squares that men of one colour can occupy: White's a1 to h7, Black's a2 to h8.
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
    const std::uint64_t co_men = index::binomial(men_squares, material.black.men - 1);
    return others * co_men * sizeof(scores::RowScores) + (others + co_men) * sizeof(Bitboard) +
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
    const int co_men = material.black.men - 1;
    const std::uint64_t co_man_set_count = index::binomial(men_squares, co_men);
    co_man_sets_.reserve(co_man_set_count);
    for (std::uint64_t rank = 0; rank < co_man_set_count; ++rank) {
        co_man_sets_.emplace_back(index::unrank_subset(rank, co_men, men_squares).bits() << row_squares);
    }
    rows_.resize(other_sets_.size() * co_man_sets_.size());
}

Bitboard MenRows::foremost(std::size_t co_men) const {
    const Bitboard set = co_man_sets_[co_men];
    const Bitboard below = set.empty() ? rules::all_squares : Bitboard{Bitboard{set.lowest()}.bits() - 1};
    return below - rules::rank_1;
}

std::size_t MenRows::index_of_co_men(Bitboard co_men) {
    return index::rank_subset(Bitboard{co_men.bits() >> row_squares});
}

const scores::Score* MenRows::row(Bitboard others, Bitboard co_men, scores::Score* buffer) const {
    const Place place = places_[index::rank_subset(others)];
    const std::size_t rank = index_of_co_men(place.mirrored ? co_men.mirrored() : co_men);
    return scores::mapped_row(rows_[place.index * co_man_sets_.size() + rank].data(),
                              scores::SquareMap{place.mirrored, false}.symmetry(), buffer);
}

void MenRows::fill_from_foremost(std::size_t others, scores::RowScores* rows) const {
    for (std::size_t co_men = 0; co_men < co_man_sets_.size(); ++co_men) {
        const Bitboard set = co_man_sets_[co_men];
        const Bitboard taken = set | other_sets_[others];
        for (const Square pivot : ~(taken | rules::rank_1) - foremost(co_men)) {
            const Bitboard foremost_co_men = (set - set.lowest()) | pivot;
            rows[co_men].data()[pivot.index()] = rows[index_of_co_men(foremost_co_men)].data()[set.lowest().index()];
        }
    }
}

}  // namespace dameotb::gen
