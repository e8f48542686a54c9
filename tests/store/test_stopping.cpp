// Tests how soon the parts of a run end when they are asked to stop.
#include <array>
#include <atomic>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/store/load/table_writing.hpp>
#include <dameotb/store/threads/parallel.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;

TEST_CASE("a loop that is asked to stop calls no further body") {
    const int threads = GENERATE(1, 2, 5);
    std::atomic<bool> stop = false;
    std::atomic<int> calls = 0;
    const auto body = [&](std::size_t, std::uint64_t) {
        stop = true;
        ++calls;
    };
    CHECK_THROWS_AS(store::parallel_for(1000, {threads, &stop}, body), store::StopRequested);
    // Each thread may have begun one item before the first thread asked to stop.
    CHECK(calls <= threads);
    CHECK(calls >= 1);
}

// Encoding takes as long as solving. It must end after the pages under way, however many are written at once.
TEST_CASE("a file that is being written ends after the pages under way and leaves nothing behind") {
    const tests::TemporaryDirectory directory;
    const int threads = GENERATE(1, 2);
    const index::Material material = index::Material::parse("MMMvK").value();
    const index::ClassIndex index{material};
    const std::vector<std::uint8_t> draws(codec::unit_places, codec::draw_code);
    std::atomic<bool> stop = false;
    std::atomic<int> asked = 0;
    int ends_after = 1 << 30;
    const store::CodesOf codes_of{format::Metric::Wdl,
                                  [&](std::size_t, rules::Colour, std::uint64_t, std::uint32_t count) {
                                      stop = ++asked >= ends_after;
                                      return std::span{draws}.first(count);
                                  }};
    const std::array wanted{store::TableToWrite{{material, format::Metric::Wdl}, {}, {}}};
    const auto plans = store::plan_tables(wanted, index, codes_of, 1);
    const std::uint64_t page_units = plans.front().header.page_units;
    REQUIRE(plans.front().header.pages() > 10);
    asked = 0;
    ends_after = 3 * static_cast<int>(page_units);
    {
        format::TableWriter writer{directory / "MMMvK.wdl", plans.front().header, plans.front().models_bytes};
        CHECK_THROWS_AS(
            store::append_pages(std::array{&plans.front()}, std::array{&writer}, codes_of, store::Team{threads, &stop}),
            store::StopRequested);
    }
    CHECK(asked <= ends_after + threads * static_cast<int>(page_units));
    CHECK(tests::contents(directory.path()).empty());
}
