// Tests tables that store only quiet places. The counts of the spans must lead to what was written. Impossible counts
// or sizes must be refused. The quiet places are made up here: the format does not know of positions.
#include <dameotb/format/quiet_block.hpp>

#include <algorithm>
#include <numeric>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::format;
using namespace dameotb::tests;

namespace {

Header quiet_header(int value_bytes, std::uint32_t block_places, std::uint64_t places) {
    return {.metric = Metric::Dtm,
            .material = {1, 1, 1, 0},
            .sides = 1,
            .value_bytes = static_cast<std::uint8_t>(value_bytes),
            .stored = Stored::Quiet,
            .block_places = block_places,
            .places_per_side = places};
}

/// Returns a file of one block with this many places, which decodes to these bytes.
Bytes file_of_block(int value_bytes, std::uint32_t places, const Bytes& decoded) {
    return make_table_of(quiet_header(value_bytes, places, places), std::vector{BlockEncoder{12}.encode(0, decoded)});
}

/// Returns a block with these counts and as many values as they say.
Bytes block_with(int value_bytes, std::initializer_list<std::uint32_t> counts) {
    Bytes block = sample_values(
        2 * counts.size() + std::accumulate(counts.begin(), counts.end(), 0U) * static_cast<std::size_t>(value_bytes),
        1);
    std::size_t offset = 0;
    for (const std::uint32_t count : counts) {
        put(block, offset, count, 2);
        offset += 2;
    }
    return block;
}

void check_round_trip(const Header& header, const std::vector<bool>& quiet, std::uint32_t seed) {
    const Bytes values = sample_values(header.places() * header.value_bytes, seed);
    const TableReader reader{from_memory(make_quiet_table(header, values, quiet), "memory")};
    REQUIRE(reader.header() == header);
    const std::vector<Block> blocks = read_blocks(reader);
    std::uint64_t wrong = 0;
    for (std::uint64_t place = 0; place < header.places(); ++place) {
        const std::uint64_t value = get(values, place * header.value_bytes, header.value_bytes);
        wrong += quiet[place] && value_at(header, blocks, quiet, place) != value ? 1 : 0;
    }
    REQUIRE(wrong == 0);
}

}  // namespace

TEST_CASE("spans: their number, and their counts at any width of the last one", "[format]") {
    CHECK(spans_in(1) == 1);
    CHECK(spans_in(1023) == 1);
    CHECK(spans_in(1024) == 1);
    CHECK(spans_in(1025) == 2);
    CHECK(spans_in(1U << 24) == 1U << 14);
    Bytes block(6, std::byte{0xEE});
    for (const std::uint32_t count : {0U, 1U, 255U, 256U, 1024U}) {
        set_span_count(block, 1, count);
        CHECK(span_count(block, 1) == count);
        CHECK(get(block, 2, 2) == count);
        CHECK(get(block, 0, 2) == 0xEEEE);
        CHECK(get(block, 4, 2) == 0xEEEE);
    }
}

TEST_CASE("every table of quiet places reads back as it was written", "[format]") {
    const int value_bytes = GENERATE(1, 2);
    const auto [block_places, places] = GENERATE(table<std::uint32_t, std::uint64_t>({{1, 40},
                                                                                      {64, 1000},
                                                                                      {1023, 4097},
                                                                                      {1024, 4097},
                                                                                      {1025, 4097},
                                                                                      {2048, 1023},
                                                                                      {2048, 1024},
                                                                                      {2048, 1025},
                                                                                      {5000, 40000}}));
    CAPTURE(value_bytes, block_places, places);
    const Header header = quiet_header(value_bytes, block_places, places);
    check_round_trip(header, sample_quiet(places, block_places), 1);
    check_round_trip(header, std::vector<bool>(places, true), 2);
    check_round_trip(header, std::vector<bool>(places, false), 3);
}

TEST_CASE("a block of the largest size with all places quiet reads back", "[format]") {
    const std::uint32_t places = 1U << 24;
    const std::size_t counts_bytes = 2 * (places / 1024);
    Bytes decoded = sample_values(counts_bytes + places, 2);
    for (std::size_t i = 0; i < counts_bytes; i += 2) {
        put(decoded, i, 1024, 2);
    }
    const TableReader reader{from_memory(file_of_block(1, places, decoded), "memory")};
    CHECK(read_blocks(reader) == std::vector{Block{std::nullopt, decoded}});
}

