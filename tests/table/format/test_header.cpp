// Tests the first bytes of a file: their golden form, and everything about them that is refused.
// The golden files were compared by hand with docs/format.md. They change only with a new format version.
#include "catch.hpp"
#include "sample_files.hpp"

using namespace dameotb::table;
using namespace dameotb::tests;
using Catch::Contains;

namespace {

Digest digest_of(int first) {
    Digest digest;
    for (std::byte& byte : digest.bytes) {
        byte = static_cast<std::byte>(first++);
    }
    return digest;
}

const Header small_header{.metric = Metric::Dtm,
                          .encoding = Encoding::Neighbours,
                          .sides = 2,
                          .stored = StoredSides::Both,
                          .material = {2, 1, 0, 3},
                          .block_positions = 4,
                          .group_blocks = 2,
                          .models_bytes = 3,
                          .positions_per_side = 6,
                          .seed = 0x0807060504030201,
                          .values = digest_of(0xA0),
                          .wdl = digest_of(0xB0)};
const Contents small_contents{bytes_of({9, 8, 7}),
                              {bytes_of({1, 2, 0, 4}), bytes_of({}), bytes_of({250}), bytes_of({7, 7})}};

const Bytes& small_file() {
    static const Bytes file = make_table(small_header, small_contents);
    return file;
}

/// Returns the file with one field changed and all checksums right.
Bytes with_field(std::size_t offset, std::uint64_t value, int width) {
    Bytes file = small_file();
    put(file, offset, value, width);
    seal(file);
    return file;
}

/// A field of the header, and what it is changed to.
struct Change {
    std::size_t offset;
    std::uint64_t value;
    int width;
};

/// Returns why the sealed header is refused, whatever size of the file it tells. Empty if it is not refused.
std::string refusal_with(std::initializer_list<Change> changes) {
    Bytes file = small_file();
    for (const Change& change : changes) {
        put(file, change.offset, change.value, change.width);
    }
    seal_header(file);
    try {
        (void)read_header(*from_memory(file, "memory"));
    } catch (const TablebaseError& error) {
        return error.reason() == "truncated or extended: the file's size does not match its header" ? ""
                                                                                                    : error.reason();
    }
    return "";
}

}  // namespace

TEST_CASE("a file's bytes are those that docs/format.md says", "[format]") {
    const std::string golden =
        "44414d454f54421a"  // magic
        "0200"              // format version
        "0100"              // rules version
        "01"                // metric: DTM
        "02"                // encoding: neighbours
        "02"                // sides to move in the index
        "03"                // sides that are stored: both
        "02010003"          // KKMvMMM
        "04000000"          // positions in a block
        "02000000"          // blocks in a block group
        "03000000"          // bytes of the models
        "0600000000000000"  // positions a side
        "b600000000000000"  // bytes of the file
        "25fc442edc83a5b3"  // checksum of the models
        "0102030405060708"  // seed
        "a0a1a2a3a4a5a6a7a8a9aaabacadaeaf"
        "b0b1b2b3b4b5b6b7b8b9babbbcbdbebf"
        "000000000000000000000000000000000000000000000000"
        "f1b216117b265d9e"  // checksum of the header
        "090807"            // models
        // Index block 0: the block groups begin at 155, and end 14 and 27 bytes behind that; checksum.
        "9b000000000000000e0000001b000000"
        "702a8a9fa1211e6b"
        // Block group 0: sizes of 3 bits, 4 and 0; block group 1: sizes of 2 bits, 1 and 2.
        "030401020004"
        "4c3fcbb7d1e3aba5"
        "0209fa0707"
        "17403b3168062038";
    CHECK(to_hex(small_file()) == golden);
    CHECK(read_all(from_hex(golden)) == small_contents);
    CHECK(TableReader{from_memory(from_hex(golden), "memory")}.header() == small_header);
    Bytes sealed = small_file();
    seal(sealed);
    CHECK(sealed == small_file());
}

