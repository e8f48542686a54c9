// The same facts in three languages. The first argument is the subcommand: options before it end the program.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "manual/manual.hpp"

namespace dameotb::tools {

namespace {

/// Returns the beginning of a description, short enough for a list of completions.
std::string hint(const std::string& description) {
    return description.substr(0, description.find("; "));
}

/// Returns the text in single quotes, as a shell reads it. `apostrophe`: the replacement for one within.
std::string in_apostrophes(const std::string& text, std::string_view apostrophe) {
    std::string quoted = "'";
    for (const char c : text) {
        c == '\'' ? quoted += apostrophe : quoted += c;
    }
    return quoted + "'";
}

std::string names_of(const std::vector<CommandFacts>& commands) {
    std::string names;
    for (const CommandFacts& command : commands) {
        names += (names.empty() ? "" : " ") + command.name;
    }
    return names;
}

/// Returns how a shell offers values for the argument: directories, files, or words listed as "any|full", for which
/// `words` is a format. Empty if there is nothing to offer, as for "N|N-M".
std::string offer(const ArgumentFacts& argument, const char* words, const char* directories, const char* files) {
    std::string value = argument.value;
    const bool is_list = value.find('|') != std::string::npos &&
                         std::ranges::all_of(value, [](char c) { return c == '|' || (c >= 'a' && c <= 'z'); });
    if (is_list) {
        std::ranges::replace(value, '|', ' ');
        return fmt::format(fmt::runtime(words), value);
    }
    return value == "DIR" ? directories : value == "FILE" ? files : "";
}

// In bash:

std::string bash_offer(const ArgumentFacts& argument) {
    return offer(argument, "words='{}' ", "compopt -o dirnames ", "compopt -o default ");
}

/// Returns the cases of one command: after an option that takes a value, and everywhere else.
std::string bash_cases(const CommandFacts& command, const std::string& name) {
    std::string cases;
    std::vector<std::string> options;
    for (const ArgumentFacts& option : command.options) {
        options.insert(options.end(), option.names.begin(), option.names.end());
        for (const std::string& option_name : option.value.empty() ? std::vector<std::string>{} : option.names) {
            cases += fmt::format("        {}:{}) {};;\n", name, option_name, bash_offer(option));
        }
    }
    for (const ArgumentFacts& place : command.places) {
        if (const std::string how = bash_offer(place); !how.empty()) {
            return cases + fmt::format("        {}:*) [[ $word == -* ]] && words='{}' || {};;\n", name,
                                       fmt::join(options, " "), how);
        }
    }
    const std::string subcommands = command.subcommands.empty() ? "" : names_of(command.subcommands) + " ";
    return cases + fmt::format("        {}:*) words='{}{}' ;;\n", name, subcommands, fmt::join(options, " "));
}

// In zsh:

/// Returns text for a specification of _arguments, where colons and brackets are special.
std::string zsh_text(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        escaped += c == ':' || c == '[' || c == ']' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    return escaped;
}

/// Returns ":what:how": the message for a value, and how to complete it.
std::string zsh_value(const ArgumentFacts& argument) {
    return argument.value.empty()
               ? ""
               : fmt::format(":{}:{}", zsh_text(argument.value), offer(argument, "({})", "_path_files -/", "_files"));
}

/// Returns the specifications of a command's own arguments, one per line, with continuations.
std::string zsh_specifications(const CommandFacts& command, const std::string& indent) {
    std::string lines;
    const auto add = [&lines, &indent](const std::string& specification) {
        lines += fmt::format(" \\\n{}{}", indent, in_apostrophes(specification, "'\\''"));
    };
    for (const ArgumentFacts& option : command.options) {
        for (const std::string& name : option.names) {
            add(fmt::format("{}{}[{}]{}", option.repeated ? "*" : "", name, zsh_text(hint(option.description)),
                            zsh_value(option)));
        }
    }
    for (const ArgumentFacts& place : command.places) {
        add((place.repeated ? "*" : place.required ? "" : ":") + zsh_value(place));
    }
    return lines;
}

// In fish:

std::string fish_options(const CommandFacts& command, const std::string& condition) {
    std::string lines;
    for (const ArgumentFacts& option : command.options) {
        lines += fmt::format("complete -c dameotb -n '{}'", condition);
        for (const std::string& name : option.names) {
            lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        }
        const std::string how = offer(option, " -x -a '{}'", " -x -a '(__fish_complete_directories)'", " -r -F");
        lines += how.empty() && !option.value.empty() ? " -x" : how;
        lines += " -d " + in_apostrophes(hint(option.description), "\\'") + "\n";
    }
    for (const ArgumentFacts& place : command.places) {
        lines += place.value == "FILE" ? fmt::format("complete -c dameotb -n '{}' -F\n", condition) : "";
    }
    return lines;
}

}  // namespace

std::string bash_completion(const CommandFacts& program) {
    std::string cases;
    for (const CommandFacts& subcommand : program.subcommands) {
        cases += bash_cases(subcommand, subcommand.name);
    }
    cases += bash_cases(program, "");
    return "# Completes dameotb in bash 4 or later.\n"
           "_dameotb() {\n"
           "    local word=$2 before=$3 subcommand= words=\n"
           "    ((COMP_CWORD > 1)) && subcommand=${COMP_WORDS[1]}\n"
           "    case $subcommand:$before in\n" +
           cases +
           "    esac\n"
           "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
           "}\n"
           "complete -F _dameotb dameotb\n";
}

std::string zsh_completion(const CommandFacts& program) {
    std::string names;
    std::string cases;
    for (const CommandFacts& subcommand : program.subcommands) {
        names += "        " + in_apostrophes(subcommand.name + ":" + zsh_text(subcommand.summary), "'\\''") + "\n";
        cases += fmt::format("        {}) _arguments{} ;;\n", subcommand.name,
                             zsh_specifications(subcommand, "            "));
    }
    return "#compdef dameotb\n"
           "_dameotb() {\n"
           "    local curcontext=$curcontext state line\n"
           "    local -a subcommands=(\n" +
           names +
           "    )\n"
           "    _arguments -C" +
           zsh_specifications(program, "        ") +
           " \\\n        '1:subcommand:->subcommand' '*::argument:->argument' && return\n"
           "    if [[ $state == subcommand ]]; then\n"
           "        _describe subcommand subcommands\n"
           "        return\n"
           "    fi\n"
           "    case $words[1] in\n" +
           cases +
           "    esac\n"
           "}\n"
           "_dameotb \"$@\"\n";
}

std::string fish_completion(const CommandFacts& program) {
    std::string lines =
        "# Completes dameotb in fish.\ncomplete -c dameotb -f\n" + fish_options(program, "__fish_use_subcommand");
    for (const CommandFacts& subcommand : program.subcommands) {
        lines += fmt::format("complete -c dameotb -n __fish_use_subcommand -a {} -d {}\n", subcommand.name,
                             in_apostrophes(subcommand.summary, "\\'")) +
                 fish_options(subcommand, "__fish_seen_subcommand_from " + subcommand.name);
    }
    return lines;
}

}  // namespace dameotb::tools
