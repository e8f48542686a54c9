// Reads game records. Each move is read in the position reached by the moves before it.
#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

#include "attempt.hpp"
#include "pasted_characters.hpp"
#include "pdn_tokens.hpp"

namespace dameotb::rules {

namespace {

using detail::attempt;
using detail::begins_with_symbol;
using detail::first_character;
using detail::in_ascii;
using detail::PdnKind;
using detail::PdnToken;
using detail::PdnTokens;

/// Enough for any author, and bounds the reader's recursion.
constexpr int deepest_variation = 32;
/// An error message quotes at most this many characters of a word.
constexpr std::size_t most_quoted = 40;

/// The forms that programs write, English and international.
constexpr std::array<std::string_view, 9> results{"*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0", "1/2"};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool is_result(std::string_view word) {
    return std::ranges::find(results, word) != results.end();
}

/// Control characters are replaced: a terminal would obey them.
std::string quoted(const std::string& word) {
    std::size_t end = most_quoted;
    while (end < word.size() && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) {
        --end;  // not in the middle of a character
    }
    std::string text = word.size() > most_quoted ? word.substr(0, end) + "..." : word;
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == 0x7F; }, '?');
    return "'" + text + "'";
}

/// Appends the text, after a blank unless `to` is empty.
void append(std::string& to, std::string_view text) {
    if (!text.empty()) {
        to += to.empty() ? "" : " ";
        to += text;
    }
}

/// Tags that programs look for, as PDN spells them.
constexpr std::array<std::string_view, 11> usual_tags{"Event",  "Site",  "Date", "Round",   "White",   "Black",
                                                      "Result", "SetUp", "FEN",  "Variant", "GameType"};

std::string lower_case(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

/// Returns the name of a tag as PDN spells it, if it is a usual one.
std::string usual_name(const std::string& name) {
    for (const std::string_view usual : usual_tags) {
        if (lower_case(std::string{usual}) == lower_case(name)) {
            return std::string{usual};
        }
    }
    return name;
}

/// Returns the result of a tag, without blanks and in ASCII; "*" if it is none.
std::string result_of(std::string_view tag) {
    std::string result = in_ascii(tag);
    std::erase(result, ' ');
    return is_result(result) ? result : "*";
}

/// Returns where the marks of a word begin. They are all from the first !, ?, $, = or symbol on; then also signs such
/// as +- before that or at the end, but not the + of a move that wins.
std::size_t marks_begin(std::string_view word) {
    std::size_t begin = 0;
    while (begin < word.size() && std::string_view{"!?$="}.find(word[begin]) == std::string_view::npos &&
           !begins_with_symbol(word.substr(begin))) {
        begin += first_character(word.substr(begin)).bytes;
    }
    const std::size_t move_end = word.substr(0, begin).find_last_not_of("+-/*") + 1;
    const std::string_view signs = word.substr(move_end, begin - move_end);
    const bool is_equal_sign_next = begin < word.size() && word[begin] == '=';
    const bool are_marks = signs == "+-" || signs == "-+" || signs == "+/-" || signs == "-/+" || signs == "*" ||
                           (is_equal_sign_next && (signs == "+" || signs == "+/"));
    return are_marks ? move_end : begin;
}

/// Returns a move with the letters of its squares and of its x small, and with each square once where a turn is
/// written leap by leap, as PlayStrategy does ("d1d4,d4a4" becomes "d1d4a4"). Leaps that do not join stay as they are.
std::string tidied_move(std::string_view word) {
    constexpr std::size_t square = 2;
    std::string move;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const bool is_before_rank = i + 1 < word.size() && word[i + 1] >= '1' && word[i + 1] <= '8';
        const bool is_capital = word[i] == 'X' || (is_before_rank && word[i] >= 'A' && word[i] <= 'H');
        move += is_capital ? static_cast<char>(word[i] - 'A' + 'a') : word[i];
    }
    std::string joined;
    for (std::size_t i = 0; i < move.size(); ++i) {
        if (move[i] != ',') {
            joined += move[i];
        } else if (joined.size() < square || move.compare(i + 1, square, joined, joined.size() - square) != 0) {
            return move;
        } else {
            i += square;
        }
    }
    return joined;
}

std::string_view without_number(std::string_view word) {
    const auto not_digit = static_cast<std::size_t>(std::ranges::find_if_not(word, is_digit) - word.begin());
    const std::size_t behind = word.find_first_not_of('.', not_digit);
    const bool is_number = behind != not_digit && (not_digit > 0 || word.front() == '.');
    return !is_number ? word : behind == std::string_view::npos ? std::string_view{} : word.substr(behind);
}

/// Why reading a game fails. `what()` names the line: "line 7: ...".
class PdnError : public std::runtime_error {
public:
    PdnError(int line, const std::string& why) : std::runtime_error{"line " + std::to_string(line) + ": " + why} {}
};

class Reader {
public:
    Reader(std::string_view text, const PositionCheck& check) : tokens_{text}, check_{check} { go_on(); }

