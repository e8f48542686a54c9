// The files that are the same in every report. They are inside the program; web/src/shared/embed.cmake puts their bytes
// there.
#pragma once

#include <span>
#include <string_view>

#include <dameotb/web/resources.hpp>

namespace dameotb::web::report {

using web::Resource;

/// Returns all of them. A path is the file's name with "/" before it. They live as long as the program.
[[nodiscard]] std::span<const Resource> resources();

/// Returns the bytes of one file. Requires: a file of that path exists.
[[nodiscard]] std::string_view resource(std::string_view path);

}  // namespace dameotb::web::report
