// WebAssembly has no clock of processor time, only one of the time that passes.
#include "processor_time.hpp"

#include <ctime>

namespace dameotb::probe {

std::chrono::nanoseconds processor_time() {
    std::timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return std::chrono::seconds{time.tv_sec} + std::chrono::nanoseconds{time.tv_nsec};
}

}  // namespace dameotb::probe
