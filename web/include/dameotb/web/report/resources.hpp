// The files of a report that are the same in each, inside the program. Their bytes come from serve/embed.cmake.
#pragma once

#include <span>
#include <string_view>

#include <dameotb/web/resources.hpp>

namespace dameotb::web::report {

using web::Resource;

/// All of them; a path is the file's name with "/" before it. They live as long as the program.
[[nodiscard]] std::span<const Resource> resources();

/// The bytes of one. Requires: there is one of that path.
[[nodiscard]] std::string_view resource(std::string_view path);

}  // namespace dameotb::web::report
