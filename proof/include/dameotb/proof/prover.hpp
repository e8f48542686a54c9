// Proves what positions are worth that no table has: by search, down to the tables.
// What it says is proven, never an estimate: decision 19 in docs/decisions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/proof/certificate.hpp>

namespace dameotb::proof {

/// What ends a search that has not found the result.
struct Limits {
    /// Positions whose moves are made.
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    /// Processor time, and whether the answer is given up; may be null. The search ends where the budget does, without
    /// an exception, and answers with what it has found out.
    probe::WorkBudget* budget = nullptr;
    /// Whether to go on after a proof of a win or a loss, for the shortest win. Not under a draw rule.
    bool shortest = false;
};

/// What was found out. Value type.
struct Proof {
    /// What is proven. If the results are equal, the question is decided; if not, one of them may still say that a side
    /// has at least a draw. Of a win or a loss one bound has the most plies to the end that the winner's proof takes,
    /// if the tables know the distances at its end. Both have the plies of the shortest win if the tables have the
    /// position, or if that was asked for and found.
    probe::OutcomeBounds bounds{};
    /// Under the same bounds, moves that reach what is proven for the side that it favours, the first from the
    /// position: of a win or a loss those of the winner's proof against one defence, on to where the tables have the
    /// rest, or if the shortest win was found, that with the longest defence; otherwise at most one move. May be
    /// shorter if the hash table has lost something, and is empty if nothing is proven.
    std::vector<Move> line{};
    std::uint64_t nodes = 0;
    std::uint64_t probes = 0;

    [[nodiscard]] bool is_decided() const { return bounds.at_least.wdl == bounds.at_most.wdl; }
    bool operator==(const Proof&) const = default;
};

/// Adds what is proven of a question to what tables and moves say of it. Returns whether that is anything.
bool add_proof(probe::Known& known, const Proof& proof);

/// Gives a move of the position a result that is proven by the rules of the question. Requires: it has none.
void set_proven(probe::RankedMove& move, const probe::Question& question, Wdl result);

/// Gives the move with which a proof of a win, a draw or a loss begins that result, if the tables do not know it, and
/// puts it first if no better one is known. Returns the index that it had if it was put first. Requires: all legal
/// moves of the position that was proved.
std::optional<std::size_t> add_proof(std::vector<probe::RankedMove>& moves, const probe::Question& question,
                                     const Proof& proof);

class TableAnswers;

/// What a search has added to what was known of a question.
struct Addition {
    bool is_any = false;
    Proof proof{};  ///< By the rules of the question.
};

/// Remembers what it has found out: asked again, or for the next position of a game, it goes on from there. Not
/// thread-safe; several may ask one tablebase.
class Prover {
public:
    /// The tablebase must outlive it. `hash_bytes`: what it takes for positions, a hard bound, but that it takes some
    /// kilobytes in any case. A quarter of that is for closed sets and the length of proofs, and is taken when it is
    /// needed. Besides, it takes what the moves along one line need.
    explicit Prover(const probe::Tablebase& tables, std::size_t hash_bytes = std::size_t{64} << 20);
    /// For tables that are not in directories.
    Prover(std::unique_ptr<TableAnswers> tables, std::size_t hash_bytes);
    ~Prover();
    Prover(Prover&&) noexcept;
    Prover& operator=(Prover&&) noexcept;

    /// Proves what it can of a position's result. Under a draw rule only what holds under it, too: a win without the
    /// rule is at least a draw, and a win if it can be brought to its end before the counter is. Throws
    /// table::TablebaseError as probes do. Requires: no capture under way.
    Proof prove(const probe::Question& question, const Limits& limits);

    /// Returns what the position's result without a draw rule rests on, as far as `prove` has found it out: the claim
    /// of a win, or those of the sides that do not win. Every position in it is looked at again, and searched again if
    /// the hash table has lost it, so the answer does not rest on hashes. Nothing if nothing is known, or if it does
    /// not fit into the limits, or into a quarter of `hash_bytes`, which it takes besides. Throws as `prove` does.
    std::optional<Certificate> certificate(const Position& position, const Limits& limits);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Proves of a question what is not known: adds to `known` what is proven without its draw rule, and if it has a rule,
/// to `under` what holds under it. The budget is that of all searches, the nodes are those of each. Throws and requires
/// the same as Prover::prove.
Addition prove_unknown(Prover& prover, const probe::Question& question, const Limits& limits, probe::Known& known,
                       std::optional<probe::Known>& under);

}  // namespace dameotb::proof