TEST_CASE("spans and blocks without a quiet place are as good as any", "[format]") {
    const int value_bytes = GENERATE(1, 2);
    CHECK(refusal(file_of_block(value_bytes, 2100, block_with(value_bytes, {0, 0, 0}))).empty());
    CHECK(refusal(file_of_block(value_bytes, 2100, block_with(value_bytes, {0, 7, 0}))).empty());
    CHECK(refusal(file_of_block(value_bytes, 2100, block_with(value_bytes, {0, 0, 52}))).empty());
    CHECK(refusal(file_of_block(value_bytes, 2100, block_with(value_bytes, {1024, 1024, 52}))).empty());
}

TEST_CASE("counts that do not say how many values there are are refused", "[format]") {
    const int value_bytes = GENERATE(1, 2);
    const Bytes sound = block_with(value_bytes, {100, 0, 20});
    for (std::size_t span = 0; span < 3; ++span) {
        for (const std::uint64_t wrong : {0U, 1U, 19U, 21U, 99U, 101U, 256U, 1024U, 65535U}) {
            CAPTURE(value_bytes, span, wrong);
            Bytes block = sound;
            put(block, 2 * span, wrong, 2);
            const bool is_same = get(sound, 2 * span, 2) == wrong;
            CHECK(refusal(file_of_block(value_bytes, 2100, block)) == (is_same ? "" : "block 0 is damaged"));
        }
    }
    for (const int more : {-1, 1}) {
        Bytes block = sound;
        block.resize(static_cast<std::size_t>(static_cast<int>(block.size()) + more));
        CHECK(refusal(file_of_block(value_bytes, 2100, block)) == "block 0 is damaged");
    }
}

TEST_CASE("a span of more values than places is refused, though the sum is right", "[format]") {
    const int value_bytes = GENERATE(1, 2);
    CHECK(refusal(file_of_block(value_bytes, 2100, block_with(value_bytes, {1025, 0, 0}))) == "block 0 is damaged");
    CHECK(refusal(file_of_block(value_bytes, 2100, block_with(value_bytes, {0, 2000, 0}))) == "block 0 is damaged");
    // The last span has 52 places.
    CHECK(refusal(file_of_block(value_bytes, 2100, block_with(value_bytes, {0, 0, 53}))) == "block 0 is damaged");
    CHECK(refusal(file_of_block(value_bytes, 2048, block_with(value_bytes, {0, 1024}))).empty());
}

TEST_CASE("decoded sizes that no block can have are refused on opening, others when the block is decoded", "[format]") {
    const int value_bytes = GENERATE(1, 2);
    const Stored stored = GENERATE(Stored::All, Stored::Quiet);
    Header header = quiet_header(value_bytes, 2100, 2100);
    header.stored = stored;
    const std::uint64_t all = 2100 * static_cast<std::uint64_t>(value_bytes);
    const Bytes values = sample_values(all, 1);
    const Bytes sound =
        stored == Stored::All ? make_table(header, values) : make_quiet_table(header, values, sample_quiet(2100, 1));
    const std::uint64_t least = stored == Stored::All ? all : 6;
    const std::uint64_t most = stored == Stored::All ? all : 6 + all;
    const std::size_t field = get(sound, at::index_offset, 8) + 4;
    const std::uint64_t right = get(sound, field, 4);
    REQUIRE((right >= least && right <= most));
    const std::uint64_t frame = get(sound, field - 4, 4);
    for (const std::uint64_t size :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{5}, std::uint64_t{6}, std::uint64_t{7}, right - 1, right,
          right + 1, all - 1, all, all + 1, all + 6, all + 7, std::uint64_t{1} << 24, std::uint64_t{0xFFFFFFFF}}) {
        CAPTURE(value_bytes, stored, size);
        Bytes file = sound;
        put(file, field, size, 4);
        seal(file);
        const bool is_possible = size >= least && size <= most && frame <= most_block_bytes(size);
        CHECK(refusal(file) == (size == right ? ""
                                : is_possible ? "block 0 is damaged"
                                              : "impossible sizes of block 0"));
    }
}

TEST_CASE("no file makes a reader ask for more than a block of the largest size", "[format]") {
    // Two bytes a value: 2^24 values and the counts of 2^14 spans.
    constexpr std::uint64_t most = (std::uint64_t{2} << 24) + (std::uint64_t{2} << 14);
    const Bytes file = file_of_block(2, 1U << 24, Bytes(most - 1, std::byte{1}));
    const TableReader reader{from_memory(file, "memory")};
    CHECK(reader.decoded_bytes(0) == most - 1);
    for (const std::uint64_t size : {most, most + 1}) {
        Bytes claiming = file;
        put(claiming, get(file, at::index_offset, 8) + 4, size, 4);
        seal(claiming);
        CHECK(refusal(claiming) == (size == most ? "block 0 is damaged" : "impossible sizes of block 0"));
    }
}
