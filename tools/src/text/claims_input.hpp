// Files of claims, as subcommands are given them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>

namespace dameotb::tools {

/// The claims of all files, in order. Nothing, and one line on standard error that says where and why, if a file breaks
/// the language's rules: wrong usage. Throws UserError for a file that cannot be read.
[[nodiscard]] std::optional<std::vector<claims::Claim>> read_claims(const std::vector<std::string>& files);

}  // namespace dameotb::tools
