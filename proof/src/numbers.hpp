// What is known of one question about one position: can the attacker force a win?
#pragma once

#include <algorithm>
#include <cstdint>

namespace dameotb::proof {

/// The least number of leaves that have to be proved, or disproved, to answer the question; or the answer. Value type.
///
/// There are two kinds of disproof. A fact holds whatever happened before. A conjecture does not: it may rest on a
/// position that counted as no win because the line had been there already (graph history interaction). Conjectures
/// steer the search; only a closed set (closed_set.hpp) makes facts of them. A proof never rests on one, since a proof
/// takes no disproof of anything.
struct Numbers {
    static constexpr std::uint16_t infinite = 0xFFFF;
    /// The greatest number of what is open.
    static constexpr std::uint16_t greatest = 0xF000;

    std::uint16_t proof = 1;
    std::uint16_t disproof = 1;

    /// Returns a proof. `plies`: those to where it ends, in a finished game or in the tables, if the attacker plays
    /// along it. Each of the attacker's moves makes them fewer, so they lead there.
    [[nodiscard]] static constexpr Numbers proved(int plies) {
        return {0, static_cast<std::uint16_t>(infinite - std::min(plies, infinite - greatest - 1))};
    }
    [[nodiscard]] static constexpr Numbers disproved() { return {infinite, 0}; }
    [[nodiscard]] static constexpr Numbers conjectured() { return {infinite - 1, 0}; }

    /// Returns whether nothing was found out.
    [[nodiscard]] constexpr bool is_unknown() const { return *this == Numbers{}; }
    [[nodiscard]] constexpr bool is_proved() const { return proof == 0; }
    /// Returns whether it is disproved, as a fact or as a conjecture.
    [[nodiscard]] constexpr bool is_refuted() const { return disproof == 0; }
    [[nodiscard]] constexpr bool is_disproved() const { return proof == infinite; }
    [[nodiscard]] constexpr bool is_conjecture() const { return proof == infinite - 1; }
    [[nodiscard]] constexpr bool is_open() const { return proof != 0 && disproof != 0; }
    [[nodiscard]] constexpr bool is_fact() const { return is_proved() || is_disproved(); }
    /// Requires: is_proved().
    [[nodiscard]] constexpr int plies() const { return infinite - disproof; }

    bool operator==(const Numbers&) const = default;
};

}  // namespace dameotb::proof
