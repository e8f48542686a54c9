// Indexes placements slice by slice if there are men, and by orbits of the eight symmetries if there are none.
#include <dameotb/index/class_index.hpp>

#include <array>
#include <vector>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/symmetry.hpp>

#include "kings_only_index.hpp"

namespace dameotb::index {

namespace {

/// Returns how many king placements one slice has, on a board with that many files.
std::uint64_t king_placements(const Material& material, int files = 8) {
    const int free = 8 * files - material.men();
    return binomial(free, material.white.kings) * binomial(free - material.white.kings, material.black.kings);
}

/// Returns the number of placements on a board with that many files.
std::uint64_t placements_on(int files, const Material& material) {
    // White men on seven ranks, j of them on rank 1, leave black men those of ranks 2 to 8 that are not taken.
    std::uint64_t men = 0;
    const int white = material.white.men;
    for (int j = 0; j <= white && j <= files; ++j) {
        men +=
            binomial(files, j) * binomial(6 * files, white - j) * binomial(7 * files - (white - j), material.black.men);
    }
    return men * king_placements(material, files);
}

Position position_of(const KingsOnlyIndex::Placement& placement, Colour leader, Colour side_to_move) {
    Position position{{}, side_to_move};
    position[leader].kings = placement.leaders;
    position[opponent(leader)].kings = placement.followers;
    return position;
}

Position position_of(const Slice& men, Colour side_to_move) {
    return {{Pieces{men.white_men, {}}, Pieces{men.black_men, {}}}, side_to_move};
}

/// Returns the lengths of the symmetry's cycles: applied repeatedly, the symmetry takes a square through all squares of
/// its cycle and back.
std::vector<std::size_t> cycle_lengths(int symmetry) {
    std::vector<std::size_t> lengths;
    Bitboard seen;
    for (const Square first : all_squares) {
        const Bitboard before = seen;
        for (Square square = first; !seen.contains(square); square = apply(symmetry, square)) {
            seen |= square;
        }
        if (seen != before) {
            lengths.push_back(static_cast<std::size_t>((seen - before).count()));
        }
    }
    return lengths;
}

/// Counts the placements of kings that the symmetry leaves unchanged: those in which each cycle's squares all hold the
/// same.
std::uint64_t placements_kept(int symmetry, std::size_t white_kings, std::size_t black_kings) {
    // ways[w][b]: the ways to place w white and b black kings on the cycles so far.
    std::array<std::array<std::uint64_t, most_sized_pieces + 1>, most_sized_pieces + 1> ways{};
    ways[0][0] = 1;
    for (const std::size_t length : cycle_lengths(symmetry)) {
        // From the highest counts down, so that the added terms do not include this cycle yet.
        for (std::size_t white = white_kings + 1; white-- > 0;) {
            for (std::size_t black = black_kings + 1; black-- > 0;) {
                ways[white][black] += white < length ? 0 : ways[white - length][black];
                ways[white][black] += black < length ? 0 : ways[white][black - length];
            }
        }
    }
    return ways[white_kings][black_kings];
}

}  // namespace

// The mean number of placements that a symmetry leaves unchanged (Burnside).
std::uint64_t king_orbits(std::size_t white_kings, std::size_t black_kings) {
    std::uint64_t kept = 0;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        kept += placements_kept(symmetry, white_kings, black_kings);
    }
    return kept / symmetries;
}

std::uint64_t class_size(const Material& material) {
    return material.men() == 0 ? king_orbits(material.white.kings, material.black.kings)
                               : SliceIndex{material.white.men, material.black.men}.count() * king_placements(material);
}

ClassIndex::ClassIndex(const Material& material, Colour leader)
    : material_{material}, leader_{leader}, slices_{material.white.men, material.black.men} {
    if (material.men() == 0) {
        kings_only_ = std::make_unique<KingsOnlyIndex>(material[leader].kings, material[opponent(leader)].kings);
        slice_size_ = kings_only_->size();
    } else {
        slice_size_ = king_placements(material);
    }
    size_ = slices_.count() * slice_size_;
}

