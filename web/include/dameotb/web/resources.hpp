// The files that the server serves, inside the program: nothing on the machine's disks can be asked for.
// Their bytes come from embed.cmake.
#pragma once

#include <span>
#include <string_view>

namespace dameotb::web {

struct Resource {
    std::string_view path;  ///< As it is asked for: "/explorer.css".
    std::string_view bytes;
};

/// All of them; they live as long as the program.
[[nodiscard]] std::span<const Resource> resources();

}  // namespace dameotb::web
