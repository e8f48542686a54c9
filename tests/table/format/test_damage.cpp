// Any damage to a file must be refused with a TablebaseError where the damaged part is read. Nothing else may happen:
// no other exception, no other contents, no reading outside the bytes (sanitizers run the same tests).
#include <algorithm>
#include <random>

#include "catch.hpp"
#include "damaged_part.hpp"
#include "mutation.hpp"
#include "parts.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;
using Catch::Contains;
using dameotb::attack::Parts;
using dameotb::attack::put_together;
using dameotb::attack::take_apart;

namespace {

/// Returns the header of a table of five block groups of three blocks each.
Header sample_header(Metric metric) {
    return {.metric = metric,
            .encoding = metric == Metric::Wdl ? Encoding::Zstd : Encoding::Neighbours,
            .sides = 2,
            .stored = metric == Metric::Wdl ? StoredSides::Both : StoredSides::Black,
            .material = {1, 1, 1, 0},
            .block_positions = 10,
            .group_blocks = 3,
            .models_bytes = metric == Metric::Wdl ? 0U : 20U,
            .positions_per_side = metric == Metric::Wdl ? 65U : 141U,
            .seed = metric == Metric::Wdl ? 1U : 2U};
}

struct Sample {
    Header header;
    Contents contents = sample_contents(header, 1);
    Bytes file = make_table(header, contents);
    Shape shape = shape_of(file);
};

Sample any_sample() {
    const bool is_wdl = GENERATE(true, false);
    CAPTURE(is_wdl);
    Sample sample{sample_header(is_wdl ? Metric::Wdl : Metric::Dtm)};
    REQUIRE(sample.shape.groups() == 5);
    REQUIRE(refusal(sample.file).empty());
    return sample;
}

/// Returns the reason why reading the part in which that byte lies is refused. Empty if it is not refused.
std::string refusal_of_part(const Sample& sample, const Bytes& file, std::size_t byte) {
    try {
        read_part(TableReader{from_memory(file, "memory")}, TableReader{from_memory(sample.file, "memory")}, byte);
    } catch (const TablebaseError& error) {
        return error.reason();
    }
    return "";
}

}  // namespace

TEST_CASE("every byte changed: refused where it is read", "[format]") {
    const Sample sample = any_sample();
    for (std::size_t byte = 0; byte < sample.file.size(); ++byte) {
        for (const int pattern : {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF}) {
            Bytes file = sample.file;
            file[byte] ^= static_cast<std::byte>(pattern);
            CAPTURE(byte, pattern);
            REQUIRE_FALSE(refusal_of_part(sample, file, byte).empty());
            REQUIRE_FALSE(refusal(file).empty());
            if (byte >= at::end) {
                // The header says nothing of it, so that opening is quick.
                REQUIRE_NOTHROW(TableReader{from_memory(file, "memory")});
            }
        }
    }
}

TEST_CASE("what is damaged is said", "[format]") {
    const Sample sample = any_sample();
    const auto refusal_at = [&](std::size_t byte) {
        Bytes file = sample.file;
        file[byte] ^= std::byte{0x10};
        return refusal(file);
    };
    CHECK(refusal_at(at::values) == "the header is damaged: its checksum does not match");
    CHECK(refusal_at(at::header_checksum) == "the header is damaged: its checksum does not match");
    if (sample.header.models_bytes > 0) {
        CHECK(refusal_at(at::end) == "the models are damaged: their checksum does not match");
        CHECK(refusal_at(at::end + 19) == "the models are damaged: their checksum does not match");
    }
    CHECK(refusal_at(sample.shape.entry(3)) == "index block 0 is damaged: its checksum does not match");
    for (std::uint64_t group = 0; group < 5; ++group) {
        const Range range = group_range(sample.file, group);
        const std::string reason = "block group " + std::to_string(group) + " is damaged: its checksum does not match";
        CHECK(refusal_at(range.begin) == reason);
        CHECK(refusal_at(range.end - 9) == reason);
        CHECK(refusal_at(range.end - 1) == reason);
        Bytes file = sample.file;
        file[range.begin] ^= std::byte{1};
        CHECK_THROWS_WITH(read_all(file), "memory (byte " + std::to_string(range.begin) + "): " + reason);
    }
}

