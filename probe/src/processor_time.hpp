// The clock by which a WorkBudget ends. Each system has its own implementation: posix/processor_time.cpp,
// windows/processor_time.cpp, wasm/processor_time.cpp.
#pragma once

#include <chrono>

namespace dameotb::probe {

/// Returns the processor time of the calling thread so far.
[[nodiscard]] std::chrono::nanoseconds processor_time();

}  // namespace dameotb::probe
