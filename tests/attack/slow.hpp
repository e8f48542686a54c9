// Table files that take as long to read as their form allows. What they say is worth nothing.
#pragma once

#include <string>

#include "mutation.hpp"

namespace dameotb::attack {

/// How a table is cut, and what its blocks hold: "plain", as many bytes as positions; "single", one byte or none;
/// "blocks", zstd frames of as many small blocks as fit, with tables of their own; "empty", frames of empty blocks;
/// "any", any bytes; "ones", bytes that say no to all that is asked.
struct SlowForm {
    std::uint32_t block_positions;
    std::uint32_t group_blocks;
    std::string bytes;
};

/// Makes such a file of a good one, and seals it. Header and models stay, but for the form.
void make_slow(Bytes& file, const SlowForm& form, Choices& random);

}  // namespace dameotb::attack
