// A library that is loaded into the command before the C library. Something happens right before the command's Nth call
// that makes, renames or removes a name. DAMEOTB_SHIM_STEP: N. DAMEOTB_SHIM_CREATE: create this file, and its
// directory. Without it, the process is killed. DAMEOTB_SHIM_NO_EXCHANGE: the system cannot exchange two names.
// DAMEOTB_SHIM_FREE_BYTES: every file system has so many bytes free.
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdlib>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

template <class Function>
Function real(Function, const char* name) {
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

void create(const std::string& path) {
    const std::string directory = path.substr(0, path.rfind('/'));
    syscall(SYS_mkdirat, AT_FDCWD, directory.c_str(), 0777);
    syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, path.c_str(), O_CREAT | O_WRONLY, 0666));
}

void step() {
    static int steps = 0;
    const char* const wanted = getenv("DAMEOTB_SHIM_STEP");
    if (wanted == nullptr || ++steps != atoi(wanted)) {
        return;
    }
    if (const char* const path = getenv("DAMEOTB_SHIM_CREATE")) {
        create(path);
    } else {
        kill(getpid(), SIGKILL);
    }
}

}  // namespace

#define SHIM(name, parameters, arguments)              \
    extern "C" int name parameters {                   \
        step();                                        \
        static const auto next = real(&::name, #name); \
        return next arguments;                         \
    }

SHIM(mkdir, (const char* path, mode_t mode) noexcept, (path, mode))
SHIM(rmdir, (const char* path) noexcept, (path))
SHIM(remove, (const char* path) noexcept, (path))
SHIM(unlink, (const char* path) noexcept, (path))
SHIM(unlinkat, (int directory, const char* path, int flags) noexcept, (directory, path, flags))
SHIM(rename, (const char* from, const char* to) noexcept, (from, to))

extern "C" int renameat2(int from_directory, const char* from, int to_directory, const char* to,
                         unsigned flags) noexcept {
    step();
    if (getenv("DAMEOTB_SHIM_NO_EXCHANGE") != nullptr) {
        errno = EINVAL;
        return -1;
    }
    return static_cast<int>(syscall(SYS_renameat2, from_directory, from, to_directory, to, flags));
}

extern "C" int statvfs(const char* path, struct statvfs* space) noexcept {
    static const auto next = real(&::statvfs, "statvfs");
    const int result = next(path, space);
    if (const char* const bytes = getenv("DAMEOTB_SHIM_FREE_BYTES")) {
        space->f_frsize = 1;
        space->f_bfree = space->f_bavail = static_cast<fsblkcnt_t>(atoll(bytes));
    }
    return result;
}

extern "C" int openat(int directory, const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    if ((flags & O_CREAT) != 0) {
        step();
    }
    return static_cast<int>(syscall(SYS_openat, directory, path, flags, mode));
}