TEST_CASE("a .wdl without models and with one side has the bytes that docs/format.md says", "[format]") {
    const Header header{.metric = Metric::Wdl,
                        .encoding = Encoding::Zstd,
                        .sides = 1,
                        .stored = StoredSides::White,
                        .material = {1, 0, 1, 0},
                        .block_positions = 65536,
                        .group_blocks = 64,
                        .positions_per_side = 518,
                        .seed = 0,
                        .values = digest_of(0)};
    const std::string golden =
        "44414d454f54421a"  // magic
        "02000100"          // versions
        "00010101"          // WDL, zstd, one side, which is stored
        "01000100"          // KvK
        "000001004000000000000000"
        "0602000000000000"  // positions a side
        "9f00000000000000"  // bytes of the file
        "c294d3380580062d"  // checksum of no bytes, seed 0
        "0000000000000000"  // seed
        "000102030405060708090a0b0c0d0e0f"
        "00000000000000000000000000000000"
        "000000000000000000000000000000000000000000000000"
        "97c374fe532f5a8f"
        // Index block 0: the block group begins at 148 and has 11 bytes.
        "94000000000000000b000000"
        "b0c1a6b3bd7c685e"
        // Block group 0: one size of 1 bit, which is 1.
        "010101"
        "0459626268d83602";
    const Contents contents{{}, {bytes_of({1})}};
    CHECK(to_hex(make_table(header, contents)) == golden);
    CHECK(read_all(from_hex(golden)) == contents);
    CHECK(TableReader{from_memory(from_hex(golden), "memory")}.header() == header);
}

TEST_CASE("blocks and block groups are numbered as docs/format.md says", "[format]") {
    const auto stored = GENERATE(StoredSides::White, StoredSides::Black, StoredSides::Both);
    const std::uint32_t block_positions = GENERATE(1U, 3U, 64U, 65536U);
    const std::uint32_t group_blocks = GENERATE(1U, 7U, 64U);
    const std::uint64_t positions = GENERATE(1U, 63U, 64U, 65U, 192U);
    CAPTURE(stored, block_positions, group_blocks, positions);
    const Header header{.metric = Metric::Dtm,
                        .stored = stored,
                        .block_positions = block_positions,
                        .group_blocks = group_blocks,
                        .positions_per_side = positions};
    // A list of the blocks' positions, in their order.
    std::vector<std::uint64_t> blocks;
    for (const Colour side : both_colours) {
        REQUIRE(header.stores(side) ==
                (stored == StoredSides::Both || (stored == StoredSides::Black) == (side == Colour::Black)));
        for (std::uint64_t offset = 0; header.stores(side) && offset < positions; ++offset) {
            if (offset % block_positions == 0) {
                blocks.push_back(0);
            }
            REQUIRE(header.block_of(side, offset) == blocks.size() - 1);
            ++blocks.back();
        }
    }
    REQUIRE(header.blocks() == blocks.size());
    REQUIRE(header.blocks() == header.stored_sides() * header.blocks_per_side());
    for (std::uint64_t block_index = 0; block_index < blocks.size(); ++block_index) {
        REQUIRE(header.positions_in_block(block_index) == blocks[block_index]);
    }
    std::uint64_t sum = 0;
    for (std::uint64_t group = 0; group < header.groups(); ++group) {
        REQUIRE((header.blocks_in_group(group) == group_blocks || group + 1 == header.groups()));
        sum += header.blocks_in_group(group);
    }
    REQUIRE(sum == blocks.size());
    REQUIRE(header.groups() == (blocks.size() + group_blocks - 1) / group_blocks);
}

TEST_CASE("a file of something else is no table", "[format]") {
    CHECK_THAT(refusal({}), Contains("too short"));
    CHECK_THAT(refusal(Bytes(11)), Contains("too short"));
    CHECK_THAT(refusal({small_file().begin(), small_file().begin() + at::end - 1}), Contains("too short"));
    CHECK_THAT(refusal(Bytes(12)), Contains("not a dameotb table"));
    CHECK_THAT(refusal(Bytes(at::end)), Contains("not a dameotb table"));
    Bytes file = small_file();
    file[7] ^= std::byte{1};
    seal(file);
    CHECK_THAT(refusal(file), Contains("not a dameotb table"));
}

