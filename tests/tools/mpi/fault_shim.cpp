// A library that is loaded into dameotb-mpi before all others. From MPI_Init on it counts the calls with which the
// process asks the system for something about files of the run, and for memory, and makes one of them fail.
// DAMEOTB_FAULT_UNDER: the directory of the run. DAMEOTB_FAULT_RANK: the process. DAMEOTB_FAULT_CALL: the name of the
// call. DAMEOTB_FAULT_NUMBER: which of these calls fails. DAMEOTB_FAULT_LASTS: so do all later ones.
// DAMEOTB_FAULT_ERRNO: how; 0 kills the process. DAMEOTB_FAULT_MARK: a file that is made when it happens.
// DAMEOTB_FAULT_COUNTS: nothing fails, and at its end each process writes into this file, with its rank behind the
// name, how often it made each call.
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr std::array<const char*, 27> calls{
    "open", "openat", "fopen64", "read",      "pread", "write",   "pwrite",     "lseek64",  "fsync",
    "stat", "lstat",  "fstat",   "ftruncate", "flock", "rename",  "unlink",     "unlinkat", "mkdir",
    "dup",  "close",  "opendir", "readdir",   "mmap",  "statvfs", "getentropy", "new",      "zstd"};
std::array<std::atomic<long>, calls.size()> counts{};
std::atomic<bool> is_armed{false};

struct Wanted {
    std::string_view under;
    std::string_view call;
    long number = 0;
    bool lasts = false;
    int error = 0;
    const char* mark = nullptr;
};
Wanted wanted;

constexpr std::size_t place_of(std::string_view call) {
    std::size_t i = 0;
    while (calls[i] != call) {
        ++i;
    }
    return i;
}

/// Returns whether this call fails now, and has set errno. Allocates nothing.
bool fails(std::size_t call) {
    const long count = ++counts[call];
    if (calls[call] != wanted.call || count < wanted.number || (count > wanted.number && !wanted.lasts)) {
        return false;
    }
    if (count == wanted.number) {
        syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, wanted.mark, O_CREAT | O_WRONLY, 0666));
        if (wanted.error == 0) {
            kill(getpid(), SIGKILL);
        }
    }
    errno = wanted.error;
    return true;
}

bool is_ours(const char* path) {
    return path != nullptr && std::string_view{path}.starts_with(wanted.under);
}

bool is_ours(int fd) {
    const int before = errno;
    std::array<char, 64> link{};
    std::array<char, 4096> path{};
    (void)std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", fd);
    const long size = syscall(SYS_readlink, link.data(), path.data(), path.size() - 1);
    errno = before;
    return size > 0 && is_ours(path.data());
}

bool is_ours(int directory, const char* path) {
    return path != nullptr && path[0] != '/' ? is_ours(directory) : is_ours(path);
}

/// Returns whether the program or its C++ library asks: MPI's own memory is not what is tried.
bool is_ours_to_map(void* caller) {
    Dl_info info{};
    return dladdr(caller, &info) != 0 && std::string_view{info.dli_fname}.ends_with("dameotb-mpi");
}

