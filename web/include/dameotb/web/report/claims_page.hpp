// The page of the claims, with the tables' answers to them.
#pragma once

#include <string>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>

namespace dameotb::web::report {

/// Returns the page as HTML. `classes`: those that have a page. Requires: an answer for each claim.
[[nodiscard]] std::string claims_page(const std::vector<claims::Claim>& claims,
                                      const std::vector<claims::Answer>& answers,
                                      const std::vector<index::Material>& classes);

}  // namespace dameotb::web::report
