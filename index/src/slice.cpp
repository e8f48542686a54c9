// Ranks slices by half boards.
// A half has files a-d, that is, 32 squares: square = rank * 4 + file. The right half is mirrored onto these files.
#include <dameotb/index/slice.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <dameotb/index/combinatorics.hpp>

namespace dameotb::index {

namespace {

constexpr int most_men = 8;
constexpr int half_rank_squares = 4;
constexpr int upper_white_squares = 24;  // Ranks 2-7.
constexpr int black_squares = 28;        // Ranks 2-8.
constexpr std::uint64_t half_rank_1 = 0xF;

/// Gathers files a-d into the low 32 bits, one nibble for each rank.
constexpr std::uint64_t pack_left(Bitboard squares) {
    std::uint64_t b = squares.bits() & 0x0F0F0F0F0F0F0F0FU;
    b = (b | (b >> 4)) & 0x00FF00FF00FF00FFU;
    b = (b | (b >> 8)) & 0x0000FFFF0000FFFFU;
    return (b | (b >> 16)) & 0x00000000FFFFFFFFU;
}

/// Undoes `pack_left`. Requires: half < 2^32.
constexpr Bitboard unpack_left(std::uint64_t half) {
    std::uint64_t b = (half | (half << 16)) & 0x0000FFFF0000FFFFU;
    b = (b | (b << 8)) & 0x00FF00FF00FF00FFU;
    return Bitboard{(b | (b << 4)) & 0x0F0F0F0F0F0F0F0FU};
}

/// Returns the board index of a square of the left half.
constexpr std::size_t unpacked(int square) {
    return static_cast<std::size_t>(square / half_rank_squares * 8 + square % half_rank_squares);
}

/// The men of one half.
struct Half {
    std::uint64_t white;
    std::uint64_t black;

    static Half left_of(const Slice& slice) { return {pack_left(slice.white_men), pack_left(slice.black_men)}; }
    [[nodiscard]] Slice on_left() const { return {unpack_left(white), unpack_left(black)}; }
    [[nodiscard]] int white_count() const { return std::popcount(white); }
    [[nodiscard]] int black_count() const { return std::popcount(black); }
};

/// Half placements of a white and b black men are grouped by j, the number of white men on rank 1, where black men
/// cannot stand. In group j, White has C(4, j) sets on rank 1 and C(24, a - j) sets on ranks 2-7. Each of these leaves
/// Black 28 - (a - j) squares on ranks 2-8, and so C(28 - (a - j), b) sets. The number of Black's sets does not depend
/// on which squares White takes. So inside a group the three ranks are the digits of a mixed-radix number without gaps.
/// The groups follow each other, j ascending; every half placement is in exactly one of them.
struct HalfGroups {
    /// first[j]: the rank of group j's first half placement; first[5]: the number of half placements.
    std::array<std::uint64_t, half_rank_squares + 2> first{};
    [[nodiscard]] constexpr std::uint64_t count() const { return first.back(); }
};

constexpr auto make_half_groups() {
    std::array<std::array<HalfGroups, most_men + 1>, most_men + 1> table{};
    for (int a = 0; a <= most_men; ++a) {
        for (int b = 0; b <= most_men; ++b) {
            auto& first = table[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)].first;
            for (int j = 0; j <= half_rank_squares; ++j) {
                const std::uint64_t size = j > a
                                               ? 0
                                               : binomial(half_rank_squares, j) * binomial(upper_white_squares, a - j) *
                                                     binomial(black_squares - (a - j), b);
                first[static_cast<std::size_t>(j) + 1] = first[static_cast<std::size_t>(j)] + size;
            }
        }
    }
    return table;
}
constexpr auto half_groups = make_half_groups();

constexpr const HalfGroups& groups_of(int white, int black) {
    return half_groups[static_cast<std::size_t>(white)][static_cast<std::size_t>(black)];
}

/// The count and subset rank of a set of squares of rank 1, tabulated for speed.
struct RankSet {
    std::uint8_t count;
    std::uint8_t rank;
};
constexpr auto make_rank_sets() {
    std::array<RankSet, std::size_t{1} << half_rank_squares> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits) {
        const Bitboard squares{bits};
        table[bits] = {static_cast<std::uint8_t>(squares.count()), static_cast<std::uint8_t>(rank_subset(squares))};
    }
    return table;
}
constexpr auto rank_sets = make_rank_sets();

/// Sets of up to four of the 28 squares, by count and rank, tabulated for speed: 97 KB. Colexicographic ranks do not
/// depend on the number of squares, so the first entries of a count are the sets of fewer squares. The table is made
/// before main and takes no heap memory: nothing could catch a failed allocation there.
class SmallSets {
public:
    SmallSets() noexcept {
        for (int count = 0; count <= most; ++count) {
            const std::uint64_t first = first_of(count);
            for (std::uint64_t rank = 0; rank < binomial(black_squares, count); ++rank) {
                sets_[first + rank] = static_cast<std::uint32_t>(unrank_subset(rank, count, black_squares).bits());
            }
        }
    }

