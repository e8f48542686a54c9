// What shells need to complete the command's arguments.
#pragma once

#include <string>

#include "manual/command_facts.hpp"

namespace dameotb::tools {

/// Each returns a file that the shell reads by itself from the directory for such files: subcommands, options, and the
/// words, directories or files that an option takes. `program`: the facts of the whole command.
[[nodiscard]] std::string bash_completion(const CommandFacts& program);
[[nodiscard]] std::string zsh_completion(const CommandFacts& program);
[[nodiscard]] std::string fish_completion(const CommandFacts& program);

}  // namespace dameotb::tools
