// The reference solver. It lists all successors of a class's positions once. Then it makes one sweep for each ply over
// the positions that are still open.
#include "reference.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include <dameotb/memory/parallel.hpp>
#include <dameotb/rules/movegen.hpp>

#include "samples.hpp"

namespace dameotb::tests {

namespace {

using index::Material;

/// The number of a position: the side to move, then the squares of white men, white kings, black men and black kings,
/// each sorted, as digits of base 64. Not every number belongs to a position.
using Number = std::uint32_t;
constexpr int most_pieces = 5;  // so that 1 + 6 * 5 bits fit

std::uint64_t numbers_of(const Material& material) {
    return std::uint64_t{static_cast<unsigned>(index::stored_sides(material))} << (6 * material.pieces());
}

Number number_of(const Position& position) {
    auto number = static_cast<Number>(position.side_to_move);
    for (const Pieces& side : position.sides) {
        for (const Bitboard kind : {side.men, side.kings}) {
            for (const Square square : kind) {
                number = number * 64 + static_cast<Number>(square.index());
            }
        }
    }
    return number;
}

Position position_of(Number number, const Material& material) {
    Position position;
    const auto take = [&number](int count) {
        Bitboard squares;
        for (; count > 0; --count, number /= 64) {
            squares |= Square{static_cast<int>(number % 64)};
        }
        return squares;
    };
    for (const Colour colour : {Colour::Black, Colour::White}) {
        position[colour].kings = take(material[colour].kings);
        position[colour].men = take(material[colour].men);
    }
    position.side_to_move = static_cast<Colour>(number);
    return position;
}

/// Returns the position with the colours in which its class is stored. If both sides have the same pieces, Black to
/// move becomes White to move.
Position stored(const Position& position) {
    const Material material = Material::of(position);
    const bool flip = material.is_symmetric() ? position.side_to_move == Colour::Black : !material.is_canonical();
    return flip ? position.flipped() : position;
}

/// Returns every class that results from the capture of one piece, or from the promotion of one man. Repeating this
/// gives all classes that captures and promotions can lead to.
std::vector<Material> smaller_classes(const Material& material) {
    std::vector<Material> smaller;
    for (const Colour colour : both_colours) {
        const auto add = [&](int kings, int men) {
            const index::SideMaterial side{static_cast<std::uint8_t>(material[colour].kings + kings),
                                           static_cast<std::uint8_t>(material[colour].men + men)};
            smaller.push_back(colour == Colour::White ? Material{side, material.black}
                                                      : Material{material.white, side});
        };
        if (material[colour].kings > 0) {
            add(-1, 0);
        }
        if (material[colour].men > 0) {
            add(0, -1);
            add(1, -1);
        }
    }
    return smaller;
}

/// Returns the value of a position in which a side has no pieces: the game is over, or over after one move if there is
/// one (RULES 7).
Value value_of_bare(const Position& position) {
    return rules::legal_moves(position).empty() ? Value::loss_in(0) : Value::win_in(1);
}

}  // namespace

void for_each_placement(const Material& material, Colour side_to_move,
                        const std::function<void(const Position&)>& visit) {
    for_each_placement(material, [&](Position position) {
        position.side_to_move = side_to_move;
        visit(position);
    });
}

/// The values of one canonical class. While the class is solved, its successor lists too.
class ReferenceSolver::Class {
public:
    /// Solves the class. Requires: all smaller classes of `solver` are solved.
    Class(const Material& material, const ReferenceSolver& solver);

    /// Returns the value of a position. Requires: a position of the class, as stored.
    [[nodiscard]] Value value(const Position& position) const {
        const int code = codes_[number_of(position)];
        return code == 0 ? Value::draw() : code > 0 ? Value::win_in(code) : Value::loss_in(-1 - code);
    }

private:
    /// A position that is not decided yet.
    struct Open {
        Number number = 0;
        /// Its successors in the chunk's list, from `begin` to `end`.
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        /// The value of the best move that leaves the class.
        std::optional<Value> outside;
    };
    /// Some positions, and their successors inside the class one after the other.
    struct Chunk {
        std::vector<Open> open;
        std::vector<Number> successors;
        std::vector<Number> decided;  ///< By the last sweep.
    };
    static constexpr std::size_t chunk_positions = std::size_t{1} << 16;

    void list_positions();
    void list_successors(Chunk& chunk, const ReferenceSolver& solver) const;
    [[nodiscard]] bool is_decided(const Chunk& chunk, const Open& position, int ply) const;
    [[nodiscard]] bool sweep(int ply, int threads);

