// Guesses which word was meant.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dameotb::tools {

/// Returns the word that was most likely meant by `typed`: the one with the fewest letters added, left out, changed or
/// exchanged with their neighbours; else one that `typed` begins. Empty if none is near: more than a third of the
/// letters would be wrong. Dashes at the front do not count.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view typed, const std::vector<std::string>& words);

}  // namespace dameotb::tools
