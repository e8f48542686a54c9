// Opens a table, checks everything that can be checked without decoding, decodes blocks.
#include <algorithm>

#include <zstd.h>

#include <dameotb/format/table_file.hpp>

#include "layout.hpp"

namespace dameotb::format {

namespace {

/// A decoding context and a buffer for compressed bytes, one of each a thread, kept from block to block.
class Decoder {
public:
    Decoder() : zstd_{ZSTD_createDCtx()} {
        if (zstd_ == nullptr) {
            throw std::bad_alloc{};
        }
    }
    ~Decoder() { ZSTD_freeDCtx(zstd_); }
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    [[nodiscard]] std::span<std::byte> buffer(std::size_t bytes) {
        buffer_.resize(std::max(buffer_.size(), bytes));
        return std::span{buffer_}.first(bytes);
    }
    /// False unless `packed` is one whole frame that decodes to exactly `out`.
    [[nodiscard]] bool decode(std::span<const std::byte> packed, std::span<std::byte> out) {
        return ZSTD_findFrameCompressedSize(packed.data(), packed.size()) == packed.size() &&
               ZSTD_getFrameContentSize(packed.data(), packed.size()) == out.size() &&
               ZSTD_decompressDCtx(zstd_, out.data(), out.size(), packed.data(), packed.size()) == out.size();
    }

private:
    ZSTD_DCtx* zstd_;
    std::vector<std::byte> buffer_;
};

}  // namespace

TableReader::TableReader(std::unique_ptr<ByteSource> source) : source_{std::move(source)} {
    const std::uint64_t file_size = source_->size_bytes();
    std::array<std::byte, layout::header_bytes> header;
    if (file_size < header.size()) {
        throw TablebaseError{name(), file_size, "too short to be a table"};
    }
    source_->read_at(0, header);
    const layout::FileHeader file = layout::decode(header, name());
    header_ = file.header;

    // Nothing is allocated by the header's word alone: the index has to fit the file.
    const std::uint64_t blocks = header_.blocks();
    if (file.index_offset_bytes < header.size() || file.index_offset_bytes > file_size ||
        blocks != (file_size - file.index_offset_bytes) / layout::index_entry_bytes ||
        (file_size - file.index_offset_bytes) % layout::index_entry_bytes != 0) {
        throw TablebaseError{name(), file_size, "truncated or extended: the file's size does not fit its header"};
    }
    std::vector<std::byte> index(blocks * layout::index_entry_bytes);
    source_->read_at(file.index_offset_bytes, index);
    if (layout::checksum(index) != file.index_checksum) {
        throw TablebaseError{name(), file.index_offset_bytes,
                             "the block index is damaged: its checksum does not match"};
    }
    std::uint64_t offset = header.size();
    blocks_.reserve(blocks);
    for (const layout::IndexEntry& entry : layout::decode_index(index)) {
        blocks_.push_back({offset, entry.size_bytes, entry.checksum});
        offset += entry.size_bytes;
    }
    if (offset != file.index_offset_bytes) {
        throw TablebaseError{name(), file.index_offset_bytes, "block sizes do not add up to the block index"};
    }
}

TableReader::~TableReader() = default;
TableReader::TableReader(TableReader&&) noexcept = default;
TableReader& TableReader::operator=(TableReader&&) noexcept = default;

std::uint32_t TableReader::values_in_block(std::uint64_t ordinal) const {
    const std::uint64_t left = header_.values() - ordinal * header_.block_values;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(left, header_.block_values));
}

void TableReader::read_block(std::uint64_t ordinal, std::span<std::byte> out) const {
    thread_local Decoder decoder;
    const BlockEntry& block = blocks_[ordinal];
    const std::span<std::byte> packed = decoder.buffer(block.size_bytes);
    source_->read_at(block.offset_bytes, packed);
    if (!decoder.decode(packed, out) || layout::checksum(out, ordinal) != block.checksum) {
        throw TablebaseError{name(), block.offset_bytes, "block " + std::to_string(ordinal) + " is damaged"};
    }
}

}  // namespace dameotb::format
