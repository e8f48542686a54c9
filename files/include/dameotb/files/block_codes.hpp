// Codes of places to blocks of a file, and back (docs/format.md, "Blocks").
// Where rows tell quickly which places are quiet, only those are stored; elsewhere all are, the open ones filled.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/quiet_places.hpp>

namespace dameotb::files {

/// For a place with a forced capture, before it is stored. No distance and no result has this code.
inline constexpr std::uint8_t open_code = 255;

/// How files of the class store their places.
[[nodiscard]] inline format::Stored stored_places(const index::Material& material) {
    return index::QuietPlaces::lie_in_rows(material) ? format::Stored::Quiet : format::Stored::All;
}

/// Encodes blocks of codes. One object a thread.
class BlockCodesEncoder {
public:
    BlockCodesEncoder(format::Stored stored, format::Effort effort) : stored_{stored}, encoder_{effort} {}

    /// The codes of all places of that block, open_code where a capture is forced.
    [[nodiscard]] format::EncodedBlock encode(std::uint64_t ordinal, std::span<const std::uint8_t> codes);

private:
    void put_all(std::span<const std::uint8_t> codes);
    void put_quiet(std::span<const std::uint8_t> codes);

    format::Stored stored_;
    format::BlockEncoder encoder_;
    std::vector<std::byte> content_;
};

/// What a decoded block has where a capture is forced. To know these places takes time where all are stored.
enum class ForcedPlaces : std::uint8_t {
    AnyCode,  ///< Some code of the file's metric.
    Open,     ///< open_code.
};

/// Throws format::TablebaseError unless the file has values of one byte, as BlockCodesDecoder takes them.
void require_byte_values(const format::TableReader& reader);

/// Decodes blocks of a file with values of one byte. One object a thread.
class BlockCodesDecoder {
public:
    /// Keeps the references.
    BlockCodesDecoder(const format::TableReader& reader, const index::QuietPlaces& quiet,
                      ForcedPlaces forced = ForcedPlaces::AnyCode)
        : reader_{reader}, quiet_{quiet}, forced_{forced} {}

    /// The codes of all places of the block.
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
