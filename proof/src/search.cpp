#include "search.hpp"

#include <algorithm>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::proof {

namespace {

/// The number that the side to move wants to bring to 0: by one move that does.
std::uint16_t wanted(Numbers numbers, bool attacks) {
    return attacks ? numbers.proof : numbers.disproof;
}
/// The number that the other side wants to bring to 0: against every move.
std::uint16_t feared(Numbers numbers, bool attacks) {
    return attacks ? numbers.disproof : numbers.proof;
}
Numbers numbers_from(unsigned wanted_number, unsigned feared_number, bool attacks) {
    const auto number = [](unsigned value) {
        return static_cast<std::uint16_t>(std::min<unsigned>(value, Numbers::infinite));
    };
    return attacks ? Numbers{number(wanted_number), number(feared_number)}
                   : Numbers{number(feared_number), number(wanted_number)};
}

}  // namespace

bool is_beyond_reach(const Position& position) {
    constexpr int always_followed = 9;
    constexpr int most_captures = 10'000;
    return position.occupied().count() > always_followed && rules::must_capture(position) &&
           rules::has_more_captures_than(position, most_captures);
}

void Search::begin(Colour attacker, std::uint64_t most_nodes, Effort& effort) {
    path_.clear();
    children_.clear();
    attacker_ = attacker;
    effort_ = &effort;
    end_ = std::min(effort.most_nodes, effort.nodes + most_nodes);
}

Numbers Search::run(const Position& root, Colour attacker, std::uint64_t most_nodes, Effort& effort,
                    std::span<const Position> before) {
    begin(attacker, most_nodes, effort);
    for (const Position& position : before.first(std::min<std::size_t>(before.size(), Path::most_plies))) {
        path_.push(Key::of(position));
    }
    const Key key = Key::of(root);
    const Numbers known = look_up(root, key, attacker, effort.budget);
    return known.is_open() && !effort.is_over() ? expand(root, key, unbounded, {Numbers::infinite, Numbers::infinite})
                                                : known;
}

Numbers Search::run_within(const Position& root, Colour attacker, int plies, std::uint64_t most_nodes, Effort& effort) {
    begin(attacker, most_nodes, effort);
    const Key key = Key::of(root).within(plies);
    const Numbers known = look_up_within(root, key, plies);
    return known.is_open() && !effort.is_over() ? expand(root, key, plies, {Numbers::infinite, Numbers::infinite})
                                                : known;
}

Numbers Search::look_up(const Position& position, const Key& key, Colour attacker, probe::WorkBudget* budget) {
    const auto known = table_.find(key);
    if (known && !(*known)[attacker].is_unknown()) {
        return (*known)[attacker];
    }
    // What is in the table and was not answered there is in no other table.
    if (const auto result = known ? std::nullopt : leaves_.result(position, budget)) {
        const BothNumbers numbers = numbers_of(*result, 0);
        table_.store(key, numbers);
        return numbers[attacker];
    }
    return odds_.numbers(position, attacker);
}

Numbers Search::look_up_within(const Position& position, const Key& key, int plies) {
    const Numbers known = table_.find(key, attacker_);
    if (!known.is_open()) {
        return known;
    }
    // Who does not win at all does not win in so many plies; who has won, or wins by the tables, is proved in 0 plies.
    const Numbers at_all = look_up(position, Key::of(position), attacker_, effort_->budget);
    Numbers numbers = known;
    if (at_all.is_disproved()) {
        return at_all;
    }
    if (at_all.is_proved() && at_all.plies() == 0) {
        const auto needed = leaves_.plies(position, effort_->budget);
        numbers = !needed ? Numbers::conjectured() : *needed <= plies ? Numbers::proved(*needed) : Numbers::disproved();
    } else if (plies == 0 && (position.side_to_move == attacker_ || !rules::legal_moves(position).empty())) {
        numbers = Numbers::disproved();  // only a defender without a move has lost in 0 plies
    }
    if (effort_->is_broken_off()) {
        return known;
    }
    if (!numbers.is_open()) {
        table_.store(key, attacker_, numbers, 1);
    }
    return numbers;
}

void Search::add_children(const Position& position, int plies_left) {
    const std::size_t first = children_.size();
    std::vector<Move> moves = rules::legal_moves(position);
    rules::remove_repeated(moves);
    for (const Move& move : moves) {
        const Position next = rules::after(position, move);
        const Key key = Key::of(next);
        children_.push_back({next, plies_left == unbounded ? key : key.within(plies_left - 1), {}});
        table_.prefetch(children_.back().key);
    }
    for (std::size_t i = first; i < children_.size(); ++i) {
        Child& child = children_[i];
        if (plies_left != unbounded) {
            child.numbers = look_up_within(child.position, child.key, plies_left - 1);
            continue;
        }
        child.numbers = look_up(child.position, child.key, attacker_, effort_->budget);
        if (child.numbers.is_open() && (path_.is_full() || path_.contains(child.key))) {
            child.numbers = Numbers::conjectured();
        }
    }
}

