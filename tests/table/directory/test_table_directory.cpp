// Tests the names of tables, and which tables are in a directory.
#include <dameotb/table/directory/table_directory.hpp>

#include <fstream>

#include <dameotb/table/format/error.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::table;
using dameotb::tests::class_of;
using table::Metric;

TEST_CASE("a table's file name is its class and its metric", "[files]") {
    CHECK(extension(Metric::Wdl) == "wdl");
    CHECK(extension(Metric::Dtm) == "dtm");
    const TableName table{class_of("KKMvKM"), Metric::Dtm};
    CHECK(table.file_name() == "KKMvKM.dtm");
    CHECK(table_path("a/b", table) == "a/b/KKMvKM.dtm");
    CHECK(TableName::parse("KKMvKM.dtm") == table);
    CHECK(TableName::parse("KMvKKM.wdl") == TableName{class_of("KMvKKM"), Metric::Wdl});
    for (const char* const name : {"", ".dtm", "KvK", "KvK.", "KvK.dtx", "KvK.DTM", "KvK.dtm.part", "KvK.dtm ",
                                   "MKvK.dtm", "KvK.wdl.dtm", "readme.txt"}) {
        CHECK_FALSE(TableName::parse(name));
    }
}

TEST_CASE("tables are listed in build order, by name alone", "[files]") {
    const tests::TemporaryDirectory directory;
    for (const char* const name :
         {"MvM.dtm", "KvK.dtm", "KvK.wdl", "KKvK.wdl", "KvKK.dtm", "KKKKKKKvK.dtm", "notes.txt", ".KvM.dtm.x1y2"}) {
        std::ofstream{directory / name};
    }
    std::vector<std::string> names;
    for (const TableName& table : list_tables(directory.path())) {
        names.push_back(table.file_name());
    }
    CHECK(names == std::vector<std::string>{"KvK.wdl", "KvK.dtm", "MvM.dtm", "KKvK.wdl"});
    CHECK(classes_of(list_tables(directory.path())) == std::vector{class_of("KvK"), class_of("MvM"), class_of("KKvK")});
    CHECK(has_table(directory.path(), {class_of("KvK"), Metric::Wdl}));
    CHECK_FALSE(has_table(directory.path(), {class_of("MvM"), Metric::Wdl}));
    CHECK_THROWS_AS(list_tables(directory / "missing"), table::TablebaseError);
}

TEST_CASE("what is missing is found for all that a class depends on", "[files]") {
    const tests::TemporaryDirectory directory;
    for (const char* const name : {"KvK.dtm", "KKvK.wdl"}) {
        std::ofstream{directory / name};
    }
    CHECK(missing_tables(directory.path(), {class_of("KvK")}, Metric::Dtm).empty());
    CHECK(missing_tables(directory.path(), {class_of("KKvK")}, Metric::Dtm) == std::vector{class_of("KKvK")});
    CHECK(missing_tables(directory.path(), {class_of("KvM")}, Metric::Wdl) ==
          std::vector{class_of("KvK"), class_of("KvM")});
    const MissingTableError error{"dir", class_of("KvM"), Metric::Dtm};
    CHECK(std::string{error.what()} == "no table KvM.dtm in dir");
    CHECK(error.missing() == MissingTable{class_of("KvM"), class_of("KvM")});
    CHECK(std::string{MissingTableError("dir", {class_of("KvK"), class_of("KvM")}, Metric::Dtm).what()} ==
          "no table KvK.dtm in dir, which KvM needs");
    CHECK(std::string{MissingTableError("dir", class_of("KvM"), std::nullopt).what()} == "no table KvM in dir");
}

TEST_CASE("of what is missing, the class that was asked for comes first", "[files]") {
    const tests::TemporaryDirectory directory;
    for (const char* const name : {"KvK.dtm", "KKKvK.dtm"}) {
        std::ofstream{directory / name};
    }
    const auto first = [&](const std::vector<index::Material>& classes) {
        return first_missing(directory.path(), classes, Metric::Dtm);
    };
    CHECK(!first({class_of("KvK")}));
    CHECK(first({class_of("KKMMvK")}) == MissingTable{class_of("KKMMvK"), class_of("KKMMvK")});
    CHECK(first({class_of("KvK"), class_of("KKKvK")}) == MissingTable{class_of("KKvK"), class_of("KKKvK")});
    CHECK(first({class_of("KKKvK"), class_of("KvM")})->needed_by == class_of("KKKvK"));
}
