// Changes to table files, for scripts/attack.sh. Plain changes must be found by the checksums. After a sealed change
// the checksums are made right again, so that the reader has to look at the fields themselves.
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

/// Changes `file` in one way that the checksums do not follow. Bytes from elsewhere are taken from `other`. Returns
/// what was done, in words.
std::string mutate_plain(Bytes& file, const Bytes& other, Choices& random);

/// Changes a field, an entry of the block index or the decoded bytes of a block, and seals the file again. Returns what
/// was done, in words. Requires: a good table file.
std::string mutate_sealed(Bytes& file, Choices& random);

/// Returns the sealed file of a table whose places all have the value 0: 16 bytes for each block, whatever the class.
/// Requires: kings and men as the header has them; places and sides as the file shall say.
[[nodiscard]] Bytes constant_table(const format::Header& header);

}  // namespace dameotb::attack
