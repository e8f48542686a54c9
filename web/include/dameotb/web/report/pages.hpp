// What all pages of one report share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::web::report {

/// Returns best play from a position to the end of the game. Empty for a draw or a finished game.
using BestLine = std::function<std::vector<rules::Move>(const rules::Position&)>;

struct Pages {
    std::vector<index::Material> classes;  ///< Those that have a page, in the order of the index.
    bool has_claims = false;               ///< There is a page of claims.
    /// The explorer's address, to which diagrams lead; empty for none. Without a host, as "../explorer.html", the
    /// report is a part of the explorer's site, whose front page and rules lie beside the explorer.
    std::string explorer;
    BestLine best_line;
};

}  // namespace dameotb::web::report
