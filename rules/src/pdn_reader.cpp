// Reads game records. Each move is read in the position reached by the moves before it.
#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>

#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

#include "attempt.hpp"
#include "pdn_tokens.hpp"

namespace dameotb::rules {

namespace {

using detail::attempt;
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
    std::string text = word.size() > most_quoted ? word.substr(0, most_quoted) + "..." : word;
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

/// Returns a turn written leap by leap, as PlayStrategy does ("d1d4,d4a4"), with each square once ("d1d4a4"). Any other
/// word stays as it is.
std::string with_joined_leaps(std::string_view word) {
    constexpr std::size_t square = 2;
    std::string joined{word};
    for (std::size_t comma = joined.find(','); comma != std::string::npos; comma = joined.find(',', comma)) {
        const std::string_view from = std::string_view{joined}.substr(comma + 1, square);
        if (from.size() < square || comma < square || joined.compare(comma - square, square, from) != 0) {
            return std::string{word};
        }
        joined.erase(comma, 1 + square);
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
        pending_comment_.clear();
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
            game.result = token_.text;
            go_on();
        } else if (const std::string_view tag = game.tag("Result"); is_result(tag)) {
            game.result = tag;
        }
    }

    void add_tag(GameRecord& game) {
        const PdnToken tag = token_;
        game.tags.emplace_back(tag.name, tag.text);
        go_on();
        if (tag.name == "FEN") {
            if (const auto words = attempt<NotationError>([&] {
                    const Fen fen = parse_pasted_fen(tag.text);
                    game.start = fen.position;
                    game.counter = fen.halfmove_clock.value_or(0);
                })) {
                throw PdnError{tag.line, "FEN: " + *words};
            }
        } else if (tag.name == "Variant" && !is_dameo(tag.text)) {
            throw PdnError{tag.line, "the game is " + quoted(tag.text) + ", not Dameo"};
        }
    }

    static bool is_dameo(std::string text) {
        std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
        return text == "dameo" || text == "from position";
    }

    /// Reads moves up to a result, the end of a variation, the next game or the end of the text.
    void read_line(Position position, RecordedLine& line, int depth) {
        Position before = position;  // before the last move; variations start here
        for (;;) {
            if (is(PdnKind::Comment)) {
                append(line.empty() ? pending_comment_ : line.back().comment, token_.text);
            } else if (is(PdnKind::Open)) {
                read_variation(before, line, depth);
            } else if (is(PdnKind::Word) && !is_result(token_.text)) {
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
        pending_comment_.clear();
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
        }
    }

    void read_word(Position& position, Position& before, RecordedLine& line) {
        const std::string_view word = without_number(token_.text);
        const std::size_t marks = std::min(word.find_first_of("!?$"), word.size());
        if (marks > 0) {
            Move move;
            const auto read_move = [&] {
                if (check_) {
                    check_(position);
                }
                move = parse_move(position, with_joined_leaps(word.substr(0, marks)));
            };
            if (const auto words = attempt<NotationError>(read_move)) {
                throw PdnError{token_.line, "move " + quoted(token_.text) + ": " + *words};
            }
            before = position;
            position = after(position, move);
            line.push_back({move, {}, std::exchange(pending_comment_, {}), {}});
        }
        if (marks < word.size() && !line.empty()) {
            append(line.back().marks, word.substr(marks));
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

    PdnTokens tokens_;
    const PositionCheck& check_;
    PdnToken token_;               // the next token
    bool in_tags_ = false;         // among a game's tags
    std::string pending_comment_;  // precedes the first move of a variation
};

}  // namespace

std::vector<GameRecord> read_pdn(std::string_view text, const PositionCheck& check) {
    std::vector<GameRecord> games;
    read_pdn(
        text, [&games](GameRecord&& game) { games.push_back(std::move(game)); }, check);
    return games;
}

void read_pdn(std::string_view text, const std::function<void(GameRecord&&)>& take, const PositionCheck& check) {
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (text.starts_with(byte_order_mark)) {
        text.remove_prefix(byte_order_mark.size());
    }
    Reader{text, check}.for_each_game(take);
}

}  // namespace dameotb::rules
