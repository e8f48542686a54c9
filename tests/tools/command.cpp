// The command's streams are files in a directory of its own. So no pipe can fill up, and a test can look at the output
// while the command runs.
#include "command.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include "catch.hpp"

namespace dameotb::tests {

Terminal::Terminal() {
    own_end_ = posix_openpt(O_RDWR | O_NOCTTY);
    if (own_end_ < 0 || grantpt(own_end_) != 0 || unlockpt(own_end_) != 0) {
        throw std::runtime_error{"cannot open a terminal"};
    }
    program_end_ = open(ptsname(own_end_), O_RDWR | O_NOCTTY);
    termios modes{};
    if (program_end_ < 0 || tcgetattr(program_end_, &modes) != 0) {
        throw std::runtime_error{"cannot open a terminal"};
    }
    cfmakeraw(&modes);  // or line ends would become two characters
    tcsetattr(program_end_, TCSANOW, &modes);
}

Terminal::~Terminal() {
    close(own_end_);
    if (program_end_ >= 0) {
        close(program_end_);
    }
}

std::string Terminal::read_all() {
    close(std::exchange(program_end_, -1));
    std::string text;
    std::array<char, 4096> piece{};
    // Reading fails when the last process has closed the terminal.
    for (ssize_t bytes = 0; (bytes = read(own_end_, piece.data(), piece.size())) > 0;) {
        text.append(piece.data(), static_cast<std::size_t>(bytes));
    }
    return text;
}

Command::Command(std::vector<std::string> arguments, CommandOptions options)
    : output_file_{options.output_file.empty() ? (files_ / "out").string() : options.output_file} {
    write_file(files_.path() / "in", options.input);
    if (!options.on_terminal.empty()) {
        terminal_.emplace();
    }
    process_ = fork();
    if (process_ < 0) {
        throw std::runtime_error{"cannot fork"};
    }
    if (process_ == 0) {
        become_command(arguments, options);
        _exit(127);
    }
}

void Command::become_command(const std::vector<std::string>& arguments, const CommandOptions& options) const {
    const auto redirect = [](int stream, const std::string& file, int flags) {
        const int opened = open(file.c_str(), flags, 0600);
        if (opened < 0 || dup2(opened, stream) < 0) {
            _exit(126);
        }
    };
    redirect(STDIN_FILENO, options.input_file.empty() ? (files_ / "in").string() : options.input_file, O_RDONLY);
    redirect(STDOUT_FILENO, output_file_, O_WRONLY | O_CREAT);
    redirect(STDERR_FILENO, files_ / "err", O_WRONLY | O_CREAT);
    for (const int stream : options.on_terminal) {
        if (dup2(terminal_->program_end(), stream) < 0) {
            _exit(126);
        }
    }
    // The descriptors of the program that runs the tests count as well.
    for (int inherited = STDERR_FILENO + 1; inherited < 1024; ++inherited) {
        close(inherited);
    }
    for (const int stream : options.closed) {
        close(stream);
    }
    const auto set_limit = [](auto resource, std::uint64_t most) {
        if (const rlimit limit{most, most}; most != 0) {
            setrlimit(resource, &limit);
        }
    };
    set_limit(RLIMIT_FSIZE, options.most_file_bytes);
    set_limit(RLIMIT_AS, options.most_memory_bytes);
    set_limit(RLIMIT_NOFILE, options.most_open_files);
    for (const std::string& variable : options.environment) {
        putenv(const_cast<char*>(variable.c_str()));
    }
    std::vector<char*> argv{const_cast<char*>("dameotb")};
    for (const std::string& argument : arguments) {
        argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    execv(DAMEOTB_COMMAND, argv.data());
}

Command::~Command() {
    if (process_ > 0) {
        waitpid(process_, nullptr, 0);
    }
}

std::string Command::out() const {
    return read_file(output_file_);
}

std::string Command::error_output() const {
    return read_file(files_ / "err");
}

void Command::send_signal(int number) const {
    if (process_ > 0) {  // -1 would mean every process there is
        kill(process_, number);
    }
}

void Command::send_signal_when_handled(int number) const {
    const auto is_handled = [&] {
        const std::string status = read_file("/proc/" + std::to_string(process_) + "/status");  // proc(5)
        const std::size_t handled = status.find("\nSigCgt:");
        return status.starts_with("Name:\tdameotb\n") &&
               (std::stoull(status.substr(handled + 8), nullptr, 16) >> (number - 1) & 1) != 0;
    };
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    while (!is_handled() && std::chrono::steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds{5});
    }
    send_signal(number);
}

std::uint64_t Command::memory_bytes(const std::string& what) const {
    const std::string status = read_file("/proc/" + std::to_string(process_) + "/status");
    return std::stoull(status.substr(status.find('\n' + what + ':') + what.size() + 2)) * 1024;
}

CommandResult Command::wait() {
    const std::string on_terminal = terminal_ ? terminal_->read_all() : "";
    int status = 0;
    rusage usage{};
    wait4(process_, &status, 0, &usage);
    process_ = -1;
    CommandResult result;
    result.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    result.most_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
    result.out = terminal_ ? on_terminal : output_file_ == files_ / "out" ? out() : "";
    result.err = read_file(files_.path() / "err");
    return result;
}

CommandResult run(std::vector<std::string> arguments, CommandOptions options) {
    return Command{std::move(arguments), std::move(options)}.wait();
}

namespace {

/// Tables that were made, with what `gen` printed. Copying them takes less time than making them again.
struct CommandTables {
    TemporaryDirectory directory;
    CommandResult made;
};

const CommandTables& made_once(const std::vector<std::string>& what) {
    static std::map<std::vector<std::string>, CommandTables> all;
    const auto [at, is_new] = all.try_emplace(what);
    if (is_new) {
        std::vector<std::string> arguments{"gen", "--dir", at->second.directory / "tables"};
        arguments.insert(arguments.end(), what.begin(), what.end());
        at->second.made = run(std::move(arguments));
    }
    return at->second;
}

}  // namespace

GeneratedTables::GeneratedTables(const std::vector<std::string>& what) : made{made_once(what).made} {
    REQUIRE(made.err.empty());
    REQUIRE(made.status == 0);
    std::filesystem::copy(made_once(what).directory / "tables", path, std::filesystem::copy_options::recursive);
}

CommandResult GeneratedTables::ask(const std::string& subcommand, std::vector<std::string> arguments,
                                   CommandOptions options) const {
    arguments.insert(arguments.begin(), {subcommand, "--dir", path});
    return run(std::move(arguments), std::move(options));
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream file{path, std::ios::binary};
    file << bytes;
    if (!file.flush()) {
        throw std::runtime_error{"cannot write " + path.string()};
    }
}

void append_bytes(const std::filesystem::path& path, const std::string& piece, std::size_t bytes) {
    std::ofstream file{path, std::ios::binary | std::ios::app};
    for (std::size_t written = 0; written < bytes; written += piece.size()) {
        file << piece;
    }
    if (!file.flush()) {
        throw std::runtime_error{"cannot write " + path.string()};
    }
}

std::vector<std::string> names_in(const std::filesystem::path& directory) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{directory}) {
        names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

}  // namespace dameotb::tests
