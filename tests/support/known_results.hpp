// The positions of docs/rules.md, "Positions with known results", which every surface is asked for.
#pragma once

#include <fstream>
#include <optional>
#include <regex>
#include <string>
#include <vector>

namespace dameotb::tests {

struct KnownResult {
    std::string fen;
    std::string result;        ///< "win", "draw" or "loss", as in JSON.
    std::optional<int> plies;  ///< Nothing if the page does not give them.
};

/// Reads the rows of the page's table.
inline std::vector<KnownResult> known_results() {
    const std::regex row{R"(\| `([WB]:[^`]+)` \| (win|draw|loss|won)(?: in (\d+))?.*)"};
    std::vector<KnownResult> all;
    std::ifstream page{DAMEOTB_TEST_DATA "/../../docs/rules.md"};
    std::smatch found;
    for (std::string line; std::getline(page, line);) {
        if (std::regex_match(line, found, row)) {
            all.push_back({found[1], found[2] == "won" ? "win" : found[2].str(),
                           found[3].matched ? std::optional{std::stoi(found[3])} : std::nullopt});
        }
    }
    return all;
}

}  // namespace dameotb::tests
