// A file is opened as a handle, which alone can be shared with those who rename or remove it, and kept as a descriptor
// of the C library. Paths are UTF-16 here, which std::filesystem::path makes of UTF-8.
#include "format/files.hpp"

#include <io.h>
#include <windows.h>
#include <algorithm>
#include <cerrno>

#include <ntsecapi.h>

#include <fcntl.h>

#include <dameotb/table/format/error.hpp>

namespace dameotb::table {

namespace {

std::error_code error_unless(bool succeeded) {
    return succeeded ? std::error_code{} : last_system_error();
}

HANDLE handle_of(const FileDescriptor& file) {
    return reinterpret_cast<HANDLE>(::_get_osfhandle(file.get()));
}

/// Opens a file as CreateFile does, or sets the error.
FileDescriptor opened(const std::filesystem::path& path, DWORD access, DWORD how, DWORD flags, std::error_code& error) {
    constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE handle = ::CreateFileW(path.c_str(), access, shared, nullptr, how, flags, nullptr);
    error = error_unless(handle != INVALID_HANDLE_VALUE);
    if (error) {
        return {};
    }
    FileDescriptor file{::_open_osfhandle(reinterpret_cast<std::intptr_t>(handle), _O_BINARY)};
    if (!file.is_open()) {
        error = {errno, std::generic_category()};
        ::CloseHandle(handle);
    }
    return file;
}

struct Identity {
    DWORD volume = 0;
    DWORD high = 0;
    DWORD low = 0;
    bool operator==(const Identity&) const = default;
};

Identity identity_of(const FileDescriptor& file, std::error_code& error) {
    BY_HANDLE_FILE_INFORMATION information{};
    error = error_unless(::GetFileInformationByHandle(handle_of(file), &information) != 0);
    return {information.dwVolumeSerialNumber, information.nFileIndexHigh, information.nFileIndexLow};
}

/// Where a single read or write begins.
OVERLAPPED at_offset(std::uint64_t offset_bytes) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset_bytes);
    place.OffsetHigh = static_cast<DWORD>(offset_bytes >> 32);
    return place;
}

/// Returns how much of it a single read or write takes.
DWORD at_once(std::size_t bytes) {
    return static_cast<DWORD>(std::min<std::size_t>(bytes, std::size_t{1} << 30));
}

constexpr DWORD make_new = CREATE_NEW;
constexpr DWORD read_and_write = GENERIC_READ | GENERIC_WRITE;

}  // namespace

void FileDescriptor::reset() {
    if (is_open()) {
        ::_close(std::exchange(fd_, -1));
    }
}

bool FileDescriptor::lies_at(const std::filesystem::path& path) const {
    std::error_code error;
    constexpr DWORD link_itself = FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS;
    const FileDescriptor there = opened(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, link_itself, error);
    if (error) {
        errno = error.value();
        return false;
    }
    const Identity named = identity_of(there, error);
    return !error && named == identity_of(*this, error) && !error;
}

std::error_code FileDescriptor::write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const {
    while (!bytes.empty()) {
        OVERLAPPED place = at_offset(offset_bytes);
        DWORD done = 0;
        if (::WriteFile(handle_of(*this), bytes.data(), at_once(bytes.size()), &done, &place) == 0) {
            return last_system_error();
        }
        bytes = bytes.subspan(done);
        offset_bytes += done;
    }
    return {};
}

std::size_t FileDescriptor::read_at(std::uint64_t offset_bytes, std::span<std::byte> out,
                                    std::error_code& error) const {
    error.clear();
    std::size_t done = 0;
    while (done < out.size()) {
        OVERLAPPED place = at_offset(offset_bytes + done);
        DWORD got = 0;
        if (::ReadFile(handle_of(*this), out.data() + done, at_once(out.size() - done), &got, &place) == 0) {
            if (::GetLastError() != ERROR_HANDLE_EOF) {
                error = last_system_error();
            }
            break;
        }
        if (got == 0) {
            break;
        }
        done += got;
    }
    return done;
}

// As errno has it where it has it: Windows words its own errors in the user's language and code page.
std::error_code last_system_error() {
    const std::error_code error{static_cast<int>(::GetLastError()), std::system_category()};
    const std::error_condition condition = error.default_error_condition();
    return {condition.value(), condition.category()};
}

RegularFile open_regular_file(const std::filesystem::path& path) {
    std::error_code error;
    // Directories are opened, too, so that they are told from files that may not be read.
    FileDescriptor file = opened(path, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, error);
    if (error) {
        throw TablebaseError{path.string(), error};
    }
    if (::GetFileType(handle_of(file)) != FILE_TYPE_DISK) {
        throw TablebaseError{path.string(), "is not a regular file"};
    }
    BY_HANDLE_FILE_INFORMATION information{};
    if (::GetFileInformationByHandle(handle_of(file), &information) == 0) {
        throw TablebaseError{path.string(), last_system_error()};
    }
    if ((information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0) {
        throw TablebaseError{path.string(), "is a directory, not a table file"};
    }
    return {std::move(file), static_cast<std::uint64_t>(information.nFileSizeHigh) << 32 | information.nFileSizeLow};
}

std::error_code make_directory(const std::filesystem::path& path) {
    return error_unless(::CreateDirectoryW(path.c_str(), nullptr) != 0);
}

FileDescriptor make_file(const std::filesystem::path& path, std::error_code& error) {
    return opened(path, read_and_write, make_new, FILE_ATTRIBUTE_NORMAL, error);
}

FileDescriptor make_nameless_file(const std::filesystem::path& path, std::error_code& error) {
    return opened(path, read_and_write | DELETE, make_new, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, error);
}

FileDescriptor make_never_named_file(const std::filesystem::path&) {
    return {};
}

std::error_code fill_with_random_bytes(std::span<unsigned char> bytes) {
    return error_unless(::RtlGenRandom(bytes.data(), static_cast<ULONG>(bytes.size())) != 0);
}

std::error_code sync_file(const FileDescriptor& file) {
    return error_unless(::FlushFileBuffers(handle_of(file)) != 0);
}

// The file system keeps a journal of names.
std::error_code sync_directory(const std::filesystem::path&) {
    return {};
}

std::error_code share_file(const FileDescriptor& file) {
    return sync_file(file);
}

}  // namespace dameotb::table
