// How far the work on a class is, for the changing line of a command.
#pragma once

#include <optional>
#include <string>

#include <dameotb/store/load/read_progress.hpp>

namespace dameotb::tools {

/// Returns "reading KKKvKK 43%" while a class is read, and then what part of the work itself is done, as "57%".
/// `share`: 0 to 1.
[[nodiscard]] std::string share_text(const std::optional<store::ReadProgress>& reading, double share);

}  // namespace dameotb::tools
