// Asks the engine through its protocol: lines in, lines out.
#pragma once

#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "protocol.hpp"

namespace dameotb::tests {

using Lines = std::vector<std::string>;

/// Returns the answers to the whole input.
inline Lines answers(const std::string& input) {
    std::istringstream in{input};
    std::ostringstream out;
    engine::Protocol{in, out}.run();
    Lines lines;
    std::istringstream said{out.str()};
    for (std::string line; std::getline(said, line);) {
        // Only the time differs from run to run.
        lines.push_back(std::regex_replace(line, std::regex{"time=[0-9.]+"}, "time=0.00"));
    }
    return lines;
}

}  // namespace dameotb::tests
