// Objects of which each thread has its own.
#pragma once

#include <memory>

namespace dameotb::table {

/// Calls destroy(object) when the calling thread ends. Throws std::bad_alloc. Each system has its own implementation:
/// posix/threads.cpp, windows/threads.cpp, wasm/threads.cpp.
void at_thread_exit(void (*destroy)(void* object), void* object);

/// Returns the calling thread's own T. It is made when the thread first asks, and destroyed when the thread ends: as a
/// thread_local T, whose memory MinGW frees before it calls the destructor (GCC's bug 80816). Throws what T() throws,
/// and std::bad_alloc.
template <class T>
[[nodiscard]] T& own_of_thread() {
    thread_local T* own = nullptr;
    if (own == nullptr) {
        auto made = std::make_unique<T>();
        at_thread_exit([](void* object) { delete static_cast<T*>(object); }, made.get());
        own = made.release();
    }
    return *own;
}

}  // namespace dameotb::table
