// Solves one class by its definition, on top of finished smaller classes: forward moves, one sweep a ply over the
// positions that are still open. For classes that are too large for tests::ReferenceSolver, which keeps all successors.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::tests {

/// Returns the value of a position outside the class. Called from several threads at once.
using ValueOutside = std::function<Value(const Position&)>;

/// All values of a class. Of the library it uses the moves of the rules and the numbers of the index.
class PlainClassSolver {
public:
    /// Solves the class. Memory: 2 bytes for each stored position, and a list of those that are open.
    PlainClassSolver(const index::Material& material, const ValueOutside& outside, int threads);

    [[nodiscard]] const index::ClassIndex& index() const { return index_; }
    /// Returns the value. Requires: a position of the class, with colours as the class has them.
    [[nodiscard]] Value value(const Position& position) const;
    /// Returns the number of sweeps.
    [[nodiscard]] int sweeps() const { return sweeps_; }

private:
    /// An offset: a number, and behind all numbers with White to move those with Black to move.
    using Offset = std::uint64_t;

    [[nodiscard]] Offset offset_of(const Position& position) const;
    [[nodiscard]] Position position_at(Offset offset) const;
    /// Returns the code that the successors give a position, or `open` if they do not decide it by this ply.
    [[nodiscard]] std::int16_t code_by(int ply, const Position& position, const ValueOutside& outside) const;

    /// 0: open or draw; n: win in n plies; -1 - n: loss in n plies.
    static constexpr std::int16_t open = 0;

    index::ClassIndex index_;
    std::vector<std::int16_t> codes_;
    int sweeps_ = 0;
};

}  // namespace dameotb::tests
