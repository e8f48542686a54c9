// One run at a time writes into a directory of tables. Readers need no lock: a table appears whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace dameotb::files {

/// The run that holds a lock, by its own words in the lock file.
struct LockHolder {
    std::string host;     ///< Empty where the file does not say.
    std::string process;  ///< Its number there; empty where the file does not say.
    bool operator==(const LockHolder&) const = default;
};

/// Another run is writing into the directory. `what()` is one line that names host, process and lock file.
class DirectoryLockedError : public std::runtime_error {
public:
    DirectoryLockedError(const std::filesystem::path& lock_file, const LockHolder& holder, const std::string& advice);

    [[nodiscard]] const LockHolder& holder() const { return holder_; }

private:
    LockHolder holder_;
};

/// Holds a directory of tables for one run. The lock is a file, `.dameotb-lock`, that says who holds it.
///
/// The system's lock on that file (flock) decides, where the file system has such locks: it ends with the process that
/// held it, so a file that a killed run left behind keeps nobody out. Elsewhere the file itself is the lock. One that
/// was left behind is then recognised where its process can be seen to be gone; a file of another machine, or of
/// another container, is believed.
///
/// Not thread-safe. Not inherited by child processes that run another program.
class DirectoryLock {
public:
    enum class Method : std::uint8_t {
        System,  ///< flock; the file alone where that does not work.
        File,    ///< The file alone.
    };

    /// Throws DirectoryLockedError if another run holds the directory, and format::TablebaseError if the lock file
    /// cannot be made. Requires: the directory is there.
    explicit DirectoryLock(const std::filesystem::path& directory, Method method = Method::System);
    /// Removes the lock file.
    ~DirectoryLock();
    DirectoryLock(const DirectoryLock&) = delete;
    DirectoryLock& operator=(const DirectoryLock&) = delete;

    /// True if the system keeps all other runs out: what an earlier run left behind in the directory is nobody's.
    [[nodiscard]] bool is_exclusive() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dameotb::files
