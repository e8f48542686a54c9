// Decodes whole blocks. A block cut by the end of a batch is decoded again for the next batch.
#include <dameotb/store/table_stream.hpp>

#include <algorithm>

#include <dameotb/index/quiet_positions.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::store {

void PositionsReader::read_block(std::uint64_t block_index, std::span<std::uint8_t> codes) {
    reader_.read(table_, block_index, codes, static_cast<std::uint32_t>(codes.size() - 1));
    if (forced_ == ForcedPositions::Marked && !table_.has_models()) {
        open_forced(block_index, codes);
    }
}

void PositionsReader::read_blocks(std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes) {
    if (read_together(first, end, codes)) {
        return;
    }
    for (std::uint64_t block_index = first; block_index < end; ++block_index) {
        const std::uint32_t count = table_.header().positions_in_block(block_index);
        read_block(block_index, codes.first(count));
        codes = codes.subspan(count);
    }
}

bool PositionsReader::read_together(std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes) {
    if (!table_.has_models()) {
        return false;
    }
    try {
        reader_.read_all(table_, first, end, codes);
        return true;
    } catch (const table::TablebaseError&) {  // reading block by block finds the first damaged one
        return false;
    }
}

void PositionsReader::open_forced(std::uint64_t block_index, std::span<std::uint8_t> codes) {
    const table::Header& header = table_.header();
    const std::uint64_t before = static_cast<std::uint64_t>(header.side_of(block_index)) * table_.index().size();
    const index::QuietPositions quiet{table_.index()};
    marks_.resize((codes.size() + 63) / 64);
    quiet.mark(before + header.first_of(block_index), codes.size(), marks_);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codes[i] = index::is_quiet(marks_, i) ? codes[i] : table::dont_care_code;
    }
}

std::span<const std::uint8_t> PositionsReader::read(Colour mover, std::uint64_t first, std::uint32_t count) {
    const table::Header& header = table_.header();
    const auto side = static_cast<Colour>(mover);
    const std::uint64_t first_block = header.block_of(side, first);
    const std::uint64_t last_block = header.block_of(side, first + count - 1);
    const std::uint64_t begin = header.first_of(first_block);
    codes_.resize(header.first_of(last_block) + header.positions_in_block(last_block) - begin);
    read_blocks(first_block, last_block + 1, codes_);
    return std::span{codes_}.subspan(first - begin, count);
}

std::uint64_t TableStream::block_at(std::uint64_t offset) const {
    const table::Header& header = table_.header();
    return offset / header.positions_per_side * header.blocks_per_side() +
           offset % header.positions_per_side / header.block_positions;
}

std::uint64_t TableStream::first_offset(std::uint64_t block) const {
    const table::Header& header = table_.header();
    return block / header.blocks_per_side() * header.positions_per_side + header.first_of(block);
}

std::span<std::uint8_t> TableStream::read(std::uint64_t first, std::uint64_t end, const memory::Team& team) {
    const std::uint64_t first_block = block_at(first);
    const std::uint64_t end_block = block_at(end - 1) + 1;
    codes_.resize(first_offset(end_block) - first_offset(first_block));
    decode(first_block, end_block, codes_, team);
    return std::span{codes_}.subspan(first - first_offset(first_block), end - first);
}

/// Decodes the blocks `first_block` to `end_block` - 1 consecutively into `codes`, from its beginning.
void TableStream::decode(std::uint64_t first_block, std::uint64_t end_block, std::span<std::uint8_t> codes,
                         const memory::Team& team) const {
    const std::uint64_t group_blocks = table_.header().group_blocks;
    const std::uint64_t first_group = first_block / group_blocks;
    const std::uint64_t groups = (end_block + group_blocks - 1) / group_blocks - first_group;
    std::vector<PositionsReader> readers;
    for (int i = 0; i < team.threads; ++i) {
        readers.emplace_back(table_, forced_);
    }
    memory::parallel_for(groups, team, [&](std::size_t thread, std::uint64_t group) {
        const std::uint64_t end = std::min(end_block, (first_group + group + 1) * group_blocks);
        const std::uint64_t begin = std::max(first_block, (first_group + group) * group_blocks);
        const auto of_blocks =
            codes.subspan(first_offset(begin) - first_offset(first_block), first_offset(end) - first_offset(begin));
        readers[thread].read_blocks(begin, end, of_blocks);
    });
}

}  // namespace dameotb::store
