// Tests what only systems like Unix have: rights by the umask, devices and pipes, names that are free as soon as they
// are removed, a limit that stands in for a full disk.
#include <fstream>

#include <sys/stat.h>

#include <dameotb/table/format/temporary_file.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "file_size_limit.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;

TEST_CASE("what is no regular file is not read", "[format]") {
    const TemporaryDirectory directory;
    CHECK_THROWS_WITH(open_file("/dev/null"), "/dev/null: is not a regular file");
    // Opening a pipe for reading would wait for a writer for ever.
    const std::string pipe = (directory / "pipe").string();
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    CHECK_THROWS_WITH(open_file(pipe), pipe + ": is not a regular file");
}

TEST_CASE("a temporary file is made with the rights that the umask leaves", "[format]") {
    const TemporaryDirectory directory;
    const mode_t before = umask(027);
    const TemporaryFile file{directory / "table"};
    umask(before);
    CHECK(std::filesystem::status(file.path()).permissions() == std::filesystem::perms{0640});
}

TEST_CASE("what took a temporary file's name meanwhile is not removed", "[format]") {
    const TemporaryDirectory directory;
    std::filesystem::path path;
    {
        const TemporaryFile file{directory / "table"};
        path = file.path();
        std::filesystem::remove(path);
        std::ofstream{path} << "mine";
    }
    CHECK(read_bytes(path) == "mine");
}

TEST_CASE("a full disk is reported at any point, and no file is left", "[format]") {
    const Header header = header_of_four_groups();
    const TemporaryDirectory directory;
    const Contents contents = sample_contents(header, 1);
    const std::size_t whole = make_table(header, contents).size();
    // In the models, in the first block group, in a later block group, and one byte before its end.
    const std::size_t limit = GENERATE_COPY(std::size_t{140}, std::size_t{200}, whole / 2, whole - 1);
    CAPTURE(limit, whole);
    try {
        const FileSizeLimit full{limit};
        write_table(directory / "KvK.dtm", header, contents);
        FAIL("no error");
    } catch (const TablebaseError& error) {
        CHECK(error.path() == (directory / "KvK.dtm").string());
        CHECK(error.reason() == "File too large");
    }
    CHECK(std::filesystem::is_empty(directory.path()));

    const FileSizeLimit enough{whole};
    CHECK_NOTHROW(write_table(directory / "KvK.dtm", header, contents));
}
