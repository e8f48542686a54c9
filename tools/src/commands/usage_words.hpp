// Wrong usage in words: what is wrong with a command line, and what to write instead.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace dameotb::tools {

/// Returns one line that says why the command line was refused. `app`: the parser that has thrown `error`.
[[nodiscard]] std::string usage_words(const CLI::App& app, const CLI::ParseError& error);

}  // namespace dameotb::tools
