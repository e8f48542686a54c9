// Runs the dameotb command from a test: arguments and standard input in, output and exit status out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "temporary_directory.hpp"

namespace dameotb::tests {

/// The value of most_file_bytes that stands for a full disk: less than the files that the tests write then. LLVM's
/// OpenMP library makes a file of 1024 bytes in shared memory; if it cannot, it ends the program.
inline constexpr std::uint64_t full_disk_bytes = 1024;

struct CommandOptions {
    std::string input{};                     ///< Standard input.
    std::string input_file{};                ///< A file for standard input to come from instead.
    std::string output_file{};               ///< A file for standard output to go to instead of the result.
    std::uint64_t most_file_bytes = 0;       ///< No file may grow beyond this; 0: no limit. Stands for a full disk.
    std::uint64_t most_memory_bytes = 0;     ///< Of addresses; 0: no limit. Stands for a small machine.
    std::uint64_t most_open_files = 0;       ///< 0: no limit of its own.
    std::vector<std::string> environment{};  ///< "NAME=VALUE", added to that of the test.
    std::vector<int> on_terminal{};          ///< Of standard output and error, those that are one terminal.
    std::vector<int> closed{};               ///< Of standard input, output and error, those that are closed.
};

struct CommandResult {
    int status = 0;   ///< Exit status, or minus the number of the signal that ended it.
    std::string out;  ///< What it wrote on the terminal, if there was one.
    std::string err;
    std::uint64_t most_resident_bytes = 0;  ///< The most memory that the process had resident (VmHWM).
};

/// A terminal without a screen: what a program writes to it is read here.
class Terminal {
public:
    Terminal();
    ~Terminal();
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    /// Returns the descriptor that a program writes to.
    [[nodiscard]] int program_end() const { return program_end_; }
    /// Returns all that is written until no other process has the terminal open. To be called once.
    [[nodiscard]] std::string read_all();

private:
    int own_end_ = -1;
    int program_end_ = -1;
};

/// The command while it runs.
class Command {
public:
    explicit Command(std::vector<std::string> arguments, CommandOptions options = {});
    /// Waits, if nobody has waited yet.
    ~Command();
    Command(const Command&) = delete;
    Command& operator=(const Command&) = delete;

    /// Returns what the command has printed so far.
    [[nodiscard]] std::string out() const;
    /// Returns what it has printed on standard error so far.
    [[nodiscard]] std::string error_output() const;
    /// Returns the number of the process. Valid until somebody has waited for it.
    [[nodiscard]] pid_t process() const { return process_; }
    /// Sends a signal. Does nothing if somebody has already waited for the process.
    void send_signal(int number) const;
    /// Sends a signal as soon as the command handles it, or in 20 s.
    void send_signal_when_handled(int number) const;
    /// Returns the memory that the process has, by its name in /proc/PID/status: "VmRSS", "VmSize". Requires: the
    /// process runs.
    [[nodiscard]] std::uint64_t memory_bytes(const std::string& what) const;
    CommandResult wait();

private:
    void become_command(const std::vector<std::string>& arguments, const CommandOptions& options) const;

    TemporaryDirectory files_;
    std::string output_file_;
    std::optional<Terminal> terminal_;
    pid_t process_ = -1;
};

/// Runs the command to its end.
CommandResult run(std::vector<std::string> arguments, CommandOptions options = {});

/// A directory of tables that the command has made, once for all objects that want the same. It is removed with the
/// object.
struct GeneratedTables {
    /// `what`: arguments of `dameotb gen`.
    explicit GeneratedTables(const std::vector<std::string>& what = {"--pieces", "3"});

    /// Runs a subcommand on the directory.
    [[nodiscard]] CommandResult ask(const std::string& subcommand, std::vector<std::string> arguments = {},
                                    CommandOptions options = {}) const;
    [[nodiscard]] std::string file(const std::string& name) const { return path + "/" + name; }

    TemporaryDirectory directory;
    std::string path = directory / "tables";
    CommandResult made;  ///< The result of `gen`.
};

[[nodiscard]] std::string read_file(const std::filesystem::path& path);
void write_file(const std::filesystem::path& path, const std::string& bytes);
/// Returns the names of all things in a directory, sorted.
[[nodiscard]] std::vector<std::string> names_in(const std::filesystem::path& directory);
/// Appends a text to a file again and again, for this many bytes. It does not hold them in memory: that memory would
/// count for the commands that are run (CommandResult::most_resident_bytes).
void append_bytes(const std::filesystem::path& path, const std::string& piece, std::size_t bytes);
[[nodiscard]] std::vector<std::string> lines_of(const std::string& text);

}  // namespace dameotb::tests
