// Tests the first bytes of a file: their golden form, and everything about them that is refused.
// The golden file was compared by hand with docs/format.md. It changes only with a new format version.
#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::format;
using namespace dameotb::tests;
using Catch::Contains;

namespace {

const Header small_header{.metric = Metric::Dtm,
                          .material = {2, 1, 0, 3},
                          .sides = 2,
                          .value_bytes = 1,
                          .block_places = 4,
                          .places_per_side = 3};
const Bytes small_values = bytes_of({1, 2, 0, 4, 3, 250});

const Bytes& small_file() {
    static const Bytes file = make_table(small_header, small_values);
    return file;
}

/// Returns the file with one field changed and all checksums right.
Bytes with_field(std::size_t offset, std::uint64_t value, int width) {
    Bytes file = small_file();
    put(file, offset, value, width);
    seal(file);
    return file;
}

}  // namespace

TEST_CASE("a file's bytes are those that docs/format.md says", "[format]") {
    // The zstd frame stores blocks this small uncompressed, whatever zstd's version.
    const std::string golden =
        "44414d454f54421a"  // magic
        "0100"              // format version
        "0100"              // rules version
        "01"                // metric: DTM
        "01"                // value bytes
        "02"                // sides
        "01"                // places that are stored: all
        "02010003"          // KKMvMMM
        "04000000"          // places in a block
        "0300000000000000"  // places a side
        "0200000000000000"  // blocks
        "5800000000000000"  // offset of the block index
        "84ac0a744998977e"  // checksum of the block index
        "f6d9c236fd8f0cd9"  // checksum of the header
        // Block 0: zstd's magic, a frame of one segment, its content size, a last block of 4 bytes, uncompressed.
        "28b52ffd2004210000"
        "01020004"
        "28b52ffd2002110000"
        "03fa"
        // Block index: sizes, decoded sizes, and checksums of the values seeded with 0 and 1.
        "0d00000004000000c4c459f0ae25dd12"
        "0b00000002000000b62171c429a03a5e";
    CHECK(to_hex(small_file()) == golden);
    CHECK(read_all(from_hex(golden)) == small_values);
    CHECK(TableReader{from_memory(from_hex(golden), "memory")}.header() == small_header);
}

TEST_CASE("a file's bytes with quiet places and a constant block are those that docs/format.md says", "[format]") {
    const Header header{.metric = Metric::Dtm,
                        .material = {1, 0, 0, 1},
                        .sides = 1,
                        .value_bytes = 2,
                        .stored = Stored::Quiet,
                        .block_places = 4,
                        .places_per_side = 10};
    const Bytes values = from_hex(
        "0102010202040204"
        "000103040500FA00"
        "01000100");
    const std::vector<bool> quiet{true, true, false, false, false, true, true, true, false, false};
    const std::string golden =
        "44414d454f54421a"  // magic
        "01000100"          // versions
        "01020102"          // DTM, 2 bytes a value, 1 side, only quiet places
        "01000001"          // KvM
        "04000000"          // places in a block
        "0a00000000000000"  // places a side
        "0300000000000000"  // blocks
        "5c00000000000000"  // offset of the block index
        "dcb557b647d46e9e"  // checksum of the block index
        "3107e06c25ff967d"  // checksum of the header
        // Block 1: a count of 3, and the values of places 5 to 7. Block 2: a count of 0.
        "28b52ffd2008410000"
        "030003040500fa00"
        "28b52ffd2002110000"
        "0000"
        // Block index. Block 0 is constant, 0x0201, and has no bytes elsewhere.
        "00000000010200000000000000000000"
        "11000000080000004e083be4dfa5c3a7"
        "0b00000002000000539290afb9a2c7c6";
    CHECK(to_hex(make_quiet_table(header, values, quiet)) == golden);
    const TableReader reader{from_memory(from_hex(golden), "memory")};
    CHECK(reader.header() == header);
    CHECK(reader.constant(0) == 0x0201U);
    CHECK_FALSE(reader.constant(1));
    CHECK(to_hex(read_blocks(reader)[1].decoded) == "030003040500fa00");
    CHECK(to_hex(read_blocks(reader)[2].decoded) == "0000");
}

TEST_CASE("a file of something else is no table", "[format]") {
    CHECK_THAT(refusal({}), Contains("too short"));
    CHECK_THAT(refusal(Bytes(at::end - 1)), Contains("too short"));
    CHECK_THAT(refusal(Bytes(at::end)), Contains("not a dameotb table"));
    Bytes file = small_file();
    file[7] ^= std::byte{1};
    seal(file);
    CHECK_THAT(refusal(file), Contains("not a dameotb table"));
}

