// Only one run at a time may work in a directory. Tests which run may begin, which run is named, and what a killed run
// leaves behind.
#include <dameotb/table/directory/directory_lock.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "lock_record.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using Catch::Contains;
using table::DirectoryLock;
using table::LockRecord;

namespace {

constexpr auto lock_name = ".dameotb-lock";

/// What the system's lstat fails with in this program; 0: it does not.
int lstat_error = 0;

/// Another process that takes the lock and waits to be killed.
class OtherRun {
public:
    OtherRun(const std::filesystem::path& directory, DirectoryLock::Method method) {
        int ready[2];
        REQUIRE(::pipe(ready) == 0);
        process_ = ::fork();
        if (process_ == 0) {
            const DirectoryLock lock{directory, method};
            (void)!::write(ready[1], "x", 1);
            for (;;) {
                ::pause();
            }
        }
        ::close(ready[1]);
        char byte = 0;
        REQUIRE(::read(ready[0], &byte, 1) == 1);
        ::close(ready[0]);
    }
    ~OtherRun() { kill(); }
    OtherRun(const OtherRun&) = delete;
    OtherRun& operator=(const OtherRun&) = delete;

    [[nodiscard]] std::string process() const { return std::to_string(process_); }
    void kill() {
        if (process_ > 0) {
            ::kill(process_, SIGKILL);
            ::waitpid(std::exchange(process_, -1), nullptr, 0);
        }
    }

private:
    pid_t process_ = -1;
};

std::string refusal(const std::filesystem::path& directory, DirectoryLock::Method method) {
    try {
        const DirectoryLock lock{directory, method};
        return "";
    } catch (const table::DirectoryLockedError& error) {
        return error.what();
    }
}

void put(const std::filesystem::path& path, const std::string& text) {
    std::ofstream{path} << text;
}

}  // namespace

TEST_CASE("a second run is refused and told who the first one is, a killed one keeps nobody out") {
    const auto method = GENERATE(DirectoryLock::Method::System, DirectoryLock::Method::File);
    if (tests::emulated && method == DirectoryLock::Method::File) {
        return;  // A process is known by the time when it began. An emulator tells
                 // that process a different time than it tells the others.
    }
    const tests::TemporaryDirectory directory;
    OtherRun other{directory.path(), method};
    std::array<char, 256> host{};
    REQUIRE(::gethostname(host.data(), host.size() - 1) == 0);
    const std::string said = refusal(directory.path(), method);
    CHECK_THAT(said, Contains(directory / lock_name) && Contains("process " + other.process() + " on ") &&
                         Contains(std::string{" on "} + host.data()));
    CHECK(std::count(said.begin(), said.end(), '\n') == 0);

    other.kill();
    REQUIRE(std::filesystem::exists(directory / lock_name));
    {
        const DirectoryLock lock{directory.path(), method};
        CHECK(lock.is_exclusive() == (method == DirectoryLock::Method::System));
        CHECK_FALSE(refusal(directory.path(), method).empty());
    }
    CHECK_FALSE(std::filesystem::exists(directory / lock_name));
    CHECK(refusal(directory.path(), method).empty());
}

// A run that cannot be seen from here may still be running: on another machine, in another container, or under another
// start of the system.
TEST_CASE("where the file alone is the lock, only a process that can be seen to be gone is over") {
    const LockRecord own = LockRecord::own();
    REQUIRE(LockRecord::parse(own.text()));
    CHECK(LockRecord::parse(own.text())->text() == own.text());
    CHECK_FALSE(own.is_over());

    LockRecord other_start = own;
    other_start.begun += "1";
    LockRecord elsewhere = other_start;
    elsewhere.system += "1";
    LockRecord unknown = own;
    unknown.begun.clear();
    CHECK(other_start.is_over());
    CHECK_FALSE(elsewhere.is_over());
    CHECK_FALSE(unknown.is_over());

    const tests::TemporaryDirectory directory;
    put(directory / lock_name, elsewhere.text());
    CHECK_THAT(refusal(directory.path(), DirectoryLock::Method::File),
               Contains("if that run is over, remove this file"));
    // The system knows that nobody holds the lock.
    CHECK(refusal(directory.path(), DirectoryLock::Method::System).empty());
}

TEST_CASE("a lock file that says nothing of use is no crash, and is believed where it is the lock") {
    const tests::TemporaryDirectory directory;
    const std::string text =
        GENERATE(as<std::string>{}, "", "dameotb: this run wr",
                 "dameotb: this run writes into the directory\nhost a\nprocess -1\nsystem\nbegun\n",
                 "dameotb: this run writes into the directory\nhost a\nprocess 99999999999\n");
    CHECK_FALSE(LockRecord::parse(text));
    put(directory / lock_name, text);
    CHECK_THAT(refusal(directory.path(), DirectoryLock::Method::File), Contains("does not say who it is"));
    CHECK(refusal(directory.path(), DirectoryLock::Method::System).empty());
}

extern "C" int lstat(const char* path, struct stat* found) noexcept {
    if (lstat_error != 0) {
        errno = lstat_error;
        return -1;
    }
    return ::fstatat(AT_FDCWD, path, found, AT_SYMLINK_NOFOLLOW);
}

TEST_CASE("a lock file that cannot be looked at is an error, and not tried for ever") {
    const tests::TemporaryDirectory directory;
    lstat_error = EIO;
    CHECK_THROWS_WITH(DirectoryLock{directory.path()}, Contains(lock_name) && Contains("cannot be locked"));
    lstat_error = 0;
    CHECK_NOTHROW(DirectoryLock{directory.path()});
}

TEST_CASE("a directory in which no file can be made is named itself") {
    // Not even root can make files there.
    CHECK_THROWS_WITH(DirectoryLock{"/proc"},
                      Catch::StartsWith("/proc: no file can be made here: ") && !Contains(lock_name));
}

TEST_CASE("what is no lock file is neither followed nor written") {
    const tests::TemporaryDirectory directory;
    put(directory / "mine", "mine");
    SECTION("a link") {
        std::filesystem::create_symlink(directory / "mine", directory / lock_name);
    }
    SECTION("a directory") {
        std::filesystem::create_directory(directory / lock_name);
    }
    SECTION("a pipe") {
        REQUIRE(::mkfifo((directory / lock_name).c_str(), 0600) == 0);
    }
    SECTION("a file") {
        put(directory / lock_name, GENERATE(as<std::string>{}, "\n", "process 1\n", std::string(10000, 'x')));
    }
    SECTION("a second name") {
        put(directory / "mine", LockRecord::own().text());
        std::filesystem::create_hard_link(directory / "mine", directory / lock_name);
    }
    const auto size_of_both = [&] {
        const bool has_size = std::filesystem::is_regular_file(directory / lock_name);
        return std::pair{std::filesystem::file_size(directory / "mine"),
                         has_size ? std::filesystem::file_size(directory / lock_name) : 0};
    };
    const auto before = size_of_both();
    for (const auto method : {DirectoryLock::Method::System, DirectoryLock::Method::File}) {
        CHECK_THROWS_WITH(DirectoryLock(directory.path(), method),
                          Contains(directory / lock_name) && Contains("move it elsewhere"));
    }
    CHECK(size_of_both() == before);
    CHECK(std::filesystem::symlink_status(directory / lock_name).type() != std::filesystem::file_type::not_found);
}
