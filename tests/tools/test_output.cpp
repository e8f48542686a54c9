// Tests where `find --out` writes. What is no file stays what it is, links are followed, and nobody's file is lost.
#include <filesystem>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace fs = std::filesystem;

namespace {

struct Searched : GeneratedTables {
    Searched() : GeneratedTables{{"--class", "KvK"}} {}

    /// Searches for a few hundred positions.
    [[nodiscard]] CommandResult write(const std::string& file, CommandOptions options = {}) const {
        return ask("find", {"--result", "win", "--out", file}, std::move(options));
    }
    std::string found = ask("find", {"--result", "win"}).out;
};

const Searched& kings() {
    static const Searched made;
    return made;
}

}  // namespace

TEST_CASE("no file takes the place of a standard stream that is closed, and what is printed", "[tools]") {
    const GeneratedTables expected;
    for (const std::vector<int>& closed : std::vector<std::vector<int>>{{0}, {2}, {0, 2}, {1}, {0, 1}, {0, 1, 2}}) {
        CAPTURE(closed);
        const bool has_output = std::ranges::count(closed, STDOUT_FILENO) == 0;
        const TemporaryDirectory directory;
        const CommandResult made = run({"gen", "--dir", directory.path(), "--pieces", "3"}, {.closed = closed});
        CHECK(made.status == (has_output ? 0 : 1));
        std::size_t compared = 0;
        for (const std::string& name : names_in(directory.path())) {
            CAPTURE(name);
            if (fs::exists(expected.file(name)) && name.front() != '.') {
                CHECK(read_file(directory / name) == read_file(expected.file(name)));
                ++compared;
            } else {
                CHECK_THAT(read_file(directory / name), !Contains("positions"));
            }
        }
        CHECK(compared == (has_output ? 18 : 2));  // the first line that cannot be written ends the run

        const CommandResult moves = run({"moves"}, {.input = "W:Wa1:Bh8\n", .closed = closed});
        const bool has_input = std::ranges::count(closed, STDIN_FILENO) == 0;
        CHECK(moves.status == (has_input && has_output ? 0 : 1));
        CHECK(moves.out.empty() == !(has_input && has_output));
        if (std::ranges::count(closed, STDERR_FILENO) == 0) {
            CHECK(moves.err == (!has_input    ? "dameotb: standard input: cannot be read\n"
                                : !has_output ? "dameotb: standard output: cannot be written\n"
                                              : ""));
        }
    }
}

TEST_CASE("find --out writes to a device and leaves it there", "[tools]") {
    const TemporaryDirectory directory;
    REQUIRE(kings().found.size() > full_disk_bytes);
    const auto same_device = [](const fs::path& path, unsigned minor_number) {
        struct stat status {};
        return lstat(path.c_str(), &status) == 0 && S_ISCHR(status.st_mode) &&
               status.st_rdev == makedev(1, minor_number);
    };
    // The test makes a device node of its own if it may. It must not use the machine's.
    const fs::path null = directory / "null";
    const fs::path full = directory / "full";
    const bool made = mknod(null.c_str(), S_IFCHR | 0666, makedev(1, 3)) == 0 &&
                      mknod(full.c_str(), S_IFCHR | 0666, makedev(1, 7)) == 0 &&
                      faccessat(AT_FDCWD, null.c_str(), W_OK, AT_EACCESS) == 0 && std::ofstream{null}.is_open();
    if (!made && geteuid() == 0) {
        WARN("no device nodes can be made or used here");
        return;
    }
    const fs::path to_null = made ? null : fs::path{"/dev/null"};
    const fs::path to_full = made ? full : fs::path{"/dev/full"};
    const std::size_t names = names_in(directory.path()).size();

    const CommandResult dropped = kings().write(to_null);
    CHECK(dropped.status == 0);
    CHECK(dropped.out.empty());
    CHECK(same_device(to_null, 3));
    const CommandResult refused = kings().write(to_full);
    CHECK(refused.status == 1);
    CHECK(refused.err == "dameotb: " + to_full.string() + ": cannot be written: No space left on device\n");
    CHECK(same_device(to_full, 7));
    CHECK(names_in(directory.path()).size() == names);
}

TEST_CASE("find --out writes to a FIFO as to a file, and to what is open already", "[tools]") {
    const TemporaryDirectory directory;
    const std::string fifo = directory / "fifo";
    REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    const int reader = open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
    CHECK(kings().write(fifo).status == 0);
    CHECK(fs::is_fifo(fifo));
    std::string read_there(kings().found.size() + 1, '\0');  // a FIFO holds 64 KiB
    const ssize_t got = read(reader, read_there.data(), read_there.size());
    close(reader);
    CHECK(read_there.substr(0, static_cast<std::size_t>(std::max<ssize_t>(got, 0))) == kings().found);
    CHECK(names_in(directory.path()).size() == 1);

    // The test uses links of its own. If they were replaced, the machine's links would not be.
    for (const std::string name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
        CAPTURE(name);
        const std::string link = directory / "link";
        fs::create_symlink(name, link);
        const CommandResult printed = kings().write(link);
        CHECK(printed.status == 0);
        CHECK(printed.out == kings().found);
        const std::string file = directory / "file";
        CHECK(kings().write(link, {.output_file = file}).status == 0);
        CHECK(read_file(file) == kings().found);
        CHECK(fs::is_symlink(link));
        fs::remove(link);
    }
    fs::create_symlink("/dev/fd/77", directory / "link");
    CHECK_THAT(kings().write(directory / "link").err, Contains("Bad file descriptor"));
}

