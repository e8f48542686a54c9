// Marks classes with kings row by row, and classes of men alone one position at a time.
#include <dameotb/index/quiet_positions.hpp>

#include <algorithm>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/position_rows.hpp>
#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::index {

namespace {

class BitWriter {
public:
    explicit BitWriter(std::span<std::uint64_t> words) : words_{words} { std::ranges::fill(words, std::uint64_t{0}); }
    /// Appends the `count` low bits. Requires: 0 < count <= 64, no higher bit is set, and they fit into `words`.
    void append(std::uint64_t bits, int count) {
        const std::size_t word = next_ / 64;
        const int at = static_cast<int>(next_ % 64);
        words_[word] |= bits << at;
        if (at + count > 64) {
            words_[word + 1] = bits >> (64 - at);
        }
        next_ += static_cast<std::size_t>(count);
    }

private:
    std::span<std::uint64_t> words_;
    std::size_t next_ = 0;
};

/// Appends the bits of the row's squares.
void mark_row(const KingsRow& row, BitWriter& out) {
    const Bitboard quiet = ~rules::capture_mask(row.fixed, row.side);
    out.append(compress(quiet.bits(), row.squares.bits()), row.squares.count());
}

void mark_row(const PositionRow& row, BitWriter& out) {
    const Bitboard quiet = ~rules::capture_mask(row.fixed, row.side);
    const std::uint64_t in_order = compress(quiet.bits(), row.free.bits()) >> row.skipped;
    out.append(in_order & (~std::uint64_t{0} >> (64 - row.count)), row.count);
}

}  // namespace

std::uint64_t QuietPositions::positions() const {
    return index_.size() * static_cast<std::uint64_t>(stored_sides(index_.material()));
}

void QuietPositions::mark(std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> words) const {
    BitWriter out{words};
    while (count > 0) {
        const auto mover = static_cast<Colour>(first / index_.size());
        const std::uint64_t number = first % index_.size();
        std::uint64_t here = 1;
        if (lie_in_rows(index_.material())) {
            here = std::min(count, index_.size() - number);
            for_each_position_row(index_, mover, number, here, [&](const PositionRow& row) {
                mark_row(row, out);
                return true;
            });
        } else if (index_.material().men() == 0) {
            here = std::min(count, index_.size() - number);
            for_each_kings_row(index_, mover, number, number + here, [&](const KingsRow& row) { mark_row(row, out); });
        } else {
            out.append(rules::must_capture(index_.unrank(number, mover)) ? 0 : 1, 1);
        }
        first += here;
        count -= here;
    }
}

}  // namespace dameotb::index