    /// Returns what unrank_subset returns. Requires: rank < C(among, count), among <= 28.
    [[nodiscard]] std::uint64_t unrank(std::uint64_t rank, int count, int among) const {
        return count <= most ? sets_[first_of(count) + rank] : unrank_subset(rank, count, among).bits();
    }

private:
    static constexpr int most = 4;
    /// The entry at which the sets of each count begin, for counts 0 to most + 1.
    static constexpr auto firsts = [] {
        std::array<std::uint64_t, most + 2> sums{};
        for (int count = 0; count <= most; ++count) {
            const auto i = static_cast<std::size_t>(count);
            sums[i + 1] = sums[i] + binomial(black_squares, count);
        }
        return sums;
    }();
    static constexpr std::uint64_t first_of(int count) { return firsts[static_cast<std::size_t>(count)]; }

    std::array<std::uint32_t, firsts.back()> sets_;
};
const SmallSets small_sets;

/// The ranks of the half placements with given white men.
class RanksOfBlack {
public:
    RanksOfBlack(std::uint64_t white_men, int black) : upper_{white_men >> half_rank_squares} {
        const RankSet rank_1 = rank_sets[white_men & half_rank_1];
        const int j = rank_1.count;
        const int upper_count = std::popcount(upper_);
        const std::uint64_t white_rank =
            rank_1.rank * binomial(upper_white_squares, upper_count) + rank_subset(Bitboard{upper_});
        first_ = groups_of(j + upper_count, black).first[static_cast<std::size_t>(j)] +
                 white_rank * binomial(black_squares - upper_count, black);
    }

    /// Returns the rank of the half with these black men. Requires: none shares a square with a white man.
    [[nodiscard]] std::uint64_t rank(std::uint64_t black_men) const {
        return first_ + rank_subset_beside(Bitboard{upper_}, Bitboard{black_men >> half_rank_squares});
    }

private:
    std::uint64_t upper_;  ///< White's men on ranks 2-7.
    std::uint64_t first_;
};

std::uint64_t rank_half(const Half& half) {
    return RanksOfBlack{half.white, half.black_count()}.rank(half.black);
}

/// Calls visit(square, rank) for each square of `added` with the rank of the half that has one more man of this colour
/// there.
template <class Visit>
void for_each_rank_with(const Half& half, Colour colour, std::uint64_t added, const Visit& visit) {
    if (colour == Colour::White) {
        for (const Square square : Bitboard{added}) {
            visit(square.index(), rank_half({half.white | Bitboard{square}.bits(), half.black}));
        }
        return;
    }
    const RanksOfBlack ranks{half.white, half.black_count() + 1};
    for (const Square square : Bitboard{added}) {
        visit(square.index(), ranks.rank(half.black | Bitboard{square}.bits()));
    }
}

Half unrank_half(std::uint64_t rank, int white, int black) {
    const auto& first = groups_of(white, black).first;
    int j = 0;
    while (rank >= first[static_cast<std::size_t>(j) + 1]) {
        ++j;
    }
    rank -= first[static_cast<std::size_t>(j)];
    const std::uint64_t black_sets = binomial(black_squares - (white - j), black);
    const std::uint64_t upper_sets = binomial(upper_white_squares, white - j);
    const std::uint64_t white_rank = rank / black_sets;
    const std::uint64_t rank_1 = small_sets.unrank(white_rank / upper_sets, j, half_rank_squares);
    const std::uint64_t upper = small_sets.unrank(white_rank % upper_sets, white - j, upper_white_squares);
    const std::uint64_t black_packed = small_sets.unrank(rank % black_sets, black, black_squares - (white - j));
    return {upper << half_rank_squares | rank_1, expand(black_packed, ~upper) << half_rank_squares};
}

/// Returns 0 + 1 + ... + n: the number of pairs (high, low) with low <= high < n.
constexpr std::uint64_t triangle(std::uint64_t n) {
    return n * (n + 1) / 2;
}

/// Returns the greatest n with triangle(n) <= number. The square root is off by at most one; the loops correct it.
std::uint64_t triangle_root(std::uint64_t number) {
    auto n = static_cast<std::uint64_t>(std::sqrt(2.0 * static_cast<double>(number)));
    while (triangle(n) > number) {
        --n;
    }
    while (triangle(n + 1) <= number) {
        ++n;
    }
    return n;
}

}  // namespace

int Slice::advancement() const {
    int ranks = 0;
    for (const Square square : white_men) {
        ranks += square.rank();
    }
    for (const Square square : black_men.flipped()) {
        ranks += square.rank();
    }
    return ranks;
}

