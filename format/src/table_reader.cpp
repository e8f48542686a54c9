// Opens a table, checks everything that can be checked without decoding, and decodes blocks.
#include <algorithm>
#include <limits>

#include <zstd.h>

#include <dameotb/format/quiet_block.hpp>
#include <dameotb/format/table_file.hpp>

#include "checksum.hpp"
#include "layout.hpp"

namespace dameotb::format {

namespace {

/// A decoding context and a buffer for compressed bytes. Each thread has one of each and keeps them from block to
/// block.
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

    /// The most bytes that a thread keeps for good: enough for blocks of half a million places, whatever they hold.
    static constexpr std::size_t most_bytes = std::size_t{1} << 20;

    /// Returns a buffer that is valid until the next call. Requires: bytes <= most_bytes.
    [[nodiscard]] std::span<std::byte> buffer(std::size_t bytes) {
        buffer_.resize(std::max(buffer_.size(), bytes));
        return std::span{buffer_}.first(bytes);
    }
    /// Decodes `packed` into `out`. Returns whether `packed` is one whole frame and fills `out` exactly.
    [[nodiscard]] bool decode(std::span<const std::byte> packed, std::span<std::byte> out) {
        return ZSTD_findFrameCompressedSize(packed.data(), packed.size()) == packed.size() &&
               ZSTD_getFrameContentSize(packed.data(), packed.size()) == out.size() &&
               ZSTD_decompressDCtx(zstd_, out.data(), out.size(), packed.data(), packed.size()) == out.size();
    }

private:
    ZSTD_DCtx* zstd_;
    std::vector<std::byte> buffer_;
};

/// Returns whether a block of so many places has counts that its spans can have, and as many values as the counts say.
bool counts_fit(std::span<const std::byte> block, std::uint32_t places, std::size_t value_bytes) {
    std::size_t values = 0;
    for (std::size_t i = 0; i < spans_in(places); ++i) {
        const std::uint32_t count = span_count(block, i);
        if (count > std::min(span_places, places - static_cast<std::uint32_t>(i) * span_places)) {
            return false;
        }
        values += count;
    }
    return span_count_bytes * spans_in(places) + values * value_bytes == block.size();
}

/// Reads the header. Throws TablebaseError unless the file has the size that the header says.
layout::FileHeader read_file_header(const ByteSource& source) {
    const std::uint64_t file_size = source.size_bytes();
    std::array<std::byte, layout::header_bytes> bytes;
    if (file_size < bytes.size()) {
        throw TablebaseError{source.name(), file_size, "too short to be a table"};
    }
    source.read_at(0, bytes);
    const layout::FileHeader file = layout::decode(bytes, source.name());
    if (file.index_offset_bytes < bytes.size() || file.index_offset_bytes > file_size ||
        file.header.blocks() != (file_size - file.index_offset_bytes) / layout::index_entry_bytes ||
        (file_size - file.index_offset_bytes) % layout::index_entry_bytes != 0) {
        throw TablebaseError{source.name(), file_size,
                             "truncated or extended: the file's size does not fit its header"};
    }
    return file;
}

}  // namespace

Header read_header(const ByteSource& source) {
    return read_file_header(source).header;
}

void require_kind(const Header& header, const TableKind& kind, const std::string& name) {
    const auto require = [&name](bool holds, const char* what) {
        if (!holds) {
            throw TablebaseError{name, std::string{"the header's "} + what + " is not that of such a file"};
        }
    };
    require(header.metric == kind.metric, "metric");
    require(header.material == kind.material, "material");
    require(header.sides == kind.sides, "number of sides to move");
    require(header.places_per_side == kind.places_per_side, "number of places");
}

TableReader::TableReader(std::unique_ptr<ByteSource> source, const std::optional<TableKind>& kind)
    : source_{std::move(source)} {
    const layout::FileHeader file = read_file_header(*source_);
    header_ = file.header;
    if (kind) {
        require_kind(header_, *kind, name());
    }
    // No allocation trusts the header alone: the index is known to fit into the file.
    const std::uint64_t blocks = header_.blocks();
    if (blocks > std::numeric_limits<std::size_t>::max() / layout::index_entry_bytes) {
        throw TablebaseError{name(), std::make_error_code(std::errc::value_too_large),
                             "cannot hold its block index with addresses of 32 bits"};
    }
    std::vector<std::byte> index(blocks * layout::index_entry_bytes);
    source_->read_at(file.index_offset_bytes, index);
    if (checksum(index) != file.index_checksum) {
        throw TablebaseError{name(), file.index_offset_bytes,
                             "the block index is damaged: its checksum does not match"};
    }
    std::uint64_t offset = layout::header_bytes;
    blocks_.reserve(blocks);
    for (const layout::IndexEntry& entry : layout::decode_index(index)) {
        blocks_.push_back({offset, entry.size_bytes, entry.decoded_bytes, entry.checksum});
        require_sizes(blocks_.size() - 1);
        offset += entry.size_bytes;
    }
    if (offset != file.index_offset_bytes) {
        throw TablebaseError{name(), file.index_offset_bytes, "block sizes do not add up to the block index"};
    }
}

TableReader::~TableReader() = default;
TableReader::TableReader(TableReader&&) noexcept = default;
TableReader& TableReader::operator=(TableReader&&) noexcept = default;

/// Throws TablebaseError for impossible sizes in the block's entry, so that nothing larger than a block is ever
/// allocated for it.
void TableReader::require_sizes(std::uint64_t ordinal) const {
    const BlockEntry& block = blocks_[ordinal];
    const std::uint64_t all = std::uint64_t{places_in_block(ordinal)} * header_.value_bytes;
    const std::uint64_t counts = span_count_bytes * spans_in(places_in_block(ordinal));
    const bool sound = block.size_bytes == 0
                           ? block.checksum == 0 && block.decoded_bytes < std::uint64_t{1} << (8 * header_.value_bytes)
                       : header_.stored == Stored::All
                           ? block.decoded_bytes == all
                           : block.decoded_bytes >= counts && block.decoded_bytes <= counts + all;
    if (!sound || block.size_bytes > layout::most_frame_bytes(block.decoded_bytes)) {
        throw TablebaseError{name(), block.offset_bytes, "impossible sizes of block " + std::to_string(ordinal)};
    }
}

std::uint32_t TableReader::places_in_block(std::uint64_t ordinal) const {
    const std::uint64_t left = header_.places() - ordinal * header_.block_places;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(left, header_.block_places));
}

void TableReader::read_block(std::uint64_t ordinal, std::span<std::byte> out) const {
    thread_local Decoder decoder;
    const BlockEntry& block = blocks_[ordinal];
    const bool is_large = block.size_bytes > Decoder::most_bytes;
    std::vector<std::byte> large(is_large ? block.size_bytes : 0);
    const std::span<std::byte> packed = is_large ? std::span{large} : decoder.buffer(block.size_bytes);
    source_->read_at(block.offset_bytes, packed);
    if (!decoder.decode(packed, out) || checksum(out, ordinal) != block.checksum ||
        (header_.stored == Stored::Quiet && !counts_fit(out, places_in_block(ordinal), header_.value_bytes))) {
        throw TablebaseError{name(), block.offset_bytes, "block " + std::to_string(ordinal) + " is damaged"};
    }
}

}  // namespace dameotb::format
