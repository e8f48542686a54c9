// Bytes as text.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace dameotb::tests {

/// Returns two digits a byte, as a manifest writes digests.
[[nodiscard]] inline std::string to_hex(std::span<const std::byte> bytes) {
    std::string text;
    for (const std::byte byte : bytes) {
        text += "0123456789abcdef"[std::to_integer<unsigned>(byte >> 4)];
        text += "0123456789abcdef"[std::to_integer<unsigned>(byte & std::byte{15})];
    }
    return text;
}

}  // namespace dameotb::tests
