// The codes of scores follow the index, row by row of the index; each of these lies in one row in memory, or across
// rows that differ in one king of the others.
#include <dameotb/store/code_source.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <vector>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/position_rows.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/scores/row/kings_row_cells.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

#include "position_row_cells.hpp"

namespace dameotb::store {

namespace {

/// Packs the bytes at the positions of the set. Returns the end of what it wrote.
std::uint8_t* copy_positions(const std::uint8_t* from, Bitboard positions, std::uint8_t* to) {
    for (std::uint64_t left = positions.bits(); left != 0;) {
        const int first = std::countr_zero(left);
        const int count = std::countr_one(left >> first);
        to = std::copy_n(from + first, count, to);
        left &= left + (std::uint64_t{1} << first);  // The carry passes through the lowest run and clears it.
    }
    return to;
}

/// Makes codes from scores. Use one object per thread.
class ScoreCodes {
public:
    ScoreCodes(const scores::ClassScores& solved, const index::ClassIndex& index) : solved_{solved}, index_{index} {}

    std::span<const std::uint8_t> at(Colour mover, std::uint64_t first, std::uint32_t count) {
        codes_.resize(count);
        if (index_.material().men() > 0 && solved_.layout().has_pivot()) {
            take_rows(mover, first, count, codes_.data());
        } else if (solved_.layout().has_pivot()) {
            take_rows_of_kings(mover, first, count, codes_.data());
        } else {
            take_men(mover, first, count);
        }
        return codes_;
    }

private:
    void take_rows(Colour mover, std::uint64_t first, std::uint32_t count, std::uint8_t* out) const {
        std::optional<index::SliceId> slice;
        const scores::Score* scores = nullptr;
        index::for_each_position_row(index_, mover, first, count, [&](const index::PositionRow& row) {
            if (slice != row.slice) {
                slice = row.slice;
                scores = solved_.scores(mover, row.slice);
            }
            const CellLine cells = PositionRowCells{solved_.layout(), row}.first();
            const Bitboard squares = row.squares();
            const Bitboard forced = squares & rules::capture_mask(row.fixed, row.side);
            SquareArray<std::uint8_t> codes;
            if (cells.step == 1) {
                std::transform(scores + cells.first, scores + cells.first + codes.size(), codes.begin(), code_of);
            } else {
                for (const Square square : squares) {
                    codes[square] = code_of(scores[cells.at(square)]);
                }
            }
            for (const Square square : forced) {
                codes[square] = table::dont_care_code;
            }
            out = copy_positions(codes.data(), squares, out);
            return true;
        });
    }

    void take_rows_of_kings(Colour mover, std::uint64_t first, std::uint32_t count, std::uint8_t* out) const {
        const auto take = [&](const index::KingsRow& row, const scores::KingsRowCells& cells,
                              const scores::Score* scores) {
            const Bitboard forced = rules::capture_mask(row.fixed, row.side);
            for (const Square square : row.squares) {
                *out++ = forced.contains(square) ? table::dont_care_code : code_of(scores[cells.at(square)]);
            }
        };
        scores::for_each_kings_row(solved_, index_, mover, first, first + count, take);
    }

    /// Without kings, a placement is a slice and has its index.
    void take_men(Colour mover, std::uint64_t first, std::uint32_t count) {
        std::uint8_t* out = codes_.data();
        const auto take = [&](std::uint64_t number, const Position& position) {
            const scores::Score score = *solved_.scores(mover, index::SliceId{number});
            *out++ = rules::must_capture(position) ? table::dont_care_code : code_of(score);
        };
        index::for_each_placement(index_, mover, first, first + count, take);
    }

