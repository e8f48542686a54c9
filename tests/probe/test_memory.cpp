// Tests what probing allocates: nothing if all blocks are in memory, and never more than the cache's budget.
#include <barrier>
#include <thread>

#include <dameotb/rules/notation.hpp>

#include "allocations.hpp"
#include "cache_budget.hpp"
#include "catch.hpp"
#include "sample_tables.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using probe::Keep;
using probe::Tablebase;
using table::Encoding;

namespace {

/// Returns a value that depends only on the position. It is the same for the mirror image and the flipped position.
unsigned code_of(const Position& position) {
    const Bitboard men = position.white().men | position.black().men;
    unsigned rows = 0;
    for (const Square square : men) {
        rows += static_cast<unsigned>(square.rank());
    }
    return rows % 3;
}

}  // namespace

TEST_CASE("a probe whose blocks are there allocates nothing", "[probe]") {
    INFO("seed " << tests::sample_seed);
    const SampleTables files{TableForm{.encoding = GENERATE(Encoding::Zstd, Encoding::Neighbours)}};
    const Tablebase tables{files.path(), {.keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups)}};
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
    CHECK(probe_all() == answered);  // Blocks with models are whole when they are asked for again.
    const std::size_t warm = allocations().count;
    CHECK(warm > cold);
    CHECK(probe_all() == answered);
    CHECK(allocations().count == warm);
    CHECK(answered > 2 * two_piece_values().positions().size() + 500);
}

TEST_CASE("a table far larger than the cache stays within its budget", "[probe]") {
    const TemporaryDirectory directory;
    const index::Material of_class = material("KMvM");
    write_table(
        directory.path(), of_class, table::Metric::Wdl, code_of,
        {.block_positions = 1000, .group_blocks = 4, .encoding = GENERATE(Encoding::Zstd, Encoding::Neighbours)});
    const index::ClassIndex index{of_class};
    REQUIRE(2 * index.size() > std::size_t{180000});
    const std::size_t cache_bytes = GENERATE(std::size_t{20000}, std::size_t{64} << 10, std::size_t{1} << 30);
    const Keep keep = GENERATE(Keep::DecodedBlocks, Keep::BlockGroups);
    CAPTURE(cache_bytes, static_cast<int>(keep));
    // After some probes, everything except the cache's entries is there: file, index, models, the threads' decoders. An
    // empty cache already has its part of the memory that the cache itself needs.
    const Tablebase tables{directory.path(), {.cache_bytes = cache_bytes, .keep = keep}};
    const auto wrong_answers = [&](std::uint64_t step, std::uint64_t count) {
        int wrong = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            const Position position = index.unrank(i * step % index.size(), i % 2 == 0 ? Colour::White : Colour::Black);
            if (!rules::must_capture(position)) {
                const auto expected = static_cast<Wdl>(static_cast<int>(code_of(position)) - 1);
                wrong += tables.probe_wdl(position) != probe::Answer<Wdl>{expected};
            }
        }
        return wrong;
    };
    std::barrier has_decoder{2};
    int wrong_there = 0;
    std::thread other{[&] {
        wrong_there += wrong_answers(7919, 1000);
        has_decoder.arrive_and_wait();
        has_decoder.arrive_and_wait();
        wrong_there += wrong_answers(7919, 20000);
    }};
    int wrong_here = wrong_answers(104729, 1000);
    has_decoder.arrive_and_wait();
    const std::size_t before = allocations().live_bytes;
    reset_peak();
    has_decoder.arrive_and_wait();
    wrong_here += wrong_answers(104729, 20000);
    other.join();
    CHECK(wrong_here == 0);
    CHECK(wrong_there == 0);
    // A decoder may meet a larger block or block group later. Its zstd context is not allocated by operator new.
    constexpr std::size_t of_decoders = 16 << 10;
    CHECK(allocations().peak_bytes - before <= std::min<std::size_t>(cache_bytes, 100000) + of_decoders);
}

TEST_CASE("a full cache hands memory on, from blocks of one table to those of another", "[probe]") {
    INFO("seed " << tests::sample_seed);
    const TemporaryDirectory directory;
    // Blocks of two sizes. A probe seldom finds its block in the cache.
    write_table(directory.path(), material("KMvM"), table::Metric::Wdl, code_of, {.block_positions = 1000});
    write_table(directory.path(), material("KKvM"), table::Metric::Wdl, code_of, {.block_positions = 700});
    // Room for eight of the larger blocks, with four positions a byte. It holds whatever bookkeeping takes with short
    // or long addresses.
    const std::size_t cache_bytes = budget_for(8, 1000 / 4);
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
