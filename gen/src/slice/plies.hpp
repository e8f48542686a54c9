// The plies of the fixpoint of one slice: what each decides from what the last one decided. A ply decides wins or
// losses, which all have one score; under a draw rule it decides both, losses first.
#pragma once

#include <cstddef>

#include <dameotb/rules/bitboard.hpp>
#include <dameotb/scores/slice/score.hpp>

namespace dameotb::gen {

class Plies {
public:
    Plies() = default;
    Plies(const Plies&) = delete;
    Plies& operator=(const Plies&) = delete;
    virtual ~Plies() = default;

    /// Begins a slice with these men, whose rows are initialised.
    virtual void begin_slice(Bitboard men) = 0;
    /// Decides all positions with that score, of both sides, and returns whether there are any. Requires: earlier plies
    /// are done. Throws memory::StopRequested.
    virtual bool run(scores::Score score) = 0;
    /// Ends the ply: what it decided is the frontier of the next one.
    virtual void end_ply() = 0;
};

/// How many frontiers there are: one for wins and one for losses if a ply decides both, else one for either.
class Frontiers {
public:
    explicit Frontiers(DrawRule rule) : count_{rule.exists() ? std::size_t{2} : std::size_t{1}} {}

    [[nodiscard]] std::size_t count() const { return count_; }
    /// Returns the index of the frontier for this score.
    [[nodiscard]] std::size_t of(scores::Score score) const { return count_ > 1 && score > 0 ? 1 : 0; }

private:
    std::size_t count_;
};

}  // namespace dameotb::gen
