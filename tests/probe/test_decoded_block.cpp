// Decodes blocks of the largest size that the format allows: 2^24 places with values of two bytes. Also decodes a
// table's last block, which ends within a span. Every place must have its value, but only where no capture is forced.
#include "decoded_block.hpp"

#include <dameotb/format/quiet_block.hpp>

#include "catch.hpp"
#include "sample_tables.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using index::is_quiet;
using probe::DecodedBlock;

namespace {

constexpr std::uint32_t block_places = 1U << 24;

/// Returns a value that differs between places that would be confused if a number lost bits.
std::uint16_t value_of(std::uint64_t place) {
    return static_cast<std::uint16_t>((place >> 9) % 31991);
}

/// Returns which of the block's places are quiet.
std::vector<std::uint64_t> marks_of(const index::QuietPlaces& quiet, std::uint64_t ordinal, std::uint32_t places) {
    std::vector<std::uint64_t> marks((std::size_t{places} + 63) / 64);
    quiet.mark(ordinal * block_places, places, marks);
    return marks;
}

}  // namespace

TEST_CASE("blocks of the largest size and width, and a short last one, have their values", "[probe]") {
    const index::ClassIndex index{material("KKKvKM")};
    const index::QuietPlaces quiet{index};
    const format::Header header = header_of(
        index, format::Metric::Dtm, {.block_places = block_places, .value_bytes = 2, .stored = format::Stored::Quiet});
    const std::uint64_t last = header.blocks() - 1;
    const auto last_places = static_cast<std::uint32_t>(header.places() - last * block_places);
    REQUIRE(last > 2);
    REQUIRE(last_places % format::span_places != 0);
    REQUIRE(last_places % 64 != 0);

    const TemporaryDirectory directory;
    format::TableWriter writer{directory / "table", header};
    for (std::uint64_t ordinal = 0; ordinal <= last; ++ordinal) {
        const std::uint32_t places = ordinal == last ? last_places : block_places;
        if (ordinal != 1 && ordinal != last) {  // Only these two blocks are looked at.
            writer.append(format::EncodedBlock::constant(0));
            continue;
        }
        const std::vector<std::uint64_t> marks = marks_of(quiet, ordinal, places);
        const auto value_of_place = [&](std::uint32_t place) {
            return is_quiet(marks, place) ? std::optional<unsigned>{value_of(ordinal * block_places + place)}
                                          : std::nullopt;
        };
        writer.append(format::BlockEncoder{1}.encode(ordinal, block_of(header, places, value_of_place)));
    }
    writer.finish();
    const probe::Table table{format::TableReader{format::open_file(directory / "table")}, quiet};

    const std::uint64_t ordinal = GENERATE_COPY(std::uint64_t{1}, last);
    const std::uint32_t places = table.reader.places_in_block(ordinal);
    const std::vector<std::uint64_t> marks = marks_of(quiet, ordinal, places);
    const std::size_t room_bytes = DecodedBlock::room_bytes(table.reader, ordinal);
    const auto room = std::make_unique<std::byte[]>(room_bytes);  // So that the address sanitizer sees accesses beyond
                                                                  // it.
    DecodedBlock block;
    block.decode(table, ordinal, room.get());
    std::mutex learning;
    std::uint64_t wrong = 0;
    std::uint64_t found = 0;
    const auto check = [&](std::uint32_t place) {
        if (is_quiet(marks, place)) {
            wrong += block.value(place, learning) != value_of(ordinal * block_places + place);
            ++found;
        } else {
            REQUIRE_THROWS_AS(block.value(place, learning), format::TablebaseError);
        }
    };
    const std::uint32_t from_the_end = std::min(places, 3000U);
    for (std::uint32_t i = 0; i < from_the_end; ++i) {
        check(i);
        check(places - 1 - i);
    }
    for (std::uint32_t place = 0; place < places; place += 9001) {  // Most spans of 1024 places are skipped.
        check(place);
    }
    CHECK(wrong == 0);
    CHECK(found > from_the_end / 2);
}
