// The writer must put nothing under the final name before the end, leave nothing behind, and name failures.
#include <algorithm>
#include <functional>

#include <dameotb/table/format/temporary_file.hpp>
#include <dameotb/table/format/values_digest.hpp>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;

namespace {

const Header header = header_of_four_groups();

/// Contents, and the block groups that they make: four.
struct Written {
    Contents contents;
    std::vector<Bytes> groups = encode_groups(header, contents.blocks);
};

Written sample(std::uint32_t seed) {
    return {sample_contents(header, seed)};
}

void reseal_last_part_first(TableWriter& writer, const Digest& values, const Digest& wdl) {
    writer.reseal(values, wdl, [](std::uint64_t count, const std::function<void(std::uint64_t)>& part) {
        while (count > 0) {
            part(--count);
        }
    });
}

std::vector<std::string> names_in(const TemporaryDirectory& directory) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{directory.path()}) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

TEST_CASE("a file appears under its name only when it is whole", "[format]") {
    const TemporaryDirectory directory;
    const auto [contents, groups] = sample(1);
    REQUIRE(groups.size() == 4);
    {
        TableWriter writer{directory / "KvK.dtm", header, contents.models};
        // The whole index counts from the first on.
        std::uint64_t bytes = at::end + 30 + 16 + 4 * 4;
        CHECK(writer.file_bytes() == bytes);
        for (const Bytes& group : groups) {
            writer.append(group);
            bytes += group.size();
            CHECK(writer.file_bytes() == bytes);
        }
        const std::vector<std::string> names = names_in(directory);
        REQUIRE(names.size() == 1);
        CHECK(final_name_of(names[0]) == "KvK.dtm");
        writer.finish();
        CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
        CHECK(std::filesystem::file_size(directory / "KvK.dtm") == bytes);
    }
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == contents);
}

TEST_CASE("a writer that does not finish leaves nothing, and what was there before", "[format]") {
    const TemporaryDirectory directory;
    write_table(directory / "KvK.dtm", header, sample(1).contents);
    const Bytes before = file_bytes(directory / "KvK.dtm");
    {
        const Written other = sample(2);
        TableWriter writer{directory / "KvK.dtm", header, other.contents.models};
        writer.append(other.groups[0]);
        CHECK(names_in(directory).size() == 2);
    }
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
    CHECK(file_bytes(directory / "KvK.dtm") == before);

    write_table(directory / "KvK.dtm", header, sample(3).contents);
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == sample(3).contents);
}

TEST_CASE("a file that a check finds wrong does not replace another", "[format]") {
    const TemporaryDirectory directory;
    write_table(directory / "KvK.dtm", header, sample(1).contents);
    const Bytes before = file_bytes(directory / "KvK.dtm");
    const auto [contents, groups] = sample(2);
    TableWriter writer{directory / "KvK.dtm", header, contents.models};
    for (const Bytes& group : groups) {
        writer.append(group);
    }
    struct Wrong {};
    CHECK_THROWS_AS(writer.finish([](TableReader) { throw Wrong{}; }), Wrong);
    CHECK(file_bytes(directory / "KvK.dtm") == before);
    Contents checked;
    writer.finish([&checked](TableReader reader) { checked = read_all(reader); });
    CHECK(checked == contents);
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == contents);
}

TEST_CASE("finishing before all block groups are there, and one more block group, are mistakes of the caller",
          "[format]") {
    const TemporaryDirectory directory;
    {
        const auto [contents, groups] = sample(2);
        TableWriter writer{directory / "KvK.dtm", header, contents.models};
        for (const Bytes& group : groups) {
            CHECK_THROWS_AS(writer.finish(), std::logic_error);
            CHECK_THROWS_AS(reseal_last_part_first(writer, {}, {}), std::logic_error);
            writer.append(group);
        }
        CHECK_THROWS_AS(writer.append(groups[0]), std::logic_error);
    }
    CHECK(names_in(directory).empty());
}

TEST_CASE("a file that gets its digests at the end is the one that had them from the beginning", "[format]") {
    const TemporaryDirectory directory;
    Header early = header;
    // Four block groups, or more than an index block has.
    early.group_blocks = GENERATE(2U, 1U);
    early.block_positions = early.group_blocks == 1 ? 2 : early.block_positions;
    early.metric = Metric::Dtm;
    const Contents contents = sample_contents(early, 1);
    Header late = early;
    late.values.bytes[3] = std::byte{7};
    late.wdl.bytes[15] = std::byte{9};
    late.seed = seed_of(late, contents.models);
    REQUIRE(late.seed != early.seed);
    const std::vector<Bytes> groups = encode_groups(early, contents.blocks);
    REQUIRE((groups.size() == 4 || groups.size() == 2000));
    TableWriter writer{directory / "KvK.dtm", early, contents.models};
    for (const Bytes& group : groups) {
        writer.append(group);
    }
    reseal_last_part_first(writer, {}, {});  // what it got first does not count
    reseal_last_part_first(writer, late.values, late.wdl);
    writer.finish();
    CHECK((file_bytes(directory / "KvK.dtm") == make_table(late, contents)));
}

TEST_CASE("a damaged block group is not sealed again", "[format]") {
    const TemporaryDirectory directory;
    const Written written = sample(1);
    const auto damaged = GENERATE(std::size_t{0}, std::size_t{3});
    {
        TableWriter writer{directory / "KvK.dtm", header, written.contents.models};
        for (std::size_t group = 0; group < 4; ++group) {
            Bytes bytes = written.groups[group];
            bytes[bytes.size() / 2] ^= static_cast<std::byte>(group == damaged ? 1 : 0);
            writer.append(bytes);
        }
        CHECK_THROWS_AS(reseal_last_part_first(writer, {}, {}), TablebaseError);
    }
    CHECK(names_in(directory).empty());
}

// As two runs in two containers, each of which is process 1.
TEST_CASE("two writers of one file in one process do not meet", "[format]") {
    const TemporaryDirectory directory;
    const Written first_sample = sample(1);
    const Written second_sample = sample(2);
    TableWriter first{directory / "KvK.dtm", header, first_sample.contents.models};
    TableWriter second{directory / "KvK.dtm", header, second_sample.contents.models};
    for (std::size_t group = 0; group < 4; ++group) {
        first.append(first_sample.groups[group]);
        second.append(second_sample.groups[group]);
    }
    CHECK(names_in(directory).size() == 2);
    first.finish();
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == first_sample.contents);
    second.finish();
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == second_sample.contents);
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
}

TEST_CASE("a name without a directory is written to the current one", "[format]") {
    const TemporaryDirectory directory;
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(directory.path());
    CHECK_NOTHROW(write_table("KvK.dtm", header, sample(1).contents));
    std::filesystem::current_path(before);
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
}

TEST_CASE("a directory that is not there is named with the file", "[format]") {
    const TemporaryDirectory directory;
    const std::filesystem::path path = directory / "none" / "KvK.dtm";
    try {
        const TableWriter writer{path, header};
        FAIL("no error");
    } catch (const TablebaseError& error) {
        CHECK(error.path() == path.string());
        CHECK(error.what() == path.string() + ": No such file or directory");
    }
}

TEST_CASE("a name that cannot be replaced is reported, and no file is left", "[format]") {
    const TemporaryDirectory directory;
    std::filesystem::create_directory(directory / "KvK.dtm");
    try {
        write_table(directory / "KvK.dtm", header, sample(1).contents);
        FAIL("no error");
    } catch (const TablebaseError& error) {
        CHECK(error.path() == (directory / "KvK.dtm").string());
        CHECK(error.reason() == "Is a directory");
    }
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
}
