#include "proof_length.hpp"

#include <algorithm>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::proof {

std::optional<int> ProofLength::of(const Position& root, Colour attacker, Effort& effort) {
    known_.clear();
    attacker_ = attacker;
    effort_ = &effort;
    const Key key = Key::of(root);
    const auto most = plies(root, key, search_.look_up(root, key, attacker, effort.budget));
    known_ = {};
    return most;
}

std::optional<int> ProofLength::plies(const Position& position, const Key& key, Numbers numbers) {
    if (const auto found = known_.find(key); found != known_.end()) {
        return found->second;
    }
    if (!numbers.is_proved() || known_.size() == most_positions_ || effort_->is_over()) {
        return std::nullopt;
    }
    effort_->count();
    std::vector<Move> moves = rules::legal_moves(position);
    int most = 0;
    if (numbers.plies() == 0) {
        if (!moves.empty()) {
            const probe::Answer<Value> answer = leaves_.tables().probe_dtm(position, effort_->budget);
            const Value* value = std::get_if<Value>(&answer);
            if (value == nullptr) {
                return std::nullopt;
            }
            most = value->dtm().plies();
        }
    } else {
        struct Step {
            Position position;
            Key key;
            Numbers numbers;
        };
        std::vector<Step> steps;
        rules::remove_repeated(moves);
        for (const Move& move : moves) {
            const Position next = rules::after(position, move);
            const Key next_key = Key::of(next);
            steps.push_back({next, next_key, search_.look_up(next, next_key, attacker_, effort_->budget)});
        }
        if (position.side_to_move == attacker_) {
            const auto length = [](const Step& step) {
                return step.numbers.is_proved() ? step.numbers.plies() : Numbers::infinite;
            };
            steps = {*std::ranges::min_element(steps, {}, length)};
        }
        for (const Step& step : steps) {
            if (!step.numbers.is_proved() || step.numbers.plies() >= numbers.plies()) {
                return std::nullopt;
            }
            const auto after = plies(step.position, step.key, step.numbers);
            if (!after) {
                return std::nullopt;
            }
            most = std::max(most, *after + 1);
        }
    }
    known_.emplace(key, most);
    return most;
}

}  // namespace dameotb::proof
