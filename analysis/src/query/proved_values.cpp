#include <dameotb/analysis/query/proved_values.hpp>

namespace dameotb::query {

ProvedValues::ProvedValues(const probe::Tablebase& tables, const ProofOptions& options)
    : tables_{tables}, options_{options}, prover_{tables} {}

Wdl ProvedValues::result(const Position& position) {
    if (!known(position)) {
        prove(position, false);
    }
    if (const auto outcome = known(position)) {
        return outcome->wdl;
    }
    throw NotProved{position};
}

Value ProvedValues::value(const Position& position) {
    const auto before = known(position);
    if (!before || !before->plies) {
        prove(position, true);
    }
    if (const auto outcome = known(position); outcome && outcome->plies) {
        return outcome->value();
    }
    throw NotProved{position};
}

std::optional<probe::Outcome> ProvedValues::known(const Position& position) const {
    const auto found = proved_.find(position);
    return found != proved_.end() ? found->second : tables_.probe({{position}}).outcome;
}

void ProvedValues::prove(const Position& position, bool shortest) {
    if (options_.on_search) {
        options_.on_search(position);
    }
    probe::WorkBudget budget{options_.time, options_.stop};
    const proof::Proof proof = prover_.prove({{position}}, {.budget = &budget, .shortest = shortest});
    if (const auto outcome = proof.bounds.outcome()) {
        proved_[position] = *outcome;
    }
}

}  // namespace dameotb::query
