// Short functions for the moves of hand-made positions: text in, text out.
#pragma once

#include <set>
#include <string>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::tests {

using Texts = std::set<std::string>;

inline Square square(const std::string& name) {
    return Square{name.at(0) - 'a', name.at(1) - '1'};
}

/// Returns the legal moves of a position as text.
inline Texts moves_of(const std::string& fen) {
    const Position position = rules::parse_position(fen);
    Texts texts;
    for (const Move& move : rules::legal_moves(position)) {
        texts.insert(rules::to_text(position, move));
    }
    return texts;
}

/// Returns only the legal moves of the piece on `from`.
inline Texts moves_from(const std::string& from, const std::string& fen) {
    Texts texts;
    for (const std::string& text : moves_of(fen)) {
        if (text.compare(0, 2, from) == 0) {
            texts.insert(text);
        }
    }
    return texts;
}

/// Returns the FENs of the positions that legal moves lead to.
inline Texts successors_of(const std::string& fen) {
    Texts texts;
    for (const Position& successor : rules::successors(rules::parse_position(fen))) {
        texts.insert(rules::to_fen(successor));
    }
    return texts;
}

/// Returns the FEN after moves given as text. Requires: each of them is legal.
inline std::string play(const std::string& fen, const std::vector<std::string>& moves) {
    Position position = rules::parse_position(fen);
    for (const std::string& move : moves) {
        position = rules::after(position, rules::parse_move(position, move));
    }
    return rules::to_fen(position);
}

}  // namespace dameotb::tests