// The halves' pairs (a, b) are ordered by key = a * (black men + 1) + b, and the keys of the two halves add up to
// `key_sum`. So the left half's pair is not below the right half's exactly if the left key is at least half of
// `key_sum`. The vector of splits is ordered by left key and starts with the first such key.

SliceIndex::SliceIndex(int white_men, int black_men) : black_men_{black_men} {
    const int key_sum = white_men * (black_men + 1) + black_men;
    halves_.resize(static_cast<std::size_t>(key_sum) + 1);
    for (int key = (key_sum + 1) / 2; key <= key_sum; ++key) {
        const int left_white = key / (black_men + 1);
        const int left_black = key % (black_men + 1);
        const Split split{left_white, left_black, white_men - left_white, black_men - left_black, count_};
        const std::uint64_t left = groups_of(split.left_white, split.left_black).count();
        const std::uint64_t right = groups_of(split.right_white, split.right_black).count();
        count_ += key * 2 == key_sum ? triangle(left) : left * right;
        splits_.push_back(split);
        halves_[static_cast<std::size_t>(key_sum - key)] = Halves::of(split, true);
        halves_[static_cast<std::size_t>(key)] = Halves::of(split, false);
    }
}

SliceIndex::Halves SliceIndex::Halves::of(const Split& split, bool mirrored) {
    const bool equal = split.left_white == split.right_white && split.left_black == split.right_black;
    return {split.first, groups_of(split.right_white, split.right_black).count(), mirrored, equal};
}

const SliceIndex::Halves& SliceIndex::halves(int left_white, int left_black) const {
    return halves_[static_cast<std::size_t>(left_white * (black_men_ + 1) + left_black)];
}

// Branch-free: no processor can predict which of two mirror images is indexed.
SliceIndex::Located SliceIndex::Halves::locate(std::uint64_t left_rank, std::uint64_t right_rank) const {
    const bool swapped = (equal & (left_rank < right_rank)) | mirrored;
    const std::uint64_t exchanged = (left_rank ^ right_rank) & -std::uint64_t{swapped};
    const std::uint64_t line = left_rank ^ exchanged;
    const std::uint64_t in_line = right_rank ^ exchanged;
    // Lines have equal length, or are those of a triangle, which hold 1, 2, 3, ... slices.
    const std::uint64_t before = equal ? triangle(line) : line * width;
    return {SliceId{first + before + in_line}, swapped};
}

SliceIndex::Located SliceIndex::locate(const Slice& slice) const {
    const Half left = Half::left_of(slice);
    const Half right = Half::left_of(slice.mirrored());
    return halves(left.white_count(), left.black_count()).locate(rank_half(left), rank_half(right));
}

void SliceIndex::locate_with(const Slice& rest, Colour colour, Bitboard squares, SquareArray<Located>& numbers) const {
    const Half left = Half::left_of(rest);
    const Half right = Half::left_of(rest.mirrored());
    const int more_white = colour == Colour::White ? 1 : 0;
    const Halves& left_grows = halves(left.white_count() + more_white, left.black_count() + 1 - more_white);
    const Halves& right_grows = halves(left.white_count(), left.black_count());
    const std::uint64_t left_rank = rank_half(left);
    const std::uint64_t right_rank = rank_half(right);
    for_each_rank_with(left, colour, pack_left(squares), [&](int square, std::uint64_t rank) {
        numbers[unpacked(square)] = left_grows.locate(rank, right_rank);
    });
    for_each_rank_with(right, colour, pack_left(squares.mirrored()), [&](int square, std::uint64_t rank) {
        numbers[unpacked(square) ^ 7] = right_grows.locate(left_rank, rank);
    });
}

Slice SliceIndex::unrank(SliceId id) const {
    Slice slice;
    unrank(id, {&slice, 1});
    return slice;
}

// Line by line: the slices of a line have the same left half, and right halves of successive ranks.
void SliceIndex::unrank(SliceId first, std::span<Slice> slices) const {
    for (std::size_t done = 0; done < slices.size();) {
        const std::uint64_t id = first.value() + done;
        const Split& split = *(std::ranges::upper_bound(splits_, id, {}, &Split::first) - 1);
        const std::uint64_t number = id - split.first;
        const bool equal = split.left_white == split.right_white && split.left_black == split.right_black;
        const std::uint64_t width = groups_of(split.right_white, split.right_black).count();
        const std::uint64_t left = equal ? triangle_root(number) : number / width;
        std::uint64_t right = number - (equal ? triangle(left) : left * width);
        const std::uint64_t line_end = equal ? left + 1 : width;
        const Slice left_men = unrank_half(left, split.left_white, split.left_black).on_left();
        for (; right < line_end && done < slices.size(); ++right, ++done) {
            const Slice right_men = unrank_half(right, split.right_white, split.right_black).on_left().mirrored();
            slices[done] = {left_men.white_men | right_men.white_men, left_men.black_men | right_men.black_men};
        }
    }
}

}  // namespace dameotb::index
