// Estimates must be exact if they say so, and otherwise near to what was measured elsewhere.
#include <dameotb/gen/run/estimate.hpp>

#include <algorithm>
#include <set>

#include <dameotb/index/class_index.hpp>

#include <dameotb/gen/run/rates.hpp>
#include <dameotb/gen/run/slice_schedule.hpp>
#include "catch.hpp"

using namespace dameotb;

namespace {

/// Returns the most that files and scratch take together while the classes are made in this order: each class keeps its
/// scores in the scratch until the last class that needs them is made.
std::uint64_t plain_disk_peak(const std::vector<index::Material>& order) {
    std::uint64_t files = 0;
    std::uint64_t most = 0;
    for (std::size_t now = 0; now < order.size(); ++now) {
        files += gen::class_disk_bytes(order[now], store::DistanceSides::All);
        std::uint64_t scratch = 0;
        for (std::size_t made = 0; made <= now; ++made) {
            const bool is_needed = std::any_of(
                order.begin() + static_cast<std::ptrdiff_t>(now), order.end(), [&](const index::Material& user) {
                    return std::ranges::count(index::direct_dependencies(user), order[made]) > 0;
                });
            scratch += made == now || is_needed ? gen::class_scratch_bytes(order[made]) : 0;
        }
        most = std::max(most, files + scratch);
    }
    return most;
}

}  // namespace

TEST_CASE("an estimate holds every class with its exact number of positions") {
    const auto classes = index::build_order(4);
    const gen::RunEstimate run = gen::estimate(classes, store::never_one_side, 1);
    REQUIRE(run.classes.size() == classes.size());
    std::uint64_t stored = 0;
    std::uint64_t disk = 0;
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const gen::ClassEstimate& estimate = run.classes[i];
        CAPTURE(estimate.material.name());
        CHECK(estimate.material == classes[i]);
        CHECK(estimate.stored ==
              index::ClassIndex{classes[i]}.size() * static_cast<std::uint64_t>(index::stored_sides(classes[i])));
        CHECK(estimate.memory_bytes > estimate.stored);
        CHECK(estimate.memory_bytes <= run.peak_bytes);
        CHECK(estimate.least_bytes <= estimate.memory_bytes);
        CHECK(estimate.least_bytes <= run.least_bytes);
        CHECK(estimate.seconds > 0);
        stored += estimate.stored;
        disk += estimate.disk_bytes;
    }
    CHECK(stored == 52'477'396);
    // The files of these classes take 4.2 MB.
    CHECK(disk > 3'000'000);
    CHECK(disk < 5'000'000);
    CHECK(run.least_bytes <= run.peak_bytes);
}

TEST_CASE("more threads take less time and no less memory") {
    const auto classes = index::with_dependencies({index::Material::parse("KKMvKM").value()});
    const gen::RunEstimate one = gen::estimate(classes, store::never_one_side, 1);
    const gen::RunEstimate eight = gen::estimate(classes, store::never_one_side, 8);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        CHECK(eight.classes[i].seconds == Approx(one.classes[i].seconds / 8));
        CHECK(eight.classes[i].memory_bytes > one.classes[i].memory_bytes);
        CHECK(eight.classes[i].least_bytes > one.classes[i].least_bytes);
        CHECK(eight.classes[i].disk_bytes == one.classes[i].disk_bytes);
    }
    CHECK(eight.peak_bytes > one.peak_bytes);
}

TEST_CASE("classes of 6 pieces are estimated too") {
    const gen::RunEstimate run = gen::estimate(index::build_order(6), store::never_one_side, 2);
    std::uint64_t stored = 0;
    for (const gen::ClassEstimate& estimate : run.classes) {
        stored += estimate.stored;
    }
    CHECK(stored == 101'798'129'604);
    // Pages come and go: only a part of one class's scores has to be in memory.
    CHECK(run.peak_bytes > 10 * run.least_bytes);
    for (const gen::ClassEstimate& estimate : run.classes) {
        CHECK(estimate.least_bytes <= run.least_bytes);
    }
}

TEST_CASE("a run makes all classes, each after those that it depends on, and those of fewer pieces first") {
    const auto classes = index::build_order(8);
    const auto ordered = gen::in_run_order(classes);
    CHECK(std::ranges::is_permutation(ordered, classes));
    CHECK(std::ranges::is_sorted(ordered, {}, &index::Material::pieces));
    std::set<index::Material> made;
    for (const index::Material& material : ordered) {
        CAPTURE(material.name());
        for (const index::Material& needed : index::direct_dependencies(material)) {
            CHECK(made.contains(needed));
        }
        made.insert(material);
    }
}

TEST_CASE("in the order of a run fewer scores are held at a time") {
    for (const auto& [pieces, part] : {std::pair{6, 0.55}, {7, 0.7}}) {
        CAPTURE(pieces);
        const auto classes = index::build_order(pieces);
        const auto ordered = gen::in_run_order(classes);
        const gen::RunEstimate before = gen::estimate(classes, store::never_one_side, 2);
        const gen::RunEstimate run = gen::estimate(ordered, store::never_one_side, 2);
        CHECK(static_cast<double>(run.scratch_bytes) < part * static_cast<double>(before.scratch_bytes));
        CHECK(static_cast<double>(run.peak_bytes) < part * static_cast<double>(before.peak_bytes));
        // One class decides on the least bound; the order only, which metadata is held besides.
        CHECK(static_cast<double>(run.least_bytes) < 1.02 * static_cast<double>(before.least_bytes));
        CHECK(run.disk_bytes == plain_disk_peak(ordered));
        CHECK(before.disk_bytes == plain_disk_peak(classes));
        CHECK(std::ranges::count(ordered, run.fullest) == 1);
    }
}

TEST_CASE("within a bound a class takes longer if not every thread has room") {
    const auto classes = gen::in_run_order(index::build_order(7));
    constexpr int threads = 16;
    const gen::RunEstimate free = gen::estimate(classes, store::never_one_side, threads);
    gen::RunEstimate before = free;
    std::size_t slower = 0;
    for (const std::uint64_t bound : {free.peak_bytes, free.peak_bytes / 8, free.least_bytes, free.least_bytes / 4}) {
        const gen::RunEstimate run = gen::estimate(classes, store::never_one_side, threads, {}, bound);
        CHECK(run.disk_bytes == free.disk_bytes);
        for (std::size_t i = 0; i < classes.size(); ++i) {
            const gen::ClassEstimate& estimate = run.classes[i];
            CAPTURE(estimate.material.name(), bound);
            CHECK(estimate.threads >= 1);
            CHECK(estimate.threads <= before.classes[i].threads);
            CHECK(estimate.seconds >= before.classes[i].seconds);
            CHECK(estimate.seconds <= threads * free.classes[i].seconds * 1.000001);
            if (bound == free.peak_bytes) {
                CHECK(estimate.seconds == free.classes[i].seconds);
            } else if (estimate.threads < threads) {
                CHECK(estimate.memory_bytes > bound);
                CHECK(estimate.seconds > free.classes[i].seconds);
                ++slower;
            }
        }
        before = run;
    }
    CHECK(slower > 3);
}
