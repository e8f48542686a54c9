// Tells whether a test goes through all cases or only through a sample. Builds with sanitizers or for an emulator take
// a sample: other builds find what is wrong in a single case, and these look for what is wrong wherever the code runs.
#pragma once

#include <cstdlib>

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

/// Classes that take up to a minute are tested, too, and accidents in numbers: DAMEOTB_LARGE is set, as it is for slow
/// tests.
inline const bool with_large_classes = !sampled && std::getenv("DAMEOTB_LARGE") != nullptr;

}  // namespace dameotb::tests
