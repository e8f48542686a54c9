// Preloaded tables stay, whatever happens to their files. Tables that do not fit or are missing are reported.
#include <array>
#include <fstream>

#include <dameotb/table/format/error.hpp>

#include "cache_budget.hpp"
#include "catch.hpp"
#include "directory_contents.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::Keep;
using probe::NoRoom;
using probe::NoTable;
using probe::Preload;
using probe::Preloaded;
using probe::Tablebase;
using table::Encoding;

namespace {

/// Changes the file in place. A process that has it open sees its bytes change.
void destroy(const std::filesystem::path& path) {
    const auto size = std::filesystem::file_size(path);
    std::ofstream{path, std::ios::in | std::ios::binary} << std::string(size, '\x55');
}

/// Changes the last byte of the last block group.
void destroy_group(const std::filesystem::path& path) {
    flip_byte(path, std::filesystem::file_size(path) - 1);
}

/// Returns whether all positions of the class have their right value, without an error.
bool answers(const Tablebase& tables, const index::Material& of_class, table::Metric metric) {
    for (const Position& position : two_piece_values().positions()) {
        if (index::Material::of(position).canonical() != of_class) {
            continue;
        }
        const Value value = two_piece_values().of(position);
        try {
            const bool right = metric == table::Metric::Dtm
                                   ? tables.probe_dtm(position) == probe::Answer<Value>{value}
                                   : tables.probe_wdl(position) == probe::Answer<Wdl>{value.wdl()};
            if (!right) {
                FAIL("a wrong value");
            }
        } catch (const table::TablebaseError&) {
            return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("preloaded classes need their files no more", "[probe]") {
    const Encoding encoding = GENERATE(Encoding::Zstd, Encoding::Neighbours);
    const SampleTables files{TableForm{.encoding = encoding}};
    const Preload what = GENERATE(Preload::Wdl, Preload::Dtm, Preload::Both);
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CAPTURE(static_cast<int>(what), static_cast<int>(keep));
    const Tablebase tables{files.path(), {.cache_bytes = std::size_t{1} << 20, .keep = keep}};
    const std::array classes{material("KvM"), material("MvM"), material("MvK")};
    const auto answer = tables.preload(classes, what);
    REQUIRE(std::holds_alternative<Preloaded>(answer));
    CHECK(std::get<Preloaded>(answer).added_bytes > 1000);
    CHECK(tables.preload(classes, what) == probe::PreloadAnswer{Preloaded{0}});
    (void)tables.probe_wdl(two_piece_values().positions().front());
    for (const char* file : {"KvM.wdl", "KvM.dtm", "MvM.wdl", "MvM.dtm", "KvK.wdl", "KvK.dtm"}) {
        destroy(files / file);
    }
    for (const index::Material& of_class : {material("KvM"), material("MvM")}) {
        // Block groups of distances are of no use without those of the results, if neighbours code them.
        const bool with_results = keep == Keep::BlockGroups && encoding == Encoding::Neighbours && of_class.kings() > 0;
        CHECK(answers(tables, of_class, table::Metric::Wdl) == (what != Preload::Dtm || with_results));
        CHECK(answers(tables, of_class, table::Metric::Dtm) == (what != Preload::Wdl));
    }
    CHECK_FALSE(answers(tables, material("KvK"), table::Metric::Wdl));
}

TEST_CASE("a class without its .wdl cannot be preloaded", "[probe]") {
    const SampleTables files;
    std::filesystem::remove(files / "KvM.wdl");
    const Tablebase tables{files.path()};
    const std::array classes{material("KvM")};
    const Preload what = GENERATE(Preload::Wdl, Preload::Dtm, Preload::Both);
    CHECK(tables.preload(classes, what) == probe::PreloadAnswer{NoTable{material("KvM")}});
}

TEST_CASE("a class without its .dtm is preloaded if results are enough", "[probe]") {
    const SampleTables files;
    std::filesystem::remove(files / "KvM.dtm");
    const Tablebase tables{files.path()};
    const std::array classes{material("KvM")};
    CHECK(tables.preload(classes, Preload::Dtm) == probe::PreloadAnswer{NoTable{material("KvM")}});
    CHECK(std::get<Preloaded>(tables.preload(classes, Preload::Both)).added_bytes > 0);
    CHECK(tables.preload(classes, Preload::Wdl) == probe::PreloadAnswer{Preloaded{0}});
}

TEST_CASE("of all classes, those are preloaded that have what is to be read", "[probe]") {
    const SampleTables files;
    std::filesystem::remove(files / "KvM.dtm");
    std::filesystem::remove(files / "MvM.wdl");
    const std::array kings{material("KvK")};
    const std::array with_results{material("KvK"), material("KvM")};
    {
        const Tablebase tables{files.path()};
        CHECK(std::get<Preloaded>(tables.preload_all(Preload::Dtm)).added_bytes > 0);
        CHECK(tables.preload(kings, Preload::Dtm) == probe::PreloadAnswer{Preloaded{0}});
        CHECK(std::get<Preloaded>(tables.preload_all()).added_bytes > 0);
        CHECK(tables.preload(with_results, Preload::Wdl) == probe::PreloadAnswer{Preloaded{0}});
    }
    std::filesystem::remove(files / "KvK.dtm");
    CHECK(Tablebase{files.path()}.preload_all(Preload::Dtm) == probe::PreloadAnswer{Preloaded{0}});
}

TEST_CASE("a class without a file is named, and nothing is preloaded", "[probe]") {
    const SampleTables files;
    std::filesystem::remove(files / "KvM.dtm");
    const Tablebase tables{files.path()};
    const std::array classes{material("KvK"), material("MvK")};
    CHECK(tables.preload(classes, Preload::Dtm) == probe::PreloadAnswer{NoTable{material("KvM")}});
    const auto answer = tables.preload(std::span{classes}.first(1), Preload::Dtm);
    CHECK(std::get<Preloaded>(answer).added_bytes > 0);
    CHECK(std::holds_alternative<Preloaded>(tables.preload(classes, Preload::Both)));
    for (const char* name : {"KKvK", "KKKKKvKKKK"}) {
        const std::array missing{material(name)};
        CHECK(tables.preload(missing) == probe::PreloadAnswer{NoTable{material(name)}});
    }
    CHECK(tables.preload({}) == probe::PreloadAnswer{Preloaded{0}});
}

TEST_CASE("what does not fit is refused with both numbers, and probes go on", "[probe]") {
    const SampleTables files{TableForm{.encoding = GENERATE(Encoding::Zstd, Encoding::Neighbours)}};
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CAPTURE(static_cast<int>(keep));
    const std::array classes{material("KvM"), material("MvM")};
    std::size_t needed = 0;
    {
        const std::size_t budget = budget_with(500);
        const Tablebase small{files.path(), {.cache_bytes = budget, .keep = keep}};
        const auto answer = small.preload(classes);
        REQUIRE(std::holds_alternative<NoRoom>(answer));
        needed = std::get<NoRoom>(answer).needed_bytes;
        CHECK(needed > 1000);
        CHECK(std::get<NoRoom>(answer).free_bytes == 500);
        CHECK(answers(small, material("KvM"), table::Metric::Dtm));
    }
    // What dameotb.h says is enough.
    const std::size_t budget = needed + needed / 100 + 4096;
    const Tablebase tables{files.path(), {.cache_bytes = budget, .keep = keep}};
    CHECK(tables.preload(classes) == probe::PreloadAnswer{Preloaded{needed}});
    CHECK(answers(tables, material("KvK"), table::Metric::Dtm));
}

TEST_CASE("a damaged file is an error of preloading", "[probe]") {
    const SampleTables files;
    destroy_group(files / "MvM.dtm");
    const Tablebase tables{files.path(), {.keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
    const std::array classes{material("KvM"), material("MvM")};
    CHECK_THROWS_AS(tables.preload(classes), table::TablebaseError);
    CHECK(std::get<Preloaded>(tables.preload(std::span{classes}.first(1))).added_bytes > 0);
}

TEST_CASE("probes from memory answer what was brought in, and read nothing", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path()};
    const auto& positions = two_piece_values().positions();
    const auto in_memory = [&] {
        std::size_t found = 0;
        for (const Position& position : positions) {
            const Value value = two_piece_values().of(position);
            const auto dtm = tables.probe_dtm_in_memory(position);
            const auto wdl = tables.probe_wdl_in_memory(position);
            found += (dtm ? 1 : 0) + (wdl ? 1 : 0);
            if ((dtm && *dtm != probe::Answer<Value>{value}) || (wdl && *wdl != probe::Answer<Wdl>{value.wdl()})) {
                FAIL("a wrong value");
            }
        }
        return found;
    };
    // Forced captures that end the game need no table.
    const std::size_t without_tables = in_memory();
    CHECK(without_tables < positions.size());
    CHECK(tables.statistics().reads == 0);
    const Position quiet = two_piece_values().positions().front();
    (void)tables.probe_dtm(quiet);
    const probe::CacheStatistics one = tables.statistics();
    CHECK(one.reads <= 1);
    CHECK(in_memory() >= without_tables);
    CHECK(tables.statistics().reads == one.reads);
    CHECK(tables.statistics().hits >= one.hits);
    const std::array classes{material("KvK"), material("KvM"), material("MvM")};
    REQUIRE(std::holds_alternative<Preloaded>(tables.preload(classes)));
    CHECK(in_memory() == 2 * positions.size());
    CHECK(tables.statistics().reads == one.reads);
    tables.reset_statistics();
    CHECK(tables.statistics().reads == 0);
    CHECK(tables.statistics().hits == 0);
    CHECK(tables.statistics().memory_bytes > 1000);
}

TEST_CASE("with block groups in memory, nothing is decoded there", "[probe]") {
    const SampleTables files;
    const Tablebase tables{files.path(), {.keep = Keep::BlockGroups}};
    const std::array classes{material("KvK"), material("KvM"), material("MvM")};
    REQUIRE(std::holds_alternative<Preloaded>(tables.preload(classes)));
    const auto& positions = two_piece_values().positions();
    CHECK(std::ranges::any_of(positions, [&](const Position& position) {
        return std::holds_alternative<Value>(tables.probe_dtm(position)) && !tables.probe_dtm_in_memory(position);
    }));
}