    const scores::ClassScores& solved_;
    const index::ClassIndex& index_;
    std::vector<std::uint8_t> codes_;
};

/// Returns DTZ codes that say what draws under the rule are without it.
decltype(CodeSource::at) with_results(decltype(CodeSource::at) under_rule, decltype(CodeSource::at) wdl, int threads) {
    const auto buffers = std::make_shared<std::vector<std::vector<std::uint8_t>>>(static_cast<std::size_t>(threads));
    return [under_rule = std::move(under_rule), wdl = std::move(wdl), buffers](
               std::size_t thread, Colour mover, std::uint64_t first, std::uint32_t count) {
        std::vector<std::uint8_t>& codes = (*buffers)[thread];
        codes.resize(count);
        std::ranges::transform(under_rule(thread, mover, first, count), wdl(thread, mover, first, count), codes.begin(),
                               [](std::uint8_t code, std::uint8_t result) {
                                   return code == table::drawn_distance_code ? table::dtz_code_of_draw(result) : code;
                               });
        return std::span<const std::uint8_t>{codes};
    };
}

/// As working_set_of_indices, if scores come in by whole slices.
memory::WorkingSet working_set_of_slice_indices(const index::Material& material, std::uint64_t indices) {
    const std::uint64_t slices = index::SliceIndex{material.white.men, material.black.men}.count();
    const std::uint64_t indices_a_slice = index::class_size(material) / slices;
    return {scores::slices_bytes(material, std::min(indices / indices_a_slice + 2, slices)),
            scores::slices_bytes(material, slices)};
}

}  // namespace

memory::WorkingSet working_set_of_indices(const index::Material& material, Colour leader, std::uint64_t indices) {
    if (!scores::index_follows_rows(material, leader)) {
        return working_set_of_slice_indices(material, indices);
    }
    // The leaders are the pivot king and the co-kings. While they stay, so do the rows: for as many indices as the
    // others have orbits.
    const scores::RowSets sets{material};
    const std::uint64_t indices_a_leader = index::binomial(64 - sets.co_kings - 1, sets.others) / index::symmetries;
    const std::uint64_t rows = scores::rows_of_co_kings_bytes(material);
    const std::uint64_t whole = scores::slice_bytes(material);
    return {std::min((indices / indices_a_leader + 2) * rows, whole), whole};
}

memory::WorkingSet CodeSource::working_set_of(Colour mover, std::uint64_t count) const {
    if (scores == nullptr) {
        return {0, 0};
    }
    const memory::WorkingSet needed = scores->comes_by_slice()
                                          ? working_set_of_slice_indices(scores->material(), count)
                                          : working_set_of_indices(scores->material(), leader, count);
    return needed.unless(scores->is_resident(mover));
}

CodeSource codes_of_scores(const scores::ClassScores& solved, const index::ClassIndex& index, int threads,
                           const table::OpenTable* wdl) {
    const auto makers =
        std::make_shared<std::vector<ScoreCodes>>(static_cast<std::size_t>(threads), ScoreCodes{solved, index});
    CodeSource codes{table::Coding::Distances,
                     [makers](std::size_t thread, Colour mover, std::uint64_t first, std::uint32_t count) {
                         return (*makers)[thread].at(mover, first, count);
                     },
                     &solved, index.leader()};
    if (solved.rule().exists() && wdl != nullptr) {
        codes.at = with_results(std::move(codes.at), codes_in_file(*wdl, threads).at, threads);
    }
    return codes;
}

CodeSource codes_in_memory(std::span<const std::uint8_t> codes, std::uint64_t size, table::StoredSides stored) {
    return {table::Coding::Distances,
            [codes, size, stored](std::size_t, Colour mover, std::uint64_t first, std::uint32_t count) {
                return codes.subspan(sides_before(stored, static_cast<Colour>(mover)) * size + first, count);
            }};
}

CodeSource codes_in_file(const table::OpenTable& table, int threads, ForcedPositions forced) {
    const auto readers = std::make_shared<std::vector<PositionsReader>>();
    for (int i = 0; i < threads; ++i) {
        readers->emplace_back(table, forced);
    }
    return {coding_of(table.header().metric),
            [readers](std::size_t thread, Colour mover, std::uint64_t first, std::uint32_t count) {
                return (*readers)[thread].read(mover, first, count);
            }};
}

/// Indices that one thread takes at a time.
constexpr std::uint64_t part_positions = std::uint64_t{1} << 16;

memory::WorkingSet working_set_to_write(const index::Material& material, bool by_slice) {
    return by_slice ? working_set_of_slice_indices(material, part_positions)
                    : working_set_of_indices(material, index::leader(material), part_positions);
}

void read_codes(const CodeSource& codes, Colour mover, std::uint64_t first, std::span<std::uint8_t> out,
                const memory::Team& team) {
    const std::uint64_t parts = (out.size() + part_positions - 1) / part_positions;
    memory::parallel_for_within(
        codes.memory(), codes.working_set_of(mover, part_positions), parts, team,
        [&](std::size_t thread, std::uint64_t part) {
            const auto own = out.subspan(part * part_positions)
                                 .first(std::min<std::uint64_t>(part_positions, out.size() - part * part_positions));
            std::ranges::copy(
                codes.at(thread, mover, first + part * part_positions, static_cast<std::uint32_t>(own.size())),
                own.begin());
        });
}

void for_each_codes(const CodeSource& codes, const index::Material& material, std::uint64_t size,
                    const memory::Team& team, const std::function<void(std::span<const std::uint8_t>)>& take) {
    const std::uint64_t at_a_time = 16 * static_cast<std::uint64_t>(team.threads) * part_positions;
    std::vector<std::uint8_t> batch;
    for (int side = 0; side < index::stored_sides(material); ++side) {
        for (std::uint64_t first = 0; first < size; first += at_a_time) {
            batch.resize(std::min(at_a_time, size - first));
            read_codes(codes, static_cast<Colour>(side), first, batch, team);
            take(batch);
        }
    }
}

}  // namespace dameotb::store
