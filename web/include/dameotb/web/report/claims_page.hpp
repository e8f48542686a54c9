// The page of the claims, with the tables' answers to them.
#pragma once

#include <string>
#include <vector>

#include <dameotb/analysis/claims/judge.hpp>
#include <dameotb/web/report/pages.hpp>

namespace dameotb::web::report {

/// Returns the page as HTML. Requires: an answer for each claim.
[[nodiscard]] std::string claims_page(const std::vector<claims::Claim>& claims,
                                      const std::vector<claims::Answer>& answers, const Pages& pages);

}  // namespace dameotb::web::report
