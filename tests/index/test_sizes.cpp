// The sizes of classes for which there are no tables yet must be right all the same. Here they are counted by formulas
// of their own: over the squares one by one, and by the cycles of each symmetry, instead of by halves of the board.
#include <dameotb/index/class_index.hpp>

#include <array>

#include <dameotb/index/combinatorics.hpp>

#include "catch.hpp"

using namespace dameotb;

namespace {

/// Returns in how many ways the men stand on some of the squares: White's not on rank 8, Black's not on rank 1.
std::uint64_t men_placements(int white, int black, int squares_of_a_row) {
    std::array<std::array<std::uint64_t, 10>, 10> ways{};
    ways[0][0] = 1;
    for (int square = 0; square < 8 * squares_of_a_row; ++square) {
        const int row = square / squares_of_a_row;
        for (std::size_t w = 10; w-- > 0;) {
            for (std::size_t b = 10; b-- > 0;) {
                ways[w][b] += w > 0 && row != 7 ? ways[w - 1][b] : 0;
                ways[w][b] += b > 0 && row != 0 ? ways[w][b - 1] : 0;
            }
        }
    }
    return ways[static_cast<std::size_t>(white)][static_cast<std::size_t>(black)];
}

std::uint64_t choose_two(int squares, int white, int black) {
    return white < 0 || black < 0 || white + black > squares
               ? 0
               : index::binomial(squares, white) * index::binomial(squares - white, black);
}

/// Returns the placements of kings up to symmetry: a quarter turn has 16 cycles of 4 squares, a half turn and the two
/// flips have 32 of 2, and the diagonals keep 8 squares and exchange the others in 28 pairs.
std::uint64_t kings_up_to_symmetry(int white, int black) {
    std::uint64_t kept = choose_two(64, white, black);
    if (white % 2 == 0 && black % 2 == 0) {
        kept += 3 * choose_two(32, white / 2, black / 2);
    }
    if (white % 4 == 0 && black % 4 == 0) {
        kept += 2 * choose_two(16, white / 4, black / 4);
    }
    for (int on_white = white % 2; on_white <= white; on_white += 2) {
        for (int on_black = black % 2; on_black <= black; on_black += 2) {
            kept +=
                2 * choose_two(8, on_white, on_black) * choose_two(28, (white - on_white) / 2, (black - on_black) / 2);
        }
    }
    return kept / 8;
}

std::uint64_t expected_size(const index::Material& material) {
    if (material.men() == 0) {
        return kings_up_to_symmetry(material.white.kings, material.black.kings);
    }
    const int white = material.white.men;
    const int black = material.black.men;
    const std::uint64_t self_mirrored = white % 2 == 0 && black % 2 == 0 ? men_placements(white / 2, black / 2, 4) : 0;
    const std::uint64_t slices = (men_placements(white, black, 8) + self_mirrored) / 2;
    return slices * choose_two(64 - white - black, material.white.kings, material.black.kings);
}

}  // namespace

TEST_CASE("the sizes of classes of up to 8 pieces are those of another count") {
    std::array<double, 9> positions{};
    for (const index::Material& material : index::build_order(index::most_sized_pieces)) {
        CAPTURE(material.name());
        REQUIRE(index::has_size(material));
        CHECK(index::class_size(material) == expected_size(material));
        positions[static_cast<std::size_t>(material.pieces())] +=
            static_cast<double>(index::stored_positions(material));
    }
    CHECK(positions[6] == 101'798'129'604 - 2'619'458'552.0);
    CHECK(positions[7] == Approx(3.2e12).epsilon(0.02));
    CHECK(positions[8] == Approx(8e13).epsilon(0.2));
}

TEST_CASE("classes whose sizes are known need not have tables") {
    CHECK(index::has_size(index::Material::parse("KKKKvKKKK").value()));
    CHECK_FALSE(index::is_supported(index::Material::parse("KKKKvKKKK").value()));
    CHECK(index::has_size(index::Material::parse("MMMMvMMMM").value()));
    CHECK_FALSE(index::has_size(index::Material::parse("KKKKKvKKKK").value()));
    CHECK(index::king_orbits(7, 1) == kings_up_to_symmetry(7, 1));
    CHECK(index::king_orbits(8, 0) == kings_up_to_symmetry(8, 0));
}