    void for_each_game(const std::function<void(GameRecord&&)>& take) {
        while (token_.kind != PdnKind::End) {
            GameRecord game;
            if (const auto words = attempt<PdnError>([&] { read(game); })) {
                game.error = *words;
                skip_to_next_game();
            }
            take(std::move(game));
        }
    }

private:
    void read(GameRecord& game) {
        pending_ = {};
        in_tags_ = true;
        while (is(PdnKind::Tag)) {
            add_tag(game);
        }
        in_tags_ = false;
        while (is(PdnKind::Comment)) {
            append(game.comment, token_.text);
            go_on();
        }
        read_line(game.start, game.moves, 0);
        if (is(PdnKind::Close)) {
            throw PdnError{token_.line, "a ) without an open variation"};
        }
        if (is(PdnKind::Word)) {
            game.result = without_number(token_.text);
            go_on();
        } else {
            game.result = result_of(game.tag("Result"));
        }
    }

    void add_tag(GameRecord& game) {
        const PdnToken tag = token_;
        const std::string& name = game.tags.emplace_back(usual_name(tag.name), tag.text).first;
        go_on();
        if (name == "FEN") {
            if (const auto words = attempt<NotationError>([&] {
                    const Fen fen = parse_pasted_fen(tag.text);
                    game.start = fen.position;
                    game.counter = fen.halfmove_clock.value_or(0);
                    game.move_number = fen.move_number();
                })) {
                throw PdnError{tag.line, "FEN: " + *words};
            }
        } else if (name == "Variant" && !is_dameo(tag.text)) {
            throw PdnError{tag.line, "the game is " + quoted(tag.text) + ", not Dameo"};
        }
    }

    static bool is_dameo(const std::string& name) {
        return lower_case(name) == "dameo" || lower_case(name) == "from position";
    }

    /// Reads moves up to a result, the end of a variation, the next game or the end of the text.
    void read_line(Position position, RecordedLine& line, int depth) {
        Position before = position;  // before the last move; variations start here
        for (;;) {
            if (is(PdnKind::Comment)) {
                append(line.empty() ? pending_.comment : line.back().comment, token_.text);
            } else if (is(PdnKind::Open)) {
                read_variation(before, line, depth);
            } else if (is(PdnKind::Word) && !is_result(without_number(token_.text))) {
                read_word(position, before, line);
            } else {
                return;
            }
            go_on();
        }
    }

    void read_variation(const Position& before, RecordedLine& line, int depth) {
        const int begins = token_.line;
        if (line.empty() || depth == deepest_variation) {
            throw PdnError{begins, line.empty()
                                       ? "a variation before the first move"
                                       : "variations nested more than " + std::to_string(deepest_variation) + " deep"};
        }
        go_on();
        pending_ = {};
        RecordedLine variation;
        read_line(before, variation, depth + 1);
        if (is(PdnKind::Word)) {  // some programs end variations with *
            go_on();
        }
        if (!is(PdnKind::Close)) {
            throw PdnError{begins, "a variation has no closing )"};
        }
        if (!variation.empty()) {
            line.back().variations.push_back(std::move(variation));
            return;
        }
        const auto [marks, comment] = std::exchange(pending_, {});
        append(line.back().marks, marks.empty() ? "" : "(" + marks + ")");  // (?), a doubtful move
        append(line.back().comment, comment);
    }

    void read_word(Position& position, Position& before, RecordedLine& line) {
        const std::string_view word = without_number(token_.text);
        const std::size_t marks = marks_begin(word);
        if (marks > 0) {
            Move move;
            const auto read_move = [&] {
                if (check_) {
                    check_(position);
                }
                move = parse_move(position, tidied_move(word.substr(0, marks)));
            };
            if (const auto words = attempt<NotationError>(read_move)) {
                throw PdnError{token_.line, "move " + quoted(token_.text) + ": " + *words};
            }
            before = position;
            position = after(position, move);
            auto [before_it, comment] = std::exchange(pending_, {});
            append(before_it, comment);
            line.push_back({move, {}, std::move(before_it), {}});
        }
        if (marks < word.size()) {
            append(line.empty() ? pending_.marks : line.back().marks, word.substr(marks));
        }
    }

    [[nodiscard]] bool is(PdnKind kind) const {
        if (token_.kind == PdnKind::Bad) {
            throw PdnError{token_.line, token_.text};
        }
        return token_.kind == kind;
    }

    void go_on() { token_ = tokens_.next(); }

    void skip_to_next_game() {
        while (in_tags_ && (token_.kind == PdnKind::Tag || token_.kind == PdnKind::Bad)) {
            go_on();
        }
        while (token_.kind != PdnKind::Tag && token_.kind != PdnKind::End) {
            go_on();
        }
    }

    /// What stands before the first move of a line: it becomes that move's comment.
    struct Pending {
        std::string marks;
        std::string comment;
    };

    PdnTokens tokens_;
    const PositionCheck& check_;
    PdnToken token_;        // the next token
    bool in_tags_ = false;  // among a game's tags
    Pending pending_;
};

}  // namespace

std::vector<GameRecord> read_pdn(std::string_view text, const PositionCheck& check) {
    std::vector<GameRecord> games;
    read_pdn(
        text, [&games](GameRecord&& game) { games.push_back(std::move(game)); }, check);
    return games;
}

void read_pdn(std::string_view text, const std::function<void(GameRecord&&)>& take, const PositionCheck& check) {
    if (detail::is_utf16(text)) {
        GameRecord game;
        game.error = "line 1: the text is UTF-16: save it as UTF-8";
        take(std::move(game));
        return;
    }
    const std::optional<std::string> as_utf8 = detail::recoded(text);
    Reader{as_utf8 ? *as_utf8 : text, check}.for_each_game(take);
}

}  // namespace dameotb::rules
