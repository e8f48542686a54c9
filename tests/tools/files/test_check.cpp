// dameotb check: undamaged files are good. Each damaged file is named, and the others are still read.
#include <fstream>

#include <dameotb/table/directory/table_directory.hpp>

#include "catch.hpp"
#include "checksum.hpp"
#include "command.hpp"
#include "directory_contents.hpp"
#include "layout.hpp"

using namespace dameotb::tests;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

struct CheckedTables : GeneratedTables {
    using GeneratedTables::GeneratedTables;
    [[nodiscard]] CommandResult check() const { return ask("check", {"--threads", "2"}); }
};

/// Changes a byte of a table's header, and makes the header's checksum right again.
void change_header(const std::string& path, std::size_t offset, int bits) {
    flip_byte(path, offset, bits);
    namespace layout = dameotb::table::layout;
    std::array<std::byte, layout::header_bytes> header{};
    std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
    file.read(reinterpret_cast<char*>(header.data()), header.size());
    const std::uint64_t sum = dameotb::table::checksum(std::span{header}.first(layout::checked_header_bytes));
    layout::put(std::span{header}.last(layout::checksum_bytes), sum);
    file.seekp(0);
    file.write(reinterpret_cast<const char*>(header.data()), header.size());
}

}  // namespace

TEST_CASE("check: a line for each class and a summary", "[tools]") {
    const CheckedTables tables;
    const CommandResult good = tables.check();
    CHECK(good.status == 0);
    CHECK(good.err.empty());
    const auto lines = lines_of(good.out);
    REQUIRE(lines.size() == 10);
    CHECK_THAT(lines[0], StartsWith("KvK ") && Contains(" bytes ") && Contains("wdl good  dtm good"));
    CHECK(lines[9] == "checked 18 files: all are good");
}

TEST_CASE("check names every bad file and goes on", "[tools]") {
    const CheckedTables tables;
    flip_byte(tables.file("KMvK.dtm"), 1000);
    flip_byte(tables.file("KvM.wdl"), 40);
    std::filesystem::resize_file(tables.file("MMvM.wdl"), 100);
    write_file(tables.file("KvKK.dtm"), "");
    write_file(tables.file("MvM.wdl.txt"), "no table, and not named like one");
    std::filesystem::copy_file(tables.file("KKvM.dtm"), tables.file("KKvM.wdl"),
                               std::filesystem::copy_options::overwrite_existing);
    const CommandResult result = tables.check();
    CHECK(result.status == 1);
    const auto errors = lines_of(result.err);
    REQUIRE(errors.size() == 8);
    CHECK_THAT(errors[0], StartsWith("dameotb: " + tables.file("KvM.wdl") + " (byte 120): the header is damaged"));
    const auto missing_wdl = [&tables](const char* name) {
        return "dameotb: " + tables.file(name) + ": cannot be read without a good .wdl beside it";
    };
    CHECK(errors[1] == missing_wdl("KvM.dtm"));
    CHECK_THAT(errors[2], StartsWith("dameotb: " + tables.file("KKvM.wdl") + ": ") && Contains("metric"));
    CHECK(errors[3] == missing_wdl("KKvM.dtm"));
    CHECK(errors[4] ==
          "dameotb: " + tables.file("KMvK.dtm") + " (byte 160): block group 0 is damaged: its checksum does not match");
    CHECK_THAT(errors[5], StartsWith("dameotb: " + tables.file("MMvM.wdl") + " (byte 100): too short"));
    CHECK(errors[6] == missing_wdl("MMvM.dtm"));
    CHECK(errors[7] == "dameotb: " + tables.file("KvKK.dtm") + ": its name is not that of a table");
    CHECK_THAT(result.out, Contains("  wdl good  dtm BAD\n") && Contains("  wdl BAD  dtm not read\n"));
    CHECK(lines_of(result.out).back() == "checked 19 files: 5 BAD, 3 could not be read");
}

TEST_CASE("check tells a file that cannot be opened from a damaged one", "[tools]") {
    const GeneratedTables tables{{"--class", "KvK"}};
    // Descriptors for standard input, output and error, and for one of the two files.
    const CommandResult short_of_files = tables.ask("check", {}, {.most_open_files = 4});
    CHECK(short_of_files.status == 1);
    CHECK_THAT(short_of_files.out, Contains("wdl good  dtm not read"));
    CHECK_THAT(short_of_files.out, EndsWith("checked 2 files: 0 BAD, 1 could not be read\n"));
    CHECK(short_of_files.err == "dameotb: " + tables.file("KvK.dtm") + ": Too many open files\n");
    CHECK(tables.ask("check").status == 0);
}

