// Tells whether a test goes through all cases or only through a sample. Builds with sanitizers or for an emulator take
// a sample: other builds find what is wrong in a single case, and these look for what is wrong wherever the code runs.
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
