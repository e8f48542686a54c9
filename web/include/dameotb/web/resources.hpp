// The files that are inside the program, so that none on the machine's disks can be asked for.
// web/src/shared/embed.cmake puts their bytes there. They live as long as the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dameotb::web {

struct Resource {
    std::string_view path;  ///< As a client asks for it: "/explorer.css".
    std::string_view bytes;
};

/// Returns the files of the explorer, which the server serves.
[[nodiscard]] std::span<const Resource> explorer_resources();
/// Returns the files that are the same in every report.
[[nodiscard]] std::span<const Resource> report_resources();
/// Returns the npm package. Empty in a build without it (DAMEOTB_WASM).
[[nodiscard]] std::span<const Resource> package_resources();

/// Returns the bytes of a file of reports. Requires: a file of that path exists.
[[nodiscard]] std::string_view report_resource(std::string_view path);

/// What there is beside the explorer's pages: what they lead to is not everywhere there.
struct Surroundings {
    bool server = false;  ///< A server that has the API.
    bool report = false;  ///< A report, below report/.
    bool claims = false;  ///< Claims in that report.
};

/// Returns the bytes of a file. A page has what only some surroundings have in a comment, `<!-- with claims: ... -->`
/// or `<!-- without report: ... -->`; the comment goes, and its contents stay where they can be used.
[[nodiscard]] std::string page_for(const Resource& file, const Surroundings& around);

}  // namespace dameotb::web
