// The perfect index must be a bijection with the placements up to symmetry. Its size is compared with Burnside's count.
#include <dameotb/index/class_index.hpp>

#include <array>
#include <iostream>
#include <map>

#include "catch.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::ClassIndex;
using index::Material;

namespace {

/// Returns the image, square by square. Bit 2 of `symmetry` exchanges file and row, bit 0 mirrors files, bit 1 flips
/// rows.
Bitboard plain_image(Bitboard squares, int symmetry) {
    Bitboard image;
    for (const Square square : squares) {
        const int file = (symmetry & 4) != 0 ? square.rank() : square.file();
        const int row = (symmetry & 4) != 0 ? square.file() : square.rank();
        image |= Square{(symmetry & 1) != 0 ? 7 - file : file, (symmetry & 2) != 0 ? 7 - row : row};
    }
    return image;
}

Position plain_image(const Position& position, int symmetry) {
    Position image = position;
    for (Pieces& side : image.sides) {
        side = {plain_image(side.men, symmetry), plain_image(side.kings, symmetry)};
    }
    return image;
}

/// Returns how many symmetries a class's placements have: all eight without men, otherwise identity and mirror.
int symmetries(const Material& material) {
    return material.men() == 0 ? 8 : 2;
}

bool are_twins(const Material& material, const Position& a, const Position& b) {
    for (int symmetry = 0; symmetry < symmetries(material); ++symmetry) {
        if (plain_image(a, symmetry) == b) {
            return true;
        }
    }
    return false;
}

void check_number(const ClassIndex& numbers, std::uint64_t number) {
    CAPTURE(numbers.material().name(), number);
    for (const Colour mover : both_colours) {
        const Position position = numbers.unrank(number, mover);
        REQUIRE(Material::of(position) == numbers.material());
        REQUIRE_FALSE(defect(position).has_value());
        REQUIRE(position.side_to_move == mover);
        REQUIRE(numbers.rank(position) == number);
    }
}

void check_placement(const ClassIndex& numbers, const Position& position) {
    CAPTURE(numbers.material().name());
    const std::uint64_t number = numbers.rank(position);
    REQUIRE(number < numbers.size());
    REQUIRE(are_twins(numbers.material(), position, numbers.unrank(number, position.side_to_move)));
}

/// Counts of placements as polynomials. A monomial says how many white men, black men, white kings and black kings.
using Monomial = std::array<int, 4>;
using Polynomial = std::map<Monomial, std::uint64_t>;

/// Returns `p` times (1 + sum of the kinds' variables to the power `length`): one cycle of squares that may hold such
/// pieces.
Polynomial times_cycle(const Polynomial& p, const std::vector<std::size_t>& kinds, int length, const Monomial& most) {
    Polynomial result = p;
    for (const auto& [monomial, count] : p) {
        for (const std::size_t kind : kinds) {
            Monomial raised = monomial;
            raised[kind] += length;
            if (raised[kind] <= most[kind]) {
                result[raised] += count;
            }
        }
    }
    return result;
}

const std::vector<std::size_t> on_row_1{0, 2, 3};
const std::vector<std::size_t> on_row_8{1, 2, 3};
const std::vector<std::size_t> between{0, 1, 2, 3};

Monomial monomial_of(const Material& m) {
    return {m.white.men, m.black.men, m.white.kings, m.black.kings};
}

/// Counts the placements that the identity (length 1) or the mirror (length 2: 32 pairs of squares) leaves as they are.
std::uint64_t fixed_by_mirror_power(const Monomial& most, int length) {
    Polynomial p{{Monomial{}, 1}};
    for (int row = 0; row < 8; ++row) {
        for (int cycle = 0; cycle < 8 / length; ++cycle) {
            p = times_cycle(p, row == 0 ? on_row_1 : row == 7 ? on_row_8 : between, length, most);
        }
    }
    return p[most];
}

/// Counts the placements without men that a symmetry leaves as they are. It has these numbers of cycles of 1, 2 and 4
/// squares.
std::uint64_t fixed_kings(const Monomial& most, int ones, int twos, int fours) {
    Polynomial p{{Monomial{}, 1}};
    for (const auto& [length, cycles] : std::array{std::pair{1, ones}, std::pair{2, twos}, std::pair{4, fours}}) {
        for (int cycle = 0; cycle < cycles; ++cycle) {
            p = times_cycle(p, {2, 3}, length, most);
        }
    }
    return p[most];
}

std::uint64_t burnside(const Material& material) {
    const Monomial most = monomial_of(material);
    if (material.men() > 0) {
        return (fixed_by_mirror_power(most, 1) + fixed_by_mirror_power(most, 2)) / 2;
    }
    // The identity; two reflections in the middle lines and the half turn; two reflections in the diagonals; two
    // quarter turns.
    return (fixed_kings(most, 64, 0, 0) + 3 * fixed_kings(most, 0, 32, 0) + 2 * fixed_kings(most, 8, 28, 0) +
            2 * fixed_kings(most, 0, 0, 16)) /
           8;
}

std::uint64_t self_mirrored_slices(const Material& material) {
    return fixed_by_mirror_power({material.white.men, material.black.men, 0, 0}, 2);
}

}  // namespace

