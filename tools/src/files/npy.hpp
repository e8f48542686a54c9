// NumPy's .npy files of structured arrays, version 1.0 of the format: a header, then rows of fields without padding.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

namespace dameotb::tools {

/// A field of a row.
struct NpyField {
    std::string name;
    std::string type;  ///< As NumPy writes it: "<u8".
};

/// Returns NumPy's name of a type in little-endian order.
template <std::integral Number>
[[nodiscard]] std::string npy_type() {
    const char kind = std::same_as<Number, bool> ? 'b' : std::is_signed_v<Number> ? 'i' : 'u';
    return fmt::format("{}{}{}", sizeof(Number) == 1 ? '|' : '<', kind, sizeof(Number));
}

/// Appends a field's value to a row.
template <std::integral Number>
void append_npy(std::string& row, Number value) {
    auto bits = static_cast<std::uint64_t>(value);
    for (std::size_t i = 0; i < sizeof(Number); ++i, bits >>= 8) {
        row += static_cast<char>(bits & 0xFF);
    }
}

/// Returns the header of a file with so many rows. Its length is a multiple of 64, so that fields lie as in memory if
/// the file is mapped.
[[nodiscard]] std::string npy_header(const std::vector<NpyField>& fields, std::uint64_t rows);

}  // namespace dameotb::tools
