// Changes to table files that scripts/attack.sh asks for: plain ones, which the checksums are there to find, and sealed
// ones, with the checksums made right again, so that the reader has to look at the fields themselves.
#pragma once

#include <random>
#include <string>

#include "sample_files.hpp"

namespace dameotb::attack {

using tests::Bytes;

/// Numbers from a seed; the same on every machine, as the standard's distributions need not be.
class Choices {
public:
    explicit Choices(std::uint64_t seed) : engine_{seed} {}

    std::uint64_t bits() { return engine_(); }
    /// From 0 to end - 1; 0 for an end of 0.
    std::uint64_t below(std::uint64_t end) { return end == 0 ? 0 : engine_() % end; }

private:
    std::mt19937_64 engine_;
};

/// Changes `file` in one way that the checksums do not follow, with `other` for parts that come from elsewhere.
/// Returns what was done, in words.
std::string mutate_plain(Bytes& file, const Bytes& other, Choices& random);

/// Changes a field, an entry of the block index or what a block decodes to, and seals the file again.
/// Returns what was done, in words. Requires: a good table file.
std::string mutate_sealed(Bytes& file, Choices& random);

/// The sealed file of a table whose places all have the value 0: 16 bytes for each block, whatever the class.
/// Requires: kings and men as the header has them; places and sides as the file shall say.
[[nodiscard]] Bytes constant_table(const format::Header& header);

}  // namespace dameotb::attack