template <class Function>
Function real(Function, const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

const char* text_of(const char* name) {
    const char* const value = getenv(name);
    return value != nullptr ? value : "";
}

void* allocated(std::size_t size, std::size_t alignment) {
    constexpr std::size_t call = place_of("new");
    if (is_armed && fails(call)) {
        return nullptr;
    }
    return alignment == 0 ? malloc(size) : aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

}  // namespace

#define SHIM_AS(result, name, counted, parameters, arguments, ours, failure)   \
    extern "C" result name parameters {                                        \
        static const auto next = real(&::name, #name);                         \
        constexpr std::size_t call = place_of(counted);                        \
        return is_armed && (ours) && fails(call) ? (failure) : next arguments; \
    }
#define SHIM(result, name, parameters, arguments, ours, failure) \
    SHIM_AS(result, name, #name, parameters, arguments, ours, failure)

SHIM_AS(FILE*, fopen64, "fopen64", (const char* path, const char* mode), (path, mode), is_ours(path), nullptr)
SHIM_AS(FILE*, fopen, "fopen64", (const char* path, const char* mode), (path, mode), is_ours(path), nullptr)
SHIM(ssize_t, read, (int fd, void* to, size_t size), (fd, to, size), is_ours(fd), -1)
SHIM(ssize_t, pread, (int fd, void* to, size_t size, off_t at), (fd, to, size, at), is_ours(fd), -1)
SHIM_AS(ssize_t, pread64, "pread", (int fd, void* to, size_t size, off64_t at), (fd, to, size, at), is_ours(fd), -1)
SHIM(ssize_t, write, (int fd, const void* from, size_t size), (fd, from, size), is_ours(fd), -1)
SHIM(ssize_t, pwrite, (int fd, const void* from, size_t size, off_t at), (fd, from, size, at), is_ours(fd), -1)
SHIM_AS(ssize_t, pwrite64, "pwrite", (int fd, const void* from, size_t size, off64_t at), (fd, from, size, at),
        is_ours(fd), -1)
SHIM(off64_t, lseek64, (int fd, off64_t at, int whence) noexcept, (fd, at, whence), is_ours(fd), -1)
SHIM(int, fsync, (int fd), (fd), is_ours(fd), -1)
SHIM(int, stat, (const char* path, struct stat* status) noexcept, (path, status), is_ours(path), -1)
SHIM(int, lstat, (const char* path, struct stat* status) noexcept, (path, status), is_ours(path), -1)
SHIM(int, fstat, (int fd, struct stat* status) noexcept, (fd, status), is_ours(fd), -1)
SHIM_AS(int, fstat64, "fstat", (int fd, struct stat64* status) noexcept, (fd, status), is_ours(fd), -1)
SHIM(int, ftruncate, (int fd, off_t size) noexcept, (fd, size), is_ours(fd), -1)
SHIM(int, flock, (int fd, int operation) noexcept, (fd, operation), is_ours(fd), -1)
SHIM(int, rename, (const char* from, const char* to) noexcept, (from, to), is_ours(to), -1)
SHIM(int, unlink, (const char* path) noexcept, (path), is_ours(path), -1)
SHIM(int, unlinkat, (int directory, const char* path, int flags) noexcept, (directory, path, flags),
     is_ours(directory, path), -1)
SHIM(int, mkdir, (const char* path, mode_t mode) noexcept, (path, mode), is_ours(path), -1)
SHIM(int, dup, (int fd) noexcept, (fd), is_ours(fd), -1)
SHIM(int, close, (int fd), (fd), is_ours(fd), (syscall(SYS_close, fd), -1))
SHIM(DIR*, opendir, (const char* path), (path), is_ours(path), nullptr)
SHIM_AS(DIR*, fdopendir, "opendir", (int fd), (fd), is_ours(fd), nullptr)
SHIM(dirent*, readdir, (DIR * directory), (directory), is_ours(dirfd(directory)), nullptr)
SHIM(int, statvfs, (const char* path, struct statvfs* space) noexcept, (path, space), is_ours(path), -1)
SHIM(void*, mmap, (void* at, size_t size, int protection, int flags, int fd, off_t offset) noexcept,
     (at, size, protection, flags, fd, offset), is_ours_to_map(__builtin_return_address(0)), MAP_FAILED)
SHIM(int, getentropy, (void* to, size_t size), (to, size), true, -1)

extern "C" int openat(int directory, const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (is_armed && is_ours(directory, path) && fails(place_of("openat"))) {
        return -1;
    }
    return static_cast<int>(syscall(SYS_openat, directory, path, flags, mode));
}

extern "C" int open(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if (is_armed && is_ours(path) && fails(place_of("open"))) {
        return -1;
    }
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

void* operator new(std::size_t size) {
    void* const bytes = allocated(size, 0);
    return bytes != nullptr ? bytes : throw std::bad_alloc{};
}

void* operator new(std::size_t size, std::align_val_t alignment) {
    void* const bytes = allocated(size, static_cast<std::size_t>(alignment));
    return bytes != nullptr ? bytes : throw std::bad_alloc{};
}

extern "C" void* ZSTD_createCCtx() {
    static const auto next = reinterpret_cast<void* (*)()>(dlsym(RTLD_NEXT, "ZSTD_createCCtx"));
    return is_armed && fails(place_of("zstd")) ? nullptr : next();
}

extern "C" void* ZSTD_createDCtx() {
    static const auto next = reinterpret_cast<void* (*)()>(dlsym(RTLD_NEXT, "ZSTD_createDCtx"));
    return is_armed && fails(place_of("zstd")) ? nullptr : next();
}

extern "C" int MPI_Init(int* argc, char*** argv) {
    const int result = reinterpret_cast<int (*)(int*, char***)>(dlsym(RTLD_NEXT, "MPI_Init"))(argc, argv);
    wanted.under = text_of("DAMEOTB_FAULT_UNDER");
    if (std::string_view{text_of("DAMEOTB_FAULT_RANK")} == text_of("OMPI_COMM_WORLD_RANK")) {
        wanted.call = text_of("DAMEOTB_FAULT_CALL");
        wanted.number = atol(text_of("DAMEOTB_FAULT_NUMBER"));
        wanted.lasts = *text_of("DAMEOTB_FAULT_LASTS") != '\0';
        wanted.error = atoi(text_of("DAMEOTB_FAULT_ERRNO"));
        wanted.mark = text_of("DAMEOTB_FAULT_MARK");
    }
    is_armed = true;
    return result;
}

extern "C" int MPI_Finalize() {
    is_armed = false;
    if (const char* const name = text_of("DAMEOTB_FAULT_COUNTS"); *name != '\0') {
        std::array<char, 4096> path{};
        (void)std::snprintf(path.data(), path.size(), "%s.%s", name, text_of("OMPI_COMM_WORLD_RANK"));
        FILE* const file = std::fopen(path.data(), "w");
        for (std::size_t i = 0; i < calls.size(); ++i) {
            (void)std::fprintf(file, "%s %ld\n", calls[i], counts[i].load());
        }
        (void)std::fclose(file);
    }
    return reinterpret_cast<int (*)()>(dlsym(RTLD_NEXT, "MPI_Finalize"))();
}
