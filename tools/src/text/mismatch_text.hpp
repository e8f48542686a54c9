// A wrong value in words.
#pragma once

#include <string>

#include <dameotb/analysis/verify.hpp>

namespace dameotb::tools {

/// Returns a line: the file, the position, what is stored and what it should be.
[[nodiscard]] std::string mismatch_text(const analysis::Mismatch& wrong);

}  // namespace dameotb::tools
