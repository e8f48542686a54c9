// Tests full tables: every value of every placement, forced captures included, and what is refused.
#include "full_table.hpp"

#include "catch.hpp"
#include "plain_files.hpp"

using namespace dameotb;
using tests::class_of;
using tests::FullTables;

namespace {

/// Returns the tables. They are solved once for all test cases of this file.
tests::PlainTables& plain() {
    static tests::PlainTables tables{{class_of("KKvK"), class_of("KvM"), class_of("MvM")}};
    return tables;
}

struct Files {
    Files() { tests::write_files(directory.path(), plain()); }
    tests::TemporaryDirectory directory;
};

void check_all_values(const FullTables& tables, const index::Material& material) {
    tests::PlainTable& table = plain().table(material);
    for (std::uint64_t number = 0; number < table.index.size(); ++number) {
        for (const Colour side : {Colour::White, Colour::Black}) {
            const Position position = table.index.unrank(number, side);
            const Value value = table.at(side, number);
            CAPTURE(material.name(), number, static_cast<int>(side));
            REQUIRE(tables.value(position) == value);
            REQUIRE(tables.value(position.mirrored()) == value);
            REQUIRE(tables.value(position.flipped()) == value);
        }
    }
}

}  // namespace

TEST_CASE("full tables hold every value, whoever is to move") {
    const Files files;
    for (const int threads : {1, 3}) {
        FullTables tables{files.directory.path(), threads};
        for (const char* name : {"KKvK", "KvM", "MvM"}) {
            const tests::FullTable& table = tables.load(class_of(name));
            CHECK(table.index().material() == class_of(name));
            CHECK(&tables.load(class_of(name)) == &table);
            check_all_values(tables, class_of(name));
        }
        check_all_values(tables, class_of("KvK"));  // Loaded as a dependency.
    }
}

TEST_CASE("a bare side is decided by rule") {
    const FullTables tables{"no such directory", 1};
    const Bitboard c3{Square{2, 2}};
    Position position;
    position[Colour::White].kings = c3;
    CHECK(tables.value(position) == Value::win_in(1));
    position.side_to_move = Colour::Black;
    CHECK(tables.value(position) == Value::loss_in(0));
    position[Colour::White] = {c3, {}};
    CHECK(tables.value(position.flipped()) == Value::loss_in(0));
    position.side_to_move = Colour::White;
    CHECK(tables.value(position) == Value::win_in(1));
    CHECK(tables.value(Position{}) == Value::loss_in(0));
}

TEST_CASE("classes that are not needed any more are dropped") {
    const Files files;
    FullTables tables{files.directory.path(), 1};
    tables.load(class_of("KKvK"));
    tables.load(class_of("MvM"));
    for (const auto& entry : std::filesystem::directory_iterator{files.directory.path()}) {
        std::filesystem::remove(entry.path());
    }
    tables.keep_only({class_of("MvM")});
    CHECK_NOTHROW(tables.load(class_of("MvM")));
    check_all_values(tables, class_of("MvM"));
    check_all_values(tables, class_of("KvK"));
    CHECK_THROWS_AS(tables.load(class_of("KKvK")), table::TablebaseError);
    tables.keep_only({});
    CHECK_THROWS_AS(tables.load(class_of("KvK")), table::TablebaseError);
}

TEST_CASE("a missing file is named") {
    const Files files;
    std::filesystem::remove(files.directory.path() / "KvK.dtm");
    FullTables tables{files.directory.path(), 1};
    CHECK_THROWS_WITH(tables.load(class_of("KKvK")), Catch::Contains("KvK.dtm"));
}

TEST_CASE("a file whose header says something else is refused") {
    const Files files;
    const std::filesystem::path path = files.directory.path() / "KKvK.dtm";
    tests::PlainTable& table = plain().table(class_of("KKvK"));
    const table::Header right =
        tests::header_of(table.index, table::Metric::Dtm, tests::true_values(table, table::Metric::Dtm));
    const std::vector<std::uint8_t> bytes = tests::position_bytes(table, table::Metric::Dtm);
    const auto refused = [&](const table::Header& header, std::vector<std::uint8_t> values, const std::string& what) {
        values.resize(header.stored_sides() * header.positions_per_side);
        tests::write_values(path, header, values);
        FullTables tables{files.directory.path(), 2};
        CHECK_THROWS_WITH(tables.load(class_of("KKvK")), Catch::Contains("KKvK.dtm") && Catch::Contains(what));
    };

    table::Header wrong = right;
    wrong.metric = table::Metric::Wdl;
    wrong.wdl = {};
    refused(wrong, std::vector<std::uint8_t>(bytes.size()), "metric");
    wrong = right;
    wrong.material.black.men = 1;
    refused(wrong, bytes, "material");
    wrong = right;
    wrong.sides = 1;
    wrong.stored = table::StoredSides::White;
    refused(wrong, bytes, "sides");
    wrong = right;
    wrong.positions_per_side -= 1;
    refused(wrong, bytes, "number of positions");
    wrong = right;
    wrong.wdl = {};
    refused(wrong, bytes, "another .wdl");

    tests::write_values(path, right, bytes);
    FullTables tables{files.directory.path(), 2};
    CHECK_NOTHROW(tables.load(class_of("KKvK")));
}
