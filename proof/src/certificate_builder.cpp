#include "certificate_builder.hpp"

#include <algorithm>
#include <utility>

#include <dameotb/rules/movegen.hpp>

namespace dameotb::proof {

CertificateBuilder::CertificateBuilder(PositionTable& table, Search& search, Leaves& leaves, SearchAgain search_again)
    : table_{table}, search_{search}, leaves_{leaves}, search_again_{std::move(search_again)} {}

void CertificateBuilder::begin(Colour side, bool wins, std::size_t bytes, Effort& effort) {
    // In the list, and in a container with what that needs.
    constexpr std::size_t bytes_a_position = 2 * sizeof(Position) + 80;
    most_positions_ = bytes / bytes_a_position;
    claim_ = {side, wins};
    effort_ = &effort;
    wins_ = {};
    set_ = {};
    line_.clear();
    searches_left_ = 1000;
}

bool CertificateBuilder::count(const Position& position) {
    if (effort_->is_over() || wins_.size() + set_.size() > most_positions_ || is_beyond_reach(position)) {
        return false;
    }
    effort_->count();
    return true;
}

std::optional<bool> CertificateBuilder::confirmed_by_tables(const Position& position) {
    const auto result = leaves_.result(position, effort_->budget);
    const Wdl win = claim_.side == Colour::White ? Wdl::Win : Wdl::Loss;
    return result ? std::optional{(*result == win) == claim_.wins} : std::nullopt;
}

Numbers CertificateBuilder::known(const Position& position) {
    return search_.look_up(position, Key::of(position), claim_.side, effort_->budget);
}

std::optional<CertificateBuilder::Win> CertificateBuilder::win(const Position& root, Colour side, std::size_t bytes,
                                                               Effort& effort) {
    begin(side, true, bytes, effort);
    const auto length = add_win(root);
    wins_ = {};
    return length ? std::optional{Win{std::move(claim_), length->plies}} : std::nullopt;
}

std::optional<CertificateBuilder::Length> CertificateBuilder::add_win(const Position& position) {
    if (const auto confirmed = confirmed_by_tables(position)) {
        return *confirmed ? std::optional{Length{leaves_.plies(position, effort_->budget)}} : std::nullopt;
    }
    if (const auto at = wins_.find(position); at != wins_.end()) {
        return at->second;
    }
    if (!count(position)) {
        return std::nullopt;
    }
    wins_.emplace(position, std::nullopt);
    line_.push_back(position);
    std::optional<Length> length;
    const Numbers numbers = known(position);
    if (numbers.is_proved()) {
        length = add_win_by_moves(position);
    }
    if (!length && searches_left_ > 0 && !effort_->is_over()) {
        // The table has lost it, or what it rests on, or what it found later instead leads back to this line.
        --searches_left_;
        constexpr std::uint64_t most_nodes = 100'000;
        table_.forget(Key::of(position), claim_.side);
        const std::span before{line_.data(), line_.size() - 1};
        if (search_.run(position, claim_.side, most_nodes, *effort_, before).is_proved()) {
            length = add_win_by_moves(position);
        } else if (numbers.is_proved()) {
            table_.store(Key::of(position), claim_.side, numbers, 1);
        }
    }
    line_.pop_back();
    if (length) {
        wins_[position] = length;
        claim_.positions.push_back(position);
    } else {
        wins_.erase(position);
    }
    return length;
}

std::optional<CertificateBuilder::Length> CertificateBuilder::add_win_by_moves(const Position& position) {
    struct Step {
        Position position;
        Numbers numbers;
    };
    std::vector<Step> steps;
    for (const Position& next : rules::successors(position)) {
        steps.push_back({next, known(next)});
    }
    const auto one_more = [](std::optional<int> plies) { return plies ? std::optional{*plies + 1} : std::nullopt; };
    if (position.side_to_move == claim_.side) {
        std::erase_if(steps, [](const Step& step) { return !step.numbers.is_proved(); });
        std::ranges::sort(steps, {}, [](const Step& step) { return step.numbers.plies(); });
        for (const Step& step : steps) {
            if (const auto after = add_win(step.position)) {
                return Length{one_more(after->plies)};
            }
        }
        return std::nullopt;
    }
    Length longest{-1};  // without a move, the game is over
    for (const Step& step : steps) {
        const auto after = add_win(step.position);
        if (!after) {
            return std::nullopt;
        }
        longest.plies =
            longest.plies && after->plies ? std::optional{std::max(*longest.plies, *after->plies)} : std::nullopt;
    }
    return Length{one_more(longest.plies)};
}

std::optional<Claim> CertificateBuilder::no_win(const Position& root, Colour side, std::size_t bytes, Effort& effort) {
    begin(side, false, bytes, effort);
    bool holds = add_no_win(root);
    // The list grows while it is gone through.
    for (std::size_t i = 0; holds && i < claim_.positions.size(); ++i) {
        const Position position = claim_.positions[i];
        if (!count(position)) {
            holds = false;
            break;
        }
        const std::vector<Position> successors = rules::successors(position);
        holds = position.side_to_move == side
                    ? std::ranges::all_of(successors, [&](const Position& next) { return add_no_win(next); })
                    : add_one_of(position, successors);
    }
    set_ = {};
    return holds ? std::optional{std::move(claim_)} : std::nullopt;
}

bool CertificateBuilder::add_no_win(const Position& position) {
    if (set_.contains(position)) {
        return true;
    }
    if (const auto confirmed = confirmed_by_tables(position)) {
        return *confirmed;
    }
    if (!known(position).is_disproved() && !search_again(position).is_disproved()) {
        return false;
    }
    set_.insert(position);
    claim_.positions.push_back(position);
    return true;
}

bool CertificateBuilder::add_one_of(const Position& position, const std::vector<Position>& successors) {
    const auto is_in_set = [&](const Position& next) { return set_.contains(next); };
    const auto is_end = [&](const Position& next) { return confirmed_by_tables(next) == true; };
    const auto add_known = [&](const Position& next) { return known(next).is_disproved() && add_no_win(next); };
    return std::ranges::any_of(successors, is_in_set) || std::ranges::any_of(successors, is_end) ||
           std::ranges::any_of(successors, add_known) ||
           (search_again(position).is_disproved() && std::ranges::any_of(successors, add_known));
}

}  // namespace dameotb::proof
