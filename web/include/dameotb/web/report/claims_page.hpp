// The page of the claims and what the tables say of them.
#pragma once

#include <string>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>

namespace dameotb::web::report {

/// `classes`: those that have a page. Requires: an answer for each claim.
[[nodiscard]] std::string claims_page(const std::vector<claims::Claim>& claims,
                                      const std::vector<claims::Answer>& answers,
                                      const std::vector<index::Material>& classes);

}  // namespace dameotb::web::report
