// A record has a title and four lines: host, process, system, begun. /proc has what Linux knows about a process.
#include "lock_record.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

#include <unistd.h>

namespace dameotb::table {

namespace {

std::string first_line(const std::filesystem::path& path) {
    std::ifstream file{path};
    std::string line;
    std::getline(file, line);
    return line;
}

std::string host_name() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::string this_system() {
    std::error_code error;
    const std::filesystem::path numbers = std::filesystem::read_symlink("/proc/self/ns/pid", error);
    return first_line("/proc/sys/kernel/random/boot_id") + " " + numbers.string();
}

/// Returns field 22 of /proc/PID/stat (proc(5)): when the process began. The name in field 2 may hold anything; it ends
/// at the last parenthesis.
std::string begin_of(const std::string& process) {
    const std::string stat = first_line("/proc/" + process + "/stat");
    std::istringstream fields{stat.substr(std::min(stat.rfind(')'), stat.size() - 1) + 1)};
    std::string field;
    for (int number = 3; number <= 22 && fields >> field; ++number) {
    }
    return fields ? field : "";
}

/// Reads the next line. Returns the rest of it after `name`, if the line begins with `name`.
std::optional<std::string> take_line(std::istringstream& text, const std::string& name) {
    std::string line;
    if (!std::getline(text, line) || text.eof() || !line.starts_with(name + " ")) {
        return std::nullopt;
    }
    return line.substr(name.size() + 1);
}

bool is_process_number(const std::string& text) {
    return !text.empty() && text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

LockRecord LockRecord::own() {
    const std::string process = std::to_string(::getpid());
    return {{host_name(), process}, this_system(), begin_of(process)};
}

std::optional<LockRecord> LockRecord::parse(std::string_view text) {
    std::istringstream lines{std::string{text}};
    std::string line;
    if (!std::getline(lines, line) || line != LockRecord::title) {
        return std::nullopt;
    }
    const auto host = take_line(lines, "host");
    const auto process = take_line(lines, "process");
    const auto system = take_line(lines, "system");
    const auto begun = take_line(lines, "begun");
    if (!host || !process || !is_process_number(*process) || !system || !begun) {
        return std::nullopt;
    }
    return LockRecord{{*host, *process}, *system, *begun};
}

std::string LockRecord::text() const {
    std::ostringstream text;
    text << title << "\nhost " << holder.host << "\nprocess " << holder.process << "\nsystem " << system << "\nbegun "
         << begun << '\n';
    return text.str();
}

bool LockRecord::is_over() const {
    if (begun.empty() || system != this_system()) {
        return false;
    }
    const bool is_gone = ::kill(std::stoi(holder.process), 0) != 0 && errno == ESRCH;
    return is_gone || begin_of(holder.process) != begun;
}

}  // namespace dameotb::table
