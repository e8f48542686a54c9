#include "block_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include <dameotb/rules/capture_mask.hpp>

namespace dameotb::table {

namespace {

/// Returns `kings` with the lowest moved one step; empty if it cannot move.
Bitboard lowest_moved(Bitboard kings, rules::Direction direction, Bitboard blocked) {
    if (kings.empty()) {
        return {};
    }
    const auto to = rules::step(kings.lowest(), direction);
    return to && !blocked.contains(*to) ? (kings - kings.lowest()) | *to : Bitboard{};
}

/// Returns the distance, in files plus ranks, between two slices that differ in the square of one man. Nothing for
/// others.
std::optional<int> distance(const index::Slice& a, const index::Slice& b) {
    const Bitboard white = a.white_men ^ b.white_men;
    const Bitboard black = a.black_men ^ b.black_men;
    const Bitboard moved = white | black;
    if (moved.count() != 2 || (!white.empty() && !black.empty())) {
        return std::nullopt;
    }
    const int files = std::abs(moved.lowest().file() - moved.highest().file());
    const int rows = moved.highest().rank() - moved.lowest().rank();
    return files + rows;
}

}  // namespace

void BlockRows::walk(std::uint64_t first, std::uint32_t count, std::uint32_t last) {
    const Walked wanted{index_->material(), mover_, first, count, last};
    if (walked_ == wanted) {
        return;
    }
    walked_.reset();  // in case memory runs out
    rows_.clear();
    slices_.clear();
    neighbours_.clear();
    quiet_found_ = false;
    std::uint32_t next = 0;
    index::for_each_position_row(*index_, mover_, first, count, [&](const index::PositionRow& row) {
        const index::Slice men = index::Slice::of(row.fixed);
        if (slices_.empty() || slices_.back().id != row.slice) {
            slices_.push_back({row.slice, men, nearest_slice(men)});
        }
        rows_.push_back({row.fellows,
                         row.waiting,
                         row.squares(),
                         {},
                         men.men() | row.waiting | row.fellows,
                         static_cast<std::uint32_t>(slices_.size() - 1),
                         next});
        next += static_cast<std::uint32_t>(row.count);
        return next <= last;
    });
    walked_ = wanted;
}

void BlockRows::find_quiet() {
    if (quiet_found_) {
        return;
    }
    const Colour side = runner_waits() ? opponent(mover_) : mover_;
    Position fixed{{}, mover_};
    for (BlockRow& row : rows_) {
        const index::Slice& men = slices_[row.slice].men;
        fixed[Colour::White].men = men.white_men;
        fixed[Colour::Black].men = men.black_men;
        fixed[side].kings = row.fellows;
        fixed[opponent(side)].kings = row.waiting;
        row.quiet = row.squares - rules::capture_mask(fixed, side);
    }
    quiet_found_ = true;
}

void BlockRows::find_neighbours() {
    if (!neighbours_.empty()) {
        return;
    }
    if (slices_.size() > 1 || !rows_.front().waiting.empty()) {  // otherwise no row is looked up
        fill_buckets();
    }
    for (std::size_t number = 0; number < rows_.size(); ++number) {
        neighbours_.push_back(neighbours_of(number));
    }
}

/// Returns the nearest of the slices so far; of equally near ones, the last.
std::int32_t BlockRows::nearest_slice(const index::Slice& men) const {
    constexpr int least = 1;  // no two slices are nearer than one step
    std::int32_t nearest = none;
    int nearest_distance = 100;
    for (auto i = static_cast<std::int32_t>(slices_.size()); i-- > 0 && nearest_distance > least;) {
        const auto apart = distance(slices_[static_cast<std::size_t>(i)].men, men);
        if (apart && *apart < nearest_distance) {
            nearest = i;
            nearest_distance = *apart;
        }
    }
    return nearest;
}

void BlockRows::fill_buckets() {
    buckets_.assign(std::bit_ceil(2 * rows_.size()), none);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        std::size_t at = bucket(rows_[i].slice, rows_[i].waiting, rows_[i].fellows);
        while (buckets_[at] != none) {
            at = (at + 1) & (buckets_.size() - 1);
        }
        buckets_[at] = static_cast<RowNumber>(i);
    }
}

std::size_t BlockRows::bucket(std::uint32_t slice, Bitboard waiting, Bitboard fellows) const {
    const std::uint64_t mixed =
        (waiting.bits() * 0x9E3779B97F4A7C15U) ^ ((fellows.bits() + slice) * 0xC2B2AE3D27D4EB4FU);
    return ((mixed >> 40) ^ (mixed >> 51)) & (buckets_.size() - 1);
}

RowNumber BlockRows::find(std::uint32_t slice, Bitboard waiting, Bitboard fellows) const {
    for (std::size_t at = bucket(slice, waiting, fellows); buckets_[at] != none;
         at = (at + 1) & (buckets_.size() - 1)) {
        const BlockRow& row = rows_[static_cast<std::size_t>(buckets_[at])];
        if (row.waiting == waiting && row.fellows == fellows && row.slice == slice) {
            return buckets_[at];
        }
    }
    return none;
}

/// The lowest fellow visits the free squares in order, one row for each, while the kings above it stay.
RowNumber BlockRows::with_fellow_moved(std::size_t number, rules::Direction direction) const {
    const BlockRow& row = rows_[number];
    const Bitboard fellows = lowest_moved(row.fellows, direction, row.blocked);
    if (fellows.empty()) {
        return none;
    }
    const auto below = [](Bitboard kings) { return Bitboard{kings.lowest()}.bits() - 1; };
    const auto back =
        static_cast<std::size_t>(Bitboard{below(row.fellows) & ~below(fellows) & ~row.blocked.bits()}.count());
    if (back > number) {
        return none;
    }
    const BlockRow& other = rows_[number - back];
    return other.fellows == fellows && other.waiting == row.waiting && other.slice == row.slice
               ? static_cast<RowNumber>(number - back)
               : none;
}

RowNumber BlockRows::with_waiting_moved(std::size_t number, rules::Direction direction) const {
    const BlockRow& row = rows_[number];
    const Bitboard waiting = lowest_moved(row.waiting, direction, row.blocked);
    return waiting.empty() ? none : find(row.slice, waiting, row.fellows);
}

NeighbourRows BlockRows::neighbours_of(std::size_t number) const {
    const BlockRow& row = rows_[number];
    NeighbourRows found;
    for (std::size_t d = 0; d < backwards.size(); ++d) {
        found.fellow_moved[d] = with_fellow_moved(number, backwards[d]);
    }
    found.waiting_west = with_waiting_moved(number, rules::Direction::West);
    found.waiting_south = with_waiting_moved(number, rules::Direction::South);
    const std::int32_t slice = slices_[row.slice].nearest;
    found.same_kings = slice == none ? none : find(static_cast<std::uint32_t>(slice), row.waiting, row.fellows);
    return found;
}

}  // namespace dameotb::table
