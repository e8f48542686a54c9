// What an implementation of the plain rules, or of a misreading of them, answers to the conformance kit.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "plain_rules.hpp"

namespace dameotb::tests {

struct PlainAnswer {
    std::set<std::string> successors;
    /// How the game has ended for the side to move: "loss" or "draw"; nothing if it goes on.
    std::optional<std::string> over;
};

/// Returns the answer to a position by the rules of a site (docs/rules.md, "Sites"). Throws std::invalid_argument for a
/// site that is not in rules::all_site_rules, and what rules::parse_fen throws.
[[nodiscard]] PlainAnswer plain_answer(const std::string& fen, std::string_view site, Misreading misreading);

}  // namespace dameotb::tests
