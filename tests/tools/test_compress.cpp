// dameotb compress: makes smaller files with the same values. A file that cannot be made smaller or is damaged stays as
// it is.
#include <filesystem>

#include "catch.hpp"
#include "command.hpp"
#include "temporary_directory.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::StartsWith;

namespace {

struct FastTables : GeneratedTables {
    FastTables() : GeneratedTables{{"--pieces", "3", "--level", "fast"}} {}

    [[nodiscard]] CommandResult compress(std::vector<std::string> more = {}) const {
        return ask("compress", std::move(more));
    }
    [[nodiscard]] std::string manifest() const { return ask("manifest").out; }
    [[nodiscard]] std::uintmax_t bytes() const {
        std::uintmax_t sum = 0;
        for (const auto& entry : std::filesystem::directory_iterator{path}) {
            sum += entry.file_size();
        }
        return sum;
    }
};

}  // namespace

TEST_CASE("compress makes files smaller and leaves their values", "[tools]") {
    const FastTables tables;
    const std::string before = tables.manifest();
    const std::uintmax_t bytes = tables.bytes();
    const CommandResult first = tables.compress({"--level", "max", "--threads", "2"});
    CHECK(first.status == 0);
    CHECK(first.err.empty());
    CHECK_THAT(first.out, Contains("KMvK.dtm ") && Contains(", now ") && Contains("18 files: "));
    CHECK(tables.bytes() < bytes);
    CHECK(tables.manifest() == before);
    CHECK(run({"check", "--dir", tables.path}).status == 0);

    // A file that is as small as possible is kept to the byte, at any level.
    const std::string file = read_file(tables.file("KMvK.dtm"));
    for (const char* level : {"max", "fast"}) {
        const CommandResult again = tables.compress({"--level", level, "KMvK"});
        CHECK(again.status == 0);
        CHECK_THAT(again.out, Contains("KMvK.dtm ") && Contains(", kept") && Contains("2 files: "));
        CHECK(read_file(tables.file("KMvK.dtm")) == file);
    }
}

TEST_CASE("compress and gen at the same level make the same file", "[tools]") {
    const FastTables tables;
    REQUIRE(tables.compress({"--level", "max"}).status == 0);
    const std::string other = tables.directory / "other";
    REQUIRE(run({"gen", "--dir", other, "--pieces", "3", "--level", "max"}).status == 0);
    for (const char* name : {"KMvK.dtm", "KKvK.dtm", "MMvM.wdl"}) {
        CHECK(read_file(tables.file(name)) == read_file(other + "/" + name));
    }
}

TEST_CASE("compress names a damaged or missing file and changes nothing", "[tools]") {
    const FastTables tables;
    std::string bytes = read_file(tables.file("KMvK.dtm"));
    bytes[1000] = static_cast<char>(bytes[1000] ^ 1);
    write_file(tables.file("KMvK.dtm"), bytes);
    const CommandResult damaged = tables.compress({"KMvK"});
    CHECK(damaged.status == 1);
    CHECK_THAT(damaged.err, StartsWith("dameotb: " + tables.file("KMvK.dtm")) && Contains("damaged"));
    CHECK(read_file(tables.file("KMvK.dtm")) == bytes);
    for (const auto& entry : std::filesystem::directory_iterator{tables.path}) {
        CHECK_THAT(entry.path().filename().string(), !Contains("partial"));
    }
    CHECK_THAT(tables.compress({"KKMvK"}).err, Contains("KKMvK") && Contains("dameotb gen"));
    CHECK(tables.compress({"--level", "19"}).status == 2);
}
