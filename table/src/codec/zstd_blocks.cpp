#include <dameotb/table/codec/zstd_blocks.hpp>

#include <algorithm>
#include <new>
#include <stdexcept>
#include <string>

#include <zstd.h>

#include <dameotb/table/format/metric.hpp>
#include <dameotb/table/format/own_of_thread.hpp>

namespace dameotb::table {

namespace {

// A fifth of the time of level 19, for a ninth more bytes (docs/decisions/0005-codec.md).
constexpr int level = 9;

/// The decoding context of a thread.
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

    [[nodiscard]] bool decode(std::span<const std::byte> bytes, std::span<std::uint8_t> codes) {
        return ZSTD_findFrameCompressedSize(bytes.data(), bytes.size()) == bytes.size() &&
               ZSTD_getFrameContentSize(bytes.data(), bytes.size()) == codes.size() &&
               ZSTD_decompressDCtx(zstd_, codes.data(), codes.size(), bytes.data(), bytes.size()) == codes.size();
    }

private:
    ZSTD_DCtx* zstd_;
};

}  // namespace

struct ZstdEncoder::Context {
    Context() : zstd{ZSTD_createCCtx()} {
        if (zstd == nullptr) {
            throw std::bad_alloc{};
        }
        // The frame has its content size. A frame checksum would only duplicate that of the block group.
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_contentSizeFlag, 1);
        ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 0);
    }
    ~Context() { ZSTD_freeCCtx(zstd); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    ZSTD_CCtx* zstd;
};

ZstdEncoder::ZstdEncoder() : context_{std::make_unique<Context>()} {}
ZstdEncoder::~ZstdEncoder() = default;
ZstdEncoder::ZstdEncoder(ZstdEncoder&&) noexcept = default;

std::vector<std::byte> ZstdEncoder::encode(std::span<const std::uint8_t> codes) {
    const auto is_open = [](std::uint8_t code) { return code == dont_care_code; };
    const auto first = std::ranges::find_if_not(codes, is_open);
    if (first == codes.end()) {
        return {};
    }
    if (std::all_of(first, codes.end(), [&](std::uint8_t code) { return code == *first || is_open(code); })) {
        return {std::byte{*first}};
    }
    // A position with a don't-care code gets the code before it, which compresses well; those at the front get the
    // first.
    filled_.assign(codes.begin(), codes.end());
    std::uint8_t last = *first;
    for (std::uint8_t& code : filled_) {
        last = is_open(code) ? last : code;
        code = last;
    }
    std::vector<std::byte> bytes(ZSTD_compressBound(filled_.size()));
    const std::size_t size = ZSTD_compress2(context_->zstd, bytes.data(), bytes.size(), filled_.data(), filled_.size());
    if (ZSTD_isError(size) != 0) {
        throw std::runtime_error{std::string{"zstd: "} + ZSTD_getErrorName(size)};
    }
    bytes.resize(size);
    if (size >= filled_.size()) {
        const auto plain = std::as_bytes(std::span{filled_});
        bytes.assign(plain.begin(), plain.end());
    }
    return bytes;
}

bool decode_zstd(std::span<const std::byte> bytes, std::span<std::uint8_t> codes) {
    if (bytes.size() == codes.size()) {
        std::ranges::copy(bytes, std::as_writable_bytes(codes).begin());
        return true;
    }
    if (bytes.size() <= 1) {
        std::ranges::fill(codes, bytes.empty() ? std::uint8_t{0} : std::to_integer<std::uint8_t>(bytes.front()));
        return true;
    }
    return own_of_thread<Decoder>().decode(bytes, codes);
}

}  // namespace dameotb::table