TEST_CASE("other versions are refused by number, whether or not their checksum is ours", "[format]") {
    const std::string anew = ": written by an older version; the table must be generated again";
    for (const std::uint64_t other : {0U, 1U, 3U, 256U, 65535U}) {
        const std::string reason =
            "format version " + std::to_string(other) + ", this program reads version 2" + (other < 2 ? anew : "");
        CHECK(refusal(with_field(at::format_version, other, 2)) == reason);
        Bytes unsealed = small_file();
        put(unsealed, at::format_version, other, 2);
        CHECK(refusal(unsealed) == reason);
    }
    for (const std::uint64_t other : {0U, 2U, 256U, 65535U}) {
        CHECK(refusal(with_field(at::rules_version, other, 2)) ==
              "rules version " + std::to_string(other) + ", this program reads version 1" + (other < 1 ? anew : ""));
    }
}

TEST_CASE("a file of version 1 that is shorter than our header is refused by its version", "[format]") {
    // The whole KvK.dtm of version 1.
    const Bytes file = from_hex(
        "44414d454f54421a01000100010101010100010000000800060200000000000001000000000000004000000000000000688952c7656aa6"
        "d0c5cde89c7dabf0ca00000000000000000000000000000000");
    REQUIRE(file.size() == 80);
    CHECK(refusal(file) ==
          "format version 1, this program reads version 2: written by an older version; the table must be generated "
          "again");
}

TEST_CASE("a whole header with an impossible field is refused", "[format]") {
    REQUIRE(refusal_with({}).empty());
    for (std::uint64_t value = 3; value < 256; ++value) {
        CHECK(refusal_with({{at::metric, value, 1}}) ==
              "metric " + std::to_string(value) + " is not known to this program");
    }
    for (std::uint64_t value = 0; value < 256; ++value) {
        if (value != 1 && value != 2) {
            CHECK(refusal_with({{at::encoding, value, 1}}) ==
                  "encoding " + std::to_string(value) + " is not known to this program");
            CHECK(refusal_with({{at::sides, value, 1}}) == "number of sides to move is neither 1 nor 2");
        }
    }
    for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{8193}, std::uint64_t{0xFFFFFFFF}}) {
        CHECK(refusal_with({{at::block_positions, wrong, 4}}) == "impossible number of positions in a block");
    }
    for (const std::uint64_t right : {1U, 4U, 8192U}) {
        CHECK(refusal_with({{at::block_positions, right, 4}}).empty());
    }
    const auto refusal_of_zstd = [](std::uint64_t block_positions) {
        return refusal_with(
            {{at::encoding, 1, 1}, {at::models_bytes, 0, 4}, {at::block_positions, block_positions, 4}});
    };
    CHECK(refusal_of_zstd(65536).empty());
    CHECK(refusal_of_zstd(65537) == "impossible number of positions in a block");
    for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{65}, std::uint64_t{0xFFFFFFFF}}) {
        CHECK(refusal_with({{at::group_blocks, wrong, 4}}) == "impossible number of blocks in a block group");
    }
    for (const std::uint64_t right : {1U, 2U, 64U}) {
        CHECK(refusal_with({{at::group_blocks, right, 4}}).empty());
    }
    for (const std::uint64_t wrong :
         {std::uint64_t{0}, (std::uint64_t{1} << 56) + 1, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        CHECK(refusal_with({{at::positions_per_side, wrong, 8}}) == "impossible number of positions");
    }
    for (std::uint64_t plies = 0; plies < 256; ++plies) {
        const auto refusal_of = [plies](std::uint64_t metric) {
            return refusal_with({{at::metric, metric, 1}, {at::rule, plies, 1}});
        };
        const std::string impossible = "impossible number of plies of a draw rule";
        CHECK(refusal_of(1) == (plies == 0 ? "" : impossible));
        CHECK(refusal_of(2) == (plies >= 1 && plies <= 120 ? "" : impossible));
    }
    for (std::size_t offset = at::reserved; offset < at::header_checksum; ++offset) {
        for (int bit = 0; bit < 8; ++bit) {
            CHECK(refusal_with({{offset, std::uint64_t{1} << bit, 1}}) == "reserved bytes are not 0");
        }
    }
}

