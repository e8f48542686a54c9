// Speed of the parts of solving a slice: king moves, fills and forced captures. The samples are seeded. The cost of a
// row depends on the number of bits requested, so compare only equal samples.
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/scores/captures/capture_resolver.hpp>
#include <dameotb/scores/captures/row_capture_resolver.hpp>
#include <dameotb/scores/row/row_scores.hpp>

#include "row/king_moves.hpp"
#include "row/row_moves.hpp"
#include "samples.hpp"
#include "solved.hpp"
#include "support.hpp"

namespace {

using namespace dameotb;
using namespace dameotb::gen;
using namespace dameotb::scores;

// King moves of all rows of a slice. Its men are those of one slice of the class, and each row has random bits.

struct Rows {
    SliceLayout layout;
    Bitboard men;
    std::vector<std::uint64_t> bits;  ///< By row: a quarter of the vacant squares.
};

Rows sample_rows(const std::string& name) {
    const index::Material m = tests::class_of(name);
    const index::SliceIndex slices{m.white.men, m.black.men};
    Rows rows{SliceLayout{m}, slices.unrank(index::SliceId{slices.count() / 3}).men(), {}};
    rows.bits.resize(rows.layout.rows());
    std::mt19937_64 random{tests::sample_seed};
    for (std::uint32_t row = 0; row < rows.layout.rows(); ++row) {
        if (rows.layout.is_legal(row, rows.men)) {
            rows.bits[row] = random() & random() & rows.layout.vacant(row, rows.men).bits();
        }
    }
    return rows;
}

/// In a class without men. `pivot_moves`: the king moves are those of the pivot king's side.
void unmoves(benchmark::State& state, const std::string& name, bool pivot_moves) {
    const Rows rows = sample_rows(name);
    const RowMoves moves{rows.layout};
    const Colour mover = pivot_moves ? rows.layout.pivot() : opponent(rows.layout.pivot());
    std::vector<std::uint64_t> reached(rows.layout.rows());
    for (auto _ : state) {
        for (std::uint32_t row = 0; row < rows.layout.rows(); ++row) {
            moves.unmoves(mover, row, rows.bits[row],
                          [&](std::uint32_t from, std::uint64_t bits) { reached[from] |= bits; });
        }
        benchmark::ClobberMemory();
    }
    bench::count_time(state, "per_row", static_cast<double>(rows.layout.rows()));
}

/// In a class with men, of moves that do not cross bands.
void sweeps(benchmark::State& state, const std::string& name, bool pivot_moves) {
    const Rows rows = sample_rows(name);
    KingMoves moves{rows.layout};
    moves.begin_slice(rows.men);
    const Colour mover = pivot_moves ? rows.layout.pivot() : opponent(rows.layout.pivot());
    const std::vector<RowBand> bands = king_move_bands(rows.layout, mover);
    std::vector<std::uint64_t> from(rows.layout.rows());
    for (auto _ : state) {
        for (const RowBand& band : bands) {
            moves.into(mover, band, rows.bits.data(), from.data());
        }
        benchmark::ClobberMemory();
    }
    bench::count_time(state, "per_row", static_cast<double>(rows.layout.rows()));
}

BENCHMARK_CAPTURE(unmoves, KKvKK_pivot, "KKvKK", true);
BENCHMARK_CAPTURE(unmoves, KKvKK_others, "KKvKK", false);
BENCHMARK_CAPTURE(sweeps, KMvKM_pivot, "KMvKM", true);
BENCHMARK_CAPTURE(sweeps, KMvKM_others, "KMvKM", false);
BENCHMARK_CAPTURE(sweeps, KKMvK_others, "KKMvK", false);
BENCHMARK_CAPTURE(sweeps, KKKMvK_others, "KKKMvK", false);
BENCHMARK_CAPTURE(sweeps, KKMvKK_pivot, "KKMvKK", true);
BENCHMARK_CAPTURE(sweeps, KKMvKK_others, "KKMvKK", false);

void king_fill(benchmark::State& state) {
    const Rows rows = sample_rows("KKMvK");
    std::vector<std::pair<std::uint64_t, std::uint64_t>> from_and_vacant;
    for (std::uint32_t row = 0; row < rows.layout.rows(); ++row) {
        from_and_vacant.emplace_back(rows.bits[row], rows.layout.vacant(row, rows.men).bits());
    }
    for (auto _ : state) {
        for (const auto& [from, vacant] : from_and_vacant) {
            benchmark::DoNotOptimize(rules::king_fill(from, vacant));
        }
    }
    bench::count_time(state, "per_row", static_cast<double>(from_and_vacant.size()));
}
BENCHMARK(king_fill);

// Captures of a row. The sample has random placements of a class, without one king of the pivot king's side.

struct FixedPieces {
    Position position;
    Colour pivot;
};

std::vector<FixedPieces> sample_fixed(const std::string& name) {
    constexpr int count = 2048;
    const index::Material m = tests::class_of(name);
    const Colour pivot = SliceLayout{m}.pivot();
    tests::Random random{tests::sample_seed};
    std::vector<FixedPieces> sample;
    for (int i = 0; i < count; ++i) {
        sample.push_back({tests::random_position(random, m), pivot});
        Bitboard& kings = sample.back().position[pivot].kings;
        kings -= kings.lowest();
    }
    return sample;
}

/// Returns every position of the rows in which a capture is forced.
std::vector<Position> forced_positions(const std::vector<FixedPieces>& rows) {
    std::vector<Position> forced;
    for (const FixedPieces& row : rows) {
        for (const Square square : rules::capture_mask(row.position, row.pivot)) {
            forced.push_back(row.position);
            forced.back()[row.pivot].kings |= square;
        }
    }
    return forced;
}

void count_rows(benchmark::State& state, const std::vector<FixedPieces>& rows) {
    const auto forced = static_cast<double>(forced_positions(rows).size());
    bench::count_time(state, "per_row", static_cast<double>(rows.size()));
    bench::count_time(state, "per_forced", forced);
}

/// Searches only. Counters: processor time per row, and per position with a forced capture in it.
void search_row(benchmark::State& state, const std::string& name) {
    const std::vector<FixedPieces> rows = sample_fixed(name);
    RowCaptureSearch search;
    for (auto _ : state) {
        for (const FixedPieces& row : rows) {
            search.search(row.position, row.pivot);
            benchmark::DoNotOptimize(search.forced());
        }
    }
    count_rows(state, rows);
}

/// Searches and combines the values.
void resolve_row(benchmark::State& state, const std::string& name) {
    RowCaptureResolver resolver{bench::solved_for(tests::class_of(name))};
    const std::vector<FixedPieces> rows = sample_fixed(name);
    RowScores scores;
    for (auto _ : state) {
        for (const FixedPieces& row : rows) {
            benchmark::DoNotOptimize(resolver.resolve(row.position, row.pivot, scores.data()));
        }
    }
    count_rows(state, rows);
}

/// Resolves the same positions one by one, like the plain resolver. The forced captures among them are known
/// beforehand.
void resolve_positions(benchmark::State& state, const std::string& name) {
    CaptureResolver resolver{bench::solved_for(tests::class_of(name))};
    const std::vector<FixedPieces> rows = sample_fixed(name);
    const std::vector<Position> positions = forced_positions(rows);
    for (auto _ : state) {
        for (const Position& position : positions) {
            benchmark::DoNotOptimize(resolver.resolve(position));
        }
    }
    count_rows(state, rows);
}

void mask_row(benchmark::State& state, const std::string& name) {
    const std::vector<FixedPieces> rows = sample_fixed(name);
    for (auto _ : state) {
        for (const FixedPieces& row : rows) {
            benchmark::DoNotOptimize(rules::capture_mask(row.position, row.pivot));
        }
    }
    count_rows(state, rows);
}

BENCHMARK_CAPTURE(mask_row, KKvKK, "KKvKK");
BENCHMARK_CAPTURE(search_row, KKvKK, "KKvKK");
BENCHMARK_CAPTURE(resolve_row, KKvKK, "KKvKK");
BENCHMARK_CAPTURE(resolve_positions, KKvKK, "KKvKK");
BENCHMARK_CAPTURE(search_row, KMvKM, "KMvKM");
BENCHMARK_CAPTURE(resolve_row, KMvKM, "KMvKM");
BENCHMARK_CAPTURE(resolve_positions, KMvKM, "KMvKM");
BENCHMARK_CAPTURE(search_row, KKMvK, "KKMvK");
BENCHMARK_CAPTURE(resolve_row, KKMvK, "KKMvK");
BENCHMARK_CAPTURE(resolve_positions, KKMvK, "KKMvK");

}  // namespace
