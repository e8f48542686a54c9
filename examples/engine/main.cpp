// An engine that plays Dameo with endgame tables, over the Hub protocol on standard input and output.
#include <iostream>

#include "protocol.hpp"

int main() {
    dameotb::engine::Protocol{std::cin, std::cout}.run();
}
