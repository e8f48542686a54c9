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

/// Its numbers are the same everywhere; those of the standard's distributions are not.
using Random = std::mt19937_64;

Bitboard random_squares(Random& random, int count, Bitboard allowed, Bitboard& taken) {
    Bitboard chosen;
    while (chosen.count() < count) {
        const Square square{static_cast<int>(random() % 64)};
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
    position[Colour::White].men = random_squares(random, white.men, ~rank_8, taken);
    position[Colour::Black].men = random_squares(random, black.men, ~rank_1, taken);
    position[Colour::White].kings = random_squares(random, white.kings, all_squares, taken);
    position[Colour::Black].kings = random_squares(random, black.kings, all_squares, taken);
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

/// Without looking at tables.
bool has_a_choice(const Position& position) {
    return !rules::must_capture(position) && rules::quiet_moves(position).size() >= 2;
}

bool is_weaker(const Pieces& one, const Pieces& other) {
    const int pieces = one.all().count();
    const int kings = one.kings.count();
    const int other_pieces = other.all().count();
    const int other_kings = other.kings.count();
    return pieces <= other_pieces && kings <= other_kings && (pieces < other_pieces || kings < other_kings);
}

bool has_a_losing_move(const probe::Tablebase& tables, const Position& position, probe::WorkBudget* budget) {
    const auto moves = tables.ranked_moves(position, budget);
    const auto* ranked = std::get_if<std::vector<probe::RankedMove>>(&moves);
    return ranked != nullptr && !ranked->empty() && ranked->back().outcome->wdl == Wdl::Loss;
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

bool is_worth_playing(const probe::Tablebase& tables, const Position& position, Value value, const query::Query& query,
                      probe::WorkBudget* budget) {
    constexpr int least_plies = 4;
    if (!has_a_choice(position)) {
        return false;
    }
    if (value.wdl() == Wdl::Draw) {
        return has_a_losing_move(tables, position, budget);
    }
    const bool wins = value.wdl() == Wdl::Win;
    const auto& winner = wins ? position.own() : position.enemy();
    const auto& loser = wins ? position.enemy() : position.own();
    return (query.plies || value.dtm().plies() >= least_plies) &&
           ((query.result && query.side_to_move) || !is_weaker(winner, loser));
}

std::optional<Position> random_try(const probe::Tablebase& tables, const RandomWish& wish, Work& work) {
    const auto ranges = query::value_ranges(wish.query);
    const auto is_right = [&](const Position& position, const probe::Answer<Value>& answer) {
        const auto* value = std::get_if<Value>(&answer);
        return value != nullptr && query::contains(ranges, *value) &&
               (!wish.worth_playing || is_worth_playing(tables, position, *value, wish.query, &work.budget()));
    };
    Random random{wish.seed};
    // Few at first, as most wishes match often; then more, as large batches are faster per position.
    std::size_t together = 16;
    for (int tries = 0; tries < most_random_tries; together *= 2) {
        together = std::min(together, static_cast<std::size_t>(most_random_tries - tries));
        std::vector<Position> positions = draw(random, wish.material, wish.query.side_to_move, together);
        if (wish.worth_playing) {
            std::erase_if(positions, [](const Position& position) { return !has_a_choice(position); });
        }
        std::vector<probe::Answer<Value>> answers(positions.size(), Value{});
        tables.probe_dtm(positions, answers, &work.budget());
        for (std::size_t i = 0; i < positions.size(); ++i) {
            if (is_right(positions[i], answers[i])) {
                return positions[i];
            }
        }
        tries += static_cast<int>(together);
    }
    return std::nullopt;
}

std::optional<Position> random_of_all(const table::TableDirectories& directory, const probe::Tablebase& tables,
                                      const RandomWish& wish, Work& work) {
    // Tables have canonical classes, and of a symmetric class one side to move.
    const bool is_flipped = !wish.material.is_canonical();
    query::Query stored = wish.query;
    if (is_flipped && stored.side_to_move) {
        stored.side_to_move = opponent(*stored.side_to_move);
    }
    if (wish.worth_playing) {
        stored.capture = false;
    }
    Random random{wish.seed};
    std::optional<Position> chosen;
    std::uint64_t found = 0;
    query::search(stored, {wish.material.canonical()}, {.directory = directory}, [&](const query::Found& one) {
        if (wish.worth_playing && !is_worth_playing(tables, one.position, one.value, wish.query, &work.budget())) {
            return true;
        }
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
