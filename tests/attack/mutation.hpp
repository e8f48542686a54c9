// Changes to table files, for scripts/attack.sh. Plain changes must be found by the checksums. After a sealed change
// the checksums are right, so that the reader has to look at what they cover.
#pragma once

#include <random>
#include <string>

#include "sample_files.hpp"

namespace dameotb::attack {

using tests::Bytes;

/// Numbers from a seed. They are the same on every machine, which the standard's distributions do not promise.
class Choices {
public:
    explicit Choices(std::uint64_t seed) : engine_{seed} {}

    std::uint64_t bits() { return engine_(); }
    /// Returns a number from 0 to end - 1, or 0 if `end` is 0.
    std::uint64_t below(std::uint64_t end) { return end == 0 ? 0 : engine_() % end; }

private:
    std::mt19937_64 engine_;
};

/// Changes `file` in one way that the checksums do not follow, or not all of them. Bytes and block groups from
/// elsewhere are taken from `other`. Returns what was done, in words. Requires: `other` is a good table file.
std::string mutate_plain(Bytes& file, const Bytes& other, Choices& random);

/// Changes a field of the header, the models, the index, a block group's sizes, blocks, or where block groups lie, and
/// makes all checksums right. Returns what was done, in words. Requires: good table files.
std::string mutate_sealed(Bytes& file, const Bytes& other, Choices& random);

/// Returns the sealed file of a table whose blocks are all empty: 9 bytes for each block group, whatever the class.
/// Requires: kings and men as the header has them; positions and sides as the file shall say; encoding zstd.
[[nodiscard]] Bytes empty_table(const table::Header& header);

}  // namespace dameotb::attack
