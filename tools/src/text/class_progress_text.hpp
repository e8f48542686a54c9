// How far a run over whole classes is, for the changing line of a command.
#pragma once

#include <string>

#include <dameotb/analysis/run.hpp>

namespace dameotb::tools {

/// Returns "KKMvKKK (3 of 37)  reading KKvKKK 43%" while a class is read, and then what part of the work on the class
/// itself is done, as "KKMvKKK (3 of 37)  57%".
[[nodiscard]] std::string class_progress_text(const analysis::ClassProgress& progress);

}  // namespace dameotb::tools
