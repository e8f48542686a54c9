// Estimates must be exact if they say so, and otherwise near to what was measured elsewhere.
#include <dameotb/gen/estimate.hpp>

#include <dameotb/index/class_index.hpp>

#include "catch.hpp"

using namespace dameotb;

TEST_CASE("an estimate holds every class with its exact number of positions") {
    const auto classes = index::build_order(4);
    const gen::RunEstimate run = gen::estimate(classes, scores::never_one_side, 1);
    REQUIRE(run.classes.size() == classes.size());
    std::uint64_t stored = 0;
    std::uint64_t disk = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const gen::ClassEstimate& of = run.classes[i];
        CAPTURE(of.material.name());
        CHECK(of.material == classes[i]);
        CHECK(of.stored ==
              index::ClassIndex{classes[i]}.size() * static_cast<std::uint64_t>(index::stored_sides(classes[i])));
        CHECK(of.memory_bytes > of.stored);
        CHECK(of.memory_bytes <= run.peak_bytes);
        CHECK(of.least_bytes <= of.memory_bytes);
        CHECK(of.least_bytes <= run.least_bytes);
        CHECK(of.seconds > 0);
        stored += of.stored;
        disk += of.disk_bytes;
    }
    CHECK(stored == 52'477'396);
    // The files of these classes take 4.2 MB.
    CHECK(disk > 3'000'000);
    CHECK(disk < 5'000'000);
    CHECK(run.least_bytes <= run.peak_bytes);
}

TEST_CASE("more threads take less time and no less memory") {
    const auto classes = index::with_dependencies({index::Material::parse("KKMvKM").value()});
    const gen::RunEstimate one = gen::estimate(classes, scores::never_one_side, 1);
    const gen::RunEstimate eight = gen::estimate(classes, scores::never_one_side, 8);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        CHECK(eight.classes[i].seconds == Approx(one.classes[i].seconds / 8));
        CHECK(eight.classes[i].memory_bytes > one.classes[i].memory_bytes);
        CHECK(eight.classes[i].least_bytes > one.classes[i].least_bytes);
        CHECK(eight.classes[i].disk_bytes == one.classes[i].disk_bytes);
    }
    CHECK(eight.peak_bytes > one.peak_bytes);
}

TEST_CASE("classes of 6 pieces are estimated too") {
    const gen::RunEstimate run = gen::estimate(index::build_order(6), scores::never_one_side, 2);
    std::uint64_t stored = 0;
    for (const gen::ClassEstimate& of : run.classes) {
        stored += of.stored;
    }
    CHECK(stored == 101'798'129'604);
    // Pages come and go: only a part of one class's scores has to be in memory.
    CHECK(run.peak_bytes > 10 * run.least_bytes);
    for (const gen::ClassEstimate& of : run.classes) {
        CHECK(of.least_bytes <= run.least_bytes);
    }
}
