// The replaced operators. The standard library's other operators call these; under a sanitizer they would not. So all
// operators that the standard library's own code uses are here.
#include "allocations.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>

namespace {

std::atomic<std::size_t> count = 0;
std::atomic<std::size_t> live_bytes = 0;
std::atomic<std::size_t> peak_bytes = 0;
std::atomic<std::size_t> most_bytes = std::numeric_limits<std::size_t>::max();

/// The size that was asked for is stored before the memory that is handed out. The size that malloc makes of it depends
/// on what was freed before, so with that size the same test could pass or fail.
constexpr std::size_t prefix_bytes = alignof(std::max_align_t);

constexpr std::size_t prefix_for(std::align_val_t alignment) {
    return std::max(static_cast<std::size_t>(alignment), prefix_bytes);
}

void* counted(void* memory, std::size_t size, std::size_t prefix) {
    if (memory == nullptr || live_bytes + size > most_bytes) {
        std::free(memory);
        throw std::bad_alloc{};
    }
    std::byte* const handed_out = static_cast<std::byte*>(memory) + prefix;
    std::memcpy(handed_out - sizeof size, &size, sizeof size);
    ++count;
    const std::size_t live = live_bytes += size;
    for (std::size_t peak = peak_bytes; live > peak && !peak_bytes.compare_exchange_weak(peak, live);) {
    }
    return handed_out;
}

void release(void* handed_out, std::size_t prefix) noexcept {
    if (handed_out == nullptr) {
        return;
    }
    std::size_t size = 0;
    std::memcpy(&size, static_cast<std::byte*>(handed_out) - sizeof size, sizeof size);
    live_bytes -= size;
    std::free(static_cast<std::byte*>(handed_out) - prefix);
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(std::malloc(prefix_bytes + size), size, prefix_bytes);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const std::size_t step = prefix_for(alignment);
    return counted(std::aligned_alloc(step, step + (size + step - 1) / step * step), size, step);
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    try {
        return operator new(size);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void* operator new[](std::size_t size) {
    return operator new(size);
}
void operator delete(void* memory) noexcept {
    release(memory, prefix_bytes);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    release(memory, prefix_bytes);
}
void operator delete[](void* memory) noexcept {
    release(memory, prefix_bytes);
}
void operator delete[](void* memory, std::size_t) noexcept {
    release(memory, prefix_bytes);
}
void operator delete(void* memory, std::size_t) noexcept {
    release(memory, prefix_bytes);
}
void operator delete(void* memory, std::align_val_t alignment) noexcept {
    release(memory, prefix_for(alignment));
}
void operator delete(void* memory, std::size_t, std::align_val_t alignment) noexcept {
    release(memory, prefix_for(alignment));
}

namespace dameotb::tests {

Allocations allocations() {
    return {count, live_bytes, peak_bytes};
}
void reset_peak() {
    peak_bytes = live_bytes.load();
}
MemoryShortage::MemoryShortage(std::size_t spare_bytes) {
    most_bytes = live_bytes + spare_bytes;
}
MemoryShortage::~MemoryShortage() {
    most_bytes = std::numeric_limits<std::size_t>::max();
}

}  // namespace dameotb::tests
