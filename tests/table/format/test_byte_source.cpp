// Tests the two sources of bytes: what they give, and how they refuse.
#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

/// Returns what() of the TablebaseError that `act` throws. Empty if it throws none.
template <class Act>
std::string error_of(Act&& act) {
    try {
        act();
    } catch (const TablebaseError& error) {
        CHECK_THAT(error.what(), StartsWith(error.path()) && Catch::EndsWith(error.reason()));
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a source gives the bytes asked for, all or none", "[format]") {
    const TemporaryDirectory directory;
    const Bytes bytes = random_bytes(1000, 1);
    write_file(directory / "file", bytes);
    const bool in_memory = GENERATE(true, false);
    CAPTURE(in_memory);
    const std::string name = in_memory ? "memory" : (directory / "file").string();
    const auto source = in_memory ? from_memory(bytes, name) : open_file(directory / "file");
    CHECK(source->size_bytes() == 1000);
    CHECK(source->name() == name);
    for (const std::size_t offset : {0, 1, 500, 999, 1000}) {
        for (const std::size_t size : {0, 1, 499, 500, 1000}) {
            CAPTURE(offset, size);
            Bytes out(size);
            const std::string error = error_of([&] { source->read_at(offset, out); });
            if (offset + size <= 1000) {
                CHECK(error.empty());
                CHECK(std::equal(out.begin(), out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(offset)));
            } else {
                CHECK_THAT(error, StartsWith(name + " (byte ") && Contains("unexpected end of file"));
            }
        }
    }
    Bytes one(1);
    CHECK_FALSE(error_of([&] { source->read_at(~std::uint64_t{0} >> 1, one); }).empty());
}

TEST_CASE("open_file says why it cannot", "[format]") {
    const TemporaryDirectory directory;
    const std::string missing = (directory / "KvK.dtm").string();
    CHECK(error_of([&] { (void)open_file(missing); }) == missing + ": No such file or directory");
    CHECK(error_of([&] { (void)open_file(directory.path()); }) ==
          directory.path().string() + ": is a directory, not a table file");
}

TEST_CASE("a file that shrinks while it is open gives an error that says where", "[format]") {
    const TemporaryDirectory directory;
    const Header header{
        .sides = 1, .stored = StoredSides::White, .block_positions = 64, .group_blocks = 1, .positions_per_side = 640};
    write_table(directory / "table", header, sample_contents(header, 1));
    const TableReader reader{open_file(directory / "table")};
    const ByteRange last = reader.locate(9);
    std::filesystem::resize_file(directory / "table", last.offset_bytes + 1);
    Bytes group(last.size_bytes);
    CHECK_THAT(error_of([&] { reader.read_group(9, last, group); }),
               StartsWith((directory / "table").string() + " (byte ") && Contains("unexpected end of file"));
    std::filesystem::resize_file(directory / "table", at::end + 10);
    CHECK_THAT(error_of([&] { (void)reader.locate(9); }),
               StartsWith((directory / "table").string() + " (byte ") && Contains("unexpected end of file"));
}
