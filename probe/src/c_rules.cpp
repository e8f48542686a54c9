// The C interface over the rules: positions, moves and their texts, without tables.
#include <dameotb/dameotb.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "c_support.hpp"
#include "ranking.hpp"

namespace {

namespace rules = dameotb::rules;

using dameotb::Colour;
using dameotb::Move;
using dameotb::Position;
using dameotb::c::from_move;
using dameotb::c::guarded;
using dameotb::c::Refusal;
using dameotb::c::require;
using dameotb::c::require_buffer;
using dameotb::c::to_position;
using dameotb::c::write_items;

dameotb_position from_position(const Position& position) {
    return {position.white().men.bits(), position.white().kings.bits(), position.black().men.bits(),
            position.black().kings.bits(), position.side_to_move == Colour::White ? DAMEOTB_WHITE : DAMEOTB_BLACK};
}

/// Returns the legal move that the caller means. Throws Refusal if there is none.
Move to_move(const Position& position, const dameotb_move* move) {
    require(move, "move");
    // Moves are compared as the caller's numbers, since these may be no squares at all.
    const auto is_given = [move](const Move& legal) {
        const dameotb_move other = from_move(legal);
        return other.from == move->from && other.to == move->to && other.captured == move->captured;
    };
    const std::vector<Move> moves = rules::legal_moves(position);
    const auto found = std::ranges::find_if(moves, is_given);
    if (found == moves.end()) {
        throw Refusal{DAMEOTB_BAD_ARGUMENT, "no legal move of " + rules::to_fen(position)};
    }
    return *found;
}

/// Writes the text with a NUL into the caller's buffer. Throws Refusal if it does not fit.
dameotb_status write_text(const std::string& from, char* text, std::size_t capacity) {
    if (capacity > 0) {
        require(text, "text");
    }
    if (from.size() >= capacity) {
        if (capacity > 0) {
            text[0] = '\0';
        }
        throw Refusal{DAMEOTB_BUFFER_TOO_SMALL, "the text takes " + std::to_string(from.size() + 1) + " bytes"};
    }
    std::memcpy(text, from.c_str(), from.size() + 1);
    return DAMEOTB_OK;
}

}  // namespace

dameotb_status dameotb_parse_fen(const char* fen, dameotb_position* position, dameotb_error* error) {
    return guarded(error, [&] {
        require(fen, "fen");
        require(position, "position");
        *position = from_position(rules::parse_position(fen));
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_fen_counter(const char* fen, int* counter, dameotb_error* error) {
    return guarded(error, [&] {
        require(fen, "fen");
        require(counter, "counter");
        *counter = rules::parse_fen(fen).halfmove_clock.value_or(0);
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_format_fen(const dameotb_position* position, char* text, size_t capacity, dameotb_error* error) {
    return guarded(error, [&] { return write_text(rules::to_fen(to_position(position)), text, capacity); });
}

dameotb_status dameotb_has_more_captures(const dameotb_position* position, int most, int* has_more,
                                         dameotb_error* error) {
    return guarded(error, [&] {
        const Position at = to_position(position);
        require(has_more, "has_more");
        *has_more = rules::has_more_captures_than(at, most) ? 1 : 0;
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_legal_moves(const dameotb_position* position, dameotb_move* moves, size_t capacity,
                                   size_t* count, dameotb_error* error) {
    return guarded(error, [&] {
        const Position at = to_position(position);
        require_buffer(moves, "moves", capacity, count);
        std::vector<dameotb_move> found;
        std::ranges::transform(dameotb::probe::distinct_moves(at), std::back_inserter(found), from_move);
        return write_items(found, moves, capacity, *count, "moves");
    });
}

dameotb_status dameotb_make_move(const dameotb_position* position, const dameotb_move* move, dameotb_position* after,
                                 dameotb_error* error) {
    return guarded(error, [&] {
        const Position at = to_position(position);
        require(after, "after");
        *after = from_position(rules::after(at, to_move(at, move)));
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_parse_move(const dameotb_position* position, const char* text, dameotb_move* move,
                                  dameotb_error* error) {
    return guarded(error, [&] {
        const Position at = to_position(position);
        require(text, "text");
        require(move, "move");
        *move = from_move(rules::parse_move(at, text));
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_move_text(const dameotb_position* position, const dameotb_move* move, char* text,
                                 size_t capacity, dameotb_error* error) {
    return guarded(error, [&] {
        const Position at = to_position(position);
        return write_text(rules::to_text(at, to_move(at, move)), text, capacity);
    });
}
