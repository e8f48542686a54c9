// Reads whole files and parses them.
#include "text/claims_input.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include <dameotb/analysis/claims/cursor.hpp>
#include <dameotb/analysis/claims/parser.hpp>

#include "error_words.hpp"
#include "terminal/bounded_lines.hpp"
#include "terminal/readable.hpp"

namespace dameotb::tools {

namespace {

/// Returns the whole text. Throws claims::SyntaxError for a line that is too long, and UserError for a file that is too
/// large to hold claims.
std::string read_text(std::istream& from, const std::string& name) {
    constexpr std::size_t most_bytes = 16 << 20;
    std::string text;
    BoundedLines lines{from};
    for (int number = 1; lines.next(); ++number) {
        if (lines.is_too_long()) {
            throw claims::SyntaxError{number, BoundedLines::most_bytes + 1, BoundedLines::too_long_text()};
        }
        if (text.append(lines.line()).append("\n").size() > most_bytes) {
            throw UserError{fmt::format("{}: is larger than {} bytes, which no file of claims is", name, most_bytes)};
        }
    }
    return text;
}

}  // namespace

std::optional<std::vector<claims::Claim>> read_claims(const std::vector<std::string>& files) {
    std::vector<claims::Claim> all;
    for (const std::string& file : files) {
        std::ifstream stream = open_to_read(file);
        try {
            std::ranges::move(claims::parse_claims(read_text(stream, file), file), std::back_inserter(all));
        } catch (const claims::SyntaxError& error) {
            std::cerr << fmt::format("dameotb: {}:{}\n", file, error.what());
            return std::nullopt;
        }
    }
    return all;
}

}  // namespace dameotb::tools
