// Puts values together as their bytes in this machine.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace dameotb::store {

template <class T, std::size_t Count>
void append_bytes(std::vector<std::byte>& to, std::span<T, Count> values) {
    const auto bytes = std::as_bytes(values);
    to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace dameotb::store
