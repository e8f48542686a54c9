// Reads claims files; docs/claims.md defines the language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/claims/cursor.hpp>

namespace dameotb::claims {

/// The claims of a file, in its order. `file`: its name, for the claims to bear.
/// Throws SyntaxError for the first thing that is wrong.
[[nodiscard]] std::vector<Claim> parse_claims(std::string_view text, const std::string& file);

/// Reads a formula and leaves the cursor behind it. Throws SyntaxError.
[[nodiscard]] Formula parse_formula(Cursor& cursor);

}  // namespace dameotb::claims
