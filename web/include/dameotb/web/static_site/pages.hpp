// The pages of a static site: the server's pages, with answers from files and from the npm package.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dameotb::web::static_site {

/// A file of the site; `name` includes its folder.
struct SiteFile {
    std::string name;
    std::string bytes;
};

/// A site's contents.
struct SiteParts {
    bool claims = false;  ///< Its report has claims.
    std::string tables =
        "tables/";  ///< The tables' location: a folder of the site, or an address that ends with a slash.
};

/// Returns whether this build includes the npm package (DAMEOTB_WASM), without which there is no site.
[[nodiscard]] bool has_package();

/// Returns the files that do not depend on the tables' contents. Requires: has_package().
[[nodiscard]] std::vector<SiteFile> site_pages(const SiteParts& parts);

/// Returns a report page for a site: with a policy that permits only what the site has.
[[nodiscard]] std::string with_policy(std::string page, const SiteParts& parts);

}  // namespace dameotb::web::static_site
