// Perft by plain recursion over distinct successors.
#include <dameotb/rules/movegen.hpp>


namespace dameotb::rules {

std::uint64_t perft(const Position& position, int depth) {
    if (depth == 0) {
        return 1;
    }
    const std::vector<Position> next = successors(position);
    if (depth == 1) {
        return next.size();
    }
    std::uint64_t nodes = 0;
    for (const Position& successor : next) {
        nodes += perft(successor, depth - 1);
    }
    return nodes;
}

}  // namespace dameotb::rules
