// Whole blocks are decoded; a block that a piece ends in is decoded again for the next piece.
#include "table_stream.hpp"

#include <algorithm>
#include <mutex>
#include <optional>

#include "parallel.hpp"
#include "whole_table.hpp"

namespace dameotb::gen {

TableStream::TableStream(const std::filesystem::path& directory, const index::ClassIndex& index, format::Metric metric)
    : reader_{open_table(directory, index, metric)} {}

std::span<std::uint8_t> TableStream::read(std::uint64_t first, std::uint64_t end, int threads) {
    const std::uint64_t block_values = reader_.header().block_values;
    const std::uint64_t first_block = first / block_values;
    const std::uint64_t end_block = (end + block_values - 1) / block_values;
    values_.resize((end_block - first_block) * block_values);
    std::mutex mutex;
    std::uint64_t first_damaged = end_block;
    std::optional<format::TablebaseError> damage;
    parallel_for(end_block - first_block, threads, [&](std::size_t, std::uint64_t i) {
        const std::uint64_t ordinal = first_block + i;
        const auto block = std::span{values_}.subspan(i * block_values, reader_.values_in_block(ordinal));
        try {
            reader_.read_block(ordinal, std::as_writable_bytes(block));
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
    return std::span{values_}.subspan(first - first_block * block_values, end - first);
}

std::uint64_t places_at_a_time(std::uint64_t part, int threads) {
    constexpr std::uint64_t least_places = std::uint64_t{1} << 24;
    return part * std::max(2 * static_cast<std::uint64_t>(threads), least_places / part);
}

}  // namespace dameotb::gen
