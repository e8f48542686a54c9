// A file is opened first and looked at then, so that what is judged is what is used.
#include <dameotb/table/format/own_file.hpp>

#include <algorithm>
#include <cerrno>
#include <span>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>

#include <dameotb/table/format/error.hpp>

namespace dameotb::table {

namespace {

constexpr auto not_ours =
    "is not a file that this version of dameotb made, and a run needs its name: move it elsewhere, or remove it";
constexpr auto has_second_name =
    "has a second name (a hard link), under which it would change as well: move it elsewhere, or remove it";

/// Returns why an open file must stay as it is; null if this program made it.
const char* objection_to(const FileDescriptor& file, std::string_view magic) {
    struct ::stat status {};
    if (::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return not_ours;
    }
    std::string begin(std::min(magic.size(), static_cast<std::size_t>(status.st_size)), '\0');
    std::error_code error;
    const std::size_t read = file.read_at(0, std::as_writable_bytes(std::span{begin}), error);
    if (read < begin.size() || !magic.starts_with(begin)) {
        return not_ours;
    }
    return status.st_nlink == 1 ? nullptr : has_second_name;
}

FileDescriptor opened(const std::filesystem::path& path, int flags) {
    constexpr mode_t readable = 0666;  // the umask removes bits
    // A pipe would wait for somebody at its other end.
    return FileDescriptor{::open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, readable)};
}

FileDescriptor opened_own(const std::filesystem::path& path, std::string_view magic, int flags) {
    FileDescriptor file = opened(path, flags);
    if (!file.is_open()) {
        const std::error_code error = last_system_error();
        if (error == std::errc::no_such_file_or_directory) {
            return file;
        }
        const bool is_no_file = error == std::errc::too_many_symbolic_link_levels ||
                                error == std::errc::is_a_directory || error == std::errc::no_such_device_or_address;
        throw is_no_file ? TablebaseError{path.string(), not_ours} : TablebaseError{path.string(), error};
    }
    if (const char* const objection = objection_to(file, magic)) {
        throw TablebaseError{path.string(), objection};
    }
    return file;
}

}  // namespace

bool is_own_file(const std::filesystem::path& path, std::string_view magic) {
    const FileDescriptor file = opened(path, O_RDONLY);
    return file.is_open() && objection_to(file, magic) == nullptr;
}

void require_own_file(const std::filesystem::path& path, std::string_view magic) {
    (void)opened_own(path, magic, O_RDONLY);
}

FileDescriptor open_own_file(const std::filesystem::path& path, std::string_view magic) {
    return opened_own(path, magic, O_RDWR);
}

FileDescriptor open_or_make_own_file(const std::filesystem::path& path, std::string_view magic) {
    return opened_own(path, magic, O_RDWR | O_CREAT);
}

void remove_own_file(const std::filesystem::path& path, std::string_view magic) {
    if (is_own_file(path, magic)) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
}

}  // namespace dameotb::table
