// The manual page of the command, or of one of its subcommands.
#pragma once

#include <string>

#include "manual/command_facts.hpp"

namespace dameotb::tools {

/// Returns the page as man(1) reads it. `called`: how the command is called, as in "dameotb gen"; the page is named
/// dameotb-gen. `version`: stands at the foot of the page.
[[nodiscard]] std::string man_page(const CommandFacts& command, const std::string& called, const std::string& version);

}  // namespace dameotb::tools
