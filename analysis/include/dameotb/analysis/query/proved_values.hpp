// Values of single positions that no table has, by search.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>

#include <dameotb/proof/prover.hpp>

namespace dameotb::query {

/// Thrown where a search has not found in its time what was asked for.
class NotProved : public std::runtime_error {
public:
    explicit NotProved(const Position& position) : runtime_error{"not proved in time"}, position_{position} {}
    [[nodiscard]] const Position& position() const { return position_; }

private:
    Position position_;
};

/// How positions are proved.
struct ProofOptions {
    std::chrono::milliseconds time{};                     ///< Processor time for each position; 0: none is proved.
    std::function<void(const Position&)> on_search = {};  ///< Called before each search.
};

/// Looks up positions in the tables, and searches where these have no answer. Not thread-safe. All members throw
/// table::TablebaseError for a damaged file.
class ProvedValues {
public:
    /// Keeps the references. `stop`: may be null; once it is true, nothing more is proved. Requires: time to prove.
    ProvedValues(const probe::Tablebase& tables, const ProofOptions& options, const std::atomic<bool>* stop);

    /// Returns the result for the side to move. Throws NotProved.
    [[nodiscard]] Wdl result(const Position& position);
    /// Returns the value for the side to move: of a win or a loss the search goes on for the shortest win. Throws
    /// NotProved.
    [[nodiscard]] Value value(const Position& position);
    /// Returns what the tables say, or what was proved before.
    [[nodiscard]] std::optional<probe::Outcome> known(const Position& position) const;

private:
    /// Searches, remembers what is proved, and returns it. `shortest`: as in proof::Limits.
    std::optional<probe::Outcome> prove(const Position& position, bool shortest);

    const probe::Tablebase& tables_;
    const ProofOptions& options_;
    const std::atomic<bool>* stop_;
    proof::Prover prover_;
    std::map<Position, probe::Outcome, probe::PositionOrder> proved_;
};

}  // namespace dameotb::query
