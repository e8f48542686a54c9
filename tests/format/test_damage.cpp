// Any damage to a file must be refused with a TablebaseError, or the file must decode to the same values. Nothing else
// may happen: no other exception, no other values, no reading outside the bytes (sanitizers run the same tests).
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::format;
using namespace dameotb::tests;
using Catch::Contains;

namespace {

struct Sample {
    Bytes file;
    std::vector<Block> blocks = read_blocks(file);

    [[nodiscard]] std::size_t index_offset() const { return get(file, at::index_offset, 8); }
    [[nodiscard]] std::size_t index_entry(std::size_t ordinal) const {
        return index_offset() + ordinal * index_entry_bytes;
    }
    [[nodiscard]] std::size_t block_offset(std::size_t ordinal) const {
        std::size_t offset = at::end;
        for (std::size_t i = 0; i < ordinal; ++i) {
            offset += get(file, index_entry(i), 4);
        }
        return offset;
    }
};

/// Returns five blocks of all places.
Sample all_sample() {
    const Header header{
        .metric = Metric::Wdl, .material = {1, 1, 1, 0}, .sides = 2, .block_places = 50, .places_per_side = 120};
    return {make_table(header, sample_values(header.places(), 1))};
}

/// Returns five blocks of few quiet places, with values of two bytes and some spans without any. Blocks 1 and 4 are
/// constant.
Sample quiet_sample() {
    const Header header{.metric = Metric::Dtm,
                        .material = {1, 1, 1, 0},
                        .sides = 2,
                        .value_bytes = 2,
                        .stored = Stored::Quiet,
                        .block_places = 2100,
                        .places_per_side = 5000};
    Bytes values = sample_values(header.places() * 2, 1);
    std::vector<bool> quiet(header.places(), false);
    for (std::uint64_t place = 0; place < header.places(); ++place) {
        const std::uint64_t ordinal = place / header.block_places;
        quiet[place] = place % 1500 < 25;
        if (ordinal == 1 || ordinal == 4) {
            put(values, place * 2, 300 + ordinal, 2);
        }
    }
    return {make_quiet_table(header, values, quiet)};
}

Sample any_sample() {
    const bool quiet = GENERATE(false, true);
    CAPTURE(quiet);
    return quiet ? quiet_sample() : all_sample();
}

/// Returns whether the file is refused or its values are those of `sample`.
bool is_harmless(const Bytes& file, const Sample& sample) {
    try {
        return read_blocks(file) == sample.blocks;
    } catch (const TablebaseError&) {
        return true;
    }
}

}  // namespace

TEST_CASE("every byte changed: refused, or the same values", "[format]") {
    const Sample sample = any_sample();
    REQUIRE(sample.blocks.size() == 5);
    std::size_t outside_blocks = 0;
    for (std::size_t place = 0; place < sample.file.size(); ++place) {
        for (const int pattern : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF}) {
            Bytes file = sample.file;
            file[place] ^= static_cast<std::byte>(pattern);
            CAPTURE(place, pattern);
            REQUIRE(is_harmless(file, sample));
            if (place < at::end || place >= sample.index_offset()) {
                // Every bit of header and block index counts, and is checked on opening.
                REQUIRE_THROWS_AS(TableReader{from_memory(file, "memory")}, TablebaseError);
                ++outside_blocks;
            }
        }
    }
    CHECK(outside_blocks == 9 * (at::end + 5 * index_entry_bytes));
}

TEST_CASE("every byte of the blocks changed behind good checksums of header and index: refused, or the same values",
          "[format]") {
    const Sample sample = any_sample();
    std::size_t refused = 0;
    for (std::size_t place = at::end; place < sample.index_offset(); ++place) {
        for (int pattern = 1; pattern < 256; ++pattern) {
            Bytes file = sample.file;
            file[place] ^= static_cast<std::byte>(pattern);
            CAPTURE(place, pattern);
            REQUIRE(is_harmless(file, sample));
            refused += !refusal(file).empty();
        }
    }
    // Only some bits of a zstd frame's descriptor mean nothing.
    CHECK(refused > (sample.index_offset() - at::end) * 240);
}

