// A file descriptor that closes itself, and errno as an error code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

namespace dameotb::table {

class FileDescriptor {
public:
    FileDescriptor() = default;
    /// Takes ownership of `fd`. A negative `fd` stands for no file.
    explicit FileDescriptor(int fd) : fd_{fd} {}
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept : fd_{std::exchange(other.fd_, -1)} {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        reset();
        fd_ = std::exchange(other.fd_, -1);
        return *this;
    }

    [[nodiscard]] bool is_open() const { return fd_ >= 0; }
    [[nodiscard]] int get() const { return fd_; }
    /// Returns whether `path` still names the open file: another file may have got that name meanwhile. A link at
    /// `path` is not followed. If the system cannot tell, returns false and sets errno. Requires: is_open().
    [[nodiscard]] bool lies_at(const std::filesystem::path& path) const;
    void reset();

    /// Writes all bytes from `offset_bytes` on. Returns what the system said if it could not, else no error code.
    [[nodiscard]] std::error_code write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const;
    /// Fills `out` from `offset_bytes` on, as far as the file goes. Returns how many bytes it has read; sets `error` if
    /// the system could not read the next one, and clears it otherwise.
    [[nodiscard]] std::size_t read_at(std::uint64_t offset_bytes, std::span<std::byte> out,
                                      std::error_code& error) const;

private:
    int fd_ = -1;
};

/// Returns errno, such as "No space left on device". Call it right after the failure.
[[nodiscard]] std::error_code last_system_error();

}  // namespace dameotb::table
