// The values of a row's positions by exits: captures, men's moves and promotions.
// These values are known before the slice is solved. They enter its fixpoint as seeds, each at the ply of its distance.
// King moves inside the slice are the work of the slice solver.
#pragma once

#include <array>
#include <vector>

#include <dameotb/store/captures/row_capture_resolver.hpp>
#include <dameotb/store/slice/slice_context.hpp>

namespace dameotb::gen {

/// Positions of one row, with one bit for each square of the runner.
struct RowBits {
    std::uint32_t row;
    std::uint64_t bits;
};

/// The seeds of one side to move, by ply.
struct Seeds {
    using ByPly = std::array<std::vector<RowBits>, static_cast<std::size_t>(store::longest_plies) + 2>;
    /// Positions with a forced capture. They are decided at that ply in any case.
    ByPly captures;
    /// Quiet positions whose best exit is a win or a loss at that ply; at ply 0 also those without any move. Such a win
    /// counts unless a king move wins sooner; such a loss counts only if all king moves lose too.
    ByPly exits;
    int last_ply = -1;

    void clear();
    /// Adds those of `bits` that are wins or losses, with one entry for each score. `cells`: the row's scores.
    void add(ByPly& kind, std::uint32_t row, std::uint64_t bits, const store::Score* cells);
};

/// The masks of one row for one side to move.
struct RowMasks {
    std::uint64_t quiet = 0;  ///< Legal positions without a forced capture.
    std::uint64_t exits = 0;  ///< Those of the quiet positions that have an exit.
};

/// Computes seeds row by row, and writes the scores of positions with a forced capture straight into the class's cells.
/// One object per thread: not thread-safe.
class RowSeeder {
public:
    explicit RowSeeder(const store::FinishedClasses& finished) : resolver_{finished} {}

    /// Adds the seeds of one row and returns its masks. `kings`: all but the runner. `scores`: the row's 64 cells for
    /// `side_to_move`, where positions with a forced capture get their scores.
    RowMasks seed(const store::SliceContext& context, rules::Colour runner, std::uint32_t row,
                  const store::Kings& kings, rules::Colour side_to_move, store::Score* scores, Seeds& seeds);

private:
    store::RowCaptureResolver resolver_;
    store::RowScores exits_;  ///< The best score of men's moves; store::no_score where there is no move.
    store::RowScores buffer_;
};

}  // namespace dameotb::gen
