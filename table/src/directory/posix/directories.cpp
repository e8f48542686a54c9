#include "directory/directories.hpp"

#include <dirent.h>
#include <cerrno>
#include <memory>
#include <system_error>

#include <dameotb/table/format/error.hpp>

namespace dameotb::table {

const char list_separator = ':';

namespace {

struct CloseDirectory {
    void operator()(DIR* directory) const { ::closedir(directory); }
};

}  // namespace

void for_each_name(const std::filesystem::path& directory, const std::function<void(const std::string&)>& visit) {
    const std::unique_ptr<DIR, CloseDirectory> open{::opendir(directory.c_str())};
    while (open) {
        errno = 0;
        const dirent* const entry = ::readdir(open.get());
        if (entry == nullptr) {
            break;
        }
        visit(std::string{entry->d_name});
    }
    if (const int error = errno; error != 0) {
        throw TablebaseError{directory.string(), std::error_code{error, std::generic_category()},
                             "cannot read the directory"};
    }
}

}  // namespace dameotb::table
