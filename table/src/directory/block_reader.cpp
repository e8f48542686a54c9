#include <dameotb/table/directory/block_reader.hpp>

#include <algorithm>

#include <dameotb/table/codec/zstd_blocks.hpp>
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::table {

namespace {

TablebaseError impossible_block(const OpenTable& table, std::uint64_t block_index, const char* what) {
    return {table.reader().name(), "block " + std::to_string(block_index) + " " + what};
}

/// Throws TablebaseError unless all codes are values of the table. Models give a value of the metric, which the rule
/// may not allow, or dont_care_code.
void require_values(const OpenTable& table, std::uint64_t block_index, std::span<const std::uint8_t> codes) {
    const Header& header = table.header();
    const unsigned most = most_code_of(coding_of(header.metric));
    const bool has_models = table.has_models();
    const auto is_wrong = [&](std::uint8_t code) { return code > most && !(has_models && code == dont_care_code); };
    const auto is_wrong_under_rule = [&](std::uint8_t code) {
        return is_wrong(code) || (code <= most && !is_dtz_code(code, header.rule));
    };
    if (has_rule(header.metric) ? std::ranges::any_of(codes, is_wrong_under_rule)
                                : !has_models && std::ranges::any_of(codes, is_wrong)) {
        throw impossible_block(table, block_index, "has an impossible value");
    }
}

}  // namespace

void BlockReader::read(const OpenTable& table, std::uint64_t block_index, std::span<std::uint8_t> codes,
                       std::uint32_t last) {
    if (const OpenTable* wdl = table.results()) {
        const std::uint64_t block = table.block_of_results(block_index);
        results_.resize(codes.size());
        decode(*wdl, block, block_bytes(*wdl, block, group_of_results_), {}, results_, last);
    }
    decode(table, block_index, block_bytes(table, block_index, group_of(table)), results_, codes, last);
}

void BlockReader::read_all(const OpenTable& table, std::uint64_t first, std::uint64_t end,
                           std::span<std::uint8_t> codes) {
    if (!table.has_models()) {
        for (std::uint64_t block_index = first; block_index < end; ++block_index) {
            const std::uint32_t count = table.header().positions_in_block(block_index);
            read(table, block_index, codes.first(count), count - 1);
            codes = codes.subspan(count);
        }
        return;
    }
    if (const OpenTable* wdl = table.results()) {
        results_.resize(codes.size());
        decode_all(*wdl, group_of_results_, table, first, end, {}, results_);
    }
    decode_all(table, group_of(table), table, first, end, results_, codes);
}

void BlockReader::decode_all(const OpenTable& table, GroupRead& group, const OpenTable& positions_of,
                             std::uint64_t first, std::uint64_t end, std::span<const std::uint8_t> results,
                             std::span<std::uint8_t> codes) {
    std::vector<EncodedBlock> blocks;
    std::uint64_t first_of_group = 0;
    const auto decode_group = [&] {
        if (!space_.decode_all(blocks)) {
            throw TablebaseError{table.reader().name(), "a block is damaged"};
        }
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            require_values(table, first_of_group + i, blocks[i].codes);
        }
        blocks.clear();
    };
    for (std::uint64_t position_block = first; position_block < end; ++position_block) {
        const std::uint64_t block_index =
            &table == &positions_of ? position_block : positions_of.block_of_results(position_block);
        if (!blocks.empty() && group.number != block_index / table.header().group_blocks) {
            decode_group();  // before its bytes go
        }
        if (blocks.empty()) {
            first_of_group = block_index;
        }
        const std::size_t count = table.header().positions_in_block(block_index);
        const bool has_results = table.results() != nullptr;
        blocks.push_back({&table.model(block_index), table.header().first_of(block_index),
                          block_bytes(table, block_index, group), results.first(has_results ? count : 0),
                          codes.first(count)});
        results = results.subspan(has_results ? count : 0);
        codes = codes.subspan(count);
    }
    decode_group();
}

void BlockReader::decode(const OpenTable& table, std::uint64_t block_index, std::span<const std::byte> bytes,
                         std::span<const std::uint8_t> results, std::span<std::uint8_t> codes, std::uint32_t last) {
    if (!table.has_models()) {
        if (!decode_zstd(bytes, codes)) {
            throw impossible_block(table, block_index, "is damaged");
        }
    } else if (!space_.decode(table.model(block_index), table.header().first_of(block_index), bytes, results, codes,
                              last)) {
        throw impossible_block(table, block_index, "is damaged");
    }
    require_values(table, block_index, table.has_models() ? codes.first(last + 1) : codes);
}

std::span<const std::byte> BlockReader::block_bytes(const OpenTable& table, std::uint64_t block_index,
                                                    GroupRead& group) {
    const std::uint64_t number = block_index / table.header().group_blocks;
    if (group.table != table.id() || group.number != number) {
        group.table = 0;
        (void)read_group(table.reader(), number, group.bytes);
        group.table = table.id();
        group.number = number;
    }
    const BlockGroup view{table.header(), number, group.bytes, table.reader().name()};
    return view.block(static_cast<std::uint32_t>(block_index % table.header().group_blocks));
}

}  // namespace dameotb::table
