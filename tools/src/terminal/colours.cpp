#include "terminal/colours.hpp"

#include <cstdlib>

#include <unistd.h>

#include <fmt/color.h>

namespace dameotb::tools {

namespace {

bool has_colours(int stream) {
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string_view{value == nullptr ? "" : value};
    };
    const std::string_view terminal = variable("TERM");
    return isatty(stream) != 0 && variable("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb";
}

/// The colours are those that users choose for their terminals.
fmt::terminal_color colour_of(Tone tone) {
    switch (tone) {
        case Tone::Good:
            return fmt::terminal_color::green;
        case Tone::Even:
            return fmt::terminal_color::yellow;
        case Tone::Bad:
            break;
    }
    return fmt::terminal_color::red;
}

std::string painted(std::string_view text, Tone tone) {
    return fmt::format(fmt::fg(colour_of(tone)), "{}", text);
}

}  // namespace

Tone tone_of(rules::Wdl result) {
    return result == rules::Wdl::Win ? Tone::Good : result == rules::Wdl::Draw ? Tone::Even : Tone::Bad;
}

std::string coloured(std::string_view text, Tone tone) {
    static const bool has = has_colours(STDOUT_FILENO);
    return has ? painted(text, tone) : std::string{text};
}

std::string coloured_error(std::string_view text) {
    static const bool has = has_colours(STDERR_FILENO);
    return has ? painted(text, Tone::Bad) : std::string{text};
}

}  // namespace dameotb::tools
