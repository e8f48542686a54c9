#include <dameotb/terminal/browser.hpp>

#include <array>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dameotb::terminal {

BrowserStart::BrowserStart(const std::string& address) {
    std::string program = "xdg-open";
    std::string argument = address;
    const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0);
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    sigset_t ignored;  // by this program; the browser shall not inherit it
    sigemptyset(&ignored);
    sigaddset(&ignored, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &ignored);
    has_failed_ = posix_spawnp(&process_, program.c_str(), &files, &attributes, arguments.data(), environ) != 0;
    process_ = has_failed_ ? -1 : process_;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
}

bool BrowserStart::has_failed() {
    int status = 0;
    if (process_ > 0 && ::waitpid(process_, &status, WNOHANG) == process_) {
        process_ = -1;
        has_failed_ = !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    return std::exchange(has_failed_, false);
}

}  // namespace dameotb::terminal
