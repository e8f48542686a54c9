// The replaced operators. The standard library's other operators call these; under a sanitizer they would not. So all
// operators that the standard library's own code uses are here.
#include "allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

namespace {

std::atomic<std::size_t> count = 0;
std::atomic<std::size_t> live_bytes = 0;
std::atomic<std::size_t> peak_bytes = 0;
std::atomic<std::size_t> most_bytes = std::numeric_limits<std::size_t>::max();

/// Lies before the memory that is handed out. The size is the one that was asked for: what malloc makes of it depends
/// on what was freed before, so with that size the same test could pass or fail.
struct Prefix {
    void* memory;
    std::size_t size;
};

void* counted(std::size_t size, std::size_t alignment) {
    std::size_t room = size + alignment - 1;
    void* const memory = std::malloc(sizeof(Prefix) + room);
    if (memory == nullptr || live_bytes + size > most_bytes) {
        std::free(memory);
        throw std::bad_alloc{};
    }
    void* handed_out = static_cast<std::byte*>(memory) + sizeof(Prefix);
    std::align(alignment, size, handed_out, room);
    const Prefix prefix{memory, size};
    std::memcpy(static_cast<std::byte*>(handed_out) - sizeof prefix, &prefix, sizeof prefix);
    ++count;
    const std::size_t live = live_bytes += size;
    for (std::size_t peak = peak_bytes; live > peak && !peak_bytes.compare_exchange_weak(peak, live);) {
    }
    return handed_out;
}

void release(void* handed_out) noexcept {
    if (handed_out == nullptr) {
        return;
    }
    Prefix prefix{};
    std::memcpy(&prefix, static_cast<std::byte*>(handed_out) - sizeof prefix, sizeof prefix);
    live_bytes -= prefix.size;
    std::free(prefix.memory);
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
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
    release(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    release(memory);
}
void operator delete[](void* memory) noexcept {
    release(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    release(memory);
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