Search::Choice Search::choose(std::size_t first, bool attacks) const {
    Choice choice;
    choice.best = first;
    unsigned least = Numbers::infinite;
    unsigned largest = 0;
    unsigned sum = 0;
    unsigned open = 0;
    unsigned plies = 0;
    bool rests_on_conjecture = false;
    const Numbers* answer = nullptr;  // A move with which the side to move reaches what it wants.
    for (std::size_t i = first; i < children_.size(); ++i) {
        const Numbers& child = children_[i].numbers;
        const unsigned own = wanted(child, attacks);
        if (own == 0) {
            // The attacker plays the shortest proof, the defender what is a fact.
            const bool is_better = answer == nullptr || (attacks ? child.disproof > answer->disproof
                                                                 : child.is_disproved() && answer->is_conjecture());
            answer = is_better ? &child : answer;
            continue;
        }
        if (feared(child, attacks) == 0) {
            rests_on_conjecture = rests_on_conjecture || child.is_conjecture();
            plies = child.is_proved() ? std::max(plies, static_cast<unsigned>(child.plies())) : plies;
            continue;
        }
        ++open;
        largest = std::max<unsigned>(largest, feared(child, attacks));
        sum += feared(child, attacks);
        if (own < least) {
            choice.second = least;
            least = own;
            choice.best = i;
        } else {
            choice.second = std::min(choice.second, own);
        }
    }
    if (answer != nullptr) {
        choice.numbers = attacks ? Numbers::proved(answer->plies() + 1) : *answer;
    } else if (open == 0) {
        choice.numbers = !attacks              ? Numbers::proved(static_cast<int>(plies) + 1)
                         : rests_on_conjecture ? Numbers::conjectured()
                                               : Numbers::disproved();
    } else {
        choice.numbers = numbers_from(std::min<unsigned>(least, Numbers::greatest),
                                      std::min<unsigned>((sum + largest + open - 1) / 2, Numbers::greatest), attacks);
    }
    return choice;
}

Numbers Search::settle(const Key& key, Numbers numbers, std::uint64_t nodes_before) {
    table_.store(key, attacker_, numbers, effort_->nodes - nodes_before);
    return numbers;
}

Numbers Search::expand(const Position& position, const Key& key, int plies_left, Numbers thresholds) {
    const std::uint64_t nodes_before = effort_->nodes;
    effort_->count();
    const bool attacks = position.side_to_move == attacker_;
    if (is_beyond_reach(position)) {
        // Not stored: it says nothing of the position. Its predecessors' disproofs are conjectures.
        return Numbers::conjectured();
    }
    path_.push(key);
    const std::size_t first = children_.size();
    add_children(position, plies_left);
    if (effort_->is_broken_off()) {
        path_.pop(key);
        children_.resize(first);
        return table_.find(key, attacker_);
    }
    if (children_.size() == first) {
        path_.pop(key);
        const BothNumbers lost = numbers_of(position.side_to_move == Colour::White ? Wdl::Loss : Wdl::Win, 0);
        table_.store(key, lost);
        return lost[attacker_];
    }
    Choice choice = choose(first, attacks);
    while (choice.numbers.is_open() && choice.numbers.proof < thresholds.proof &&
           choice.numbers.disproof < thresholds.disproof && effort_->nodes < end_ && !effort_->is_broken_off()) {
        const Child child = children_[choice.best];
        // Another way to the same position may have found out more.
        const Numbers known = table_.find(child.key, attacker_);
        if (!known.is_unknown() && known != child.numbers) {
            children_[choice.best].numbers = known;
            choice = choose(first, attacks);
            continue;
        }
        const unsigned wanted_threshold =
            std::min<unsigned>(wanted(thresholds, attacks), choice.second + choice.second / 4 + 1);
        const unsigned feared_threshold =
            feared(thresholds, attacks) - feared(choice.numbers, attacks) + feared(child.numbers, attacks);
        const Numbers found = expand(child.position, child.key, plies_left == unbounded ? unbounded : plies_left - 1,
                                     numbers_from(wanted_threshold, feared_threshold, attacks));
        children_[choice.best].numbers = found;
        choice = choose(first, attacks);
    }
    path_.pop(key);
    children_.resize(first);
    return settle(key, choice.numbers, nodes_before);
}

}  // namespace dameotb::proof
