// One line of the Hub protocol: `command argument=value argument="value with blanks" flag`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dameotb::engine {

struct Command {
    std::string name;                                ///< Empty for an empty line.
    std::map<std::string, std::string> arguments{};  ///< A flag has the empty value. Of several, the first counts.

    [[nodiscard]] bool has(const std::string& argument) const { return arguments.contains(argument); }
    /// Empty if it is not there.
    [[nodiscard]] std::string value(const std::string& argument) const;
    /// The value as a number that is not negative. Throws std::runtime_error if it is none; empty without the argument.
    [[nodiscard]] std::optional<double> number(const std::string& argument) const;
};

/// Reads any line; a quotation mark that is not closed reaches to the end.
[[nodiscard]] Command parse_command(std::string_view line);

/// The text in quotation marks; those inside become apostrophes, since the protocol cannot write them.
[[nodiscard]] std::string quoted(std::string text);

}  // namespace dameotb::engine
