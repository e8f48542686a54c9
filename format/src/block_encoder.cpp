// Makes one zstd frame of each block.
#include <dameotb/format/table_file.hpp>

#include <new>
#include <stdexcept>

#include <zstd.h>

#include "checksum.hpp"

namespace dameotb::format {

struct BlockEncoder::Context {
    explicit Context(Effort effort) : zstd{ZSTD_createCCtx()} {
        if (zstd == nullptr) {
            throw std::bad_alloc{};
        }
        // The frame tells its content size. A checksum in the frame would only repeat the one in the block index.
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, effort.zstd_level);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_strategy, effort.zstd_strategy);  // 0: that of the level
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_contentSizeFlag, 1);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 0);
    }
    ~Context() { ZSTD_freeCCtx(zstd); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    ZSTD_CCtx* zstd;
};

BlockEncoder::BlockEncoder(Effort effort) : context_{std::make_unique<Context>(effort)} {}
BlockEncoder::~BlockEncoder() = default;
BlockEncoder::BlockEncoder(BlockEncoder&&) noexcept = default;
BlockEncoder& BlockEncoder::operator=(BlockEncoder&&) noexcept = default;

EncodedBlock BlockEncoder::encode(std::uint64_t ordinal, std::span<const std::byte> decoded) {
    EncodedBlock block;
    block.bytes.resize(ZSTD_compressBound(decoded.size()));
    const std::size_t size =
        ZSTD_compress2(context_->zstd, block.bytes.data(), block.bytes.size(), decoded.data(), decoded.size());
    if (ZSTD_isError(size) != 0) {
        throw std::runtime_error{std::string{"zstd: "} + ZSTD_getErrorName(size)};
    }
    block.bytes.resize(size);
    block.checksum = checksum(decoded, ordinal);
    block.decoded_bytes = static_cast<std::uint32_t>(decoded.size());
    return block;
}

}  // namespace dameotb::format
