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
    /// Takes ownership of `fd`. A negative `fd` means no file.
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
    /// Returns whether `path` still names the open file, not another one created since. Does not follow a link at
    /// `path`. If the system cannot tell, returns false and sets errno. Requires: is_open().
    [[nodiscard]] bool lies_at(const std::filesystem::path& path) const;
    void reset();

    /// Writes all bytes from `offset_bytes` on. Returns the system's error, or no error code on success.
    [[nodiscard]] std::error_code write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const;
    /// Fills `out` from `offset_bytes` on, up to the end of the file. Returns the number of bytes read; sets `error` if
    /// the system could not read further, else clears it.
    [[nodiscard]] std::size_t read_at(std::uint64_t offset_bytes, std::span<std::byte> out,
                                      std::error_code& error) const;

private:
    int fd_ = -1;
};

/// Returns errno, such as "No space left on device". Call it immediately after the failure.
[[nodiscard]] std::error_code last_system_error();

}  // namespace dameotb::table
