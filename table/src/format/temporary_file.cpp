// The system reports whether a name was free. If it was not, another one is drawn.
#include <dameotb/table/format/temporary_file.hpp>

#include <algorithm>
#include <array>

#include "files.hpp"

namespace dameotb::table {

namespace {

constexpr std::string_view ending = ".partial";
constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::size_t random_digits = 16;

/// Returns a random temporary name next to the final one. Throws TablebaseError if the system has no random bytes.
std::filesystem::path random_name_beside(const std::filesystem::path& final_path) {
    std::array<unsigned char, random_digits> random{};
    if (const std::error_code error = fill_with_random_bytes(random)) {
        throw TablebaseError{final_path.string(), error};
    }
    std::string tail = ".";
    std::ranges::for_each(random, [&tail](unsigned char byte) { tail += hex_digits[byte % hex_digits.size()]; });
    std::filesystem::path name{"."};
    name += final_path.filename();
    name += tail.append(ending);
    return final_path.parent_path() / name;
}

/// Calls make(path, error) with random names until it sets no error, and returns that path. Retries if the name is
/// taken. Throws TablebaseError for any other failure, and if too many names are taken.
template <class Make>
std::filesystem::path make_exclusively(const std::filesystem::path& final_path, const Make& make) {
    constexpr int most_tries = 100;  // 64 random bits collide only on purpose
    for (int tries = 1;; ++tries) {
        std::filesystem::path path = random_name_beside(final_path);
        std::error_code error;
        make(path, error);
        if (!error) {
            return path;
        }
        if (error != std::errc::file_exists || tries == most_tries) {
            throw TablebaseError{final_path.string(), error};
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
    return make_exclusively(
        final_path, [](const std::filesystem::path& path, std::error_code& error) { error = make_directory(path); });
}

FileDescriptor make_nameless_file(const std::filesystem::path& directory) {
    FileDescriptor file = make_never_named_file(directory);
    if (!file.is_open()) {
        (void)make_exclusively(directory / "scratch",
                               [&file](const std::filesystem::path& path, std::error_code& error) {
                                   file = make_nameless_file(path, error);
                               });
    }
    return file;
}

TemporaryFile::TemporaryFile(std::filesystem::path final_path) : final_path_{std::move(final_path)} {
    path_ = make_exclusively(final_path_, [this](const std::filesystem::path& path, std::error_code& error) {
        file_ = make_file(path, error);
    });
}

TemporaryFile::~TemporaryFile() {
    if (file_.is_open() && file_.lies_at(path_)) {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
}

void TemporaryFile::require(std::error_code error) const {
    if (error) {
        throw TablebaseError{final_path_.string(), error};
    }
}

void TemporaryFile::write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const {
    require(file_.write_at(offset_bytes, bytes));
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
    require(sync_file(file_));
    take_final_name();
    // The file itself is safe by now.
    require(sync_directory(final_path_.has_parent_path() ? final_path_.parent_path() : "."));
}

void TemporaryFile::commit_unsynced() {
    require(share_file(file_));
    take_final_name();
}

void TemporaryFile::take_final_name() {
    std::error_code error;
    std::filesystem::rename(path_, final_path_, error);
    require(error);
    file_.reset();
}

}  // namespace dameotb::table
