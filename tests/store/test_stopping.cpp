// Tests how soon the parts of a run end when they are asked to stop.
#include <atomic>

#include <dameotb/format/table_file.hpp>
#include <dameotb/store/load/append_blocks.hpp>
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

// Encoding a file is most of a run. It must end after the blocks under way, however many blocks are written at once.
TEST_CASE("a file that is being written ends after the blocks under way and leaves nothing behind") {
    const tests::TemporaryDirectory directory;
    const int threads = GENERATE(1, 2);
    format::Header header;
    header.block_places = 64;
    header.places_per_side = 64 * 500;
    header.sides = 1;
    std::atomic<bool> stop = false;
    std::atomic<int> encoded = 0;
    {
        format::TableWriter writer{directory / "KvK.wdl", header};
        const auto encode = [&](std::size_t, std::uint64_t) {
            stop = ++encoded >= 10;
            return format::EncodedBlock::constant(1);
        };
        CHECK_THROWS_AS(store::append_blocks(
                            writer, header, {threads, &stop}, [](auto, auto) {}, encode),
                        store::StopRequested);
    }
    CHECK(encoded < 10 + threads);
    CHECK(tests::contents(directory.path()).empty());
}