    Material material_;
    std::vector<Chunk> chunks_;
    /// By number. 0: undecided or draw; n: win in n plies; -1 - n: loss in n plies.
    std::vector<std::int16_t> codes_;
};

ReferenceSolver::Class::Class(const Material& material, const ReferenceSolver& solver)
    : material_{material}, codes_(numbers_of(material)) {
    list_positions();
    memory::parallel_for(chunks_.size(), solver.threads_,
                         [&](std::size_t, std::uint64_t i) { list_successors(chunks_[i], solver); });
    int longest_outside = 0;
    for (const Chunk& chunk : chunks_) {
        for (const Open& position : chunk.open) {
            longest_outside = std::max(longest_outside, position.outside.value_or(Value::draw()).dtm().plies());
        }
    }
    // Two sweeps without a result, one for losses and one for wins, show that nothing follows any more, except from
    // values outside the class.
    for (int ply = 0, idle = 0; idle < 2 || ply <= longest_outside; ++ply) {
        idle = sweep(ply, solver.threads_) ? 0 : idle + 1;
    }
    chunks_.clear();
    chunks_.shrink_to_fit();
}

void ReferenceSolver::Class::list_positions() {
    for (int side = 0; side < index::stored_sides(material_); ++side) {
        for_each_placement(material_, static_cast<Colour>(side), [&](const Position& position) {
            if (chunks_.empty() || chunks_.back().open.size() == chunk_positions) {
                chunks_.emplace_back().open.reserve(chunk_positions);
            }
            chunks_.back().open.push_back({number_of(position), 0, 0, std::nullopt});
        });
    }
}

void ReferenceSolver::Class::list_successors(Chunk& chunk, const ReferenceSolver& solver) const {
    for (Open& position : chunk.open) {
        position.begin = static_cast<std::uint32_t>(chunk.successors.size());
        for (const Position& next : rules::successors(position_of(position.number, material_))) {
            if (Material::of(next).canonical() == material_) {
                chunk.successors.push_back(number_of(stored(next)));
            } else {
                const Value value = solver.lookup(next).before_move();
                position.outside = std::max(position.outside.value_or(value), value);
            }
        }
        position.end = static_cast<std::uint32_t>(chunk.successors.size());
    }
    chunk.successors.shrink_to_fit();
}

/// Returns whether a position that is not decided in fewer plies is a win in `ply` (odd) or a loss in `ply` (even).
bool ReferenceSolver::Class::is_decided(const Chunk& chunk, const Open& position, int ply) const {
    const auto begin = chunk.successors.begin() + position.begin;
    const auto end = chunk.successors.begin() + position.end;
    if (ply % 2 == 1) {
        const int loss_code = -ply;  // a loss in ply - 1
        return position.outside == Value::win_in(ply) ||
               std::any_of(begin, end, [&](Number next) { return codes_[next] == loss_code; });
    }
    return (!position.outside || *position.outside <= Value::loss_in(ply)) &&
           std::all_of(begin, end, [&](Number next) { return codes_[next] > 0; });
}

/// Decides the positions that are decided at this ply. Returns false if there are none. Writes values only after all
/// were read.
bool ReferenceSolver::Class::sweep(int ply, int threads) {
    memory::parallel_for(chunks_.size(), threads, [&](std::size_t, std::uint64_t i) {
        Chunk& chunk = chunks_[i];
        chunk.decided.clear();
        std::erase_if(chunk.open, [&](const Open& position) {
            const bool decided = is_decided(chunk, position, ply);
            if (decided) {
                chunk.decided.push_back(position.number);
            }
            return decided;
        });
    });
    const auto code = static_cast<std::int16_t>(ply % 2 == 1 ? ply : -1 - ply);
    bool any = false;
    for (const Chunk& chunk : chunks_) {
        for (const Number number : chunk.decided) {
            codes_[number] = code;
            any = true;
        }
    }
    return any;
}

ReferenceSolver::ReferenceSolver(int threads) : threads_{threads} {}

ReferenceSolver::~ReferenceSolver() = default;

Value ReferenceSolver::value(const Position& position) {
    const Material material = Material::of(position);
    if (material.pieces() > most_pieces) {
        throw std::invalid_argument{"the reference solver takes at most 5 pieces"};
    }
    solve(material);
    return lookup(position);
}

Value ReferenceSolver::lookup(const Position& position) const {
    const Material material = Material::of(position);
    return material.is_bare() ? value_of_bare(position) : solved_.at(material.canonical())->value(stored(position));
}

void ReferenceSolver::solve(const Material& material) {
    const Material canonical = material.canonical();
    if (material.is_bare() || solved_.contains(canonical)) {
        return;
    }
    for (const Material& smaller : smaller_classes(canonical)) {
        solve(smaller);
    }
    solved_.emplace(canonical, std::make_unique<Class>(canonical, *this));
}

}  // namespace dameotb::tests
