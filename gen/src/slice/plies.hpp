// The plies of the fixpoint of one slice: what each decides from what the last one decided.
#pragma once

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::gen {

class Plies {
public:
    Plies() = default;
    Plies(const Plies&) = delete;
    Plies& operator=(const Plies&) = delete;
    virtual ~Plies() = default;

    /// Begins a slice with these men, whose rows are initialised.
    virtual void begin_slice(rules::Bitboard men) = 0;
    /// Decides all wins (odd ply) or losses (even ply) at that ply, of both sides, and returns whether there are any.
    /// Requires: the plies from 0 to ply - 1 are done. Throws scores::StopRequested.
    virtual bool run(int ply) = 0;
};

}  // namespace dameotb::gen