TEST_CASE("find --out to a FIFO that nobody reads waits, and a signal ends it", "[tools]") {
    const TemporaryDirectory directory;
    const std::string fifo = directory / "fifo";
    REQUIRE(mkfifo(fifo.c_str(), 0600) == 0);
    Command waiting{{"find", "--dir", kings().path, "--out", fifo}};
    // The signal is handled before the file is there, which it would leave behind, and ends the waiting all the same.
    waiting.send_signal_when_handled(SIGINT);
    const CommandResult ended = waiting.wait();
    CHECK(ended.status == 128 + SIGINT);
    CHECK(ended.err == "dameotb: stopped: nobody reads " + fifo + "\n");
    CHECK(fs::is_fifo(fifo));
}

TEST_CASE("find --out refuses a socket and a directory in words", "[tools]") {
    const TemporaryDirectory directory;
    const std::string name = directory / "socket";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(name.size() < sizeof(address.sun_path));
    name.copy(address.sun_path, name.size());
    const int socket_file = socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(bind(socket_file, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    const CommandResult refused = kings().write(name);
    CHECK(refused.status == 1);
    CHECK(refused.err ==
          "dameotb: " + name + ": cannot be written: it is a socket (name a file, a FIFO or a device)\n");
    CHECK(fs::is_socket(name));
    close(socket_file);

    const std::string folder = directory / "folder";
    fs::create_directory(folder);
    for (const std::string& path : {folder, folder + "/"}) {
        const CommandResult wrong = kings().write(path);
        CHECK(wrong.status == 1);
        CHECK(wrong.err == "dameotb: " + path + ": cannot be written: it is a directory (name a file)\n");
    }
    CHECK(fs::is_empty(folder));
    CHECK(names_in(directory.path()).size() == 2);
    CHECK(kings().write("").status == 2);
}

TEST_CASE("find --out follows links and replaces what they lead to", "[tools]") {
    const TemporaryDirectory directory;
    fs::create_directories(directory / "here");
    fs::create_directories(directory / "there");
    const fs::path target = directory / "there" / "found.txt";
    const fs::path link = directory / "here" / "link";
    fs::create_symlink("link2", link);
    fs::create_symlink("../there/found.txt", directory / "here" / "link2");
    for (const bool exists : {false, true}) {
        CAPTURE(exists);
        CHECK(fs::exists(target) == exists);
        CHECK(kings().write(link).status == 0);
        CHECK(fs::is_symlink(link));
        CHECK(fs::is_symlink(directory / "here" / "link2"));
        CHECK(fs::is_regular_file(fs::symlink_status(target)));
        CHECK(read_file(target) == kings().found);
    }
    CHECK(names_in(directory / "here").size() == 2);
    CHECK(names_in(directory / "there").size() == 1);

    fs::create_symlink("circle", directory / "circle");
    const CommandResult circle = kings().write(directory / "circle");
    CHECK(circle.status == 1);
    CHECK_THAT(circle.err, Contains("Too many levels of symbolic links"));
}

TEST_CASE("find --out leaves everything else beside it alone", "[tools]") {
    const TemporaryDirectory directory;
    const std::string file = directory / "found.txt";
    write_file(directory / "mine", "mine");
    write_file(file + ".part", "mine");
    CHECK(kings().write(file).status == 0);
    CHECK(read_file(file + ".part") == "mine");
    fs::remove(file + ".part");
    fs::create_symlink("mine", file + ".part");
    CHECK(kings().write(file).status == 0);
    CHECK(kings().write(file, {.most_file_bytes = full_disk_bytes}).status == 1);
    CHECK(read_file(directory / "mine") == "mine");
    CHECK(fs::is_symlink(file + ".part"));
    CHECK(read_file(file) == kings().found);
    CHECK(names_in(directory.path()).size() == 3);
}

TEST_CASE("find --out keeps the permissions and the owner of a file that it replaces", "[tools]") {
    const TemporaryDirectory directory;
    const std::string file = directory / "found.txt";
    for (const auto rights : {fs::perms{0600}, fs::perms{0666}, fs::perms{0640}}) {
        write_file(file, "old");
        fs::permissions(file, rights);
        const bool given = geteuid() == 0 && chown(file.c_str(), 12345, 23456) == 0;
        CHECK(kings().write(file).status == 0);
        CHECK(read_file(file) == kings().found);
        CHECK(fs::status(file).permissions() == rights);
        struct stat status {};
        REQUIRE(stat(file.c_str(), &status) == 0);
        CHECK(status.st_uid == (given ? 12345 : geteuid()));
        CHECK(status.st_gid == (given ? 23456 : getegid()));
        fs::remove(file);
    }
    if (geteuid() != 0) {
        write_file(file, "read-only");
        fs::permissions(file, fs::perms{0444});
        CHECK_THAT(kings().write(file).err, Contains("Permission denied"));
        CHECK(read_file(file) == "read-only");
    }
}
