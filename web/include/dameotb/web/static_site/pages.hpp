// The pages of a site that is only files: those that the server has, with other answers, and the npm package that gives
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dameotb::web::static_site {

/// A file of the site; `name` with its folder.
struct SiteFile {
    std::string name;
    std::string bytes;
};

/// What a site has, and where.
struct SiteParts {
    bool claims = false;  ///< Its report has claims.
    std::string tables =
        "tables/";  ///< Where the tables lie: a folder of the site, or an address that ends with a slash.
};

/// Returns whether this build has the npm package (DAMEOTB_WASM), without which there is no site.
[[nodiscard]] bool has_package();

/// Returns the files that are the same whatever the tables hold. Requires: has_package().
[[nodiscard]] std::vector<SiteFile> site_pages(const SiteParts& parts);

/// Returns a page of a report as a site has it: with a policy that lets it use what the site has and nothing else.
[[nodiscard]] std::string with_policy(std::string page, const SiteParts& parts);

}  // namespace dameotb::web::static_site
