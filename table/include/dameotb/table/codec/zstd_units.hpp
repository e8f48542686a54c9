// Units of classes whose places do not lie in rows, and of very small ones: all places, compressed by zstd
// (docs/format.md, "Units").
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace dameotb::table {

/// Encodes units. Each thread needs its own object, which holds a zstd context. Deterministic for one version of zstd.
class ZstdEncoder {
public:
    ZstdEncoder();
    ~ZstdEncoder();
    ZstdEncoder(ZstdEncoder&&) noexcept;

    /// Returns the unit's bytes: at most as many as it has places. `codes`: dont_care_code where a capture is forced;
    /// these places are stored with some other code.
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::uint8_t> codes);

private:
    struct Context;
    std::unique_ptr<Context> context_;
    std::vector<std::uint8_t> filled_;
};

/// Writes the codes of all places of a unit; where a capture is forced, they mean nothing. Returns false if the bytes
/// are no such unit. Thread-safe; each thread keeps a zstd context of some 100 KB.
[[nodiscard]] bool decode_zstd(std::span<const std::byte> bytes, std::span<std::uint8_t> codes);

}  // namespace dameotb::table
