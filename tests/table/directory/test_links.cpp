// Tests what a link does among tables, where the system has links that everybody may make.
#include <fstream>

#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "temporary_directory.hpp"

using namespace dameotb::table;
using dameotb::tests::TemporaryDirectory;

TEST_CASE("a link to nothing hides the table of a later directory", "[files]") {
    const TemporaryDirectory first;
    const TemporaryDirectory second;
    const TableDirectories both{first.path(), second.path()};
    const TableName table = TableName::parse("KvM.wdl").value();
    std::filesystem::create_symlink("nowhere", first / "KvM.wdl");
    std::ofstream{second / "KvM.wdl"};
    CHECK(both.find(table) == first / "KvM.wdl");
    CHECK_FALSE(has_table(both, table));
    CHECK(list_tables(both) == std::vector{table});
    CHECK(duplicates_of(placed_tables(both)) == std::vector<DuplicateTable>{{table, 0, 1}});
}
