// mkdir, and open with O_EXCL, report whether a name was free. If it was not, another one is drawn.
#include <dameotb/table/format/temporary_file.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dameotb::table {

namespace {

constexpr std::string_view ending = ".partial";
constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::size_t random_digits = 16;

/// Returns a random temporary name next to the final one. Throws TablebaseError if the system has no random bytes.
std::filesystem::path random_name_beside(const std::filesystem::path& final_path) {
    std::array<unsigned char, random_digits> random{};
    if (::getentropy(random.data(), random.size()) != 0) {
        throw TablebaseError{final_path.string(), last_system_error()};
    }
    std::string name = "." + final_path.filename().string() + ".";
    std::ranges::for_each(random, [&name](unsigned char byte) { name += hex_digits[byte % hex_digits.size()]; });
    return final_path.parent_path() / name.append(ending);
}

/// Calls make(path) with random names until it succeeds and returns that path. Retries if the name is taken. Throws
/// TablebaseError for any other failure, and if too many names are taken.
template <class Make>
std::filesystem::path make_exclusively(const std::filesystem::path& final_path, const Make& make) {
    constexpr int most_tries = 100;  // 64 random bits collide only on purpose
    for (int tries = 1;; ++tries) {
        std::filesystem::path path = random_name_beside(final_path);
        if (make(path)) {
            return path;
        }
        if (errno != EEXIST || tries == most_tries) {
            throw TablebaseError{final_path.string(), last_system_error()};
        }
    }
}

}  // namespace

std::optional<std::string> final_name_of(std::string_view temporary_name) {
    constexpr std::size_t tail = 1 + random_digits + ending.size();
    if (!temporary_name.starts_with('.') || !temporary_name.ends_with(ending) || temporary_name.size() < 2 + tail) {
        return std::nullopt;
    }
    const std::string_view random = temporary_name.substr(temporary_name.size() - tail, 1 + random_digits);
    if (random[0] != '.' || random.find_first_not_of(hex_digits, 1) != std::string_view::npos) {
        return std::nullopt;
    }
    return std::string{temporary_name.substr(1, temporary_name.size() - 1 - tail)};
}

std::filesystem::path make_temporary_directory(const std::filesystem::path& final_path) {
    constexpr mode_t all = 0777;  // the umask removes bits
    return make_exclusively(final_path,
                            [](const std::filesystem::path& path) { return ::mkdir(path.c_str(), all) == 0; });
}

FileDescriptor make_nameless_file(const std::filesystem::path& directory) {
    constexpr mode_t own = 0600;
#ifdef O_TMPFILE
    // Most file systems can make a file that never has a name, so that not even a kill in between leaves one behind.
    if (FileDescriptor never_named{::open(directory.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, own)};
        never_named.is_open()) {
        return never_named;
    }
#endif
    FileDescriptor file;
    (void)make_exclusively(directory / "scratch", [&file](const std::filesystem::path& path) {
        file = FileDescriptor{::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, own)};
        return file.is_open() && ::unlink(path.c_str()) == 0;
    });
    return file;
}

TemporaryFile::TemporaryFile(std::filesystem::path final_path) : final_path_{std::move(final_path)} {
    path_ = make_exclusively(final_path_, [this](const std::filesystem::path& path) {
        constexpr mode_t readable = 0666;  // the umask removes bits
        file_ = FileDescriptor{::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, readable)};
        return file_.is_open();
    });
}

TemporaryFile::~TemporaryFile() {
    if (file_.is_open() && file_.lies_at(path_)) {
        ::unlink(path_.c_str());
    }
}

void TemporaryFile::fail() const {
    throw TablebaseError{final_path_.string(), last_system_error()};
}

void TemporaryFile::write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const {
    if (const std::error_code error = file_.write_at(offset_bytes, bytes)) {
        throw TablebaseError{final_path_.string(), error};
    }
}

void TemporaryFile::read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const {
    std::error_code error;
    const std::size_t done = file_.read_at(offset_bytes, out, error);
    if (error) {
        throw TablebaseError{final_path_.string(), error, "reading back written data"};
    }
    if (done < out.size()) {
        throw TablebaseError{final_path_.string(), offset_bytes + done, "written data is missing"};
    }
}

void TemporaryFile::commit() {
    if (::fsync(file_.get()) != 0 || ::rename(path_.c_str(), final_path_.c_str()) != 0) {
        fail();
    }
    file_.reset();
    const std::filesystem::path parent = final_path_.has_parent_path() ? final_path_.parent_path() : ".";
    const FileDescriptor directory{::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    // Some file systems cannot sync a directory. The file itself is safe by now.
    if (directory.is_open() && ::fsync(directory.get()) != 0 && errno != EINVAL) {
        fail();
    }
}

void TemporaryFile::commit_unsynced() {
    // When any descriptor is closed, a network file system writes pending data and reports failure.
    const int copy = ::dup(file_.get());
    if (copy < 0 || ::close(copy) != 0 || ::rename(path_.c_str(), final_path_.c_str()) != 0) {
        fail();
    }
    file_.reset();
}

}  // namespace dameotb::table
