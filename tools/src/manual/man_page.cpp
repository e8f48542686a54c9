// Pages in the macros that man(7) describes. Text never stands in a macro's arguments, so that quotes need no care.
#include "manual/man_page.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace dameotb::tools {

namespace {

/// Returns text that a formatter prints as it is; what stands between backquotes becomes bold. A dash becomes the one
/// of ASCII, so that options can be copied and searched for.
std::string roff(std::string_view text) {
    std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    bool is_bold = false;
    for (const char c : text) {
        switch (c) {
            case '\\':
                escaped += "\\e";
                break;
            case '-':
                escaped += "\\-";
                break;
            case '\'':
                escaped += "\\(aq";
                break;
            case '~':
                escaped += "\\(ti";
                break;
            case '^':
                escaped += "\\(ha";
                break;
            case '`':
                is_bold = !is_bold;
                escaped += is_bold ? "\\fB" : "\\fR";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

/// Returns paragraphs, and lines that begin with a blank as they stand.
std::string roff_lines(const std::string& text) {
    std::string page;
    bool is_literal = false;
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(' ') != is_literal) {
            is_literal = !is_literal;
            page += !is_literal ? ".EE\n.PP\n" : page.empty() ? ".EX\n" : ".PP\n.EX\n";
        }
        page += line.empty() ? ".PP\n" : roff(line) + "\n";
    }
    return page + (is_literal ? ".EE\n" : "");
}

std::string value_of(const ArgumentFacts& argument) {
    return argument.value.empty() ? ""
                                  : fmt::format("\\fI{}\\fR{}", roff(argument.value), argument.repeated ? " ..." : "");
}

std::string names_and_value(const ArgumentFacts& option) {
    std::string text;
    for (const std::string& name : option.names) {
        text += fmt::format("{}\\fB{}\\fR", text.empty() ? "" : ", ", roff(name));
    }
    return text + (text.empty() || option.value.empty() ? "" : " ") + value_of(option);
}

std::string synopsis(const CommandFacts& command, const std::string& called) {
    std::string text = fmt::format("\\fB{}\\fR", roff(called));
    for (const ArgumentFacts& option : command.options) {
        text += option.required ? " " + names_and_value(option) : "";
    }
    text += " [\\fIOPTIONS\\fR]";
    for (const ArgumentFacts& place : command.places) {
        text += place.required ? " " + value_of(place) : " [" + value_of(place) + "]";
    }
    return text + (command.subcommands.empty() ? "" : " \\fISUBCOMMAND\\fR");
}

std::string section(const std::string& title, const std::string& text) {
    return text.empty() ? "" : fmt::format(".SH {}\n{}", title, text);
}

std::string described(const std::vector<ArgumentFacts>& arguments) {
    std::string text;
    for (const ArgumentFacts& argument : arguments) {
        text += fmt::format(".TP\n{}\n{}\n", names_and_value(argument), roff(argument.description));
    }
    return text;
}

std::string subcommand_list(const CommandFacts& command) {
    std::string text;
    for (const CommandFacts& subcommand : command.subcommands) {
        text += fmt::format(".TP\n\\fB{}\\-{}\\fR(1)\n{}\n", command.name, subcommand.name, roff(subcommand.summary));
    }
    return text;
}

}  // namespace

std::string man_page(const CommandFacts& command, const std::string& called, const std::string& version) {
    std::string name = called;
    std::ranges::replace(name, ' ', '-');
    const bool is_subcommand = name != called;
    std::string summary = command.summary;
    if (summary.ends_with('.')) {
        summary.pop_back();
    }
    return fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n", roff(name), version) +
           section("NAME", fmt::format("{} \\- {}\n", roff(name), roff(summary))) +
           section("SYNOPSIS", synopsis(command, called) + "\n") + section("DESCRIPTION", roff_lines(command.details)) +
           section("SUBCOMMANDS", subcommand_list(command)) + section("ARGUMENTS", described(command.places)) +
           section("OPTIONS", described(command.options)) + section("EXAMPLES", roff_lines(command.examples)) +
           section("EXIT STATUS", roff_lines(command.exit_status)) +
           section("SEE ALSO", is_subcommand ? "\\fBdameotb\\fR(1)\n" : "");
}

}  // namespace dameotb::tools
