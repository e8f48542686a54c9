// Reads the files of claims that a subcommand was given.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>

namespace dameotb::tools {

/// Returns the claims of all files, in order. If a file breaks the language's rules, prints one line on standard error
/// that says where and why, and returns empty: that is wrong usage. Throws UserError for a file that cannot be read.
[[nodiscard]] std::optional<std::vector<claims::Claim>> read_claims(const std::vector<std::string>& files);

}  // namespace dameotb::tools
