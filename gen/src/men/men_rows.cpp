// Which sets have rows, and where they lie.
#include "men_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/slice.hpp>

namespace dameotb::gen {

namespace {

/// The squares that men of one colour can occupy: White's a1 to h7, Black's a2 to h8.
constexpr int men_squares = 56;
constexpr int row_squares = 8;

/// Returns the number of sets of that many white men, up to left-right mirroring, by their advancement.
std::vector<std::uint64_t> sets_by_advancement(int men) {
    return index::level_counts({{0, static_cast<std::uint8_t>(men)}, {}});
}

/// Returns the most sets of others that adjacent levels have together, as many as are in memory at a time.
std::uint64_t most_sets_at_a_time(int men) {
    const std::vector<std::uint64_t> sets = sets_by_advancement(men);
    std::uint64_t most = 0;
    const auto levels = static_cast<std::size_t>(men) + 1;
    for (std::size_t first = 0; first < sets.size(); ++first) {
        const auto from = sets.begin() + static_cast<std::ptrdiff_t>(first);
        const auto count = static_cast<std::ptrdiff_t>(std::min(levels, sets.size() - first));
        most = std::max(most, std::accumulate(from, from + count, std::uint64_t{0}));
    }
    return most;
}

}  // namespace

std::uint64_t MenRows::other_set_count(const index::Material& material) {
    const std::vector<std::uint64_t> sets = sets_by_advancement(material.white.men);
    return std::accumulate(sets.begin(), sets.end(), std::uint64_t{0});
}

std::uint64_t MenRows::bytes(const index::Material& material) {
    const std::uint64_t others = other_set_count(material);
    const std::uint64_t co_men = index::binomial(men_squares, material.black.men - 1);
    return most_sets_at_a_time(material.white.men) * co_men * sizeof(scores::RowScores) +
           others * (sizeof(Bitboard) + sizeof(scores::RowScores*)) + co_men * sizeof(Bitboard) +
           index::binomial(men_squares, material.white.men) * sizeof(Place);
}

MenRows::MenRows(const index::Material& material)
    : places_(index::binomial(men_squares, material.white.men)),
      levels_reached_{static_cast<std::size_t>(material.white.men)} {
    other_sets_.reserve(other_set_count(material));
    for (std::uint64_t rank = 0; rank < places_.size(); ++rank) {
        const Bitboard others = index::unrank_subset(rank, material.white.men, men_squares);
        if (rank <= index::rank_subset(others.mirrored())) {
            other_sets_.push_back(others);
        }
    }
    const auto advancement = [](Bitboard others) { return index::Slice{others, {}}.advancement(); };
    std::ranges::sort(other_sets_, {}, [&](Bitboard others) { return std::pair{-advancement(others), others.bits()}; });
    for (std::size_t others = 0; others < other_sets_.size(); ++others) {
        const Bitboard set = other_sets_[others];
        places_[index::rank_subset(set.mirrored())] = {static_cast<std::uint32_t>(others), true};
        places_[index::rank_subset(set)] = {static_cast<std::uint32_t>(others), false};
        if (others == 0 || advancement(set) != advancement(other_sets_[others - 1])) {
            levels_.push_back({others, others});
        }
        levels_.back().end = others + 1;
    }
    const int co_men = material.black.men - 1;
    const std::uint64_t co_man_set_count = index::binomial(men_squares, co_men);
    co_man_sets_.reserve(co_man_set_count);
    for (std::uint64_t rank = 0; rank < co_man_set_count; ++rank) {
        co_man_sets_.emplace_back(index::unrank_subset(rank, co_men, men_squares).bits() << row_squares);
    }
    rows_.resize(levels_.size());
    rows_of_sets_.resize(other_sets_.size());
}

void MenRows::begin_level(std::size_t level) {
    if (level > levels_reached_) {
        std::vector<scores::RowScores>{}.swap(rows_[level - levels_reached_ - 1]);  // clear() would keep the memory
    }
    const auto [first, end] = levels_[level];
    rows_[level].resize((end - first) * co_man_sets_.size());
    for (std::size_t others = first; others < end; ++others) {
        rows_of_sets_[others] = rows_[level].data() + (others - first) * co_man_sets_.size();
    }
}

std::uint64_t MenRows::row_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& rows : rows_) {
        bytes += rows.capacity() * sizeof(scores::RowScores);
    }
    return bytes;
}

Bitboard MenRows::foremost(std::size_t co_men) const {
    const Bitboard set = co_man_sets_[co_men];
    const Bitboard below = set.empty() ? all_squares : Bitboard{Bitboard{set.lowest()}.bits() - 1};
    return below - rank_1;
}

std::size_t MenRows::index_of_co_men(Bitboard co_men) {
    return index::rank_subset(Bitboard{co_men.bits() >> row_squares});
}

const scores::Score* MenRows::row(Bitboard others, Bitboard co_men, scores::Score* buffer) const {
    const Place place = places_[index::rank_subset(others)];
    const std::size_t rank = index_of_co_men(place.mirrored ? co_men.mirrored() : co_men);
    return scores::mapped_row(rows_of_sets_[place.index][rank].data(),
                              scores::SquareMap{place.mirrored, false}.symmetry(), buffer);
}

void MenRows::fill_from_foremost(std::size_t others, scores::RowScores* rows) const {
    for (std::size_t co_men = 0; co_men < co_man_sets_.size(); ++co_men) {
        const Bitboard set = co_man_sets_[co_men];
        const Bitboard taken = set | other_sets_[others];
        for (const Square pivot : ~(taken | rank_1) - foremost(co_men)) {
            const Bitboard foremost_co_men = (set - set.lowest()) | pivot;
            rows[co_men].data()[pivot.index()] = rows[index_of_co_men(foremost_co_men)].data()[set.lowest().index()];
        }
    }
}

}  // namespace dameotb::gen
