// Answers positions, one FEN a line, as the drivers of the conformance kit expect it of a command:
//     conformance_answer SITE MISREADING
#include <iostream>
#include <string>

#include <nlohmann/json.hpp>

#include "plain_answer.hpp"

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: conformance_answer SITE MISREADING\n";
        return 2;
    }
    const dameotb::tests::Misreading misreading = dameotb::tests::misreading_of(argv[2]);
    for (std::string fen; std::getline(std::cin, fen);) {
        const dameotb::tests::PlainAnswer answer = dameotb::tests::plain_answer(fen, argv[1], misreading);
        nlohmann::json json{{"succ", answer.successors}, {"over", nullptr}};
        if (answer.over) {
            json["over"] = *answer.over;
        }
        std::cout << json.dump() << '\n';
    }
}
