// Reads and prints positions. The reader has one method for each grammar rule; the printer has one form.
#include <array>
#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include <dameotb/rules/notation.hpp>

#include "text_cursor.hpp"

namespace dameotb::rules {

namespace {

using detail::TextCursor;

class FenReader {
public:
    explicit FenReader(std::string_view text) : cursor_{text} {}

    Fen read() {
        fen_.position.side_to_move = read_colour("no side to move: expected W or B");
        while (!cursor_.at_end()) {
            if (!cursor_.accept(':')) {
                cursor_.fail("expected ':'");
            }
            read_section();
        }
        for (const Colour c : {Colour::White, Colour::Black}) {
            if (!seen_[static_cast<std::size_t>(c)]) {
                cursor_.fail(c == Colour::White ? "no section for White" : "no section for Black");
            }
        }
        if (const auto wrong = defect(fen_.position)) {
            throw NotationError{*wrong};
        }
        return fen_;
    }

private:
    Colour read_colour(const char* otherwise) {
        if (cursor_.accept('W')) {
            return Colour::White;
        }
        if (cursor_.accept('B')) {
            return Colour::Black;
        }
        const bool is_small = cursor_.peek() == 'w' || cursor_.peek() == 'b';
        cursor_.fail(is_small ? "expected a capital W or B" : otherwise);
    }

    void read_section() {
        if (cursor_.accept('H')) {
            read_counter(fen_.halfmove_clock, "half-move clock");
        } else if (cursor_.accept('F')) {
            read_counter(fen_.fullmove_number, "full-move number");
        } else {
            read_side(read_colour("expected W, B, H or F"));
        }
    }

    void read_side(Colour c) {
        bool& seen = seen_[static_cast<std::size_t>(c)];
        if (seen) {
            cursor_.fail(c == Colour::White ? "a second section for White" : "a second section for Black");
        }
        seen = true;
        if (cursor_.at_end() || cursor_.peek() == ':') {
            return;
        }
        do {
            read_piece(fen_.position[c]);
        } while (cursor_.accept(','));
    }

    void read_piece(Pieces& pieces) {
        const bool king = cursor_.accept('K');
        const char prefix = cursor_.peek();
        if (!king && (prefix == 'A' || prefix == 'B' || prefix == 'G' || prefix == 'P')) {
            cursor_.fail("piece prefix of a half-made capture (A, B, G and P are not positions at rest)");
        }
        const Square square = cursor_.read_square();
        if (pieces.all().contains(square)) {
            throw NotationError{"two pieces on " + square.to_string()};
        }
        (king ? pieces.kings : pieces.men) |= square;
    }

    void read_counter(std::optional<int>& counter, const char* name) {
        if (counter) {
            cursor_.fail(std::string{"a second "} + name);
        }
        const std::string_view rest = cursor_.rest();
        std::uint32_t value = 0;  // unsigned, so that a sign is rejected
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
        if (error != std::errc{} || !std::in_range<int>(value)) {
            cursor_.fail(std::string{"expected a number from 0 to 2147483647 for the "} + name);
        }
        cursor_.skip(static_cast<std::size_t>(end - rest.data()));
        counter = static_cast<int>(value);
    }

    TextCursor cursor_;
    Fen fen_;
    std::array<bool, 2> seen_{};
};

void print_side(const Pieces& pieces, std::string& text) {
    bool first = true;
    for (const Square square : pieces.all()) {
        text += first ? "" : ",";
        text += pieces.kings.contains(square) ? "K" : "";
        text += square.to_string();
        first = false;
    }
}

}  // namespace

Fen parse_fen(std::string_view text) {
    return FenReader{text}.read();
}

Position parse_position(std::string_view text) {
    return parse_fen(text).position;
}

std::string to_fen(const Position& position) {
    std::string text;
    text.reserve(64);  // one allocation is enough for most positions
    text += position.side_to_move == Colour::White ? "W:W" : "B:W";
    print_side(position.white(), text);
    text += ":B";
    print_side(position.black(), text);
    return text;
}

std::string to_fen(const Fen& fen) {
    std::string text = to_fen(fen.position);
    text += fen.halfmove_clock ? ":H" + std::to_string(*fen.halfmove_clock) : "";
    text += fen.fullmove_number ? ":F" + std::to_string(*fen.fullmove_number) : "";
    return text;
}

}  // namespace dameotb::rules