TEST_CASE("other versions are refused by number, whether or not their checksum is ours", "[format]") {
    const std::uint64_t other = GENERATE(0U, 2U, 256U, 65535U);
    CHECK(refusal(with_field(at::format_version, other, 2)) ==
          "format version " + std::to_string(other) + ", this program reads version 1");
    CHECK(refusal(with_field(at::rules_version, other, 2)) ==
          "rules version " + std::to_string(other) + ", this program reads version 1");
    Bytes unsealed = small_file();
    put(unsealed, at::format_version, other, 2);
    CHECK_THAT(refusal(unsealed), Contains("format version " + std::to_string(other)));
}

TEST_CASE("a whole header with an impossible field is refused", "[format]") {
    CHECK(refusal(with_field(at::metric, 1, 1)).empty());
    for (const std::uint64_t metric : {2, 3, 128, 255}) {
        CHECK(refusal(with_field(at::metric, metric, 1)) ==
              "metric " + std::to_string(metric) + " is not known to this program");
    }
    // Drafts of this format, before there was a choice, had 0 there.
    CHECK(refusal(with_field(at::stored, 0, 1)) == "a table of a draft of this format: remove it and make it anew");
    for (std::uint64_t stored = 1; stored < 256; ++stored) {
        const bool is_known = stored == 1 || stored == 2;
        CAPTURE(stored);
        CHECK((refusal(with_field(at::stored, stored, 1)) ==
               "stores places in a way that is not known to this program") == !is_known);
    }
    for (const std::uint64_t wrong : {0, 3, 4, 255}) {
        CHECK_THAT(refusal(with_field(at::value_bytes, wrong, 1)), Contains("value width"));
        CHECK_THAT(refusal(with_field(at::sides, wrong, 1)), Contains("sides"));
    }
    for (const std::uint64_t wrong : {std::uint64_t{0}, (std::uint64_t{1} << 24) + 1, std::uint64_t{0xFFFFFFFF}}) {
        CHECK_THAT(refusal(with_field(at::block_places, wrong, 4)), Contains("block size"));
    }
    for (const std::uint64_t wrong :
         {std::uint64_t{0}, (std::uint64_t{1} << 56) + 1, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        CHECK_THAT(refusal(with_field(at::places_per_side, wrong, 8)), Contains("number of places"));
    }
    for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, ~std::uint64_t{0}}) {
        CHECK_THAT(refusal(with_field(at::blocks, wrong, 8)), Contains("number of blocks"));
    }
}

TEST_CASE("fields that are possible but do not fit the file are refused", "[format]") {
    // Two values of one byte are not one value of two bytes.
    CHECK(refusal(with_field(at::value_bytes, 2, 1)) == "impossible sizes of block 0");
    // The same number of blocks, but cut elsewhere. The last block is then another one.
    CHECK(refusal(with_field(at::block_places, 3, 4)) == "impossible sizes of block 0");
    CHECK(refusal(with_field(at::places_per_side, 4, 8)) == "impossible sizes of block 1");
    // Four values are not a count and two values.
    CHECK(refusal(with_field(at::stored, 2, 1)) == "block 0 is damaged");
    const std::uint64_t index = get(small_file(), at::index_offset, 8);
    for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{63}, index - 16, index - 1, index + 1, index + 16,
                                      index + 32, index + 33, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        CAPTURE(wrong);
        CHECK_THAT(refusal(with_field(at::index_offset, wrong, 8)), Contains("does not fit its header"));
    }
}

TEST_CASE("a header that claims a huge table is refused before memory is taken for it", "[format]") {
    const std::uint64_t places = GENERATE(std::uint64_t{1} << 20, std::uint64_t{1} << 40, std::uint64_t{1} << 56);
    const std::uint64_t stored = GENERATE(1U, 2U);
    const std::uint64_t block_places = GENERATE(1U, 1U << 14, 1U << 24);
    Bytes file = small_file();
    put(file, at::places_per_side, places, 8);
    put(file, at::stored, stored, 1);
    put(file, at::block_places, block_places, 4);
    put(file, at::blocks, (2 * places + block_places - 1) / block_places, 8);
    seal(file);
    const std::string reason = refusal(file);
    // 2^20 places a side in blocks of 2^24 are one block. The file has two.
    CHECK_THAT(reason, Contains(block_places == 1 ? "too many blocks" : "does not fit its header"));
}

