// Whether a test goes through all of something or, in the builds with sanitizers or for an emulator, through a sample.
// What is wrong somewhere is found by the other builds; these look for what is wrong wherever the code runs.
#pragma once

namespace dameotb::tests {

#ifdef DAMEOTB_SANITIZED
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#ifdef DAMEOTB_EMULATED
inline constexpr bool emulated = true;
#else
inline constexpr bool emulated = false;
#endif
inline constexpr bool sampled = sanitized || emulated;

}  // namespace dameotb::tests