/// Up to how many pieces all placements of a class are gone through.
constexpr int most_exhaustive = tests::sampled ? 2 : 3;

TEST_CASE("every class of up to three pieces is numbered without gaps") {
    for (const Material& material : index::build_order(most_exhaustive)) {
        const ClassIndex numbers{material};
        CAPTURE(material.name());
        std::uint64_t weights = 0;
        for (std::uint64_t number = 0; number < numbers.size(); ++number) {
            check_number(numbers, number);
            weights += static_cast<std::uint64_t>(numbers.weight(number));
        }
        CHECK(weights == index::all_placements(material));
        // Each number must stand for as many placements as its weight says.
        for (const Colour mover : both_colours) {
            std::vector<int> seen(numbers.size());
            std::uint64_t all = 0;
            tests::for_each_placement(material, [&](Position position) {
                position.side_to_move = mover;
                check_placement(numbers, position);
                ++seen[numbers.rank(position)];
                ++all;
            });
            CHECK(all == index::all_placements(material));
            bool weights_hold = true;
            for (std::uint64_t number = 0; number < numbers.size(); ++number) {
                weights_hold = weights_hold && seen[number] == numbers.weight(number);
            }
            CHECK(weights_hold);
        }
    }
}

TEST_CASE("placements in the order of their numbers are those of each number") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Material& material : index::build_order(7)) {
        CAPTURE(material.name());
        const ClassIndex numbers{material};
        const bool is_small = numbers.size() < (tests::sampled ? 2000 : 200'000);
        for (int sample = 0; sample < (is_small ? 1 : tests::sampled ? 2 : 20); ++sample) {
            const std::uint64_t first = is_small ? 0 : random() % numbers.size();
            const std::uint64_t end = is_small ? numbers.size() : std::min(numbers.size(), first + 3000);
            std::uint64_t next = first;
            index::for_each_placement(numbers, Colour::Black, first, end, [&](std::uint64_t number, const Position& p) {
                if (number != next || p != numbers.unrank(number, Colour::Black)) {
                    FAIL_CHECK("number " << next);
                }
                ++next;
            });
            CHECK(next == end);
        }
    }
}

TEST_CASE("classes of four to seven pieces, sampled") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Material& material : index::build_order(7)) {
        if (material.pieces() <= most_exhaustive) {
            continue;  // Tested exhaustively above.
        }
        const ClassIndex numbers{material};
        check_number(numbers, 0);
        check_number(numbers, numbers.size() - 1);
        for (int i = 0; i < 500; ++i) {
            check_number(numbers, random() % numbers.size());
            const Position position = tests::random_position(random, material);
            check_placement(numbers, position);
            int twins = 0;
            for (int symmetry = 0; symmetry < symmetries(material); ++symmetry) {
                twins += plain_image(position, symmetry) == position ? 0 : 1;
            }
            // A generic placement: its number stands for itself and its twins, or only for itself in a self-mirrored
            // slice.
            if (twins == symmetries(material) - 1) {
                const bool alone = material.men() > 0 && index::Slice::of(position).is_self_mirrored();
                REQUIRE(numbers.weight(numbers.rank(position)) == (alone ? 1 : symmetries(material)));
            }
        }
    }
}

