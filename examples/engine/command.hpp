// One line of the Hub protocol: `command argument=value argument="value with blanks" flag`.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dameotb::engine {

struct Command {
    std::string name;                                ///< Empty for an empty line.
    std::map<std::string, std::string> arguments{};  ///< A flag has an empty value. Of equal names the first counts.

    [[nodiscard]] bool has(const std::string& argument) const { return arguments.contains(argument); }
    /// Returns the argument's value; empty if the argument is not there.
    [[nodiscard]] std::string value(const std::string& argument) const;
    /// Returns the argument's value as a number; nothing if the argument is not there. Throws std::runtime_error if the
    /// value is no number or is negative.
    [[nodiscard]] std::optional<double> number(const std::string& argument) const;
};

/// Reads any line. A quotation that is not closed reaches to the end of the line.
[[nodiscard]] Command parse_command(std::string_view line);

/// Returns the text in quotation marks. Quotation marks inside become apostrophes, since the protocol cannot write
/// them.
[[nodiscard]] std::string quoted(std::string text);

}  // namespace dameotb::engine
