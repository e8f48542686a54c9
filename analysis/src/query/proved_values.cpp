#include <dameotb/analysis/query/proved_values.hpp>

namespace dameotb::query {

ProvedValues::ProvedValues(const probe::Tablebase& tables, const ProofOptions& options, const std::atomic<bool>* stop)
    : tables_{tables}, options_{options}, stop_{stop}, prover_{tables} {}

Wdl ProvedValues::result(const Position& position) {
    auto outcome = known(position);
    if (!outcome) {
        outcome = prove(position, false);
    }
    return outcome ? outcome->wdl : throw NotProved{position};
}

Value ProvedValues::value(const Position& position) {
    auto outcome = known(position);
    if (!outcome || !outcome->plies) {
        outcome = prove(position, true);
    }
    return outcome && outcome->plies ? outcome->value() : throw NotProved{position};
}

std::optional<probe::Outcome> ProvedValues::known(const Position& position) const {
    const auto found = proved_.find(position);
    return found != proved_.end() ? found->second : tables_.probe({{position}}).outcome;
}

std::optional<probe::Outcome> ProvedValues::prove(const Position& position, bool shortest) {
    if (options_.on_search) {
        options_.on_search(position);
    }
    probe::WorkBudget budget{options_.time, [this] { return stop_ != nullptr && *stop_; }};
    const proof::Proof proof = prover_.prove({{position}}, {.budget = &budget, .shortest = shortest});
    const auto outcome = proof.bounds.outcome();
    if (outcome) {
        proved_[position] = *outcome;
    }
    return outcome;
}

}  // namespace dameotb::query
