// The pages as they are where they are shown: what they lead to is not everywhere there.
#pragma once

#include <string>

#include <dameotb/web/resources.hpp>

namespace dameotb::web {

/// What there is beside the pages.
struct Surroundings {
    bool server = false;  ///< A server that has the API.
    bool report = false;  ///< A report, below report/.
    bool claims = false;  ///< Claims in that report.
};

/// Returns the bytes of a file. A page has what only some surroundings have in a comment, `<!-- with claims: ... -->`
/// or `<!-- without report: ... -->`; the comment goes, and its contents stay where they can be used.
[[nodiscard]] std::string page_for(const Resource& file, const Surroundings& around);

}  // namespace dameotb::web
