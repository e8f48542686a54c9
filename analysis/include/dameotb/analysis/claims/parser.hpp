// Reads claims files; docs/claims.md defines the language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/claims/cursor.hpp>

namespace dameotb::claims {

/// Returns the claims of a file, in file order. `file`: its name, for Claim::file. Throws SyntaxError for the first
/// error.
[[nodiscard]] std::vector<Claim> parse_claims(std::string_view text, const std::string& file);

/// Reads a formula, and leaves the cursor after it. `rule`: under which values hold, if any. Throws SyntaxError.
[[nodiscard]] Formula parse_formula(Cursor& cursor, DrawRule rule = {});

}  // namespace dameotb::claims
