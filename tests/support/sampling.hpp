// Whether a test goes through all of something or, in the builds with sanitizers, through a sample.
// What is wrong somewhere is found by the other builds; the sanitizers look for what is wrong wherever the code runs.
#pragma once

namespace dameotb::tests {

#ifdef DAMEOTB_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

}  // namespace dameotb::tests