TEST_CASE("many blocks and many block groups have many positions", "[format]") {
    // Two sides to move are stored.
    const auto refusal_of = [](std::uint64_t positions, std::uint64_t block_positions, std::uint64_t group_blocks) {
        return refusal_with({{at::positions_per_side, positions, 8},
                             {at::block_positions, block_positions, 4},
                             {at::group_blocks, group_blocks, 4}});
    };
    const std::string blocks = "too many blocks with so few positions each";
    CHECK(refusal_of(32768, 1, 64).empty());
    CHECK(refusal_of(32769, 1, 64) == blocks);
    CHECK(refusal_of(32768 * 2047, 2047, 64).empty());
    CHECK(refusal_of(32768 * 2047 + 1, 2047, 64) == blocks);
    CHECK(refusal_of(std::uint64_t{1} << 56, 2047, 64) == blocks);
    CHECK(refusal_of(std::uint64_t{1} << 56, 2048, 64).empty());
    const std::string groups = "too many block groups with so few positions each";
    CHECK(refusal_of(8192 * 2048, 2048, 1).empty());
    CHECK(refusal_of(8192 * 2048 + 1, 2048, 1) == groups);
    CHECK(refusal_of(std::uint64_t{1} << 56, 2048, 7) == groups);
    CHECK(refusal_of(std::uint64_t{1} << 56, 2048, 8).empty());
}

TEST_CASE("the sides that are stored fit the class and the metric", "[format]") {
    for (const std::uint64_t metric : {0U, 1U}) {
        for (const std::uint64_t sides : {1U, 2U}) {
            for (std::uint64_t stored = 0; stored < 256; ++stored) {
                const bool is_possible = sides == 1    ? stored == 1
                                         : metric == 0 ? stored == 3
                                                       : stored >= 1 && stored <= 3;
                CAPTURE(metric, sides, stored);
                Bytes file = small_file();
                std::fill_n(file.begin() + at::wdl, metric == 0 ? 16 : 0, std::byte{0});
                put(file, at::metric, metric, 1);
                put(file, at::sides, sides, 1);
                put(file, at::stored, stored, 1);
                seal(file);
                const std::string reason = refusal(file);
                CHECK((reason == "impossible choice of sides to move") == !is_possible);
            }
        }
    }
}

TEST_CASE("a .wdl names no other table's digest", "[format]") {
    CHECK(refusal_with({{at::metric, 0, 1}}) == "a .wdl with the digest of another table");
    CHECK(refusal_with({{at::metric, 0, 1}, {at::wdl, 0, 8}}) == "a .wdl with the digest of another table");
    CHECK(refusal_with({{at::metric, 0, 1}, {at::wdl, 0, 8}, {at::wdl + 8, 0, 8}}).empty());
    // What a .dtm says there is not the format's concern.
    CHECK(refusal_with({{at::wdl, 0, 8}, {at::wdl + 8, 0, 8}}).empty());
}

TEST_CASE("the size of the models fits the encoding", "[format]") {
    const std::string reason = "impossible size of the models";
    CHECK(refusal_with({{at::models_bytes, 0, 4}}) == reason);
    for (const std::uint64_t right : {std::uint64_t{1}, std::uint64_t{3}, std::uint64_t{1} << 24}) {
        CHECK(refusal_with({{at::models_bytes, right, 4}}).empty());
        CHECK(refusal_with({{at::encoding, 1, 1}, {at::models_bytes, right, 4}}) == reason);
    }
    CHECK(refusal_with({{at::models_bytes, (std::uint64_t{1} << 24) + 1, 4}}) == reason);
    CHECK(refusal_with({{at::models_bytes, 0xFFFFFFFF, 4}}) == reason);
    CHECK(refusal_with({{at::encoding, 1, 1}, {at::models_bytes, 0, 4}}).empty());
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

Bytes small_header_bytes() {
    return {small_file().begin(), small_file().begin() + at::end};
}

}  // namespace

