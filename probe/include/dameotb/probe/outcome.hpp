// What is known about a position: its result, its distance if a table has it, or bounds.
#pragma once

#include <optional>
#include <string>
#include <tuple>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::probe {

/// Result for the side to move, and the plies to the end: 0 for a draw, nothing if only the result is known.
struct Outcome {
    Wdl wdl = Wdl::Draw;
    std::optional<int> plies = 0;

    [[nodiscard]] static constexpr Outcome of(Value value) { return {value.wdl(), value.dtm().plies()}; }
    /// The plies are those of the rule.
    [[nodiscard]] static constexpr Outcome of(RuleValue value) { return {value.wdl(), value.plies()}; }
    [[nodiscard]] static constexpr Outcome of(Wdl wdl) {
        return {wdl, wdl == Wdl::Draw ? std::optional{0} : std::nullopt};
    }

    /// Requires: the plies are known.
    [[nodiscard]] constexpr Value value() const {
        return wdl == Wdl::Win ? Value::win_in(*plies) : wdl == Wdl::Loss ? Value::loss_in(*plies) : Value::draw();
    }
    bool operator==(const Outcome&) const = default;
};

/// Returns a number that is lower the more a player prefers the outcome: by result, then the faster win or the slower
/// loss. Wins and losses of unknown distance come after those of their result whose distance is known.
[[nodiscard]] constexpr int preference(const Outcome& outcome) {
    constexpr int beyond_any_plies = 1 << 16;
    const int plies = outcome.plies ? *outcome.plies : beyond_any_plies - 1;
    switch (outcome.wdl) {
        case Wdl::Win:
            return plies - beyond_any_plies;
        case Wdl::Draw:
            return 0;
        case Wdl::Loss:
            break;
    }
    return outcome.plies ? beyond_any_plies - plies : beyond_any_plies + 1;
}

/// Bounds on the outcome for the side to move: in the order of preference, it is neither worse than `at_least` nor
/// better than `at_most`. A bound without plies is the worst outcome of its result in `at_least`, the best in
/// `at_most`. By default nothing is known. Value type.
struct OutcomeBounds {
    Outcome at_least = Outcome::of(Wdl::Loss);
    Outcome at_most = Outcome::of(Wdl::Win);

    /// Returns the result, with the plies if the bounds meet; nothing if several results are possible.
    [[nodiscard]] constexpr std::optional<Outcome> outcome() const {
        if (at_least.wdl != at_most.wdl) {
            return std::nullopt;
        }
        return at_least == at_most ? at_least : Outcome::of(at_least.wdl);
    }
    bool operator==(const OutcomeBounds&) const = default;
};

/// What is known about a position, or about a move for the side that makes it. Without a draw rule the plies of the
/// outcome are those to the end of the game; under one they are RuleValue::plies, and unknown if only tables without
/// the rule say the result. Value type.
struct Known {
    std::optional<Outcome> outcome{};
    std::optional<index::Material> missing{};  ///< A class whose table may say what is unknown. Under a rule: its .dtz.
    /// What the moves prove, if no table has the outcome with its plies and the moves were looked at. Not under a rule.
    std::optional<OutcomeBounds> bounds{};

    [[nodiscard]] std::optional<Wdl> wdl() const { return outcome ? std::optional{outcome->wdl} : std::nullopt; }
    [[nodiscard]] std::optional<int> plies() const { return outcome ? outcome->plies : std::nullopt; }
    /// Returns the bounds, or those that follow from the outcome.
    [[nodiscard]] OutcomeBounds limits() const {
        return bounds ? *bounds : outcome ? OutcomeBounds{*outcome, *outcome} : OutcomeBounds{};
    }
    /// Returns whether result and plies are known.
    [[nodiscard]] bool is_exact() const { return plies().has_value(); }
    bool operator==(const Known&) const = default;
};

/// Returns "1 ply", "13 plies".
[[nodiscard]] std::string plies_text(int plies);

/// Returns "win in 5", "loss in 8", "draw"; "win" or "loss" if the plies are unknown.
[[nodiscard]] std::string to_string(const Outcome& outcome);

// An order of positions, for containers.

/// Some strict order of all positions.
struct PositionOrder {
    bool operator()(const Position& a, const Position& b) const {
        const auto key = [](const Position& position) {
            const auto& [white, black] = position.sides;
            return std::tuple{white.men.bits(), white.kings.bits(), black.men.bits(), black.kings.bits(),
                              position.side_to_move};
        };
        return key(a) < key(b);
    }
};

}  // namespace dameotb::probe
