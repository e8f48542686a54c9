// The global operator new, which can be told to fail. All forms that belong together are here, so that a sanitizer sees
// each block returned to where it came from.
#include <cstdlib>
#include <new>

namespace {

constexpr int an_int = 1;
long left_until_failure = -1;
int kind_of_failure = 0;

}  // namespace

extern "C" void fail_allocations(long after, int kind) {
    left_until_failure = after;
    kind_of_failure = kind;
}

extern "C" long allocations_left() {
    return left_until_failure;
}

void* operator new(std::size_t size) {
    if (left_until_failure == 0) {
        if (kind_of_failure == an_int) {
            throw an_int;
        }
        throw std::bad_alloc{};
    }
    if (left_until_failure > 0) {
        --left_until_failure;
    }
    if (void* const memory = std::malloc(size == 0 ? 1 : size)) {
        return memory;
    }
    throw std::bad_alloc{};
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return left_until_failure == 0 ? nullptr : std::malloc(size == 0 ? 1 : size);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
    std::free(memory);
}
