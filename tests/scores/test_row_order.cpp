// Compares the order of rows with the numbers that index::ClassIndex gives, placement by placement.
#include <dameotb/scores/row/row_order.hpp>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

/// Compares every `step`-th placement of one slice, in row order. Returns whether numbers are in row order.
bool check_slice(const index::ClassIndex& index, index::SliceId id, Colour mover, std::uint64_t step) {
    const SliceLayout layout{index.material()};
    const index::Slice slice = index.slices().unrank(id);
    const PlacementOrder order{layout, slice.men().count(), mover};
    std::vector<std::uint32_t> positions;
    if (!order.is_row_order()) {
        order.for_each_number([&](std::uint32_t offset) { positions.push_back(offset); });
        REQUIRE(positions.size() == index.slice_size());
    }
    std::uint64_t next = 0;
    for_each_row_in_order(layout, slice.men(), mover, [&](std::uint32_t row, Bitboard squares) {
        for (const Square square : squares) {
            if (next % step == 0) {
                Kings kings = layout.kings_of(row);
                kings[layout.pivot()] |= square;
                const Position position = position_of(slice, kings, mover);
                const std::uint64_t expected = index.rank(position) - id.value() * index.slice_size();
                if ((order.is_row_order() ? next : positions[next]) != expected) {
                    FAIL(rules::to_fen(position));
                }
            }
            ++next;
        }
    });
    REQUIRE(next == index.slice_size());
    return order.is_row_order();
}

}  // namespace

TEST_CASE("placement numbers counted row by row are those of the index") {
    constexpr unsigned seed = 20261121;
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    int in_row_order = 0;
    int others = 0;
    for (const index::Material& material : index::build_order(5)) {
        if (material.men() == 0 || material.kings() == 0) {
            continue;
        }
        const index::ClassIndex index{material};
        for (const Colour mover : both_colours) {
            CAPTURE(material.name(), static_cast<int>(mover));
            for (int i = 0; i < 3; ++i) {
                const bool rows = check_slice(index, index::SliceId{random() % index.slices().count()}, mover,
                                              1 + index.slice_size() / 5000);
                ++(rows ? in_row_order : others);
            }
        }
    }
    CHECK(in_row_order > 0);
    CHECK(others > 0);
}
