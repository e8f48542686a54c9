// Blocks of classes whose positions do not lie in rows, and of very small classes: all positions, compressed by zstd
// (docs/format.md, "Blocks").
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace dameotb::table {

/// Encodes blocks. Holds a zstd context: use one object per thread. Deterministic for a given version of zstd.
class ZstdEncoder {
public:
    ZstdEncoder();
    ~ZstdEncoder();
    ZstdEncoder(ZstdEncoder&&) noexcept;

    /// Returns the block's bytes: at most as many as it has positions. `codes`: dont_care_code where a capture is
    /// forced; these positions are stored with an arbitrary code.
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::uint8_t> codes);

private:
    struct Context;
    std::unique_ptr<Context> context_;
    std::vector<std::uint8_t> filled_;
};

/// Writes the codes of all positions of a block; they are meaningless where a capture is forced. Returns false if the
/// bytes are not such a block. Thread-safe; each thread keeps a zstd context of some 100 KB.
[[nodiscard]] bool decode_zstd(std::span<const std::byte> bytes, std::span<std::uint8_t> codes);

}  // namespace dameotb::table
