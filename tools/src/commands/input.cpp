// Reads positions and prints the answers in their places.
#include "commands/input.hpp"

#include <algorithm>
#include <iostream>
#include <string_view>

#include <fmt/format.h>

#include "commands/command_line.hpp"
#include "terminal/bounded_lines.hpp"

namespace dameotb::tools {

namespace {

std::string_view trimmed(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = line.find_first_not_of(blanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return line.substr(first, line.find_last_not_of(blanks) - first + 1);
}

/// Returns the text with ? for control characters: an echoed line must not add a tab or a line end of its own.
std::string printable(std::string_view text) {
    std::string echo{text};
    std::replace_if(
        echo.begin(), echo.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
    return echo;
}

/// Returns the line as it is echoed. Only the beginning of a long line is echoed: such a line is no position.
std::string echo_of(std::string_view line) {
    constexpr std::size_t most_bytes = 1000;
    return line.size() <= most_bytes ? printable(line) : printable(line.substr(0, most_bytes)) + "...";
}

}  // namespace

void PositionInput::add_to(CLI::App* subcommand) {
    option = subcommand->add_option(
        "FEN", text, "The position, as in W:WKa1,b2:Bg7,Kh8; without it, a position a line on standard input");
    option->type_name("");
}

rules::Fen read_fen(const std::string& text) {
    try {
        return rules::parse_fen(text);
    } catch (const rules::NotationError& error) {
        throw UserError{fmt::format("position '{}': {}", printable(text), error.what())};
    }
}

int answer_positions(const PositionInput& input, const Answerer& answer) {
    if (!input.is_stdin()) {
        std::cout << answer(read_fen(input.text));
        return exit_done;
    }
    std::uint64_t lines = 0;
    std::uint64_t bad_lines = 0;
    BoundedLines input_lines{std::cin};
    while (std::cout && input_lines.next()) {
        if (const std::string_view fen = trimmed(input_lines.line()); !fen.empty() || input_lines.is_too_long()) {
            ++lines;
            try {
                if (input_lines.is_too_long()) {
                    throw UserError{BoundedLines::too_long_text()};
                }
                std::cout << answer(rules::parse_fen(fen));
            } catch (const std::runtime_error& error) {
                ++bad_lines;
                std::cout << echo_of(fen) << "\terror\t" << printable(words_for(error)) << '\n';
            }
        }
        // A program that waits for an answer before it writes the next line gets it now. Reading a file is not slowed
        // down.
        if (std::cin.rdbuf()->in_avail() <= 0) {
            std::cout.flush();
        }
    }
    if (std::cin.bad()) {
        throw UserError{"standard input: cannot be read"};
    }
    if (bad_lines != 0) {
        std::cerr << fmt::format("dameotb: {} of {} lines could not be answered\n", bad_lines, lines);
        return exit_failed;
    }
    return exit_done;
}

}  // namespace dameotb::tools