TEST_CASE("every byte of the models and block groups changed behind good checksums: refused, or read as it is",
          "[format]") {
    const Sample sample = any_sample();
    int refused = 0;
    for (std::size_t byte = sample.shape.groups_begin(); byte < sample.file.size(); ++byte) {
        for (int pattern = 1; pattern < 256; ++pattern) {
            Bytes file = sample.file;
            file[byte] ^= static_cast<std::byte>(pattern);
            seal(file);
            CAPTURE(byte, pattern);
            const std::string reason = refusal(file);
            REQUIRE((reason.empty() || reason.starts_with("impossible block sizes in block group ")));
            refused += !reason.empty();
        }
    }
    // The sizes of blocks, and their bits.
    CHECK(refused > 5 * 200);
}

TEST_CASE("every truncation is refused, and so is every extension", "[format]") {
    const Sample sample = any_sample();
    for (std::size_t size = 0; size < sample.file.size(); ++size) {
        CAPTURE(size);
        Bytes file{sample.file.begin(), sample.file.begin() + static_cast<std::ptrdiff_t>(size)};
        REQUIRE_FALSE(refusal(file).empty());
        if (size >= at::end) {
            // The header may say so, but then the last block group does not end with the file.
            put(file, at::file_bytes, size, 8);
            seal_header(file);
            REQUIRE_FALSE(refusal(file).empty());
        }
    }
    for (const std::size_t more : {1, 2, 15, 16, 17, 32, 80, 1000}) {
        for (const int filler : {0x00, 0xFF}) {
            CAPTURE(more, filler);
            Bytes file = sample.file;
            file.insert(file.end(), more, static_cast<std::byte>(filler));
            CHECK_THAT(refusal(file), Contains("does not match its header"));
            put(file, at::file_bytes, file.size(), 8);
            seal(file);
            CHECK_FALSE(refusal(file).empty());
        }
    }
}

TEST_CASE("bytes between index and block groups, or between block groups, are refused", "[format]") {
    const Sample sample = any_sample();
    const auto insert_before = [&](std::uint64_t group) {
        Parts parts = take_apart(sample.file);
        parts.groups[group].insert(parts.groups[group].begin(), 3, std::byte{0});
        return put_together(parts);
    };
    REQUIRE(put_together(take_apart(sample.file)) == sample.file);
    for (std::uint64_t group = 0; group < 5; ++group) {
        Bytes file = insert_before(group);
        CHECK_THAT(refusal(file), Contains("block group " + std::to_string(group)));
        seal(file);
        CHECK_FALSE(refusal(file).empty());
    }
    // The index leaves the bytes out.
    Bytes file = insert_before(0);
    put(file, sample.shape.index_block_begin(0), sample.shape.groups_begin() + 3, 8);
    for (std::uint64_t group = 0; group < 5; ++group) {
        put(file, sample.shape.entry(group), get(file, sample.shape.entry(group), 4) - 3, 4);
    }
    seal_index_block(file, 0);
    CHECK(refusal(file) == "impossible location of block group 0");
}

TEST_CASE("block groups exchanged in a file are noticed", "[format]") {
    const Sample sample = any_sample();
    Parts parts = take_apart(sample.file);
    std::swap(parts.groups[1], parts.groups[3]);
    CHECK(refusal(put_together(parts)) == "block group 1 is damaged: its checksum does not match");
    parts = take_apart(sample.file);
    parts.groups[2] = parts.groups[1];
    CHECK(refusal(put_together(parts)) == "block group 2 is damaged: its checksum does not match");
}

TEST_CASE("block groups of another file of the class are noticed", "[format]") {
    const Sample sample = any_sample();
    Header header = sample.header;
    header.seed = 3;
    for (std::uint64_t group = 0; group < 5; ++group) {
        Parts parts = take_apart(sample.file);
        parts.groups[group] = encode_groups(header, sample.contents.blocks)[group];
        CHECK(refusal(put_together(parts)) ==
              "block group " + std::to_string(group) + " is damaged: its checksum does not match");
    }
}

