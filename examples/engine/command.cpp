// Takes words from the front of the line, one after the other.
#include "command.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

namespace dameotb::engine {

namespace {

constexpr std::string_view blanks = " \t\r";

/// Takes the text before the first of the characters `ends`, or all text, from the line and returns it.
std::string_view take_until(std::string_view& line, std::string_view ends) {
    const std::string_view word = line.substr(0, line.find_first_of(ends));
    line.remove_prefix(word.size());
    return word;
}

std::string_view take_value(std::string_view& line) {
    if (!line.starts_with('"')) {
        return take_until(line, blanks);
    }
    line.remove_prefix(1);
    const std::string_view value = take_until(line, "\"");
    line.remove_prefix(line.empty() ? 0 : 1);
    return value;
}

void skip_blanks(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
}

}  // namespace

std::string Command::value(const std::string& argument) const {
    const auto found = arguments.find(argument);
    return found == arguments.end() ? std::string{} : found->second;
}

std::optional<double> Command::number(const std::string& argument) const {
    if (!has(argument)) {
        return std::nullopt;
    }
    const std::string text = value(argument);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number) || number < 0) {
        throw std::runtime_error{argument + " must be a number, not \"" + text + "\""};
    }
    return number;
}

Command parse_command(std::string_view line) {
    skip_blanks(line);
    Command command{std::string{take_until(line, blanks)}};
    for (skip_blanks(line); !line.empty(); skip_blanks(line)) {
        const std::string name{take_until(line, std::string{blanks} + '=')};
        std::string value;
        if (line.starts_with('=')) {
            line.remove_prefix(1);
            value = take_value(line);
        }
        command.arguments.emplace(name, value);
    }
    return command;
}

std::string quoted(std::string text) {
    std::ranges::replace(text, '"', '\'');
    return '"' + text + '"';
}

}  // namespace dameotb::engine
