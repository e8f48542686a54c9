// What `dameotb gen` says of a run: a line that changes, and one for each finished class.
#pragma once

#include <string>

#include <dameotb/gen/generate.hpp>

namespace dameotb::tools {

/// Returns the line for a class that is being made or checked. What matters most comes first: a narrow terminal cuts
/// it.
[[nodiscard]] std::string gen_progress_text(const gen::Progress& progress);

/// Returns the line for a finished class: fields that programs may take by their place or by the word before them.
/// `checks`: kept files were read through.
[[nodiscard]] std::string finished_class_text(const gen::Progress& progress, bool checks);

}  // namespace dameotb::tools
