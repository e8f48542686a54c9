// Rows for classes with men and kings, which are nearly all places; one position at a time for the others.
#include "quiet_places.hpp"

#include <algorithm>

#include <dameotb/rules/movegen.hpp>

#include "capture_mask.hpp"
#include "row_order.hpp"

namespace dameotb::gen {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Square;

/// Small enough for the nearest caches.
constexpr std::uint64_t least_part = 1 << 16;

bool lies_in_rows(const index::Material& material) {
    constexpr int most_kings = 5;  // that subsets() lists
    return material.men() > 0 && material.kings() > 0 &&
           std::max(material.white.kings, material.black.kings) <= most_kings;
}

}  // namespace

QuietPlaces::QuietPlaces(const index::ClassIndex& index) : index_{index}, part_{least_part} {
    if (lies_in_rows(index.material())) {
        layout_.emplace(index.material());
        part_ = (least_part + index.slice_size() - 1) / index.slice_size() * index.slice_size();
    }
}

std::uint64_t QuietPlaces::places() const {
    return index_.size() * static_cast<std::uint64_t>(index::stored_sides(index_.material()));
}

void QuietPlaces::mark(std::uint64_t first, std::span<std::uint8_t> marks) const {
    if (layout_) {
        for (std::uint64_t i = 0; i < marks.size(); i += index_.slice_size()) {
            mark_slice(first + i, marks.data() + i);
        }
        return;
    }
    for (std::uint64_t i = 0; i < marks.size(); ++i) {
        const std::uint64_t place = first + i;
        const auto mover = static_cast<Colour>(place / index_.size());
        const bool forced = rules::must_capture(index_.unrank(place % index_.size(), mover));
        marks[i] = forced ? std::uint8_t{0} : std::uint8_t{0xFF};
    }
}

void QuietPlaces::mark_slice(std::uint64_t first, std::uint8_t* marks) const {
    std::fill_n(marks, index_.slice_size(), std::uint8_t{0xFF});
    const auto mover = static_cast<Colour>(first / index_.size());
    const index::Slice slice = index_.slices().unrank(index::SliceId{first % index_.size() / index_.slice_size()});
    for_each_row_in_order(*layout_, slice.men(), [&](std::uint32_t row, Bitboard squares) {
        const rules::Position fixed = position_of(slice, layout_->kings_of(row), mover);
        for (const Square square : Bitboard{capture_mask(fixed, layout_->runner())} & squares) {
            const Bitboard before = squares & Bitboard{Bitboard{square}.bits() - 1};
            marks[before.count()] = 0;
        }
        marks += squares.count();
    });
}

}  // namespace dameotb::gen
