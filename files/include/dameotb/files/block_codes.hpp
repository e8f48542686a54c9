// Turns the codes of places into blocks of a file, and back (docs/format.md, "Blocks").
// If the places of a class lie in rows, it is quick to find the quiet ones, and only these are stored. Otherwise all
// places are stored, and open places are filled with some code.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/table_file.hpp>
#include <dameotb/index/quiet_places.hpp>

namespace dameotb::files {

/// Returns how files of the class store their places.
[[nodiscard]] inline format::Stored stored_places(const index::Material& material) {
    return index::QuietPlaces::lie_in_rows(material) ? format::Stored::Quiet : format::Stored::All;
}

/// Encodes blocks of codes. Each thread needs its own object.
class BlockCodesEncoder {
public:
    BlockCodesEncoder(format::Stored stored, format::Effort effort) : stored_{stored}, encoder_{effort} {}

    /// Encodes a block. `codes`: those of all places of the block, open_code where a capture is forced.
    [[nodiscard]] format::EncodedBlock encode(std::uint64_t ordinal, std::span<const std::uint8_t> codes);

private:
    void put_all(std::span<const std::uint8_t> codes);
    void put_quiet(std::span<const std::uint8_t> codes);

    format::Stored stored_;
    format::BlockEncoder encoder_;
    std::vector<std::byte> content_;
};

/// What a decoded block has at the places where a capture is forced. If all places are stored, finding these takes
/// time.
enum class ForcedPlaces : std::uint8_t {
    AnyCode,  ///< Some code of the file's metric.
    Open,     ///< codec::open_code.
};

/// Throws format::TablebaseError unless the file has values of one byte, as BlockCodesDecoder needs.
void require_byte_values(const format::TableReader& reader);

/// Decodes blocks of a file with values of one byte. Each thread needs its own object.
class BlockCodesDecoder {
public:
    /// Keeps the references.
    BlockCodesDecoder(const format::TableReader& reader, const index::QuietPlaces& quiet,
                      ForcedPlaces forced = ForcedPlaces::AnyCode)
        : reader_{reader}, quiet_{quiet}, forced_{forced} {}

    /// Writes the codes of all places of the block into `codes`.
    /// Throws format::TablebaseError if the block is damaged. Requires: codes.size() == places_in_block(ordinal).
    void decode(std::uint64_t ordinal, std::span<std::uint8_t> codes);

private:
    void mark(std::uint64_t ordinal, std::size_t places);
    void spread(std::uint64_t ordinal, std::span<std::uint8_t> codes);

    const format::TableReader& reader_;
    const index::QuietPlaces& quiet_;
    ForcedPlaces forced_;
    std::vector<std::byte> content_;
    std::vector<std::uint64_t> marks_;
};

}  // namespace dameotb::files
