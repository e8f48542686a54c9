// The successor vectors in tests/data. Independent implementations of Dameo agree on each of them.
#pragma once

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace dameotb::tests {

struct Vector {
    std::string fen;
    std::set<std::string> successors;
    int captured = 0;  ///< Pieces that every legal move captures; 0 if all moves are quiet.
};

inline const std::vector<Vector>& vectors() {
    static const std::vector<Vector> all = [] {
        std::vector<Vector> read;
        std::ifstream file{DAMEOTB_TEST_DATA "/succ_vectors.jsonl"};
        for (std::string line; std::getline(file, line);) {
            const nlohmann::json rank = nlohmann::json::parse(line);
            read.push_back({rank["fen"], rank["succ"], rank["captured"]});
        }
        return read;
    }();
    return all;
}

}  // namespace dameotb::tests
