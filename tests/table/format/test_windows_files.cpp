// Tests what is particular to Windows: names beyond its code pages, files that are open while their name goes, and
// offsets of more than 32 bits.
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/temporary_file.hpp>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;

TEST_CASE("names are UTF-8", "[format]") {
    const TemporaryDirectory directory;
    const std::string name = "\u03C4\u00E4\u8868\U0001F600";
    const std::filesystem::path path = directory.path() / path_of(name);
    CHECK(path.filename().native() == L"\u03C4\u00E4\u8868\U0001F600");
    write_file(path, random_bytes(10, 1));
    auto source = open_file(path);
    CHECK(source->size_bytes() == 10);
    CHECK(source->name() == path.string());
    CHECK(source->name().ends_with(name));
    const std::filesystem::path missing = directory.path() / path_of(name + "x");
    CHECK_THROWS_WITH(open_file(missing), missing.string() + ": No such file or directory");
    source.reset();
    TemporaryFile{path}.commit();
    CHECK(open_file(path)->size_bytes() == 0);
    CHECK_THROWS_AS(path_of("\xC3"), TablebaseError);
}

TEST_CASE("an open file can be removed, and replaced", "[format]") {
    const TemporaryDirectory directory;
    const Bytes bytes = random_bytes(1000, 1);
    Bytes read(1000);
    write_file(directory / "removed", bytes);
    const auto removed = open_file(directory / "removed");
    CHECK(std::filesystem::remove(directory / "removed"));
    removed->read_at(0, read);
    CHECK(read == bytes);

    write_file(directory / "renamed", bytes);
    const auto renamed = open_file(directory / "renamed");
    std::filesystem::rename(directory / "renamed", directory / "other");
    renamed->read_at(0, read);
    CHECK(read == bytes);
}

TEST_CASE("bytes beyond 4 GiB are read and written where they are", "[format]") {
    const TemporaryDirectory directory;
    const std::uint64_t far = (std::uint64_t{1} << 32) + 7;
    const Bytes first = random_bytes(100, 1);
    const Bytes last = random_bytes(100, 2);
    Bytes read(100);
    {
        TemporaryFile file{directory / "table"};
        file.write_at(0, first);
        file.write_at(far, last);  // what lies between takes no room on disks that know holes
        file.commit();
    }
    const auto source = open_file(directory / "table");
    CHECK(source->size_bytes() == far + 100);
    source->read_at(far, read);
    CHECK(read == last);
    source->read_at(0, read);
    CHECK(read == first);
}
