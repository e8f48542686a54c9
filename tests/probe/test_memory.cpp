// Tests what probing allocates: nothing if all blocks are in memory, and never more than the cache's budget.
#include <thread>

#include <dameotb/rules/notation.hpp>

#include "allocations.hpp"
#include "block_cache.hpp"
#include "catch.hpp"
#include "sample_tables.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::Tablebase;
using rules::Position;

namespace {

/// Returns a value that depends only on the position. It is the same for the mirror image and the flipped position.
unsigned code_of(const Position& position) {
    const rules::Bitboard men = position.white().men | position.black().men;
    unsigned rows = 0;
    for (const rules::Square square : men) {
        rows += static_cast<unsigned>(square.row());
    }
    return rows % 3;
}

}  // namespace

TEST_CASE("a probe whose blocks are there allocates nothing", "[probe]") {
    INFO("seed " << tests::sample_seed);
    const SampleTables files{
        TableForm{.block_places = 3000, .stored = GENERATE(format::Stored::All, format::Stored::Quiet)}};
    const Tablebase tables{files.path()};
    std::vector<Position> positions = two_piece_values().positions();
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KKvK", "KMvM", "KKMvKK", "KKvMMM"}) {
        for (int i = 0; i < 1000; ++i) {
            positions.push_back(tests::random_position(random, material(name)));
        }
    }
    positions.push_back(rules::parse_position("B:W:BKa1"));
    const auto probe_all = [&] {
        std::size_t answered = 0;
        for (const Position& position : positions) {
            answered += tables.probe_wdl(position).index() == 0;
            answered += tables.probe_dtm(position).index() == 0;
        }
        return answered;
    };
    const std::size_t cold = allocations().count;
    const std::size_t answered = probe_all();
    const std::size_t warm = allocations().count;
    CHECK(warm > cold);
    CHECK(probe_all() == answered);
    CHECK(allocations().count == warm);
    CHECK(answered > 2 * two_piece_values().positions().size() + 500);
}

TEST_CASE("a table far larger than the cache stays within its budget", "[probe]") {
    const TemporaryDirectory directory;
    const index::Material of_class = material("KMvM");
    write_table(directory.path(), of_class, format::Metric::Wdl, code_of,
                {.block_places = 1000, .stored = GENERATE(format::Stored::All, format::Stored::Quiet)});
    const index::ClassIndex index{of_class};
    REQUIRE(2 * index.size() > std::size_t{180000});
    const std::size_t cache_bytes = GENERATE(std::size_t{20000}, std::size_t{64} << 10, std::size_t{1} << 30);
    CAPTURE(cache_bytes);
    // After the first probe, everything except the cache's blocks is there: file, index, this thread's decoder. An
    // empty cache already has its part of the memory that the cache itself needs.
    const Tablebase tables{directory.path(), {.cache_bytes = cache_bytes}};
    (void)tables.probe_wdl(rules::parse_position("W:WKa1,b3:Bf6"));
    const std::size_t before = allocations().live_bytes;
    reset_peak();
    const auto wrong_answers = [&](std::uint64_t step) {
        int wrong = 0;
        for (std::uint64_t i = 0; i < 20000; ++i) {
            const Position position =
                index.unrank(i * step % index.size(), i % 2 == 0 ? rules::Colour::White : rules::Colour::Black);
            if (!rules::must_capture(position)) {
                const auto expected = static_cast<rules::Wdl>(static_cast<int>(code_of(position)) - 1);
                wrong += tables.probe_wdl(position) != probe::Answer<rules::Wdl>{expected};
            }
        }
        return wrong;
    };
    int wrong_there = 0;
    std::thread other{[&] { wrong_there = wrong_answers(7919); }};
    const int wrong_here = wrong_answers(104729);
    other.join();
    CHECK(wrong_here == 0);
    CHECK(wrong_there == 0);
    // The other thread has a decoder and a name of its own. The decoder's zstd context is not allocated by operator
    // new.
    constexpr std::size_t of_thread = 16 << 10;
    CHECK(allocations().peak_bytes - before <= std::min<std::size_t>(cache_bytes, 250000) + of_thread);
}

TEST_CASE("a full cache hands memory on, from blocks of one table to those of another", "[probe]") {
    INFO("seed " << tests::sample_seed);
    const TemporaryDirectory directory;
    // Blocks with and without marks for quiet places, and so of many sizes. A probe seldom finds its block in the
    // cache.
    write_table(directory.path(), material("KMvM"), format::Metric::Wdl, code_of,
                {.block_places = 1000, .stored = format::Stored::Quiet});
    write_table(directory.path(), material("KKvM"), format::Metric::Wdl, code_of,
                {.block_places = 1000, .stored = format::Stored::All});
    // Room for eight of the largest blocks. It holds whatever bookkeeping takes with short or long addresses.
    const std::size_t cache_bytes = probe::BlockCache::empty_bytes(0) + 8 * probe::BlockCache::kept_bytes(1000);
    const Tablebase tables{directory.path(), {.cache_bytes = cache_bytes}};
    tests::Random random{tests::sample_seed};
    const auto allocations_in = [&](int probes) {
        const std::size_t before = allocations().count;
        for (int i = 0; i < probes; ++i) {
            const Position position = tests::random_position(random, material(i % 2 == 0 ? "KMvM" : "KKvM"));
            if (!rules::must_capture(position)) {
                (void)tables.probe_wdl(position);
            }
        }
        return allocations().count - before;
    };
    CHECK(allocations_in(100) > 0);
    CHECK(allocations_in(2000) < 100);
}
