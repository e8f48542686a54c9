// Writes game records.
#include <algorithm>
#include <cstdint>
#include <utility>

#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

namespace dameotb::rules {

namespace {

std::string tag_line(std::string_view name, std::string_view value) {
    std::string line = "[" + std::string{name} + " \"";
    for (const char c : value) {
        line += c == '"' || c == '\\' ? "\\" : "";
        line += c == '\n' || c == '\r' ? ' ' : c;
    }
    return line + "\"]\n";
}

/// Returns the text in lines of at most 79 characters, broken at blanks; a longer word gets a line of its own.
std::string wrapped(const std::string& text) {
    constexpr std::size_t line_length = 79;
    std::string lines;
    std::size_t column = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::size_t word = end - begin;
        if (column > 0) {
            const bool breaks = column + 1 + word > line_length;
            lines += breaks ? '\n' : ' ';
            column = breaks ? 0 : column + 1;
        }
        lines.append(text, begin, word);
        column += word;
        begin = end + 1;
    }
    return lines;
}

/// Writes the moves of a game as one line of text.
class MoveText {
public:
    void add_comment(std::string comment) {
        if (!comment.empty()) {
            std::ranges::replace(comment, '}', ')');
            add("{" + comment + "}");
        }
    }

    void add_line(Position position, const RecordedLine& line, std::int64_t number) {
        bool needs_number = true;
        for (const RecordedMove& recorded : line) {
            const bool is_white = position.side_to_move == Colour::White;
            if (is_white || needs_number) {
                add(std::to_string(number) + (is_white ? "." : "..."));
            }
            add_move(position, recorded);
            for (const RecordedLine& variation : recorded.variations) {
                add("(");
                add_line(position, variation, number);
                text_ += ')';
            }
            needs_number = !recorded.comment.empty() || !recorded.variations.empty();
            number += is_white ? 0 : 1;
            position = after(position, recorded.move);
        }
    }

    void add(std::string_view word) {
        text_ += text_.empty() || text_.ends_with('(') ? "" : " ";
        text_ += word;
    }

    [[nodiscard]] const std::string& text() const { return text_; }

private:
    void add_move(const Position& position, const RecordedMove& recorded) {
        add(to_text(position, recorded.move));
        if (!recorded.marks.empty()) {
            // Marks such as ! belong to the move, and * would end the game; numbers such as $4 stand apart.
            text_ += std::string_view{"!?(*"}.find(recorded.marks.front()) == std::string_view::npos ? " " : "";
            text_ += recorded.marks;
        }
        add_comment(recorded.comment);
    }

    std::string text_;
};

RecordedLine line_of(const std::vector<Move>& moves) {
    RecordedLine line;
    for (const Move& move : moves) {
        line.push_back({move, {}, {}, {}});
    }
    return line;
}

}  // namespace

std::string_view GameRecord::tag(std::string_view name) const {
    const auto found = std::ranges::find(tags, name, [](const auto& tag) { return std::string_view{tag.first}; });
    return found == tags.end() ? std::string_view{} : std::string_view{found->second};
}

GameRecord make_record(std::string event, const Position& start, std::optional<Wdl> result,
                       const std::vector<Move>& moves) {
    GameRecord game;
    game.tags = {{"Event", std::move(event)},
                 {"Site", "?"},
                 {"Date", "????.??.??"},
                 {"Round", "?"},
                 {"White", "?"},
                 {"Black", "?"}};
    game.start = start;
    game.moves = line_of(moves);
    if (result) {
        const Wdl white = start.side_to_move == Colour::White ? *result : opposite(*result);
        game.result = white == Wdl::Win ? "1-0" : white == Wdl::Loss ? "0-1" : "1/2-1/2";
    }
    return game;
}

std::string numbered_moves(const Fen& start, const std::vector<Move>& moves) {
    MoveText text;
    text.add_line(start.position, line_of(moves), start.move_number());
    return text.text();
}

std::string to_pdn(const GameRecord& game) {
    std::string text;
    bool has_result = false;
    bool has_variant = !game.tag("Variant").empty();
    for (const auto& [name, value] : game.tags) {
        has_result = has_result || name == "Result";
        if (name != "GameType") {
            text += tag_line(name, name == "Result" ? game.result : value);
        } else if (!std::exchange(has_variant, true)) {
            text += tag_line("Variant", "Dameo");
        }
    }
    if (!has_result) {
        text += tag_line("Result", game.result);
    }
    if (!has_variant) {
        text += tag_line("Variant", "Dameo");
    }
    if (game.tag("FEN").empty() && game.start != initial_position()) {
        text += tag_line("SetUp", "1") + tag_line("FEN", to_fen(game.start));
    }
    MoveText moves;
    moves.add_comment(game.comment);
    moves.add_line(game.start, game.moves, game.move_number);
    moves.add(game.result);
    return text + "\n" + wrapped(moves.text()) + "\n";
}

}  // namespace dameotb::rules
