// The npm package, inside the program; web/src/shared/embed.cmake puts its bytes there. Empty in a build without it
// (DAMEOTB_WASM).
#pragma once

#include <span>

#include <dameotb/web/resources.hpp>

namespace dameotb::web::static_site::package {

using web::Resource;

/// Returns all files. A path is the file's name with "/" before it. They live as long as the program.
[[nodiscard]] std::span<const Resource> resources();

}  // namespace dameotb::web::static_site::package
