// Whole blocks are decoded; a block that a piece ends in is decoded again for the next piece.
#include "table_stream.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include "parallel.hpp"

namespace dameotb::gen {

TableStream::TableStream(format::TableReader reader, const index::ClassIndex& index, ForcedPlaces forced)
    : reader_{std::move(reader)}, quiet_{index}, forced_{forced} {}

std::span<std::uint8_t> TableStream::read(std::uint64_t first, std::uint64_t end, const Team& team) {
    const std::uint64_t block_places = reader_.header().block_places;
    const std::uint64_t first_block = first / block_places;
    const std::uint64_t end_block = (end + block_places - 1) / block_places;
    values_.resize((end_block - first_block) * block_places);
    std::mutex mutex;
    std::uint64_t first_damaged = end_block;
    std::optional<format::TablebaseError> damage;
    std::vector<BlockCodesDecoder> decoders(static_cast<std::size_t>(team.threads),
                                            BlockCodesDecoder{reader_, quiet_, forced_});
    parallel_for(end_block - first_block, team, [&](std::size_t thread, std::uint64_t i) {
        const std::uint64_t ordinal = first_block + i;
        const auto block = std::span{values_}.subspan(i * block_places, reader_.places_in_block(ordinal));
        try {
            decoders[thread].decode(ordinal, block);
        } catch (const format::TablebaseError& error) {
            const std::lock_guard lock{mutex};
            if (ordinal < first_damaged) {
                first_damaged = ordinal;
                damage = error;
            }
        }
    });
    if (damage) {
        throw format::TablebaseError{*damage};
    }
    return std::span{values_}.subspan(first - first_block * block_places, end - first);
}

}  // namespace dameotb::gen
