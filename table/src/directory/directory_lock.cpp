// A record has a title and four lines: host, process, system, begun. /proc has what Linux knows about a process.

#include <dameotb/table/directory/directory_lock.hpp>
#include "lock_record.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/file_descriptor.hpp>
#include <dameotb/table/format/own_file.hpp>

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

// Opens the lock file and asks the system to lock it. Where the system has no locks, the file itself is the lock.

/// An open lock file.
class LockFile {
public:
    explicit LockFile(FileDescriptor file) : file_{std::move(file)} {}

    [[nodiscard]] bool is_open() const { return file_.is_open(); }

    /// Locks the file for this process. Returns 0, or errno.
    [[nodiscard]] int lock() const {
        int result = 0;
        do {
            result = ::flock(file_.get(), LOCK_EX | LOCK_NB);
        } while (result != 0 && errno == EINTR);
        return result == 0 ? 0 : errno;
    }

    /// Returns whether the file still has that name. Its holder may have removed it, and another file may have come
    /// since.
    [[nodiscard]] bool lies_at(const std::filesystem::path& path) const { return file_.lies_at(path); }

    [[nodiscard]] std::optional<LockRecord> record() const {
        std::array<char, 4096> text{};
        const ssize_t size = ::pread(file_.get(), text.data(), text.size(), 0);
        return size < 0 ? std::nullopt
                        : LockRecord::parse(std::string_view{text.data(), static_cast<std::size_t>(size)});
    }

    /// Writes this run's record. A file that could not be written in full names nobody, but locks all the same.
    void put_record() const {
        const std::string text = LockRecord::own().text();
        (void)!::ftruncate(file_.get(), 0);
        (void)!::pwrite(file_.get(), text.data(), text.size(), 0);
    }

private:
    FileDescriptor file_;
};

namespace {

constexpr auto file_name = ".dameotb-lock";

std::string describe(const LockHolder& holder) {
    if (holder.process.empty()) {
        return "another run, which does not say who it is,";
    }
    return "another run, process " + holder.process + " on " + (holder.host.empty() ? "this host" : holder.host) + ",";
}

/// Returns the record of the file's holder. The holder writes it right after it has made the file, so this waits a
/// moment for the record.
std::optional<LockRecord> record_of_holder(const LockFile& file) {
    constexpr int tries = 20;
    constexpr std::chrono::milliseconds pause{5};
    std::optional<LockRecord> record = file.record();
    for (int i = 1; i < tries && !record; ++i) {
        std::this_thread::sleep_for(pause);
        record = file.record();
    }
    return record;
}

}  // namespace

DirectoryLockedError::DirectoryLockedError(const std::filesystem::path& lock_file, const LockHolder& holder,
                                           const std::string& advice)
    : std::runtime_error{lock_file.string() + ": " + describe(holder) + " is writing into this directory" + advice},
      holder_{holder} {}

struct DirectoryLock::State {
    std::filesystem::path path;
    std::optional<LockFile> file;
    bool is_exclusive = false;

    [[noreturn]] void fail(int error) const {
        throw TablebaseError{path.string(), std::error_code{error, std::generic_category()}, "cannot be locked"};
    }

    /// Tries once to take the lock. Returns false if another try may succeed, because the file came or went meanwhile.
    [[nodiscard]] bool take(Method method) {
        constexpr mode_t readable = 0666;  // the umask takes bits away
        LockFile found{FileDescriptor{::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, readable)}};
        const bool is_new = found.is_open();
        if (!is_new) {
            if (errno != EEXIST) {
                throw TablebaseError{path.parent_path().string(), last_system_error(), "no file can be made here"};
            }
            found = LockFile{open_own_file(path, LockRecord::title)};
            if (!found.is_open()) {
                return false;
            }
        }
        const int error = method == Method::System ? found.lock() : EOPNOTSUPP;
        if (error == EWOULDBLOCK) {
            refuse(record_of_holder(found), "");
        }
        if (error == 0) {
            return is_named(found) && hold(std::move(found), true);
        }
        return is_new ? hold(std::move(found), false) : remove_if_over(found);
    }

    /// Returns whether the file still lies there. Throws if the system cannot tell: no other try would succeed.
    [[nodiscard]] bool is_named(const LockFile& found) const {
        errno = 0;
        const bool named = found.lies_at(path);
        if (!named && errno != 0 && errno != ENOENT) {
            fail(errno);
        }
        return named;
    }

    [[nodiscard]] bool hold(LockFile taken, bool exclusive) {
        taken.put_record();
        file.emplace(std::move(taken));
        is_exclusive = exclusive;
        return true;
    }

    /// Removes the file if an earlier run left it behind, and returns false: the next try makes a new one. Throws
    /// DirectoryLockedError if that run may still be there.
    [[nodiscard]] bool remove_if_over(const LockFile& found) const {
        const auto record = record_of_holder(found);
        if (!record || !record->is_over()) {
            refuse(record, "; if that run is over, remove this file");
        }
        if (is_named(found) && ::unlink(path.c_str()) != 0 && errno != ENOENT) {
            fail(errno);
        }
        return false;
    }

    [[noreturn]] void refuse(const std::optional<LockRecord>& record, const std::string& advice) const {
        throw DirectoryLockedError{path, record ? record->holder : LockHolder{}, advice};
    }
};

DirectoryLock::DirectoryLock(const std::filesystem::path& directory, Method method)
    : state_{std::make_unique<State>()} {
    state_->path = directory / file_name;
    while (!state_->take(method)) {
    }
}

DirectoryLock::~DirectoryLock() {
    if (state_->file->lies_at(state_->path)) {
        ::unlink(state_->path.c_str());
    }
}

bool DirectoryLock::is_exclusive() const {
    return state_->is_exclusive;
}

}  // namespace dameotb::table
