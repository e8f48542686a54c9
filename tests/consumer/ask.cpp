#include <exception>
#include <iostream>
#include <variant>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>

using namespace dameotb;

int main(int argc, char** argv) try {
    if (argc != 3) {
        std::cerr << "usage: ask DIRECTORY FEN\n";
        return 2;
    }
    const probe::Tablebase tables{argv[1]};
    const Position position = rules::parse_position(argv[2]);

    const probe::Answer<Value> answer = tables.probe_dtm(position);
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        std::cout << "no table of " << missing->material.name() << '\n';  // an ordinary answer: search on
        return 0;
    }
    const Value value = std::get<Value>(answer);
    std::cout << to_string(value.wdl()) << ' ' << value.dtm().plies() << '\n';

    const auto ranked = tables.ranked_moves(position);
    if (const auto* moves = std::get_if<std::vector<probe::RankedMove>>(&ranked); moves && !moves->empty()) {
        std::cout << "best " << rules::to_text(position, moves->front().move) << ", of " << moves->size() << " moves\n";
    }
} catch (const std::exception& error) {  // a damaged file, a text that is no position
    std::cerr << error.what() << '\n';
    return 1;
}
