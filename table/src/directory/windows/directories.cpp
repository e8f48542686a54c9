#include "directory/directories.hpp"

#include <windows.h>
#include <memory>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::table {

const char list_separator = ';';

namespace {

struct CloseSearch {
    using pointer = HANDLE;
    void operator()(HANDLE search) const { ::FindClose(search); }
};

[[noreturn]] void fail(const std::filesystem::path& directory) {
    throw TablebaseError{directory.string(), last_system_error(), "cannot read the directory"};
}

}  // namespace

void for_each_name(const std::filesystem::path& directory, const std::function<void(const std::string&)>& visit) {
    WIN32_FIND_DATAW entry{};
    // No name at all names no directory, not the current one.
    const std::filesystem::path all = directory.empty() ? directory : directory / L"*";
    const HANDLE first = ::FindFirstFileW(all.c_str(), &entry);
    if (first == INVALID_HANDLE_VALUE) {
        fail(directory);
    }
    const std::unique_ptr<HANDLE, CloseSearch> search{first};
    do {
        visit(std::filesystem::path{entry.cFileName}.string());
    } while (::FindNextFileW(first, &entry) != 0);
    if (::GetLastError() != ERROR_NO_MORE_FILES) {
        fail(directory);
    }
}

}  // namespace dameotb::table
