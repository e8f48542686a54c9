// The C++ driver with the rules library of this project: conformance-rules data/conformance/dameo.jsonl
#include <fstream>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "conformance.hpp"

int main(int argc, char** argv) {
    std::ifstream kit{argc > 1 ? argv[1] : ""};
    if (!kit) {
        std::cerr << "usage: conformance-rules FILE\n";
        return 2;
    }
    const auto ask = [](const std::string& fen) {
        conformance::Answer answer;
        for (const auto& next : dameotb::rules::successors(dameotb::rules::parse_position(fen))) {
            answer.successors.push_back(dameotb::rules::to_fen(next));
        }
        answer.over = answer.successors.empty() ? "loss" : "null";
        return answer;
    };
    return conformance::compare(kit, "freeling", ask, std::cout) == 0 ? 0 : 1;
}