TEST_CASE("a header of another file of the class is noticed", "[format]") {
    const Sample sample = any_sample();
    Bytes file = sample.file;
    put(file, at::seed, 3, 8);
    if (sample.header.models_bytes == 0) {
        // The checksum of no bytes knows its seed too.
        seal_header(file);
        CHECK(refusal(file) == "the models are damaged: their checksum does not match");
    }
    put(file, at::models_checksum,
        checksum_of(std::span{file}.subspan(at::end, sample.header.models_bytes), get(file, at::seed, 8)), 8);
    seal_header(file);
    CHECK(refusal(file) == "index block 0 is damaged: its checksum does not match");
    seal_index_block(file, 0);
    CHECK(refusal(file) == "block group 0 is damaged: its checksum does not match");
}

TEST_CASE("fields that are possible but do not fit the file are refused", "[format]") {
    const Sample sample = any_sample();
    const auto refusal_with = [&sample](std::size_t offset, std::uint64_t value, int width) {
        Bytes file = sample.file;
        put(file, offset, value, width);
        seal(file);
        return refusal(file);
    };
    // Fewer or more positions than some block has bytes, or another number of blocks or block groups.
    const std::uint64_t positions = sample.header.positions_per_side;
    for (const std::uint64_t other :
         {std::uint64_t{1}, positions - 60, positions + 60, positions + 200, positions << 40}) {
        CHECK_FALSE(refusal_with(at::positions_per_side, other, 8).empty());
    }
    for (const std::uint64_t other : {1U, 9U, 5U, 20U, 65536U}) {
        CHECK_FALSE(refusal_with(at::block_positions, other, 4).empty());
    }
    for (const std::uint64_t other : {1U, 2U, 4U, 64U}) {
        CHECK_FALSE(refusal_with(at::group_blocks, other, 4).empty());
    }
    if (sample.header.metric == Metric::Dtm) {
        CHECK_FALSE(refusal_with(at::stored, 3, 1).empty());
        CHECK_FALSE(refusal_with(at::models_bytes, 19, 4).empty());
        CHECK_FALSE(refusal_with(at::models_bytes, 21, 4).empty());
    }
}

TEST_CASE("random bytes behind the magic are refused", "[format]") {
    const std::uint32_t seed = 20240613;
    CAPTURE(seed);
    std::mt19937 random{seed};
    const Bytes magic = bytes_of({'D', 'A', 'M', 'E', 'O', 'T', 'B', 0x1A, 2, 0, 1, 0});
    for (int round = 0; round < 60000; ++round) {
        Bytes file = random_bytes(random() % 400, random());
        std::copy_n(magic.begin(), std::min(magic.size(), file.size()), file.begin());
        if (file.size() >= at::end && round % 2 == 0) {
            seal_header(file);
        }
        CAPTURE(round);
        REQUIRE_FALSE(refusal(file).empty());
    }
}

TEST_CASE("fuzz: sealed files with random changes are refused or read, never anything else", "[format]") {
    const std::uint32_t seed = 7;
    CAPTURE(seed);
    dameotb::attack::Choices random{seed};
    const Sample sample = any_sample();
    int opened = 0;
    int groups_read = 0;
    for (int round = 0; round < 40000; ++round) {
        Bytes file = sample.file;
        const std::string done = dameotb::attack::mutate_sealed(file, sample.file, random);
        CAPTURE(done);
        CAPTURE(round);
        try {
            const TableReader reader{from_memory(file, "memory")};
            ++opened;
            for (std::uint64_t group = 0; group < reader.header().groups(); ++group) {
                // No block group is larger than the whole file, nor than its blocks can be.
                const ByteRange location = reader.locate(group);
                REQUIRE((location.size_bytes >= 9 && location.size_bytes <= file.size()));
                REQUIRE(location.size_bytes <= shape_of(file).most_group_bytes(group));
                (void)read_blocks(reader, group);
                ++groups_read;
            }
        } catch (const TablebaseError&) {
        }
    }
    // The changes must reach deep enough to mean something.
    CHECK(opened > 1000);
    CHECK(groups_read > 1000);
}
