// Decodes whole blocks. If a batch ends inside a block, that block is decoded again for the next batch.
#include <dameotb/store/load/table_stream.hpp>

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include <dameotb/files/table_directory.hpp>
#include <dameotb/store/threads/parallel.hpp>

namespace dameotb::store {

format::TableReader open_byte_table(const std::filesystem::path& directory, const files::TableName& table) {
    format::TableReader reader = files::open_table(directory, table);
    files::require_byte_values(reader);
    return reader;
}

TableStream::TableStream(format::TableReader reader, const index::ClassIndex& index, files::ForcedPlaces forced)
    : reader_{std::move(reader)}, quiet_{index}, forced_{forced} {}

std::span<std::uint8_t> TableStream::read(std::uint64_t first, std::uint64_t end, const Team& team) {
    const std::uint64_t block_places = reader_.header().block_places;
    const std::uint64_t first_block = first / block_places;
    const std::uint64_t end_block = (end + block_places - 1) / block_places;
    values_.resize((end_block - first_block) * block_places);
    decode(first_block, end_block, values_, team);
    return std::span{values_}.subspan(first - first_block * block_places, end - first);
}

void TableStream::read_all(std::span<std::uint8_t> codes, const Team& team) const {
    decode(0, reader_.header().blocks(), codes, team);
}

/// Decodes the blocks `first_block` to `end_block` - 1 into `codes`, one after the other from its beginning.
void TableStream::decode(std::uint64_t first_block, std::uint64_t end_block, std::span<std::uint8_t> codes,
                         const Team& team) const {
    const std::uint64_t block_places = reader_.header().block_places;
    std::mutex mutex;
    std::atomic<std::uint64_t> first_damaged = end_block;
    std::optional<format::TablebaseError> damage;
    std::vector<files::BlockCodesDecoder> decoders(static_cast<std::size_t>(team.threads),
                                                   files::BlockCodesDecoder{reader_, quiet_, forced_});
    parallel_for(end_block - first_block, team, [&](std::size_t thread, std::uint64_t i) {
        const std::uint64_t ordinal = first_block + i;
        if (ordinal > first_damaged) {
            return;
        }
        const auto block = codes.subspan(i * block_places, reader_.places_in_block(ordinal));
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
}

std::vector<std::uint8_t> read_whole_table(const std::filesystem::path& directory, const files::TableName& table,
                                           const Team& team) {
    format::TableReader reader = open_byte_table(directory, table);
    const index::ClassIndex index{table.material};
    const TableStream stream{std::move(reader), index};
    std::vector<std::uint8_t> codes(stream.reader().header().places());
    stream.read_all(codes, team);
    return codes;
}

}  // namespace dameotb::store
