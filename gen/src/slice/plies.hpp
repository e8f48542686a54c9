// The plies of the fixpoint of one slice: what each decides, from what the last one has decided.
#pragma once

#include <dameotb/rules/bitboard.hpp>

namespace dameotb::gen {

class Plies {
public:
    Plies() = default;
    Plies(const Plies&) = delete;
    Plies& operator=(const Plies&) = delete;
    virtual ~Plies() = default;

    /// Begins a slice with these men, whose rows have been initialised.
    virtual void begin_slice(rules::Bitboard men) = 0;
    /// Decides all wins (ply odd) or losses (ply even) at that ply, of both sides, and returns whether there is any.
    /// Requires: the plies from 0 to ply - 1 are done. Throws scores::StopRequested.
    virtual bool run(int ply) = 0;
};

}  // namespace dameotb::gen
