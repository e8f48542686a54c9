// Codes are written into a file's blocks and read back. They must be the same wherever no capture is forced.
#include <dameotb/files/block_codes.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"

using namespace dameotb;
using namespace dameotb::files;
using format::Stored;

namespace {

constexpr unsigned seed = 20261121;

/// Writes the codes as a table of the class, and reads them back. The rules tell which positions are open.
std::vector<std::uint8_t> there_and_back(const index::ClassIndex& index, Stored stored, std::uint32_t block_places,
                                         std::span<const std::uint8_t> codes,
                                         ForcedPlaces forced = ForcedPlaces::AnyCode) {
    const tests::TemporaryDirectory directory;
    format::Header header = tests::header_of(index, format::Metric::Dtm);
    header.stored = stored;
    header.block_places = block_places;
    format::TableWriter writer{directory / "table", header};
    BlockCodesEncoder encoder{stored, 3};
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        const std::uint64_t first = ordinal * block_places;
        writer.append(
            encoder.encode(ordinal, codes.subspan(first, std::min<std::size_t>(block_places, codes.size() - first))));
    }
    writer.finish();
    const format::TableReader reader{format::open_file(directory / "table")};
    const index::QuietPlaces quiet{index};
    BlockCodesDecoder decoder{reader, quiet, forced};
    std::vector<std::uint8_t> back(codes.size(), 99);
    for (std::uint64_t ordinal = 0; ordinal < header.blocks(); ++ordinal) {
        decoder.decode(ordinal, std::span{back}.subspan(ordinal * block_places, reader.places_in_block(ordinal)));
    }
    return back;
}

std::vector<bool> open_places(const index::ClassIndex& index) {
    std::vector<bool> open;
    for (int side = 0; side < index::stored_sides(index.material()); ++side) {
        for (std::uint64_t number = 0; number < index.size(); ++number) {
            open.push_back(rules::must_capture(index.unrank(number, static_cast<rules::Colour>(side))));
        }
    }
    return open;
}

}  // namespace

TEST_CASE("codes come back from blocks of any size, stored in either way") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    for (const char* name : {"KvK", "KvM", "MvM", "KKvM"}) {
        const index::ClassIndex index{tests::class_of(name)};
        const std::vector<bool> open = open_places(index);
        for (const std::uint32_t block_places : {100U, 1024U, 1025U, 5000U, 1U << 16}) {
            for (const Stored stored : {Stored::All, Stored::Quiet}) {
                CAPTURE(name, block_places, static_cast<int>(stored));
                std::vector<std::uint8_t> codes(open.size());
                for (std::size_t i = 0; i < codes.size(); ++i) {
                    // Stretches of one value. Some are longer than a block.
                    const bool same = i > 0 && random() % (i / 20'000 % 2 == 0 ? 3 : 3000) != 0;
                    codes[i] = same ? codes[i - 1] : static_cast<std::uint8_t>(random() % 252);
                }
                std::vector<std::uint8_t> with_open = codes;
                for (std::size_t i = 0; i < codes.size(); ++i) {
                    with_open[i] = open[i] ? open_code : codes[i];
                }
                const std::vector<std::uint8_t> back = there_and_back(index, stored, block_places, with_open);
                bool equal = true;
                for (std::size_t i = 0; i < codes.size(); ++i) {
                    equal = equal && (open[i] || back[i] == codes[i]);
                }
                REQUIRE(equal);
                REQUIRE(there_and_back(index, stored, block_places, with_open, ForcedPlaces::Open) == with_open);
            }
        }
    }
}

TEST_CASE("a block whose quiet places agree takes no bytes") {
    for (const Stored stored : {Stored::All, Stored::Quiet}) {
        BlockCodesEncoder encoder{stored, 3};
        std::vector<std::uint8_t> codes(3000, 7);
        codes[0] = codes[5] = codes[2999] = open_code;
        const format::EncodedBlock constant = encoder.encode(0, codes);
        CHECK(constant.bytes.empty());
        CHECK(constant.decoded_bytes == 7);
        codes[1] = 8;
        CHECK_FALSE(encoder.encode(0, codes).bytes.empty());
        CHECK(encoder.encode(0, std::vector<std::uint8_t>(3000, open_code)).bytes.empty());
    }
}

TEST_CASE("a block with more or fewer values than the rules ask for is an error") {
    const index::ClassIndex index{tests::class_of("KvM")};
    const std::vector<bool> open = open_places(index);
    std::vector<std::uint8_t> codes(open.size());
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codes[i] = open[i] ? open_code : static_cast<std::uint8_t>(i % 100);
    }
    const auto quiet = static_cast<std::size_t>(std::find(open.begin() + 500, open.end(), false) - open.begin());
    const auto forced = static_cast<std::size_t>(std::find(open.begin() + 500, open.end(), true) - open.begin());
    std::vector<std::uint8_t> fewer = codes;
    fewer[quiet] = open_code;
    CHECK_THROWS_AS(there_and_back(index, Stored::Quiet, 1U << 16, fewer), format::TablebaseError);
    std::vector<std::uint8_t> more = codes;
    more[forced] = 3;
    CHECK_THROWS_AS(there_and_back(index, Stored::Quiet, 1U << 16, more), format::TablebaseError);
    CHECK_NOTHROW(there_and_back(index, Stored::Quiet, 1U << 16, codes));
}
