// The replaced operators. Those of the standard library that are left call these; under a sanitizer they would not, so
// all that the standard library's own code uses are here.
#include "allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {

std::atomic<std::size_t> count = 0;
std::atomic<std::size_t> live_bytes = 0;
std::atomic<std::size_t> peak_bytes = 0;

void* counted(void* memory) {
    if (memory == nullptr) {
        throw std::bad_alloc{};
    }
    ++count;
    const std::size_t live = live_bytes += malloc_usable_size(memory);
    for (std::size_t peak = peak_bytes; live > peak && !peak_bytes.compare_exchange_weak(peak, live);) {
    }
    return memory;
}

void release(void* memory) noexcept {
    live_bytes -= malloc_usable_size(memory);
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
    return counted(std::malloc(size == 0 ? 1 : size));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto step = static_cast<std::size_t>(alignment);
    return counted(std::aligned_alloc(step, (size + step - 1) / step * step));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    void* const memory = std::malloc(size == 0 ? 1 : size);
    return memory == nullptr ? nullptr : counted(memory);
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

}  // namespace dameotb::tests
