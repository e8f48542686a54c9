// The metrics: what the values of a table measure, and their codes in its file (docs/format.md, "Values").
// Each metric has a row in `metric_traits`, which determines how the format, the codec, the caches and whole classes
// treat its tables. docs/architecture.md lists what else a new metric takes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <string_view>

#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::table {

/// What the values of a table measure, for the side to move. Stored as a number in the header.
enum class Metric : std::uint8_t {
    Wdl = 0,  ///< The result.
    Dtm = 1,  ///< The result and the plies to the end of the game.
    Dtz = 2,  ///< The result under a draw rule, and the plies of which it leaves room for (RuleValue).
};

/// How codes represent values.
enum class Coding : std::uint8_t {
    Results,    ///< 0 loss, 1 draw, 2 win.
    Distances,  ///< 0 draw, 2n + 1 a loss at distance n, 2n + 2 a win at distance n.
};

struct MetricTraits {
    Metric metric;
    std::string_view name;      ///< The file name extension, and the metric's name elsewhere.
    std::string_view contents;  ///< What its values say, in words.
    Coding coding;
    /// Whether each value has the result that the class's .wdl has for its position. If so, the blocks are coded given
    /// those of the .wdl, one of two sides to move can be left out, and the header has the digest of the .wdl.
    bool needs_wdl;
    bool has_rule;  ///< Whether the values hold under a draw rule, whose plies the header has.
    /// Positions in a block of a zstd file. A probe decodes one block, so this is as large as quick probes allow.
    std::uint32_t zstd_block_positions;
};

/// The metrics that files have, in the order in which files are listed and written.
inline constexpr std::array metric_traits{
    MetricTraits{Metric::Wdl, "wdl", "results", Coding::Results, false, false, 1U << 14},
    MetricTraits{Metric::Dtm, "dtm", "results and plies", Coding::Distances, true, false, 1U << 16},
    MetricTraits{Metric::Dtz, "dtz", "results and plies under a draw rule", Coding::Distances, true, true, 1U << 16},
};
inline constexpr std::size_t metric_count = metric_traits.size();

inline constexpr std::array<Metric, metric_count> metrics = [] {
    std::array<Metric, metric_count> all{};
    std::ranges::transform(metric_traits, all.begin(), &MetricTraits::metric);
    return all;
}();

/// One T for each metric, in the order of `metrics`.
template <class T>
struct PerMetric {
    std::array<T, metric_count> all{};

    [[nodiscard]] constexpr T& operator[](Metric metric) { return all[static_cast<std::size_t>(metric)]; }
    [[nodiscard]] constexpr const T& operator[](Metric metric) const { return all[static_cast<std::size_t>(metric)]; }
};
static_assert(std::ranges::equal(metrics, std::views::iota(std::size_t{0}, metric_count), {},
                                 [](Metric metric) { return static_cast<std::size_t>(metric); }));

[[nodiscard]] constexpr const MetricTraits& traits_of(Metric metric) {
    return metric_traits[static_cast<std::size_t>(metric)];
}
[[nodiscard]] constexpr Coding coding_of(Metric metric) {
    return traits_of(metric).coding;
}

[[nodiscard]] constexpr bool needs_wdl(Metric metric) {
    return traits_of(metric).needs_wdl;
}

[[nodiscard]] constexpr bool has_rule(Metric metric) {
    return traits_of(metric).has_rule;
}

/// Returns the metric with the distances under the rule, or without one.
[[nodiscard]] constexpr Metric distances_under(DrawRule rule) {
    return rule.exists() ? Metric::Dtz : Metric::Dtm;
}
/// Returns the metrics of the tables that hold under a draw rule, or without one.
[[nodiscard]] constexpr auto metrics_under(DrawRule rule) {
    return metrics | std::views::filter([rule](Metric metric) { return has_rule(metric) == rule.exists(); });
}

/// The code of a position with a forced capture, whose value is not stored. No value has this code.
inline constexpr std::uint8_t dont_care_code = 255;

// Codes of results.

inline constexpr unsigned loss_code = 0;
inline constexpr unsigned draw_code = 1;
inline constexpr unsigned win_code = 2;

/// Returns whether the code is a result's.
[[nodiscard]] constexpr bool is_result(unsigned code) {
    return code <= win_code;
}

[[nodiscard]] constexpr std::uint8_t wdl_code_of(Wdl wdl) {
    return static_cast<std::uint8_t>(static_cast<int>(wdl) + 1);
}

