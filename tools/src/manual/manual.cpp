// Pages in the macros of man(7). Text is never a macro's argument, so that quotes need no care. Facts are read from
// CLI11's objects through their public functions.
#include "manual/manual.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "files/output_file.hpp"

namespace dameotb::tools {

namespace {

std::string one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    return text;
}

ArgumentFacts facts_of_argument(const CLI::Option& option) {
    ArgumentFacts facts;
    for (const std::string& name : option.get_snames()) {
        facts.names.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        facts.names.push_back("--" + name);
    }
    if (option.get_items_expected_max() > 0) {
        facts.value = option.get_positional() ? option.get_name(true) : option.get_type_name();
    }
    facts.description = one_line(option.get_description());
    if (const std::string variable = option.get_envname(); !variable.empty()) {
        facts.description += "; default: $" + variable;
    }
    facts.required = option.get_required();
    facts.repeated = option.get_items_expected_max() > 1;
    return facts;
}

CommandFacts facts_of(const CLI::App& app) {
    CommandFacts facts;
    facts.name = app.get_name();
    facts.summary = one_line(app.get_description());
    facts.details = app.get_footer();
    const auto cut_off = [&facts](std::string_view heading) {
        const std::size_t place = facts.details.find(heading);
        std::string rest;
        if (place != std::string::npos) {
            rest = facts.details.substr(place + heading.size());
            facts.details.resize(place);
        }
        return rest;
    };
    facts.exit_status = cut_off(exit_status_heading);
    facts.examples = cut_off(examples_heading);
    for (const CLI::Option* option : app.get_options()) {
        (option->get_positional() ? facts.places : facts.options).push_back(facts_of_argument(*option));
    }
    for (const CLI::App* subcommand : app.get_subcommands([](const CLI::App*) { return true; })) {
        facts.subcommands.push_back(facts_of(*subcommand));
    }
    return facts;
}

/// Returns text that a formatter prints literally; text in backquotes becomes bold. A dash becomes the ASCII one, so
/// that options can be copied and searched for.
std::string roff(std::string_view text) {
    static const std::map<char, std::string_view> escapes{
        {'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'~', "\\(ti"}, {'^', "\\(ha"}};
    std::string escaped = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    bool is_bold = false;
    for (const char c : text) {
        if (c == '`') {
            is_bold = !is_bold;
            escaped += is_bold ? "\\fB" : "\\fR";
        } else if (const auto escape = escapes.find(c); escape != escapes.end()) {
            escaped += escape->second;
        } else {
            escaped += c;
        }
    }
    return escaped;
}

/// Returns paragraphs, keeping lines that begin with a blank as they are.
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

/// Returns the page as man(1) reads it. `called`: how the command is called, as "dameotb gen"; the page is named
/// dameotb-gen. `version`: shown at the foot of the page.
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

void write_file(const std::filesystem::path& path, const std::string& text, const terminal::Interrupts& interrupts) {
    std::filesystem::create_directories(path.parent_path());
    OutputFile file{path, interrupts};
    file.write(text);
    file.finish();
    if (interrupts.flag()) {
        throw interrupts.stopped(path.string() + " is the last file that is written");
    }
}

}  // namespace

void write_manual(const CLI::App& app, const std::string& version, const std::filesystem::path& directory) {
    const CommandFacts program = facts_of(app);
    const terminal::Interrupts interrupts;
    const auto write = [&](const std::string& path, const std::string& text) {
        write_file(directory / path, text, interrupts);
    };
    write("man/man1/dameotb.1", man_page(program, "dameotb", version));
    for (const CommandFacts& subcommand : program.subcommands) {
        write("man/man1/dameotb-" + subcommand.name + ".1",
              man_page(subcommand, "dameotb " + subcommand.name, version));
    }
    write("bash-completion/completions/dameotb", bash_completion(program));
    write("zsh/site-functions/_dameotb", zsh_completion(program));
    write("fish/vendor_completions.d/dameotb.fish", fish_completion(program));
}

}  // namespace dameotb::tools
