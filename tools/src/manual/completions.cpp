// The same facts in three languages. The first argument is the subcommand: what stands before it ends the program.
#include "manual/completions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dameotb::tools {

namespace {

/// Returns the beginning of a description, as much as a list of completions has room for.
std::string hint(const std::string& description) {
    return description.substr(0, description.find("; "));
}

/// Returns the text between apostrophes, as a shell reads it. `apostrophe`: how one within is written.
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

// In bash:

/// Returns what bash does where a value or a word is wanted. `words` are offered, too.
std::string bash_offer(Offer offer, const std::vector<std::string>& words) {
    switch (offer) {
        case Offer::Nothing:
            return "";
        case Offer::Words:
            return fmt::format("words='{}' ", fmt::join(words, " "));
        case Offer::Directories:
            return "compopt -o dirnames ";
        case Offer::Files:
            return "compopt -o default ";
    }
    return "";
}

/// Returns the cases of one command: after an option that takes a value, and everywhere else.
std::string bash_cases(const CommandFacts& command, const std::string& name) {
    std::string cases;
    std::vector<std::string> options;
    for (const ArgumentFacts& option : command.options) {
        options.insert(options.end(), option.names.begin(), option.names.end());
        for (const std::string& option_name : option.value.empty() ? std::vector<std::string>{} : option.names) {
            cases += fmt::format("        {}:{}) {};;\n", name, option_name, bash_offer(option.offer, option.words));
        }
    }
    for (const ArgumentFacts& place : command.places) {
        if (place.offer != Offer::Nothing) {
            cases += fmt::format("        {}:*) [[ $word == -* ]] && words='{}' || {};;\n", name,
                                 fmt::join(options, " "), bash_offer(place.offer, place.words));
            return cases;
        }
    }
    const std::string subcommands = command.subcommands.empty() ? "" : names_of(command.subcommands) + " ";
    return cases + fmt::format("        {}:*) words='{}{}' ;;\n", name, subcommands, fmt::join(options, " "));
}

// In zsh:

/// Returns text for a specification of _arguments, where colons and brackets have a meaning.
std::string zsh_text(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        escaped += c == ':' || c == '[' || c == ']' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    return escaped;
}

/// Returns ":what:how": the message for a value, and how it is completed.
std::string zsh_value(const ArgumentFacts& argument) {
    if (argument.value.empty()) {
        return "";
    }
    std::string how;
    switch (argument.offer) {
        case Offer::Nothing:
            break;
        case Offer::Words:
            how = fmt::format("({})", fmt::join(argument.words, " "));
            break;
        case Offer::Directories:
            how = "_path_files -/";
            break;
        case Offer::Files:
            how = "_files";
            break;
    }
    return fmt::format(":{}:{}", zsh_text(argument.value), how);
}

/// Returns the specifications of a command's own arguments, a line each, continued.
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
        switch (option.offer) {
            case Offer::Nothing:
                lines += option.value.empty() ? "" : " -x";
                break;
            case Offer::Words:
                lines += fmt::format(" -x -a '{}'", fmt::join(option.words, " "));
                break;
            case Offer::Directories:
                lines += " -x -a '(__fish_complete_directories)'";
                break;
            case Offer::Files:
                lines += " -r -F";
                break;
        }
        lines += " -d " + in_apostrophes(hint(option.description), "\\'") + "\n";
    }
    for (const ArgumentFacts& place : command.places) {
        lines += place.offer == Offer::Files ? fmt::format("complete -c dameotb -n '{}' -F\n", condition) : "";
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
