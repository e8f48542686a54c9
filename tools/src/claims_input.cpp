// Reading whole files and parsing them.
#include "claims_input.hpp"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

#include "claims/parser.hpp"
#include "errors.hpp"

namespace dameotb::tools {

std::optional<std::vector<claims::Claim>> read_claims(const std::vector<std::string>& files) {
    std::vector<claims::Claim> all;
    for (const std::string& file : files) {
        std::ifstream stream{file, std::ios::binary};
        // What opens and cannot be read, as a directory, sets a flag here; the iterator below would throw nameless.
        stream.peek();
        if (!stream.is_open() || stream.bad()) {
            throw UserError{file + ": cannot be read"};
        }
        const std::string text{std::istreambuf_iterator<char>{stream}, {}};
        try {
            std::ranges::move(claims::parse_claims(text, file), std::back_inserter(all));
        } catch (const claims::SyntaxError& error) {
            std::cerr << fmt::format("dameotb: {}:{}\n", file, error.what());
            return std::nullopt;
        }
    }
    return all;
}

}  // namespace dameotb::tools
