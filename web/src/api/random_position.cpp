// Draws placements square by square, and looks many of them up together.
#include "random_position.hpp"

#include <algorithm>
#include <random>
#include <variant>
#include <vector>

#include <dameotb/analysis/query/search.hpp>
#include <dameotb/web/limits.hpp>

namespace dameotb::web {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Position;
/// Its numbers are the same everywhere; those of the standard's distributions are not.
using Random = std::mt19937_64;

Bitboard random_squares(Random& random, int count, Bitboard allowed, Bitboard& taken) {
    Bitboard chosen;
    while (chosen.count() < count) {
        const rules::Square square{static_cast<int>(random() % 64)};
        if (allowed.contains(square) && !taken.contains(square)) {
            chosen |= square;
            taken |= square;
        }
    }
    return chosen;
}

Position random_position(Random& random, const index::Material& material, std::optional<Colour> side_to_move) {
    const auto [white, black] = material;
    Position position;
    Bitboard taken;
    // Men first: a king may stand wherever a man may, so all placements are equally likely.
    position[Colour::White].men = random_squares(random, white.men, ~rules::rank_8, taken);
    position[Colour::Black].men = random_squares(random, black.men, ~rules::rank_1, taken);
    position[Colour::White].kings = random_squares(random, white.kings, rules::all_squares, taken);
    position[Colour::Black].kings = random_squares(random, black.kings, rules::all_squares, taken);
    const auto any_side = random() % 2 == 0 ? Colour::White : Colour::Black;
    position.side_to_move = side_to_move.value_or(any_side);
    return position;
}

/// `side_to_move`: random if not given.
std::vector<Position> draw(Random& random, const index::Material& material, std::optional<Colour> side_to_move,
                           std::size_t count) {
    std::vector<Position> positions;
    std::generate_n(std::back_inserter(positions), count,
                    [&] { return random_position(random, material, side_to_move); });
    return positions;
}

Position random_image(Random& random, const Position& position) {
    const std::vector<Position> images = query::board_images(position);
    return images[random() % images.size()];
}

}  // namespace

std::vector<Position> random_positions(const index::Material& material, std::size_t count, std::uint32_t seed) {
    Random random{seed};
    return draw(random, material, std::nullopt, count);
}

std::optional<Position> random_try(const probe::Tablebase& tables, const RandomWish& wish, Work& work) {
    const auto ranges = query::value_ranges(wish.query);
    const auto is_right = [&](const probe::Answer<rules::Value>& answer) {
        const auto* value = std::get_if<rules::Value>(&answer);
        return value != nullptr && query::contains(ranges, *value);
    };
    Random random{wish.seed};
    // Few at first, as most wishes match often; then more, as large batches are faster per position.
    std::size_t together = 16;
    for (int tries = 0; tries < most_random_tries; together *= 2) {
        together = std::min(together, static_cast<std::size_t>(most_random_tries - tries));
        const std::vector<Position> positions = draw(random, wish.material, wish.query.side_to_move, together);
        std::vector<probe::Answer<rules::Value>> answers(together, rules::Value{});
        tables.probe_dtm(positions, answers, &work.budget());
        if (const auto right = std::ranges::find_if(answers, is_right); right != answers.end()) {
            return positions[static_cast<std::size_t>(right - answers.begin())];
        }
        tries += static_cast<int>(together);
    }
    return std::nullopt;
}

std::optional<Position> random_of_all(const table::TableDirectories& directory, const RandomWish& wish) {
    // Tables have canonical classes, and of a symmetric class one side to move.
    const bool is_flipped = !wish.material.is_canonical();
    query::Query stored = wish.query;
    if (is_flipped && stored.side_to_move) {
        stored.side_to_move = rules::opponent(*stored.side_to_move);
    }
    Random random{wish.seed};
    std::optional<Position> chosen;
    std::uint64_t found = 0;
    query::search(stored, {wish.material.canonical()}, {.directory = directory}, [&](const query::Found& one) {
        ++found;
        if (random() % found == 0) {
            chosen = one.position;
        }
        return true;
    });
    if (!chosen) {
        return std::nullopt;
    }
    const bool either_side = wish.material.is_symmetric() && !wish.query.side_to_move;
    const bool flips = is_flipped || (either_side && random() % 2 == 0);
    return random_image(random, flips ? chosen->flipped() : *chosen);
}

}  // namespace dameotb::web
