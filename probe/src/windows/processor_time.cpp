#include "processor_time.hpp"

#include <windows.h>

namespace dameotb::probe {

namespace {

/// Returns a count of 100 ns.
std::int64_t count_of(const FILETIME& time) {
    return static_cast<std::int64_t>(time.dwHighDateTime) << 32 | time.dwLowDateTime;
}

}  // namespace

std::chrono::nanoseconds processor_time() {
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
    FILETIME begun{};
    FILETIME ended{};
    FILETIME in_system{};
    FILETIME in_program{};
    // Windows counts in ticks of 1/64 s; how many cycles the thread took it tells more finely, but not their length.
    GetThreadTimes(GetCurrentThread(), &begun, &ended, &in_system, &in_program);
    return Ticks{count_of(in_system) + count_of(in_program)};
}

}  // namespace dameotb::probe