ClassIndex::~ClassIndex() = default;
ClassIndex::ClassIndex(ClassIndex&&) noexcept = default;
ClassIndex& ClassIndex::operator=(ClassIndex&&) noexcept = default;

std::uint64_t ClassIndex::rank(const Position& position) const {
    if (kings_only_) {
        return kings_only_->rank({position[leader_].kings, position[opponent(leader_)].kings});
    }
    const Slice slice = Slice::of(position);
    const SliceIndex::Located located = slices_.locate(slice);
    const auto as_numbered = [&](Bitboard squares) { return select(located.mirrored, squares.mirrored(), squares); };
    const Bitboard waiting = as_numbered(position.enemy().kings);
    const Bitboard moving = as_numbered(position.own().kings);
    const Bitboard men = as_numbered(slice.men());
    const std::uint64_t waiting_rank = rank_subset_beside(men, waiting);
    const std::uint64_t moving_rank = rank_subset_beside(men | waiting, moving);
    return located.id.value() * slice_size_ + waiting_rank * mover_sets(position.side_to_move) + moving_rank;
}

Position ClassIndex::unrank(std::uint64_t number, Colour side_to_move) const {
    if (kings_only_) {
        return position_of(kings_only_->unrank(number), leader_, side_to_move);
    }
    const Slice slice = slices_.unrank(SliceId{number / slice_size_});
    const std::uint64_t kings_number = number % slice_size_;
    const Colour waits = opponent(side_to_move);
    const std::uint64_t sets = mover_sets(side_to_move);
    const Bitboard free = ~slice.men();
    const Bitboard waiting = unrank_among(kings_number / sets, material_[waits].kings, free);
    const Bitboard moving = unrank_among(kings_number % sets, material_[side_to_move].kings, free - waiting);
    Position position = position_of(slice, side_to_move);
    position[waits].kings = waiting;
    position[side_to_move].kings = moving;
    return position;
}

void ClassIndex::unrank(std::uint64_t first, Colour side_to_move, std::span<Position> positions) const {
    auto out = positions.begin();
    if (kings_only_) {
        kings_only_->for_each(first, positions.size(), [&](const KingsOnlyIndex::Placement& placement) {
            *out++ = position_of(placement, leader_, side_to_move);
        });
    } else if (material_.kings() == 0) {
        SquareArray<Slice> slices;
        for (std::size_t done = 0; done < positions.size();) {
            const std::size_t count = std::min(slices.size(), positions.size() - done);
            slices_.unrank(SliceId{first + done}, std::span{slices}.first(count));
            for (const Slice& slice : std::span{slices}.first(count)) {
                *out++ = position_of(slice, side_to_move);
            }
            done += count;
        }
    } else {
        for (Position& position : positions) {
            position = unrank(first++, side_to_move);
        }
    }
}

std::uint64_t ClassIndex::mover_sets(Colour mover) const {
    return binomial(64 - material_.men() - material_[opponent(mover)].kings, material_[mover].kings);
}

int ClassIndex::weight(std::uint64_t number) const {
    if (kings_only_) {
        return kings_only_->orbit_size(number);
    }
    // In a self-mirrored slice the mirror image has its own index.
    return slices_.unrank(SliceId{number / slice_size_}).is_self_mirrored() ? 1 : 2;
}

std::uint64_t all_placements(const Material& material) {
    return placements_on(8, material);
}

std::uint64_t placement_orbits(const Material& material) {
    const auto& [white, black] = material;
    if (material.men() == 0) {
        return king_orbits(white.kings, black.kings);
    }
    // A placement that the mirror leaves unchanged is one of half of the pieces on half of the board.
    const auto half = [](const SideMaterial& side) {
        return SideMaterial{static_cast<std::uint8_t>(side.kings / 2), static_cast<std::uint8_t>(side.men / 2)};
    };
    const bool is_even = (white.kings | white.men | black.kings | black.men) % 2 == 0;
    const std::uint64_t kept = is_even ? placements_on(4, {half(white), half(black)}) : 0;
    return (all_placements(material) + kept) / 2;
}

}  // namespace dameotb::index