/// Requires: is_result(code).
[[nodiscard]] constexpr Wdl wdl_of_code(unsigned code) {
    return static_cast<Wdl>(static_cast<int>(code) - 1);
}

// Codes of distances.

inline constexpr unsigned drawn_distance_code = 0;
/// The code of a win at distance 125.
inline constexpr unsigned most_distance_code = 252;

/// Returns the code of the result that a distance's code implies. Requires: not dont_care_code.
[[nodiscard]] constexpr std::uint8_t result_code_of(unsigned distance_code) {
    return static_cast<std::uint8_t>(distance_code == drawn_distance_code ? draw_code
                                     : distance_code % 2 == 0             ? win_code
                                                                          : loss_code);
}

/// As above, but leaves dont_care_code unchanged.
[[nodiscard]] constexpr std::uint8_t result_code_at(std::uint8_t distance_code) {
    return distance_code == dont_care_code ? dont_care_code : result_code_of(distance_code);
}

/// Returns the code of a draw.
[[nodiscard]] constexpr std::uint8_t draw_code_of(Metric metric) {
    return static_cast<std::uint8_t>(coding_of(metric) == Coding::Results ? draw_code : drawn_distance_code);
}
/// Returns the greatest code of a value. All codes below it are values too.
[[nodiscard]] constexpr unsigned most_code_of(Coding coding) {
    return coding == Coding::Results ? win_code : most_distance_code;
}

// DTM: a loss in d plies is at distance d / 2, a win at (d - 1) / 2. So the code is the plies plus 1.

/// Returns the code of a win or a loss. Requires: plies not negative.
[[nodiscard]] constexpr unsigned dtm_code_of_plies(int plies) {
    return static_cast<unsigned>(plies) + 1;
}

/// Requires: the code of a win or a loss.
[[nodiscard]] constexpr int plies_of_dtm_code(unsigned code) {
    return static_cast<int>(code) - 1;
}

/// Requires: code <= most_distance_code.
[[nodiscard]] constexpr Value value_of_dtm_code(unsigned code) {
    return code == drawn_distance_code ? Value::draw()
           : code % 2 == 0             ? Value::win_in(plies_of_dtm_code(code))
                                       : Value::loss_in(plies_of_dtm_code(code));
}

/// Requires: at most 250 plies for a loss, or 251 for a win.
[[nodiscard]] constexpr std::uint8_t dtm_code_of(Value value) {
    return value == Value::draw() ? std::uint8_t{drawn_distance_code}
                                  : static_cast<std::uint8_t>(dtm_code_of_plies(value.dtm().plies()));
}

// DTZ: a loss in z plies is at the distance z, a win at z - 1. A win or a loss that takes more plies than the rule
// allows, and so is a draw under it, has a distance of its own: the result without the rule is not lost.

inline constexpr unsigned beyond_rule_distance = 124;
static_assert(beyond_rule_distance > most_rule_plies);

/// Returns whether the code is of a win or a loss that the rule makes a draw.
[[nodiscard]] constexpr bool is_beyond_rule(unsigned code) {
    return code > 2 * beyond_rule_distance && code != dont_care_code;
}
/// Returns whether a table under the rule may hold the code.
[[nodiscard]] constexpr bool is_dtz_code(unsigned code, DrawRule rule) {
    return code <= 2U * static_cast<unsigned>(rule.plies) + 1 || code == 2 * beyond_rule_distance + 1 ||
           code == 2 * beyond_rule_distance + 2;
}
/// Requires: code <= most_distance_code.
[[nodiscard]] constexpr RuleValue rule_value_of_dtz_code(unsigned code) {
    return code == drawn_distance_code || is_beyond_rule(code) ? RuleValue{}
           : code % 2 == 0                                     ? RuleValue::win_in(static_cast<int>(code / 2))
                                                               : RuleValue::loss_in(static_cast<int>(code / 2));
}
/// Returns the code of a position that is a draw under the rule. `result_code`: that of its result without the rule.
[[nodiscard]] constexpr std::uint8_t dtz_code_of_draw(unsigned result_code) {
    return static_cast<std::uint8_t>(result_code == win_code    ? 2 * beyond_rule_distance + 2
                                     : result_code == loss_code ? 2 * beyond_rule_distance + 1
                                                                : drawn_distance_code);
}

}  // namespace dameotb::table