TEST_CASE("symmetric placements without men have numbers like all others") {
    INFO("seed " << tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KKvKK", "KKKKvK", "KKKKvKK", "KKKKKvK", "KKKKvKKK", "KKKKKvKK", "KKKKKKvK"}) {
        const Material material = *Material::parse(name);
        const ClassIndex numbers{material};
        CHECK(numbers.size() == burnside(material));
        for (int i = 0; i < 3000; ++i) {
            // One side's kings are whole orbits of a random symmetry, if their number allows it.
            const int symmetry = 1 + static_cast<int>(random() % 7);
            Position position = tests::random_position(random, material);
            const Square seed_square{static_cast<int>(random() % 64)};
            Bitboard orbit{seed_square};
            for (int step = 0; step < 4; ++step) {
                orbit |= plain_image(orbit, symmetry);
            }
            for (const Colour side : both_colours) {
                if (orbit.count() == material[side].kings && !orbit.intersects(position[opponent(side)].kings)) {
                    position[side].kings = orbit;
                    break;
                }
            }
            check_placement(numbers, position);
            for (int image = 0; image < 8; ++image) {
                REQUIRE(numbers.rank(plain_image(position, image)) == numbers.rank(position));
            }
        }
    }
}

TEST_CASE("there are tables of classes of up to seven pieces, neither side bare") {
    for (const char* name : {"KvK", "MMMMMvM", "KKKKKKvK", "KKMvKMM", "KKMMvKMM"}) {
        CHECK(index::is_supported(*Material::parse(name)));
    }
    for (const char* name : {"KKKKKKKvK", "MMMMvMMMM", "KKKKKKKKvK", "MMMMMMMMMMMMMMMMvMMMMMMMMMMMMMMMM"}) {
        CHECK_FALSE(index::is_supported(*Material::parse(name)));
    }
    CHECK_FALSE(index::is_supported(Material{{2, 1}, {}}));
    CHECK_FALSE(index::is_supported(Material{{}, {1, 0}}));
    for (const Material& material : index::build_order(index::most_pieces)) {
        CHECK(index::is_supported(material));
    }
}

TEST_CASE("all_placements counts all placements") {
    for (const Material& material : index::build_order(7)) {
        CAPTURE(material.name());
        CHECK(index::all_placements(material) == fixed_by_mirror_power(monomial_of(material), 1));
    }
}

TEST_CASE("neighbouring numbers differ in the kings of the side to move") {
    const ClassIndex numbers{*Material::parse("KKMvKM")};
    for (const Colour mover : both_colours) {
        const Position first = numbers.unrank(0, mover);
        const Position second = numbers.unrank(1, mover);
        CHECK(first[mover].kings != second[mover].kings);
        CHECK(first[opponent(mover)].kings == second[opponent(mover)].kings);
    }
}

// A placement in a self-mirrored slice and its mirror image have two numbers unless they are the same placement. All
// placements that the mirror leaves as they are lie in such slices. So the index is larger than the number of orbits
// by half of the placements in self-mirrored slices that are not themselves mirror-symmetric.
TEST_CASE("sizes against Burnside's count, and the share of duplicates") {
    std::map<int, std::pair<std::uint64_t, std::uint64_t>> duplicates_of_pieces;
    for (const Material& material : index::build_order(7)) {
        CAPTURE(material.name());
        const ClassIndex numbers{material};
        const std::uint64_t duplicates = numbers.size() - burnside(material);
        if (material.men() == 0) {
            CHECK(duplicates == 0);
        } else {
            const std::uint64_t in_self_mirrored = self_mirrored_slices(material) * numbers.slice_size();
            const std::uint64_t symmetric = fixed_by_mirror_power(monomial_of(material), 2);
            CHECK(duplicates == (in_self_mirrored - symmetric) / 2);
        }
        CHECK(numbers.slices().count() * numbers.slice_size() == numbers.size());
        CHECK(index::class_size(material) == numbers.size());
        CHECK(index::placement_orbits(material) == burnside(material));
        duplicates_of_pieces[material.pieces()].first += duplicates;
        duplicates_of_pieces[material.pieces()].second += numbers.size();
    }
    std::uint64_t duplicates = 0;
    std::uint64_t size = 0;
    for (const auto& [pieces, counts] : duplicates_of_pieces) {
        std::cout << pieces << " pieces: " << counts.first << " duplicates of " << counts.second << " numbers\n";
        if (pieces <= 5) {
            duplicates += counts.first;
            size += counts.second;
        }
    }
    CHECK(duplicates > 0);
    CHECK(static_cast<double>(duplicates) < 0.01 * static_cast<double>(size));
}
