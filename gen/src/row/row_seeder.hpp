// What a row's positions are worth by moves that leave the slice: captures, men's moves and promotions.
// These values are known before the slice is solved. They enter its fixpoint as seeds, each at the ply that its
// distance says; what king moves inside the slice add is the slice solver's work.
#pragma once

#include <array>
#include <vector>

#include <dameotb/store/captures/row_capture_resolver.hpp>
#include <dameotb/store/slice/slice_context.hpp>

namespace dameotb::gen {

/// Positions of one row, as bits by the runner's square.
struct RowBits {
    std::uint32_t row;
    std::uint64_t bits;
};

/// The seeds of one side to move by ply.
struct Seeds {
    using ByPly = std::array<std::vector<RowBits>, static_cast<std::size_t>(store::longest_plies) + 2>;
    /// Forced captures: decided at that ply, whatever else.
    ByPly captures;
    /// Quiet positions whose best move out of the slice is a win or a loss at that ply; at ply 0 also those that
    /// have no move at all. A win counts unless king moves win sooner; a loss only if king moves lose as well.
    ByPly exits;
    int last_ply = -1;

    void clear();
    /// Adds the decided ones of `bits`, one entry for each score. `cells`: the row's scores by square.
    void add(ByPly& kind, std::uint32_t row, std::uint64_t bits, const store::Score* cells);
};

/// The masks of one row for one side to move.
struct RowMasks {
    std::uint64_t quiet = 0;  ///< Legal positions without a forced capture.
    std::uint64_t exits = 0;  ///< Those of them with a move that leaves the slice.
};

/// Computes seeds row by row. One object a thread; writes the values of forced captures straight into the table.
class RowSeeder {
public:
    explicit RowSeeder(const store::FinishedClasses& finished) : resolver_{finished} {}

    /// `kings`: all but the runner. `scores`: the row's 64 cells for `side_to_move`; forced captures are written.
    RowMasks seed(const store::SliceContext& context, rules::Colour runner, std::uint32_t row,
                  const store::Kings& kings, rules::Colour side_to_move, store::Score* scores, Seeds& seeds);

private:
    store::RowCaptureResolver resolver_;
    store::RowScores exits_;  ///< Best score by men's moves, store::no_score where there is none.
    store::RowScores buffer_;
};

}  // namespace dameotb::gen