TEST_CASE("a header is checked alone, with the size of the file", "[format]") {
    const Bytes header = small_header_bytes();
    const std::uint64_t right = small_file().size();
    CHECK(read_header(HeaderAlone{header, right}) == small_header);
    for (const std::uint64_t wrong : {std::uint64_t{0}, std::uint64_t{12}, std::uint64_t{127}, std::uint64_t{128},
                                      right - 1, right + 1, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
        CHECK_THROWS_AS(read_header(HeaderAlone{header, wrong}), TablebaseError);
    }
    for (std::size_t byte = 0; byte < at::end; ++byte) {
        for (int bit = 0; bit < 8; ++bit) {
            Bytes damaged = header;
            damaged[byte] ^= static_cast<std::byte>(1 << bit);
            CHECK_THROWS_AS(read_header(HeaderAlone{damaged, right}), TablebaseError);
        }
    }
}

TEST_CASE("opening reads the header and nothing else", "[format]") {
    CHECK(TableReader{std::make_unique<HeaderAlone>(small_header_bytes(), small_file().size())}.header() ==
          small_header);
}

TEST_CASE("a file has as many bytes as its block groups can", "[format]") {
    // Two block groups of two blocks: 9 bytes each at least, and at most 5 more for the sizes, and 4 and 2 positions,
    // twice. The bound counts 4 positions for every block.
    const std::uint64_t least = 128 + 3 + 16 + 2 * 4 + 2 * 9;
    const std::uint64_t most = least + 2 * 5 + 4 * 4;
    for (const std::uint64_t size :
         {std::uint64_t{128}, least - 1, least, least + 1, most - 1, most, most + 1, std::uint64_t{1} << 63}) {
        Bytes header = small_header_bytes();
        put(header, at::file_bytes, size, 8);
        seal_header(header);
        CAPTURE(size);
        if (size >= least && size <= most) {
            CHECK_NOTHROW(read_header(HeaderAlone{header, size}));
        } else {
            CHECK_THROWS_WITH(read_header(HeaderAlone{header, size}), Contains("does not match its header"));
        }
    }
}

TEST_CASE("a header that claims a huge table is refused", "[format]") {
    const std::uint64_t positions = GENERATE(std::uint64_t{1} << 18, std::uint64_t{1} << 40, std::uint64_t{1} << 56);
    const std::uint64_t block_positions = GENERATE(1U << 11, 1U << 13);
    const std::uint64_t group_blocks = GENERATE(8U, 64U);
    Bytes file = small_file();
    put(file, at::positions_per_side, positions, 8);
    put(file, at::block_positions, block_positions, 4);
    put(file, at::group_blocks, group_blocks, 4);
    seal_header(file);
    // 2^18 positions a side are 32 blocks of 2^13, in one block group of 64, for which the file could have enough
    // bytes.
    const bool is_one_group = positions == 1U << 18 && block_positions == 1U << 13 && group_blocks == 64;
    CHECK_THAT(refusal(file), Contains(is_one_group ? "index block 0 is damaged" : "does not match its header"));
    // A file that is as long, so to speak, opens without memory for it. It has one block group at least.
    const Shape shape = shape_of(file);
    const std::uint64_t size = shape.groups_begin() + 9 * shape.groups();
    put(file, at::file_bytes, size, 8);
    seal_header(file);
    file.resize(at::end);
    const TableReader reader{std::make_unique<HeaderAlone>(file, size)};
    CHECK(reader.file_bytes() == size);
    CHECK(reader.header().groups() == shape.groups());
    CHECK(reader.header().blocks() == shape.blocks());
}

TEST_CASE("a file that is another table than it should be is refused by its header alone", "[format]") {
    const TableKind kind{.metric = Metric::Dtm, .material = {2, 1, 0, 3}, .sides = 2, .positions_per_side = 6};
    CHECK(TableReader{from_memory(small_file(), "memory"), kind}.header() == small_header);
    const auto refused = [](const TableKind& other, const std::string& what) {
        CHECK_THROWS_WITH(
            (TableReader{std::make_unique<HeaderAlone>(small_header_bytes(), small_file().size()), other}),
            "memory: the header's " + what + " does not match this table");
    };
    TableKind other = kind;
    other.metric = Metric::Wdl;
    refused(other, "metric");
    for (index::SideMaterial index::Material::*side : {&index::Material::white, &index::Material::black}) {
        for (std::uint8_t index::SideMaterial::*count : {&index::SideMaterial::kings, &index::SideMaterial::men}) {
            other = kind;
            other.material.*side.*count = 4;
            refused(other, "material");
        }
    }
    other = kind;
    other.sides = 1;
    refused(other, "number of sides to move");
    for (const std::uint64_t positions : {5U, 7U}) {
        other = kind;
        other.positions_per_side = positions;
        refused(other, "number of positions");
    }
}
