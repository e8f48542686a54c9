// A fuzz target is one function that takes any bytes and must return.
// With libFuzzer, the inputs come from libFuzzer; otherwise from replay_main.cpp. A target catches only what the code
// under test may throw, so any other exception ends the program too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace dameotb::fuzz {

/// Ends the program with `what` unless `holds`.
inline void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "does not hold: %s\n", what);
        std::abort();
    }
}

/// Takes little-endian numbers from the front of an input. Returns zeros when the input is used up.
class Input {
public:
    Input(const std::uint8_t* data, std::size_t size) : rest_{std::as_bytes(std::span{data, size})} {}

    std::uint32_t take(int bytes) {
        std::uint32_t value = 0;
        for (int i = 0; i < bytes && !rest_.empty(); ++i) {
            value |= std::to_integer<std::uint32_t>(rest_.front()) << (8 * i);
            rest_ = rest_.subspan(1);
        }
        return value;
    }
    [[nodiscard]] std::span<const std::byte> rest() const { return rest_; }

private:
    std::span<const std::byte> rest_;
};

}  // namespace dameotb::fuzz
