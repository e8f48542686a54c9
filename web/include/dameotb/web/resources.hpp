// The files embedded in the program, so that requests never reach the machine's disks. web/src/shared/embed.cmake
// embeds them. They live as long as the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dameotb::web {

struct Resource {
    std::string_view path;  ///< As a client requests it: "/explorer.css".
    std::string_view bytes;
};

/// Returns the files of the explorer, which the server serves.
[[nodiscard]] std::span<const Resource> explorer_resources();
/// Returns the files that are the same in every report.
[[nodiscard]] std::span<const Resource> report_resources();
/// Returns the npm package. Empty in a build without it (DAMEOTB_WASM).
[[nodiscard]] std::span<const Resource> package_resources();

/// Returns the bytes of a report file. Requires: a file with that path exists.
[[nodiscard]] std::string_view report_resource(std::string_view path);

/// What exists around the explorer's pages: links depend on it.
struct Surroundings {
    bool server = false;  ///< A server that has the API.
    bool report = false;  ///< A report, below report/.
    bool claims = false;  ///< Claims in that report.
    bool search = false;  ///< The npm package and a server's tables, with which a browser searches for proofs.
};

/// Returns the bytes of a file. In a page, parts that depend on the surroundings are in comments, `<!-- with claims:
/// ... -->` or `<!-- without report: ... -->`: their contents are kept where they apply.
[[nodiscard]] std::string page_for(const Resource& file, const Surroundings& around);

}  // namespace dameotb::web
