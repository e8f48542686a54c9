// Opens a table by its header, and reads and checks index blocks, block groups and models.
#include <dameotb/table/format/block_group.hpp>
#include <dameotb/table/format/table_file.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::table {

namespace {

/// Reads the header. Throws TablebaseError unless the file has the size that the header gives.
layout::FileHeader read_file_header(const ByteSource& source) {
    const std::uint64_t file_bytes = source.size_bytes();
    std::array<std::byte, layout::header_bytes> bytes{};
    source.read_at(0, std::span{bytes}.first(std::min<std::uint64_t>(file_bytes, bytes.size())));
    if (file_bytes >= layout::magic_and_versions_bytes) {
        // A file of another version may be shorter than our header.
        layout::require_versions(std::span{bytes}.first<layout::magic_and_versions_bytes>(), source.name());
    }
    if (file_bytes < bytes.size()) {
        throw TablebaseError{source.name(), file_bytes, "too short to be a table"};
    }
    const layout::FileHeader file = layout::decode(bytes, source.name());
    if (file.file_bytes != file_bytes || !layout::is_possible_size(file.header, file_bytes)) {
        throw TablebaseError{source.name(), file_bytes,
                             "truncated or extended: the file's size does not match its header"};
    }
    return file;
}

}  // namespace

std::size_t header_bytes() {
    return layout::header_bytes;
}

Header read_header(const ByteSource& source) {
    return read_file_header(source).header;
}

void require_kind(const Header& header, const TableKind& kind, const std::string& name) {
    const auto require = [&name](bool holds, const char* what) {
        if (!holds) {
            throw TablebaseError{name, std::string{"the header's "} + what + " does not match this table"};
        }
    };
    require(header.metric == kind.metric, "metric");
    require(header.material == kind.material, "material");
    require(header.sides == kind.sides, "number of sides to move");
    require(header.positions_per_side == kind.positions_per_side, "number of positions");
}

ByteRange index_block_of(const Header& header, std::uint64_t number) {
    const std::uint64_t index_block = number / layout::index_block_entries;
    const std::size_t entries = layout::entries_in_index_block(header, index_block);
    return {layout::index_block_begin(header, index_block),
            static_cast<std::uint32_t>(layout::index_block_bytes(entries))};
}

TableReader::TableReader(std::unique_ptr<ByteSource> source, const std::optional<TableKind>& kind)
    : source_{std::move(source)} {
    const layout::FileHeader file = read_file_header(*source_);
    header_ = file.header;
    models_checksum_ = file.models_checksum;
    if (kind) {
        require_kind(header_, *kind, name());
    }
}

TableReader::~TableReader() = default;
TableReader::TableReader(TableReader&&) noexcept = default;
TableReader& TableReader::operator=(TableReader&&) noexcept = default;

std::vector<std::byte> TableReader::read_models() const {
    std::vector<std::byte> models(header_.models_bytes);
    source_->read_at(layout::header_bytes, models);
    if (checksum(models, header_.seed) != models_checksum_) {
        throw TablebaseError{name(), layout::header_bytes, "the models are damaged: their checksum does not match"};
    }
    return models;
}

ByteRange TableReader::locate(std::uint64_t number) const {
    const std::uint64_t index_block = number / layout::index_block_entries;
    const std::size_t entries = layout::entries_in_index_block(header_, index_block);
    const auto [index_offset, index_bytes] = index_block_of(header_, number);
    std::array<std::byte, layout::index_block_bytes(layout::index_block_entries)> buffer;
    const std::span<std::byte> bytes = std::span{buffer}.first(index_bytes);
    source_->read_at(index_offset, bytes);
    if (!ends_with_checksum(bytes, layout::index_block_seed(header_, index_block))) {
        throw TablebaseError{name(), index_offset,
                             "index block " + std::to_string(index_block) + " is damaged: its checksum does not match"};
    }
    const auto end_of = [&bytes](std::size_t entry) {
        return layout::get(bytes.subspan(layout::index_block_offset_bytes + entry * layout::index_entry_bytes,
                                         layout::index_entry_bytes));
    };
    const std::uint64_t offset = layout::get(bytes.first(layout::index_block_offset_bytes));
    const std::size_t entry = number % layout::index_block_entries;
    const std::uint64_t begin = entry == 0 ? 0 : end_of(entry - 1);
    const std::uint64_t end = end_of(entry);
    const std::uint64_t groups_begin = layout::groups_begin(header_);
    const bool is_inside = offset >= groups_begin && offset <= file_bytes() && end <= file_bytes() - offset;
    const bool begins_well = index_block > 0 || offset == groups_begin;
    const bool ends_well =
        index_block + 1 < layout::index_blocks(header_) || end_of(entries - 1) == file_bytes() - offset;
    if (!is_inside || !begins_well || !ends_well || end < begin + layout::least_group_bytes ||
        end > begin + layout::most_group_bytes(header_, header_.blocks_in_group(number))) {
        throw TablebaseError{name(), index_offset, "impossible location of block group " + std::to_string(number)};
    }
    return {offset + begin, static_cast<std::uint32_t>(end - begin)};
}

void TableReader::read_group(std::uint64_t number, const ByteRange& location, std::span<std::byte> out) const {
    source_->read_at(location.offset_bytes, out);
    if (!is_sealed(header_, number, out)) {
        throw TablebaseError{name(), location.offset_bytes,
                             "block group " + std::to_string(number) + " is damaged: its checksum does not match"};
    }
}

}  // namespace dameotb::table
