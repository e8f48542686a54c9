// Lets only one run at a time write into a directory of tables. Readers need no lock: a table appears whole or not at
// all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

namespace dameotb::table {

/// The run that holds a lock, as it says itself in the lock file.
struct LockHolder {
    std::string host;     ///< Empty if the file does not say.
    std::string process;  ///< The number of its process on that host; empty if the file does not say.
    bool operator==(const LockHolder&) const = default;
};

/// Thrown if another run is writing into the directory. `what()` is one line that names host, process and lock file.
class DirectoryLockedError : public std::runtime_error {
public:
    DirectoryLockedError(const std::filesystem::path& lock_file, const LockHolder& holder, const std::string& advice);

    [[nodiscard]] const LockHolder& holder() const { return holder_; }

private:
    LockHolder holder_;
};

/// Holds a directory of tables for one run. The lock is a file, `.dameotb-lock`, that says who holds it.
///
/// Where the file system has such locks, the system's lock on that file (flock) decides. It ends with the process that
/// holds it, so a file that a killed run left behind keeps nobody out. Elsewhere the file itself is the lock. Then a
/// file is known to be left behind only if its process can be seen to be gone; a file of another machine, or of another
/// container, is believed.
///
/// Not thread-safe. Not inherited by child processes that run another program.
class DirectoryLock {
public:
    enum class Method : std::uint8_t {
        System,  ///< flock; the file alone where flock does not work.
        File,    ///< The file alone.
    };

    /// Takes the lock. Throws DirectoryLockedError if another run holds the directory, and TablebaseError if
    /// the lock file cannot be made, or something else has its name. Requires: the directory is there.
    explicit DirectoryLock(const std::filesystem::path& directory, Method method = Method::System);
    /// Removes the lock file.
    ~DirectoryLock();
    DirectoryLock(const DirectoryLock&) = delete;
    DirectoryLock& operator=(const DirectoryLock&) = delete;

    /// Returns whether the system keeps all other runs out. If so, the leftovers of earlier runs in the directory
    /// belong to no running process.
    [[nodiscard]] bool is_exclusive() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dameotb::table
