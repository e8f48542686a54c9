// Tests which of several directories provides a table, and how a list of them is written.
#include <dameotb/table/directory/table_directory.hpp>

#include <algorithm>
#include <fstream>

#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "directories.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::table;
using tests::TemporaryDirectory;

namespace {

using Paths = std::vector<std::filesystem::path>;

TableName named(const char* file_name) {
    return TableName::parse(file_name).value();
}

/// Returns the text with the system's separator in place of each bar.
std::string listed(std::string text) {
    std::ranges::replace(text, '|', list_separator);
    return text;
}

void touch(const std::filesystem::path& path) {
    std::ofstream{path};
}

}  // namespace

TEST_CASE("a list of directories has the separator of the system between the names", "[files]") {
    CHECK(TableDirectories::parse("tables")->all() == Paths{"tables"});
    CHECK(TableDirectories::parse(listed("a|/b/c|d e"))->all() == Paths{"a", "/b/c", "d e"});
    CHECK(TableDirectories::parse(listed("a|a"))->all() == Paths{"a", "a"});
    for (const char* const text : {"", "|", "a|", "|a", "a||b"}) {
        CHECK_FALSE(TableDirectories::parse(listed(text)));
    }
    CHECK(TableDirectories{listed("a|b")}.all() == Paths{listed("a|b")});
    CHECK(TableDirectories{std::string{"a"}}.all() == Paths{"a"});
    CHECK(TableDirectories{Paths{"a", "b"}} == TableDirectories{"a", "b"});
    CHECK(TableDirectories{"a", "/b/c"}.string() == listed("a|/b/c"));
    CHECK(TableDirectories{"a", "/b/c"}.first() == "a");
    CHECK(TableDirectories{"a"}.string() == "a");
}

TEST_CASE("the name of a directory that exists is one, with or without a separator", "[files]") {
    const TemporaryDirectory place;
    const std::string whole = (place / listed("a|b")).string();
    CHECK(TableDirectories::parse(whole)->all().size() == 2);
    std::filesystem::create_directory(whole);
    CHECK(TableDirectories::parse(whole)->all() == Paths{whole});
    CHECK(TableDirectories::parse(whole + listed("|c"))->all().size() == 3);
    std::filesystem::remove(whole);
    touch(whole);  // no directory
    CHECK(TableDirectories::parse(whole)->all().size() == 2);
}

TEST_CASE("a table is looked for in one directory after the other", "[files]") {
    const TemporaryDirectory first;
    const TemporaryDirectory second;
    const TableDirectories both{first.path(), second.path()};
    touch(first / "KvK.wdl");
    touch(second / "KvK.wdl");
    touch(second / "KvK.dtm");
    touch(first / "KvM.wdl");
    touch(second / "KvM.wdl");
    touch(second / "MvM.dtm");
    CHECK(both.find(named("KvK.wdl")) == first / "KvK.wdl");
    CHECK(both.find(named("KvK.dtm")) == second / "KvK.dtm");
    CHECK(both.find(named("KvM.wdl")) == first / "KvM.wdl");
    CHECK(both.find(named("MvM.wdl")) == first / "MvM.wdl");  // there is none
    CHECK(TableDirectories{second.path(), first.path()}.find(named("KvM.wdl")) == second / "KvM.wdl");

    CHECK(has_table(both, named("KvK.dtm")));
    CHECK(has_table(both, named("KvM.wdl")));
    CHECK_FALSE(has_table(both, named("MvM.wdl")));
    CHECK(list_tables(both) == std::vector{named("KvK.wdl"), named("KvK.dtm"), named("KvM.wdl"), named("MvM.dtm")});
    CHECK(placed_tables(both).size() == 6);
    CHECK(duplicates_of(placed_tables(both)) ==
          std::vector<DuplicateTable>{{named("KvK.wdl"), 0, 1}, {named("KvM.wdl"), 0, 1}});
    CHECK(duplicates_of(placed_tables({second.path(), first.path(), second.path()})) ==
          std::vector<DuplicateTable>{{named("KvK.wdl"), 0, 1},
                                      {named("KvK.wdl"), 0, 2},
                                      {named("KvK.dtm"), 0, 2},
                                      {named("KvM.wdl"), 0, 1},
                                      {named("KvM.wdl"), 0, 2},
                                      {named("MvM.dtm"), 0, 2}});
    CHECK(duplicates_of(placed_tables(second.path())).empty());
    CHECK(std::string{MissingTableError(both, named("MvM.wdl").material, Metric::Wdl).what()} ==
          "no table MvM.wdl in " + first.path().string() + list_separator + second.path().string());
    CHECK(MissingTableError(both, named("MvM.wdl").material, Metric::Wdl).directory() == first.path());
}

TEST_CASE("a directory of a list that cannot be listed is named", "[files]") {
    const TemporaryDirectory there;
    for (const TableDirectories& directories :
         {TableDirectories{there.path(), there / "none"}, TableDirectories{there / "none", there.path()}}) {
        try {
            static_cast<void>(list_tables(directories));
            FAIL("no error");
        } catch (const TablebaseError& error) {
            CHECK(error.path() == there / "none");
        }
    }
}
