// The files that the server serves. They are inside the program, so that no file on the machine's disks can be asked
// for. web/src/shared/embed.cmake puts their bytes there.
#pragma once

#include <span>
#include <string_view>

namespace dameotb::web {

struct Resource {
    std::string_view path;  ///< As a client asks for it: "/explorer.css".
    std::string_view bytes;
};

/// Returns all of them. They live as long as the program.
[[nodiscard]] std::span<const Resource> resources();

}  // namespace dameotb::web
