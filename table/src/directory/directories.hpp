// What this module needs of the system's directories beyond std::filesystem. Each system has its own implementation:
// posix/directories.cpp, windows/directories.cpp.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace dameotb::table {

/// What stands between the directories of a list, as in the system's own PATH.
extern const char list_separator;

/// Calls visit(name) for everything in the directory, in any order. Throws TablebaseError if the directory cannot be
/// read. std::filesystem::directory_iterator ends the program if it gets no memory (GCC 12).
void for_each_name(const std::filesystem::path& directory, const std::function<void(const std::string& name)>& visit);

}  // namespace dameotb::table
