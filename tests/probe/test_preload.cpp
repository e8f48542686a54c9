// Preloaded tables stay, whatever happens to their files. Tables that do not fit or are missing are reported.
#include <array>
#include <fstream>

#include <dameotb/format/error.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::NoRoom;
using probe::NoTable;
using probe::Preload;
using probe::Preloaded;
using probe::Tablebase;
using rules::Position;

namespace {

/// Changes the file in place. A process that has it open sees its bytes change.
void destroy(const std::filesystem::path& path) {
    const auto size = std::filesystem::file_size(path);
    std::ofstream{path, std::ios::in | std::ios::binary} << std::string(size, '\x55');
}

/// Returns whether all positions of the class have their right value, without an error.
bool answers(const Tablebase& tables, const index::Material& of_class, format::Metric metric) {
    for (const Position& position : two_piece_values().positions()) {
        if (index::Material::of(position).canonical() != of_class) {
            continue;
        }
        const rules::Value value = two_piece_values().of(position);
        try {
            const bool right = metric == format::Metric::Dtm
                                   ? tables.probe_dtm(position) == probe::Answer<rules::Value>{value}
                                   : tables.probe_wdl(position) == probe::Answer<rules::Wdl>{value.wdl()};
            if (!right) {
                FAIL("a wrong value");
            }
        } catch (const format::TablebaseError&) {
            return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("preloaded classes need their files no more", "[probe]") {
    const SampleTables files;
    const Preload what = GENERATE(Preload::Wdl, Preload::Dtm, Preload::Both);
    CAPTURE(static_cast<int>(what));
    const Tablebase tables{files.path(), {.cache_bytes = std::size_t{1} << 20}};
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
        CHECK(answers(tables, of_class, format::Metric::Wdl) == (what != Preload::Dtm));
        CHECK(answers(tables, of_class, format::Metric::Dtm) == (what != Preload::Wdl));
    }
    CHECK_FALSE(answers(tables, material("KvK"), format::Metric::Wdl));
}

TEST_CASE("preloading for WDL takes the .dtm file where there is no .wdl", "[probe]") {
    const SampleTables files;
    std::filesystem::remove(files / "KvM.wdl");
    const Tablebase tables{files.path()};
    const std::array classes{material("KvM")};
    CHECK(std::holds_alternative<Preloaded>(tables.preload(classes, Preload::Wdl)));
    CHECK(tables.preload(classes, Preload::Dtm) == probe::PreloadAnswer{Preloaded{0}});
    CHECK(tables.preload(classes, Preload::Both) == probe::PreloadAnswer{Preloaded{0}});
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
    const SampleTables files;
    const std::array classes{material("KvM"), material("MvM")};
    std::size_t needed = 0;
    std::size_t empty = 0;
    {
        const Tablebase small{files.path(), {.cache_bytes = 8000}};
        const auto answer = small.preload(classes);
        REQUIRE(std::holds_alternative<NoRoom>(answer));
        needed = std::get<NoRoom>(answer).needed_bytes;
        CHECK(needed > 8000);
        CHECK(std::get<NoRoom>(answer).free_bytes < 8000);
        CHECK(std::get<NoRoom>(answer).free_bytes > 4000);
        empty = 8000 - std::get<NoRoom>(answer).free_bytes;
        CHECK(answers(small, material("KvM"), format::Metric::Dtm));
    }
    const Tablebase tables{files.path(), {.cache_bytes = needed + empty + 200}};
    CHECK(tables.preload(classes) == probe::PreloadAnswer{Preloaded{needed}});
    const std::array more{material("KvK")};
    CHECK(std::get<NoRoom>(tables.preload(more)).free_bytes <= 200);
    CHECK(answers(tables, material("KvK"), format::Metric::Dtm));
}

TEST_CASE("a damaged file is an error of preloading", "[probe]") {
    const SampleTables files;
    std::fstream file{files / "MvM.dtm", std::ios::in | std::ios::out | std::ios::binary};
    file.seekp(64 + 9);  // After the zstd frame's header, in the first block.
    file.put('\x55').put('\x55');
    file.close();
    const Tablebase tables{files.path()};
    const std::array classes{material("KvM"), material("MvM")};
    CHECK_THROWS_AS(tables.preload(classes), format::TablebaseError);
    CHECK(std::get<Preloaded>(tables.preload(std::span{classes}.first(1))).added_bytes > 0);
}
