// Tests temporary names: their form, that nobody shares one, and that only what was made is removed.
#include <fstream>
#include <set>

#include <dameotb/table/format/temporary_file.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "temporary_directory.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;

namespace fs = std::filesystem;

namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
    return std::as_bytes(std::span{text});
}

}  // namespace

TEST_CASE("a temporary name tells its final one, and no other name does", "[format]") {
    CHECK(final_name_of(".KvK.dtm.0123456789abcdef.partial") == "KvK.dtm");
    CHECK(final_name_of(".x.0123456789abcdef.partial") == "x");
    CHECK(final_name_of("..x.0123456789abcdef.partial") == ".x");
    for (const char* other :
         {"", ".partial", "KvK.dtm", ".KvK.dtm", ".KvK.dtm.partial", "KvK.dtm.0123456789abcdef.partial",
          ".KvK.dtm.0123456789abcde.partial", ".KvK.dtm.0123456789abcdeF.partial", ".KvK.dtm.0123456789abcdefpartial",
          ".KvK.dtm.0123456789abcdef.partial2", ".KvK.dtm-0123456789abcdef.partial", "..0123456789abcdef.partial",
          ".0123456789abcdef.partial", ".KvK.dtm.4711.partial"}) {
        CAPTURE(other);
        CHECK_FALSE(final_name_of(other));
    }
}

TEST_CASE("temporary files and directories of one name are all different", "[format]") {
    const TemporaryDirectory directory;
    std::set<fs::path> paths;
    std::vector<TemporaryFile> files;
    for (int i = 0; i < 10; ++i) {
        files.emplace_back(directory / "table");
        paths.insert(files.back().path());
        paths.insert(make_temporary_directory(directory / "table"));
    }
    CHECK(paths.size() == 20);
    for (const fs::path& path : paths) {
        CAPTURE(path);
        CHECK(fs::exists(path));
        CHECK(path.parent_path() == directory.path());
        CHECK(final_name_of(path.filename().string()) == "table");
    }
    files.clear();
    for (const fs::path& path : paths) {
        fs::remove(path);  // an empty directory
    }
}

TEST_CASE("a temporary file gets its name with all that was written, or leaves nothing", "[format]") {
    const TemporaryDirectory directory;
    const fs::path path = directory / "table";
    {
        TemporaryFile file{path};
        file.write_at(3, bytes_of("def"));
        file.write_at(0, bytes_of("abc"));
        CHECK_FALSE(fs::exists(path));
        file.commit();
    }
    CHECK(read_bytes(path) == "abcdef");
    { const TemporaryFile dropped{path}; }
    CHECK(std::distance(fs::directory_iterator{directory.path()}, {}) == 1);
    CHECK(read_bytes(path) == "abcdef");
}

TEST_CASE("a temporary file that cannot be made names the final one and the system's reason", "[format]") {
    const TemporaryDirectory directory;
    const fs::path path = directory / "none" / "table";
    const auto check = [&path](const TablebaseError& error) {
        CHECK(error.path() == path.string());
        CHECK(error.reason() == "No such file or directory");
        CHECK(error.cause() == std::errc::no_such_file_or_directory);
        CHECK_FALSE(error.is_damage());
    };
    try {
        const TemporaryFile file{path};
        FAIL("no error");
    } catch (const TablebaseError& error) {
        check(error);
    }
    try {
        static_cast<void>(make_temporary_directory(path));
        FAIL("no error");
    } catch (const TablebaseError& error) {
        check(error);
    }
}