TEST_CASE("every truncation is refused, and so is every extension", "[format]") {
    const Sample sample = any_sample();
    for (std::size_t size = 0; size < sample.file.size(); ++size) {
        CAPTURE(size);
        REQUIRE_FALSE(refusal({sample.file.begin(), sample.file.begin() + static_cast<std::ptrdiff_t>(size)}).empty());
    }
    for (const std::size_t more : {1, 2, 15, 16, 17, 32, 80, 1000}) {
        for (const int filler : {0x00, 0xFF}) {
            CAPTURE(more, filler);
            Bytes file = sample.file;
            file.insert(file.end(), more, static_cast<std::byte>(filler));
            CHECK_THAT(refusal(file), Contains("does not fit its header"));
            // A new checksum over the longer index does not help.
            seal(file);
            CHECK_THAT(refusal(file), Contains("does not fit its header"));
        }
    }
    // A file that ends where its blocks would begin.
    Bytes file{sample.file.begin(), sample.file.begin() + at::end};
    put(file, at::index_offset, at::end, 8);
    seal(file);
    CHECK_THAT(refusal(file), Contains("does not fit its header"));
}

TEST_CASE("bytes inserted before the block index are refused", "[format]") {
    const Sample sample = any_sample();
    const std::size_t place = GENERATE_COPY(std::size_t{at::end}, sample.block_offset(1), sample.index_offset());
    Bytes file = sample.file;
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(place), 3, std::byte{0});
    put(file, at::index_offset, sample.index_offset() + 3, 8);
    seal(file);
    CHECK_THAT(refusal(file), Contains("do not add up"));

    // Added to a block, these bytes are not part of its frame: an empty skippable frame is a second frame.
    const Bytes skippable = bytes_of({0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0});
    file = sample.file;
    const std::size_t end_of_first = sample.block_offset(1);
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(end_of_first), skippable.begin(), skippable.end());
    put(file, at::index_offset, sample.index_offset() + skippable.size(), 8);
    put(file, sample.index_entry(0) + skippable.size(), end_of_first - at::end + skippable.size(), 4);
    seal(file);
    CHECK_THAT(refusal(file), Contains("block 0 is damaged"));
}

TEST_CASE("block sizes in a sealed index that do not add up are refused", "[format]") {
    const Sample sample = any_sample();
    const auto with_size = [&sample](std::uint64_t size) {
        Bytes file = sample.file;
        put(file, sample.index_entry(2), size, 4);
        seal(file);
        return file;
    };
    const std::uint64_t most = most_block_bytes(get(sample.file, sample.index_entry(2) + 4, 4));
    for (const std::uint64_t wrong : {std::uint64_t{1}, most}) {
        CHECK_THAT(refusal(with_size(wrong)), Contains("do not add up"));
    }
    // No frame of so few bytes can be that large, so memory for it is never asked for.
    for (const std::uint64_t wrong : {most + 1, std::uint64_t{0x7FFFFFFF}, std::uint64_t{0xFFFFFFFF}}) {
        CHECK(refusal(with_size(wrong)) == "impossible sizes of block 2");
    }
    // A size of 0 would make it a constant block, which has no checksum.
    CHECK(refusal(with_size(0)) == "impossible sizes of block 2");
    // The sizes add up, but the border between two blocks is elsewhere.
    Bytes file = sample.file;
    const std::uint64_t first = get(file, sample.index_entry(2), 4);
    const std::uint64_t second = get(file, sample.index_entry(3), 4);
    for (std::uint64_t moved = 1; moved < second; ++moved) {
        put(file, sample.index_entry(2), first + moved, 4);
        put(file, sample.index_entry(3), second - moved, 4);
        seal(file);
        CAPTURE(moved);
        REQUIRE(refusal(file) == "block 2 is damaged");
    }
}

TEST_CASE("what does not compress is within the size that a block may have", "[format]") {
    std::mt19937 random{20261121};
    for (const int level : {1, 19}) {
        BlockEncoder encoder{level};
        for (const std::size_t bytes : {1U, 2U, 200U, 255U, 256U, 4'000U, 131'071U, 131'073U, 600'000U}) {
            Bytes noise(bytes);
            std::ranges::generate(noise, [&] { return static_cast<std::byte>(random()); });
            CAPTURE(level, bytes);
            CHECK(encoder.encode(0, noise).bytes.size() <= most_block_bytes(bytes));
        }
    }
}

