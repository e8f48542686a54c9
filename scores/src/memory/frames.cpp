// Each thread keeps its contexts and buffers.
#include <dameotb/scores/memory/frames.hpp>

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include <zstd.h>

namespace dameotb::scores {

namespace {

/// Lower levels take as long, and leave a third more bytes.
constexpr int level = 1;

/// Returns a context that zstd has made. Throws std::bad_alloc if it has made none.
template <class Context>
Context* made(Context* context) {
    return context != nullptr ? context : throw std::bad_alloc{};
}

struct Compressor {
    Compressor() {
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    }
    std::unique_ptr<ZSTD_CCtx, decltype([](ZSTD_CCtx* c) { ZSTD_freeCCtx(c); })> context{made(ZSTD_createCCtx())};
    std::vector<std::byte> bytes;
};

struct Decompressor {
    std::unique_ptr<ZSTD_DCtx, decltype([](ZSTD_DCtx* c) { ZSTD_freeDCtx(c); })> context{made(ZSTD_createDCtx())};
};

}  // namespace

std::span<const std::byte> compressed(std::span<const std::byte> bytes) {
    thread_local Compressor own;
    own.bytes.resize(std::max(own.bytes.size(), ZSTD_compressBound(bytes.size())));
    const std::size_t size =
        ZSTD_compress2(own.context.get(), own.bytes.data(), own.bytes.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size) != 0) {
        throw std::bad_alloc{};  // the only way in which this fails
    }
    return std::span{own.bytes}.first(size);
}

bool decompress(std::span<const std::byte> frame, std::span<std::byte> bytes) {
    thread_local Decompressor own;
    return ZSTD_decompressDCtx(own.context.get(), bytes.data(), bytes.size(), frame.data(), frame.size()) ==
           bytes.size();
}

std::optional<std::vector<std::byte>> decompressed(std::span<const std::byte> frame) {
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    // A block of 128 KB takes 4 bytes at least, so a frame that says more is damaged; so is one that does not say it.
    constexpr unsigned long long most_a_byte = 1 << 15;
    if (size / most_a_byte > frame.size()) {
        return std::nullopt;
    }
    std::vector<std::byte> bytes(size);
    return decompress(frame, bytes) ? std::optional{std::move(bytes)} : std::nullopt;
}

std::span<std::byte> frame_buffer(std::size_t bytes) {
    thread_local std::vector<std::byte> own;
    own.resize(std::max(own.size(), bytes));
    return std::span{own}.first(bytes);
}

}  // namespace dameotb::scores
