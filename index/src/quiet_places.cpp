// Classes with men and kings, which have nearly all places, are marked row by row, others one position at a time.
// Sets of squares are visited in the order of their ranks (combinatorics.hpp). This is also the order of the sets as
// numbers, so an addition finds the next set. Only the set of the first place has to be unranked.
#include <dameotb/index/quiet_places.hpp>

#include <algorithm>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>

namespace dameotb::index {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Position;
using rules::Square;

class BitWriter {
public:
    explicit BitWriter(std::span<std::uint64_t> words) : words_{words} { std::ranges::fill(words, std::uint64_t{0}); }
    /// Appends the `count` low bits. Requires: 0 < count <= 64, no bit is set above them, and there is room.
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

Bitboard below(Square square) {
    return Bitboard{Bitboard{square}.bits() - 1};
}

Bitboard lowest_of(Bitboard squares, int count) {
    Bitboard lowest;
    for (; count > 0; --count) {
        lowest |= squares.lowest();
        squares -= squares.lowest();
    }
    return lowest;
}

/// Returns the set with the next rank among the sets of equally many `among` squares. Requires: there is one, and `set`
/// is not empty.
Bitboard next_set(Bitboard set, Bitboard among) {
    // The carry runs over the lowest members that stand side by side, and over squares outside `among`.
    const Bitboard carried = Bitboard{(set | ~among).bits() + Bitboard{set.lowest()}.bits()} & among;
    return carried | lowest_of(among, set.count() - carried.count());
}

Bitboard unrank_among(std::uint64_t rank, int count, Bitboard among) {
    return Bitboard{expand(unrank_subset(rank, count).bits(), among.bits())};
}

/// Marks the places of one slice and side to move. The outer set holds the waiting side's kings, the inner set the
/// mover's kings. If the mover has no king, the outer set is empty and the inner set holds the waiting side's kings.
class SliceMarker {
public:
    SliceMarker(const Material& material, const Slice& slice, Colour mover, BitWriter& out)
        : inner_{material[mover].kings > 0 ? mover : opponent(mover)},
          inner_kings_{material[inner_].kings},
          outer_kings_{inner_ == mover ? material[opponent(mover)].kings : 0},
          free_{~slice.men()},
          position_{{rules::Pieces{slice.white_men, {}}, rules::Pieces{slice.black_men, {}}}, mover},
          out_{out} {}

    void mark(std::uint64_t first, std::uint64_t count) {
        const std::uint64_t inner_sets = binomial(free_.count() - outer_kings_, inner_kings_);
        Bitboard outer = unrank_among(first / inner_sets, outer_kings_, free_);
        std::uint64_t rank = first % inner_sets;
        while (true) {
            const std::uint64_t here = std::min(count, inner_sets - rank);
            mark_inner(outer, rank, here);
            count -= here;
            if (count == 0) {
                return;
            }
            rank = 0;
            outer = next_set(outer, free_);
        }
    }

private:
    void mark_inner(Bitboard outer, std::uint64_t rank, std::uint64_t count) {
        position_[opponent(inner_)].kings = outer;
        const Bitboard among = free_ - outer;
        const Bitboard start = unrank_among(rank, inner_kings_, among);
        int skipped = (among & below(start.lowest())).count();
        Bitboard fellows = start - start.lowest();
        while (true) {
            // The runner, the lowest of its side's kings, visits all squares below its fellows.
            const int row = (fellows.empty() ? among : among & below(fellows.lowest())).count() - skipped;
            if (row > 0) {
                const int taken = static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(row), count));
                mark_row(fellows, among, skipped, taken);
                count -= static_cast<std::uint64_t>(taken);
            }
            if (count == 0) {
                return;
            }
            skipped = 0;
            fellows = next_set(fellows, among);
        }
    }

    void mark_row(Bitboard fellows, Bitboard among, int skipped, int taken) {
        position_[inner_].kings = fellows;
        const Bitboard quiet = ~rules::capture_mask(position_, inner_);
        const std::uint64_t in_order = compress(quiet.bits(), among.bits()) >> skipped;
        out_.append(in_order & (~std::uint64_t{0} >> (64 - taken)), taken);
    }

    Colour inner_;
    int inner_kings_;
    int outer_kings_;
    Bitboard free_;
    Position position_;  ///< Without the runner.
    BitWriter& out_;
};

}  // namespace

std::uint64_t QuietPlaces::places() const {
    return index_.size() * static_cast<std::uint64_t>(stored_sides(index_.material()));
}

void QuietPlaces::mark(std::uint64_t first, std::uint64_t count, std::span<std::uint64_t> words) const {
    BitWriter out{words};
    while (count > 0) {
        const auto mover = static_cast<Colour>(first / index_.size());
        const std::uint64_t number = first % index_.size();
        std::uint64_t here = 1;
        if (lie_in_rows(index_.material())) {
            const std::uint64_t in_slice = number % index_.slice_size();
            here = std::min(count, index_.slice_size() - in_slice);
            const Slice slice = index_.slices().unrank(SliceId{number / index_.slice_size()});
            SliceMarker{index_.material(), slice, mover, out}.mark(in_slice, here);
        } else {
            out.append(rules::must_capture(index_.unrank(number, mover)) ? 0 : 1, 1);
        }
        first += here;
        count -= here;
    }
}

}  // namespace dameotb::index
