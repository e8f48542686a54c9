// The writer must put nothing under the final name before the end, leave nothing behind, and name failures.
#include <algorithm>
#include <csignal>

#include <sys/resource.h>

#include <dameotb/format/temporary_file.hpp>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::format;
using namespace dameotb::tests;

namespace {

const Header header{.material = {1, 0, 1, 0}, .sides = 1, .block_places = 1000, .places_per_side = 4000};

std::vector<std::string> names_in(const TemporaryDirectory& directory) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{directory.path()}) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// While the object lives, no file of this process may grow beyond a size, as on a full disk.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes) : handler_{std::signal(SIGXFSZ, SIG_IGN)} {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    void (*handler_)(int);
    rlimit before_{};
};

}  // namespace

TEST_CASE("a file appears under its name only when it is whole", "[format]") {
    const TemporaryDirectory directory;
    const Bytes values = sample_values(4000, 1);
    {
        BlockEncoder encoder{9};
        TableWriter writer{directory / "KvK.dtm", header};
        for (std::uint64_t ordinal = 0; ordinal < 4; ++ordinal) {
            writer.append(encoder.encode(ordinal, std::span{values}.subspan(ordinal * 1000, 1000)));
        }
        const std::vector<std::string> names = names_in(directory);
        REQUIRE(names.size() == 1);
        CHECK(final_name_of(names[0]) == "KvK.dtm");
        writer.finish();
        CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
    }
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == values);
}

TEST_CASE("a writer that does not finish leaves nothing, and what was there before", "[format]") {
    const TemporaryDirectory directory;
    write_table(directory / "KvK.dtm", header, sample_values(4000, 1));
    const Bytes before = file_bytes(directory / "KvK.dtm");
    {
        TableWriter writer{directory / "KvK.dtm", header};
        writer.append(BlockEncoder{9}.encode(0, sample_values(1000, 2)));
        CHECK(names_in(directory).size() == 2);
    }
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
    CHECK(file_bytes(directory / "KvK.dtm") == before);

    write_table(directory / "KvK.dtm", header, sample_values(4000, 3));
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == sample_values(4000, 3));
}

TEST_CASE("finishing before all blocks are there is a mistake of the caller", "[format]") {
    const TemporaryDirectory directory;
    {
        TableWriter writer{directory / "KvK.dtm", header};
        writer.append(BlockEncoder{9}.encode(0, sample_values(1000, 2)));
        CHECK_THROWS_AS(writer.finish(), std::logic_error);
    }
    CHECK(names_in(directory).empty());
}

// As two runs in two containers, each of which is process 1.
TEST_CASE("two writers of one file in one process do not meet", "[format]") {
    const TemporaryDirectory directory;
    const Bytes first_values = sample_values(4000, 1);
    const Bytes second_values = sample_values(4000, 2);
    BlockEncoder encoder{9};
    TableWriter first{directory / "KvK.dtm", header};
    TableWriter second{directory / "KvK.dtm", header};
    for (std::uint64_t ordinal = 0; ordinal < 4; ++ordinal) {
        first.append(encoder.encode(ordinal, std::span{first_values}.subspan(ordinal * 1000, 1000)));
        second.append(encoder.encode(ordinal, std::span{second_values}.subspan(ordinal * 1000, 1000)));
    }
    CHECK(names_in(directory).size() == 2);
    first.finish();
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == first_values);
    second.finish();
    CHECK(read_all(file_bytes(directory / "KvK.dtm")) == second_values);
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
}

TEST_CASE("a name without a directory is written to the current one", "[format]") {
    const TemporaryDirectory directory;
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(directory.path());
    CHECK_NOTHROW(write_table("KvK.dtm", header, sample_values(4000, 1)));
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

TEST_CASE("a full disk is reported at any point, and no file is left", "[format]") {
    const TemporaryDirectory directory;
    const Bytes values = sample_values(4000, 1);
    const std::size_t whole = make_table(header, values).size();
    // In the first block, in a later block, in the block index, and one byte before its end.
    const std::size_t limit = GENERATE_COPY(std::size_t{70}, whole / 2, whole - 40, whole - 1);
    CAPTURE(limit, whole);
    try {
        const FileSizeLimit full{limit};
        write_table(directory / "KvK.dtm", header, values);
        FAIL("no error");
    } catch (const TablebaseError& error) {
        CHECK(error.path() == (directory / "KvK.dtm").string());
        CHECK(error.reason() == "File too large");
    }
    CHECK(names_in(directory).empty());

    const FileSizeLimit enough{whole};
    CHECK_NOTHROW(write_table(directory / "KvK.dtm", header, values));
}

TEST_CASE("a name that cannot be replaced is reported, and no file is left", "[format]") {
    const TemporaryDirectory directory;
    std::filesystem::create_directory(directory / "KvK.dtm");
    try {
        write_table(directory / "KvK.dtm", header, sample_values(4000, 1));
        FAIL("no error");
    } catch (const TablebaseError& error) {
        CHECK(error.path() == (directory / "KvK.dtm").string());
        CHECK(error.reason() == "Is a directory");
    }
    CHECK(names_in(directory) == std::vector<std::string>{"KvK.dtm"});
}
