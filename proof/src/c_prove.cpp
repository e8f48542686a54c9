// The C interface over Prover, as probe/src/c_api.cpp has that over Tablebase.
#include <dameotb/dameotb.h>

#include <algorithm>
#include <chrono>
#include <limits>

#include <dameotb/proof/prover.hpp>

#include "c_support.hpp"

struct dameotb_prover {
    dameotb::proof::Prover prover;
};

namespace {

using dameotb::c::guarded;
using dameotb::c::require;

/// Returns the processor time; the longest there is for none.
std::chrono::nanoseconds to_time(std::uint64_t milliseconds) {
    constexpr std::chrono::nanoseconds longest = std::chrono::hours{24 * 365};
    const auto most =
        static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(longest).count());
    return milliseconds == 0 || milliseconds > most ? longest : std::chrono::milliseconds{milliseconds};
}

/// Proves what `question()` asks, and writes the answer.
dameotb_status prove(dameotb_prover* prover, const auto& question, const dameotb_limits* limits, dameotb_bounds* bounds,
                     dameotb_move* moves, size_t capacity, size_t* count, dameotb_error* error) {
    return guarded(error, [&] {
        require(prover, "prover");
        require(bounds, "bounds");
        dameotb::c::require_buffer(moves, "moves", capacity, count);
        const dameotb::probe::Question asked = question();
        const auto chosen =
            dameotb::c::known_members<dameotb_limits>(limits, DAMEOTB_LIMITS_INIT, sizeof(dameotb_limits), "limits");
        std::function<bool()> is_given_up;
        if (chosen.is_given_up != nullptr) {
            is_given_up = [&] { return chosen.is_given_up(chosen.context) != 0; };
        }
        dameotb::probe::WorkBudget budget{to_time(chosen.milliseconds), is_given_up};
        const std::uint64_t nodes = chosen.nodes == 0 ? std::numeric_limits<std::uint64_t>::max() : chosen.nodes;
        const dameotb::proof::Proof proof =
            prover->prover.prove(asked, {.nodes = nodes, .budget = &budget, .shortest = chosen.shortest != 0});
        *bounds = {dameotb::c::from_bound(proof.bounds.at_least), dameotb::c::from_bound(proof.bounds.at_most)};
        *count = std::min(capacity, proof.line.size());
        std::transform(proof.line.begin(), proof.line.begin() + static_cast<std::ptrdiff_t>(*count), moves,
                       dameotb::c::from_move);
        return DAMEOTB_OK;
    });
}

}  // namespace

dameotb_status dameotb_open_prover(const dameotb_tablebase* tablebase, size_t hash_bytes, dameotb_prover** prover,
                                   dameotb_error* error) {
    return guarded(error, [&] {
        require(prover, "prover");
        *prover = nullptr;
        require(tablebase, "tablebase");
        *prover = new dameotb_prover{hash_bytes == 0 ? dameotb::proof::Prover{tablebase->tables}
                                                     : dameotb::proof::Prover{tablebase->tables, hash_bytes}};
        return DAMEOTB_OK;
    });
}

void dameotb_close_prover(dameotb_prover* prover) {
    delete prover;
}

dameotb_status dameotb_prove(dameotb_prover* prover, const dameotb_position* position, const dameotb_limits* limits,
                             dameotb_bounds* bounds, dameotb_move* moves, size_t capacity, size_t* count,
                             dameotb_error* error) {
    const auto question = [&] { return dameotb::probe::Question{{dameotb::c::to_probed(position)}}; };
    return prove(prover, question, limits, bounds, moves, capacity, count, error);
}

dameotb_status dameotb_prove_rule(dameotb_prover* prover, const dameotb_position* position, int rule_plies, int counter,
                                  const dameotb_limits* limits, dameotb_bounds* bounds, dameotb_move* moves,
                                  size_t capacity, size_t* count, dameotb_error* error) {
    const auto question = [&] { return dameotb::c::to_question(position, rule_plies, counter); };
    return prove(prover, question, limits, bounds, moves, capacity, count, error);
}