TEST_CASE("a table has 65,536 blocks at most, or one for each 16,384 places", "[format]") {
    struct Cut {
        std::uint64_t places;
        std::uint32_t block_places;
        bool is_allowed;
    };
    const auto [places, block_places, is_allowed] =
        GENERATE(Cut{1U << 16, 1, true}, Cut{(1U << 16) + 1, 1, false}, Cut{(1U << 16) + 1, 2, true},
                 Cut{1U << 30, 1U << 14, true}, Cut{1U << 30, (1U << 14) - 1, false},
                 Cut{std::uint64_t{1} << 32, 1U << 14, true}, Cut{std::uint64_t{1} << 32, (1U << 14) - 1, false});
    CAPTURE(places, block_places);
    const Header header{.material = {1, 0, 1, 0}, .sides = 1, .block_places = block_places, .places_per_side = places};
    Bytes file(at::end + header.blocks() * index_entry_bytes);
    const Bytes& right = small_file();
    std::copy_n(right.begin(), at::end, file.begin());
    put(file, at::sides, 1, 1);
    put(file, at::block_places, block_places, 4);
    put(file, at::places_per_side, places, 8);
    put(file, at::blocks, header.blocks(), 8);
    put(file, at::index_offset, at::end, 8);
    seal(file);  // Zeros are constant blocks.
    CHECK(refusal(file) == (is_allowed ? "" : "too many blocks for so many places"));
}

namespace {

/// A file of which only the header may be read.
class HeaderAlone final : public ByteSource {
public:
    HeaderAlone(Bytes header, std::uint64_t size_bytes) : header_{std::move(header)}, size_bytes_{size_bytes} {}

    [[nodiscard]] std::uint64_t size_bytes() const override { return size_bytes_; }
    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        REQUIRE(offset_bytes + out.size() <= header_.size());
        std::copy_n(header_.begin() + static_cast<std::ptrdiff_t>(offset_bytes), out.size(), out.begin());
    }
    [[nodiscard]] const std::string& name() const override { return name_; }

private:
    Bytes header_;
    std::uint64_t size_bytes_;
    std::string name_ = "memory";
};

}  // namespace

TEST_CASE("a header is checked alone, with the size of the file", "[format]") {
    const Bytes header{small_file().begin(), small_file().begin() + at::end};
    CHECK(read_header(HeaderAlone{header, small_file().size()}) == small_header);
    const std::uint64_t right = small_file().size();
    for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{63}, std::uint64_t{64}, right - 1, right + 1,
                                      right + 16, std::uint64_t{1} << 40}) {
        CHECK_THROWS_AS(read_header(HeaderAlone{header, wrong}), TablebaseError);
    }
    for (std::size_t byte = 0; byte < at::end; ++byte) {
        Bytes damaged = header;
        damaged[byte] ^= std::byte{0x10};
        CHECK_THROWS_AS(read_header(HeaderAlone{damaged, small_file().size()}), TablebaseError);
    }
}

#if UINTPTR_MAX == UINT32_MAX
TEST_CASE("a block index that 32 bits cannot address is refused", "[format]") {
    const std::uint64_t blocks = (std::uint64_t{1} << 28) + 2;
    Bytes header{small_file().begin(), small_file().begin() + at::end};
    put(header, at::sides, 1, 1);
    put(header, at::block_places, 1U << 14, 4);
    put(header, at::places_per_side, blocks << 14, 8);
    put(header, at::blocks, blocks, 8);
    put(header, at::index_offset, at::end, 8);
    seal(header);
    CHECK_THROWS_WITH(TableReader{std::make_unique<HeaderAlone>(header, at::end + blocks * index_entry_bytes)},
                      Contains("block index with addresses of 32 bits"));
}
#endif

TEST_CASE("a file that is another table than it should be is refused by its header alone", "[format]") {
    const TableKind kind{.metric = Metric::Dtm, .material = {2, 1, 0, 3}, .sides = 2, .places_per_side = 3};
    CHECK(TableReader{from_memory(small_file(), "memory"), kind}.header() == small_header);
    const auto refused = [](const TableKind& other, const std::string& what) {
        Bytes header{small_file().begin(), small_file().begin() + at::end};
        CHECK_THROWS_WITH((TableReader{std::make_unique<HeaderAlone>(header, small_file().size()), other}),
                          "memory: the header's " + what + " is not that of such a file");
    };
    TableKind other = kind;
    other.metric = Metric::Wdl;
    refused(other, "metric");
    for (std::uint8_t MaterialCounts::*count : {&MaterialCounts::white_kings, &MaterialCounts::white_men,
                                                &MaterialCounts::black_kings, &MaterialCounts::black_men}) {
        other = kind;
        other.material.*count = 4;
        refused(other, "material");
    }
    other = kind;
    other.sides = 1;
    refused(other, "number of sides to move");
    for (const std::uint64_t places : {2U, 4U}) {
        other = kind;
        other.places_per_side = places;
        refused(other, "number of places");
    }
}
