// Damage of every kind to a file: it is refused with a TablebaseError, or it decodes to the same values.
// Nothing else can come of it: no other exception, no other values, no reading outside the bytes (the sanitizers
// watch the same tests).
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::format;
using namespace dameotb::test;
using Catch::Contains;

namespace {

struct Sample {
    Header header{.metric = Metric::Wdl,
                  .material = {1, 1, 1, 0},
                  .sides = 2,
                  .value_bytes = 1,
                  .block_places = 50,
                  .places_per_side = 120};
    Bytes values = sample_values(header.places(), 1);
    Bytes file = make_table(header, values);

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

/// True if the file is refused or its values are those of `sample`.
bool is_harmless(const Bytes& file, const Sample& sample) {
    try {
        return read_all(file) == sample.values;
    } catch (const TablebaseError&) {
        return true;
    }
}

}  // namespace

TEST_CASE("every byte changed: refused, or the same values", "[format]") {
    const Sample sample;
    REQUIRE(read_all(sample.file) == sample.values);
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
    const Sample sample;
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
    const Sample sample;
    for (std::size_t size = 0; size < sample.file.size(); ++size) {
        CAPTURE(size);
        REQUIRE_FALSE(refusal({sample.file.begin(), sample.file.begin() + static_cast<std::ptrdiff_t>(size)}).empty());
    }
    for (const std::size_t more : {1, 2, 11, 12, 13, 24, 60, 1000}) {
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
    const Sample sample;
    const std::size_t place = GENERATE_COPY(std::size_t{at::end}, sample.block_offset(1), sample.index_offset());
    Bytes file = sample.file;
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(place), 3, std::byte{0});
    put(file, at::index_offset, sample.index_offset() + 3, 8);
    seal(file);
    CHECK_THAT(refusal(file), Contains("do not add up"));

    // Given to a block as part of it, they are not part of its frame: an empty skippable frame is a second one.
    const Bytes skippable = bytes_of({0x50, 0x2A, 0x4D, 0x18, 0, 0, 0, 0});
    file = sample.file;
    const std::size_t end_of_first = sample.block_offset(1);
    file.insert(file.begin() + static_cast<std::ptrdiff_t>(end_of_first), skippable.begin(), skippable.end());
    put(file, at::index_offset, sample.index_offset() + 8, 8);
    put(file, sample.index_entry(0) + 8, end_of_first - at::end + 8, 4);
    seal(file);
    CHECK_THAT(refusal(file), Contains("block 0 is damaged"));
}

TEST_CASE("block sizes in a sealed index that do not add up are refused", "[format]") {
    const Sample sample;
    for (const std::uint64_t wrong :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{0x7FFFFFFF}, std::uint64_t{0xFFFFFFFF}}) {
        Bytes file = sample.file;
        put(file, sample.index_entry(2), wrong, 4);
        seal(file);
        CHECK_THAT(refusal(file), Contains("do not add up"));
    }
    // They add up, but the border between two blocks is elsewhere.
    Bytes file = sample.file;
    const std::uint64_t first = get(file, sample.index_entry(0), 4);
    const std::uint64_t second = get(file, sample.index_entry(1), 4);
    for (std::uint64_t moved = 1; moved <= second; ++moved) {
        put(file, sample.index_entry(0), first + moved, 4);
        put(file, sample.index_entry(1), second - moved, 4);
        seal(file);
        CAPTURE(moved);
        REQUIRE_THAT(refusal(file), Contains("block 0 is damaged"));
    }
}

TEST_CASE("blocks exchanged with their index entries are noticed", "[format]") {
    const Sample sample;
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
    std::swap(order[1], order[3]);
    CHECK_THAT(refusal(rearranged()), Contains("block 1 is damaged"));
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
    const Sample sample;
    constexpr std::uint64_t most_block_bytes = std::uint64_t{2} << 24;
    Bytes out(most_block_bytes);
    int opened = 0;
    int blocks_read = 0;
    for (int round = 0; round < 150000; ++round) {
        Bytes file = sample.file;
        for (std::uint32_t change = random() % 4 + 1; change > 0; --change) {
            // One half hits the fields behind the versions, which are most of what the reader believes.
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
                const std::size_t bytes = std::size_t{reader.places_in_block(ordinal)} * reader.header().value_bytes;
                REQUIRE((bytes >= 1 && bytes <= most_block_bytes));
                reader.read_block(ordinal, std::span{out}.first(bytes));
                ++blocks_read;
            }
        } catch (const TablebaseError&) {
        }
    }
    // The changes reach deep enough to mean something.
    CHECK(opened > 1000);
    CHECK(blocks_read > 1000);
}
