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
    FenReader(std::string_view text, bool takes_under_way) : cursor_{text}, takes_under_way_{takes_under_way} {}

    Fen read() {
        fen_.position.side_to_move = read_colour("no side to move: expected W or B");
        while (!cursor_.at_end()) {
            if (!cursor_.accept(':')) {
                cursor_.fail("expected ':'");
            }
            read_section();
        }
        for (const Colour c : both_colours) {
            if (!seen_[c]) {
                cursor_.fail(c == Colour::White ? "no section for White" : "no section for Black");
            }
        }
        Position at_rest = fen_.position;
        at_rest[at_rest.side_to_move].men -= active_;  // may stand anywhere
        if (const auto wrong = defect(at_rest)) {
            throw NotationError{*wrong};
        }
        check_under_way();
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
        bool& seen = seen_[c];
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
        char kind = read_prefix();
        const Square square = cursor_.read_square();
        if (takes_under_way_ && cursor_.accept('.')) {
            kind = read_suffix();
        } else if (has_suffix_under_way()) {
            refuse_under_way();
        }
        if (pieces.all().contains(square)) {
            throw NotationError{"two pieces on " + square.to_string()};
        }
        (kind == 'K' || kind == 'B' || kind == 'P' ? pieces.kings : pieces.men) |= square;
        if (kind == 'A' || kind == 'B') {
            active_ |= square;
        }
        if (kind == 'G' || kind == 'P') {
            taken_ |= square;
        }
    }

    /// Returns the letter before a square, M if there is none.
    char read_prefix() {
        if (cursor_.accept('K')) {
            return 'K';
        }
        const char prefix = cursor_.peek();
        if (prefix != 'A' && prefix != 'B' && prefix != 'G' && prefix != 'P') {
            return 'M';
        }
        if (!takes_under_way_) {
            refuse_under_way();
        }
        cursor_.skip(1);
        return prefix;
    }

    /// Returns whether the next characters mark a piece in the older form of a capture under way, `.b`.
    [[nodiscard]] bool has_suffix_under_way() const {
        const std::string_view rest = cursor_.rest();
        return rest.size() > 1 && rest[0] == '.' && std::string_view{"abgp"}.find(rest[1]) != std::string_view::npos;
    }

    [[noreturn]] void refuse_under_way() const {
        cursor_.fail("mark of a capture under way (give the position before or after the whole capture)");
    }

    char read_suffix() {
        for (const auto& [suffix, kind] : {std::pair{'k', 'K'}, {'a', 'A'}, {'b', 'B'}, {'g', 'G'}, {'p', 'P'}}) {
            if (cursor_.accept(suffix)) {
                return kind;
            }
        }
        cursor_.fail("expected k, a, b, g or p");
    }

    void check_under_way() {
        if (active_.empty() && taken_.empty()) {
            return;
        }
        const Position& position = fen_.position;
        if (active_.count() != 1 || !position.own().all().contains(active_.lowest())) {
            throw NotationError{"a capture under way takes one piece (A or B) of the side to move"};
        }
        if (taken_.empty() || !(taken_ - position.enemy().all()).empty()) {
            throw NotationError{"a capture under way has taken enemy pieces (G or P)"};
        }
        fen_.under_way = {active_.lowest(), taken_};
        if (!can_go_on(position, *fen_.under_way)) {
            throw NotationError{"the capture under way cannot go on from " + fen_.under_way->at.to_string()};
        }
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
    bool takes_under_way_;
    Fen fen_;
    Bitboard active_;  ///< Pieces that capture.
    Bitboard taken_;
    ColourArray<bool> seen_{};
};

void print_side(const Pieces& pieces, const std::optional<CaptureUnderWay>& under_way, std::string& text) {
    bool first = true;
    for (const Square square : pieces.all()) {
        const bool is_king = pieces.kings.contains(square);
        text += first ? "" : ",";
        text += under_way && under_way->at == square             ? (is_king ? "B" : "A")
                : under_way && under_way->taken.contains(square) ? (is_king ? "P" : "G")
                : is_king                                        ? "K"
                                                                 : "";
        text += square.to_string();
        first = false;
    }
}

std::string print(const Position& position, const std::optional<CaptureUnderWay>& under_way) {
    std::string text;
    text.reserve(64);  // one allocation is enough for most positions
    text += position.side_to_move == Colour::White ? "W:W" : "B:W";
    print_side(position.white(), under_way, text);
    text += ":B";
    print_side(position.black(), under_way, text);
    return text;
}

}  // namespace

Fen parse_fen(std::string_view text) {
    return FenReader{text, false}.read();
}

Fen parse_fen_under_way(std::string_view text) {
    return FenReader{text, true}.read();
}

Position parse_position(std::string_view text) {
    return parse_fen(text).position;
}

std::string to_fen(const Position& position) {
    return print(position, {});
}

std::string to_fen(const Fen& fen) {
    std::string text = print(fen.position, fen.under_way);
    text += fen.halfmove_clock ? ":H" + std::to_string(*fen.halfmove_clock) : "";
    text += fen.fullmove_number ? ":F" + std::to_string(*fen.fullmove_number) : "";
    return text;
}

}  // namespace dameotb::rules