TEST_CASE("check: a field of a header that was changed and sealed again", "[tools]") {
    const GeneratedTables tables{{"--class", "KKKvM", "--metrics", "wdl,dtm,dtz"}};
    const std::vector<std::string> depth = GENERATE(std::vector<std::string>{}, std::vector<std::string>{"--values"});
    const auto [name, offset] = GENERATE(table<std::string, std::size_t>({
        {"KKKvM.dtz", 96},  // the plies of the draw rule
        {"KvK.dtz", 96},
        {"KKvK.dtz", 64},  // the digest of the values
        {"KKKvM.dtm", 64},
        {"KvK.dtm", 48},  // the checksum of models: a class with and one without
        {"KKKvM.wdl", 48},
        {"KKvM.dtm", 56},  // the seed
    }));
    CAPTURE(name, offset, depth);
    change_header(tables.file(name), offset, 8);
    const CommandResult result = tables.ask("check", depth);
    CHECK(result.status == 1);
    CHECK_THAT(result.err, StartsWith("dameotb: " + tables.file(name)));
    CHECK_THAT(result.out, EndsWith(name == "KKKvM.wdl" ? "files: 1 BAD, 2 could not be read\n" : "files: 1 BAD\n"));
    change_header(tables.file(name), offset, 8);
    CHECK(tables.ask("check", depth).status == 0);
}

TEST_CASE("check: .dtz files of several rules", "[tools]") {
    const CheckedTables tables{{"--pieces", "3", "--metrics", "wdl,dtm,dtz", "--plies", "40"}};
    const GeneratedTables other{{"--pieces", "3", "--metrics", "wdl,dtm,dtz", "--plies", "41"}};
    for (const char* name : {"KKvK.dtz", "MMvM.dtz"}) {
        std::filesystem::copy_file(other.file(name), tables.file(name),
                                   std::filesystem::copy_options::overwrite_existing);
    }
    const CommandResult result = tables.check();
    CHECK(result.status == 1);
    const auto other_rule = [&tables](const std::string& name) {
        return "dameotb: " + tables.file(name) + ": has a draw rule of 41 plies, not of 40";
    };
    CHECK(lines_of(result.err) == std::vector{other_rule("KKvK.dtz"), other_rule("MMvM.dtz")});
    CHECK_THAT(result.out, EndsWith("checked 27 files: 2 BAD\n"));
    // Also in several directories, of which each has files of one rule.
    std::filesystem::remove(tables.file("KKvK.dtz"));
    std::filesystem::remove(tables.file("MMvM.dtz"));
    CHECK(tables.check().status == 0);
    CHECK(run({"check", "--dir", tables.path + ":" + other.path}).err ==
          "dameotb: " + other.file("KKvK.dtz") + ": has a draw rule of 41 plies, not of 40\n" +
              "dameotb: " + other.file("MMvM.dtz") + ": has a draw rule of 41 plies, not of 40\n");
    // A file that is not to be trusted does not make the others bad.
    change_header(tables.file("KvK.dtz"), 96, 1);
    const CommandResult changed = tables.check();
    CHECK_THAT(changed.err, StartsWith("dameotb: " + tables.file("KvK.dtz") + " (byte 56): "));
    CHECK_THAT(changed.out, EndsWith("checked 25 files: 1 BAD\n"));
}

TEST_CASE("check: names in other case or with blanks", "[tools]") {
    const CheckedTables tables{{"--class", "KKvK"}};
    const std::string meant = ": its name is not that of a table; did you mean KKvK.dtm?";
    const auto [name, problem] = GENERATE_COPY(table<std::string, std::string>({
        {"KKvK.DTM", meant},
        {"KKVK.DTM", meant},
        {"kkvk.dtm", meant},
        {"KKvK.Dtm", meant},
        {"KKvK.dtm ", meant},
        {" KKvK.dtm", meant},
        {"KK vK.dtm", meant},
        {"KKvK. dtm", meant},
        {"KKvK.dtm\t", meant},
        {"KKvK.dtm\u00a0", meant},
        {"kvkk.dtm", ": its name is not that of a table"},
        {"KKVK (1).DTM", ": its name is not that of a table"},
        {"kkkkkkkvk.dtm", ": tables of 8 pieces are not supported yet; 7 is the most"},
    }));
    CAPTURE(name);
    const bool is_alone = GENERATE(false, true);
    std::filesystem::rename(tables.file("KKvK.dtm"), tables.file(name));
    if (is_alone) {
        for (const char* other : {"KvK.wdl", "KvK.dtm", "KKvK.wdl"}) {
            std::filesystem::remove(tables.file(other));
        }
    }
    const CommandResult result = tables.check();
    CHECK(result.status == 1);
    CHECK(result.err == "dameotb: " + tables.file(name) + problem + "\n");
    CHECK_THAT(result.out, EndsWith(is_alone ? "checked 1 files: 1 BAD\n" : "checked 4 files: 1 BAD\n"));
}

TEST_CASE("check: files beside tables that are none", "[tools]") {
    const CheckedTables tables{{"--class", "KKvK"}};
    for (const char* name :
         {"._KKvK.dtm", "._KKvK.wdl", "._.DS_Store", ".DS_Store", "KKvK.dtm.txt", "KKvK.dtm~", "Thumbs.db"}) {
        write_file(tables.file(name), "no table");
    }
    const CommandResult result = tables.check();
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    CHECK_THAT(result.out, EndsWith("checked 4 files: all are good\n"));
}