TEST_CASE("blocks exchanged with their index entries are noticed", "[format]") {
    const Sample sample = any_sample();
    const auto part = [&sample](std::size_t from, std::size_t to) {
        return Bytes{sample.file.begin() + static_cast<std::ptrdiff_t>(from),
                     sample.file.begin() + static_cast<std::ptrdiff_t>(to)};
    };
    const auto append = [](Bytes& to, const Bytes& bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); };
    std::vector<std::size_t> order{0, 1, 2, 3, 4};
    const auto rearranged = [&] {
        Bytes file = part(0, at::end);
        for (const std::size_t ordinal : order) {
            append(file, part(sample.block_offset(ordinal), sample.block_offset(ordinal + 1)));
        }
        for (const std::size_t ordinal : order) {
            append(file, part(sample.index_entry(ordinal), sample.index_entry(ordinal + 1)));
        }
        seal(file);
        return file;
    };
    REQUIRE(rearranged() == sample.file);
    std::swap(order[0], order[2]);
    CHECK_THAT(refusal(rearranged()), Contains("block 0 is damaged"));
}

TEST_CASE("random bytes behind the magic are refused", "[format]") {
    const std::uint32_t seed = 20240613;
    CAPTURE(seed);
    std::mt19937 random{seed};
    const Bytes magic = bytes_of({'D', 'A', 'M', 'E', 'O', 'T', 'B', 0x1A, 1, 0, 1, 0});
    for (int round = 0; round < 60000; ++round) {
        Bytes file(random() % 400);
        std::generate(file.begin(), file.end(), [&] { return static_cast<std::byte>(random()); });
        std::copy_n(magic.begin(), std::min(magic.size(), file.size()), file.begin());
        const bool sealed = file.size() >= at::end && round % 2 == 0;
        if (sealed) {
            seal(file);
        }
        CAPTURE(round);
        REQUIRE_FALSE(refusal(file).empty());
    }
}

TEST_CASE("fuzz: sealed files with random changes are refused or read, never anything else", "[format]") {
    const std::uint32_t seed = 7;
    CAPTURE(seed);
    std::mt19937 random{seed};
    const Sample sample = any_sample();
    // Values of two bytes, and counts of spans.
    constexpr std::uint64_t most_block_bytes = (std::uint64_t{2} << 24) + (std::uint64_t{2} << 14);
    Bytes out(most_block_bytes);
    int opened = 0;
    int blocks_read = 0;
    for (int round = 0; round < 75000; ++round) {
        Bytes file = sample.file;
        for (std::uint32_t change = random() % 4 + 1; change > 0; --change) {
            // Half of the changes hit the fields after the versions, which are most of what the reader believes.
            const std::size_t place = random() % 2 == 0 ? 12 + random() % (at::end - 12) : random() % file.size();
            file[place] = random() % 2 == 0 ? static_cast<std::byte>(random() % 5) : static_cast<std::byte>(random());
        }
        file.resize(random() % 8 == 0 ? at::end + random() % file.size() : file.size());
        seal(file);
        CAPTURE(round);
        try {
            const TableReader reader{from_memory(file, "memory")};
            ++opened;
            for (std::uint64_t ordinal = 0; ordinal < reader.header().blocks(); ++ordinal) {
                if (const auto constant = reader.constant(ordinal)) {
                    REQUIRE(*constant < 1U << (8 * reader.header().value_bytes));
                    continue;
                }
                const std::size_t bytes = reader.decoded_bytes(ordinal);
                REQUIRE((bytes >= 1 && bytes <= most_block_bytes));
                reader.read_block(ordinal, std::span{out}.first(bytes));
                ++blocks_read;
            }
        } catch (const TablebaseError&) {
        }
    }
    // The changes must reach deep enough to mean something.
    CHECK(opened > 1000);
    CHECK(blocks_read > 1000);
}
