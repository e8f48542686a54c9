// The machine's own rates must change the time that is estimated and nothing else. Estimates must hold for classes that
// cannot be made yet, and say what a run has still to write.
#include <dameotb/gen/run/measure.hpp>

#include <dameotb/gen/run/estimate.hpp>
#include <dameotb/index/class_index.hpp>

#include "catch.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;

namespace {

std::vector<index::Material> with_dependencies(const std::string& name) {
    return index::with_dependencies({index::Material::parse(name).value()});
}

}  // namespace

TEST_CASE("measuring takes some seconds and gives a rate for each kind of work") {
    const gen::Measurement measured = gen::measure();
    CHECK(measured.seconds > 0);
    for (const auto of : {&gen::WorkRates::solve_men, &gen::WorkRates::solve_kings, &gen::WorkRates::solve_both,
                          &gen::WorkRates::encode_models, &gen::WorkRates::encode_plain, &gen::WorkRates::read}) {
        CHECK(measured.factors.*of > 0.02);
        CHECK((tests::sampled || measured.factors.*of < 50));  // an emulator beside other work takes as long
    }
    CHECK(measured.nanoseconds.solve_both > 1);
    // With sanitizers or an emulator the time may be over before the first class with models.
    CHECK((tests::sampled || measured.nanoseconds.encode_models > 1));
}

TEST_CASE("the machine's factors change the time and nothing else") {
    const auto classes = index::build_order(4);
    const gen::RunEstimate usual = gen::estimate(classes, store::never_one_side, 1);
    const gen::RunEstimate same = gen::estimate(classes, store::never_one_side, 1, {2, 2, 2, 2, 2, 2});
    for (std::size_t i = 0; i < classes.size(); ++i) {
        CHECK(same.classes[i].seconds == Approx(2 * usual.classes[i].seconds));
        CHECK(same.classes[i].disk_bytes == usual.classes[i].disk_bytes);
        CHECK(same.classes[i].least_bytes == usual.classes[i].least_bytes);
        CHECK(same.classes[i].scratch_bytes == usual.classes[i].scratch_bytes);
    }
    gen::WorkRates men;
    men.solve_men = 10;
    const gen::RunEstimate slow_men = gen::estimate(classes, store::never_one_side, 1, men);
    for (std::size_t i = 0; i < classes.size(); ++i) {
        CHECK((slow_men.classes[i].seconds > usual.classes[i].seconds) == (classes[i].kings() == 0));
    }
}

TEST_CASE("classes of 7 and 8 pieces are estimated, with the memory that the largest of kings needs") {
    const gen::RunEstimate run = gen::estimate(with_dependencies("KKKKvKKK"), store::never_one_side, 2);
    const gen::ClassEstimate& largest = run.classes.back();
    CHECK(largest.material.name() == "KKKKvKKK");
    CHECK(largest.stored == 2 * index::class_size(largest.material));
    // Its solver alone takes 12 GiB.
    CHECK(largest.least_bytes < std::uint64_t{20} << 30);
    CHECK(largest.least_bytes > std::uint64_t{12} << 30);
    CHECK(run.least_bytes >= largest.least_bytes);
    CHECK(run.scratch_bytes >= largest.scratch_bytes);
    const gen::RunEstimate eight = gen::estimate(index::build_order(8), store::never_one_side, 2);
    std::uint64_t stored = 0;
    for (const gen::ClassEstimate& of : eight.classes) {
        CAPTURE(of.material.name());
        CHECK(of.seconds > 0);
        CHECK(of.disk_bytes > 0);
        CHECK(of.least_bytes < std::uint64_t{1} << 50);
        CHECK(of.scratch_bytes < std::uint64_t{1} << 50);
        stored += of.stored;
    }
    CHECK(stored > 80'000'000'000'000);
}

TEST_CASE("a run has to write what is missing, and scratch if the bound is below its peak") {
    const tests::TemporaryDirectory directory;
    gen::GenerateOptions options;
    options.directory = directory.path();
    options.classes = index::build_order(3);
    const gen::DiskNeed all = gen::disk_need(options);
    CHECK(all.file_bytes > 50'000);
    CHECK(all.file_bytes < 200'000);
    CHECK(all.scratch_bytes == 0);
    REQUIRE(gen::generate(options) == gen::GenerateResult::Complete);
    CHECK(gen::disk_need(options).file_bytes == 0);
    std::filesystem::remove(directory / "KMvK.dtm");
    CHECK(gen::disk_need(options).file_bytes > 10'000);
    CHECK(gen::disk_need(options).file_bytes < all.file_bytes);

    options.classes = index::build_order(5);
    CHECK(gen::disk_need(options).scratch_bytes == 0);
    const gen::RunEstimate run = gen::estimate(options.classes, store::never_one_side, 1);
    options.memory_bytes = run.least_bytes;
    CHECK(gen::disk_need(options).scratch_bytes > std::uint64_t{10} << 20);
    options.memory_bytes = run.peak_bytes;
    CHECK(gen::disk_need(options).scratch_bytes == 0);

    // Where all scores stay in memory, large classes still make checkpoints.
    options.classes = with_dependencies("KKKKvKM");
    options.memory_bytes.reset();
    CHECK(gen::disk_need(options).scratch_bytes > std::uint64_t{100} << 20);
    CHECK(gen::disk_need(options).scratch_bytes ==
          gen::estimate(options.classes, store::never_one_side, 1).checkpoint_bytes);
}

TEST_CASE("a run under a draw rule is estimated to take more memory") {
    const std::vector<index::Material> classes = with_dependencies("KKvKM");
    const std::uint64_t without = gen::estimate(classes, store::never_one_side, 2).peak_bytes;
    CHECK(gen::estimate(classes, store::never_one_side, 2, {}, {}, DrawRule{50}).peak_bytes > without);
}
