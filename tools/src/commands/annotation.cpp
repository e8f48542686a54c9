#include "commands/annotation.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <dameotb/rules/notation.hpp>

namespace dameotb::tools {

namespace {

constexpr std::string_view separator = "; ";
constexpr std::string_view mistake = "?";
/// Before the best move where the ? is not ours.
constexpr std::string_view better = "better ";

std::string_view name_of(Colour colour) {
    return colour == Colour::White ? "White" : "Black";
}

/// Returns what a move with this outcome for `mover` leads to: "White wins in 8", "draw", "Black has won".
std::string words_after(const probe::Outcome& outcome, Colour mover) {
    if (outcome.wdl == Wdl::Draw) {
        return "draw";
    }
    const std::string_view winner = name_of(outcome.wdl == Wdl::Win ? mover : opponent(mover));
    if (!outcome.plies) {
        return fmt::format("{} wins", winner);
    }
    const int plies = *outcome.plies - 1;  // from the position after the move
    return plies == 0 ? fmt::format("{} has won", winner) : fmt::format("{} wins in {}", winner, plies);
}

/// Returns the same by the rules of a game, and why it is a draw: "White wins", "draw, Black wins in 74 without the
/// rule", "draw by repetition". Requires: a known outcome.
std::string words_after(const probe::SiteGame& game, const probe::RankedMove& move) {
    const Colour mover = game.position().side_to_move;
    const Wdl wdl = move.outcome->wdl;
    if (game.would_draw(rules::after(game.position(), move.move))) {
        return "draw by repetition";
    }
    if (wdl != Wdl::Draw) {
        const bool has_plies =
            move.without && move.without->wdl == wdl && (move.without->plies == 1 || !game.site().draw_rule.exists());
        return words_after(has_plies ? *move.without : probe::Outcome{wdl, std::nullopt}, mover);
    }
    if (move.without && move.without->wdl == wdl) {
        return "draw";
    }
    if (game.lets_draw(move.move)) {
        return fmt::format("draw, {} can repeat the position", name_of(opponent(mover)));
    }
    const bool is_ended =
        !rules::is_zeroing(game.position(), move.move) && game.counter() + 1 >= game.site().draw_rule.plies;
    return move.without ? fmt::format("draw, {} without the rule", words_after(*move.without, mover))
           : is_ended   ? "draw by the rule"
                        : "draw";
}

constexpr std::string_view at_least_a_draw = "at least a draw for ";

/// Returns the same of a move without a known outcome. Empty if nothing is known of it.
std::string words_after(const ProvenBounds& proven, Colour mover) {
    return proven.at_least_after == Wdl::Draw  ? fmt::format("{}{}", at_least_a_draw, name_of(mover))
           : proven.at_most_after == Wdl::Draw ? fmt::format("{}{}", at_least_a_draw, name_of(opponent(mover)))
                                               : "";
}

enum class Form : std::uint8_t {
    Other,
    Plain,  ///< What a move leads to, in words that an author may write, too: "draw", "White wins".
    Own,    ///< The same in words that only annotate writes.
};

/// Reads the comments written here.
class OwnWords {
public:
    explicit OwnWords(std::string_view text) : rest_{text} {}

    /// Returns the form of the whole text.
    [[nodiscard]] Form form() {
        if (take("draw")) {
            return rest_.empty() ? Form::Plain
                                 : own_if(take(" by repetition") || take(" by the rule") || take_reason());
        }
        if (take(at_least_a_draw)) {
            return own_if(take_winner());
        }
        if (!take_winner()) {
            return Form::Other;
        }
        if (rest_ == " wins" || rest_ == " has won") {
            return Form::Plain;
        }
        return own_if(take_end() && (rest_.empty() || take_delay()));
    }

    /// Returns whether the text is a move and what that leads to.
    [[nodiscard]] bool are_move_and_end() { return take_move() && take(": ") && form() != Form::Other; }

    bool take(std::string_view words) {
        const bool is = rest_.starts_with(words);
        rest_.remove_prefix(is ? words.size() : 0);
        return is;
    }

private:
    [[nodiscard]] Form own_if(bool is_own) const { return is_own && rest_.empty() ? Form::Own : Form::Other; }
    bool take_winner() { return take("White") || take("Black"); }
    bool take_end() { return take(" has won") || (take(" wins") && (!take(" in ") || take_number())); }
    /// Takes what follows "draw" where it says why.
    bool take_reason() {
        return take(", ") && take_winner() &&
               (take(" can repeat the position") || (take_end() && take(" without the rule")));
    }
    bool take_delay() {
        return take(", ") && take_number() && (take(" plies ") || take(" ply ")) && (take("later") || take("sooner")) &&
               take(" than with ") && take_move();
    }
    bool take_number() { return take_all_of("0123456789"); }
    bool take_move() { return take_all_of("abcdefgh12345678x-"); }
    bool take_all_of(std::string_view characters) {
        const std::size_t count = std::min(rest_.find_first_not_of(characters), rest_.size());
        rest_.remove_prefix(count);
        return count > 0;
    }

    std::string_view rest_;
};

std::vector<std::string_view> parts_of(std::string_view comment) {
    std::vector<std::string_view> parts;
    while (!comment.empty()) {
        const std::size_t end = std::min(comment.find(separator), comment.size());
        parts.push_back(comment.substr(0, end));
        comment.remove_prefix(std::min(end + separator.size(), comment.size()));
    }
    return parts;
}

void append(std::string& comment, std::string_view part) {
    comment += comment.empty() || part.empty() ? "" : separator;
    comment += part;
}

/// An earlier annotation: how many parts of the comment it takes, 0 for none, and whether it gave the move its ?.
struct Earlier {
    std::size_t parts = 0;
    bool gave_mark = false;
};

/// Returns the one that begins the parts. What an author may have written is one only if `words` say it, too.
Earlier earlier_in(std::span<const std::string_view> parts, std::string_view words) {
    const Form form = OwnWords{parts[0]}.form();
    if (form != Form::Other && parts.size() > 1) {
        OwnWords next{parts[1]};
        const bool is_authors_mark = next.take(better);
        if (next.are_move_and_end()) {
            return {2, !is_authors_mark};
        }
    }
    const bool is_said_again = form == Form::Plain && words.find(parts[0]) != std::string_view::npos;
    return {form == Form::Own || is_said_again ? 1U : 0U};
}

}  // namespace

std::optional<Annotation> annotation_of(const probe::SiteGame& game, const probe::MoveReview& review,
                                        const ProvenBounds& proven) {
    const Colour mover = game.position().side_to_move;
    const std::optional<probe::Outcome>& outcome = review.move().outcome;
    Annotation annotation{outcome ? words_after(game, review.move()) : words_after(proven, mover), std::nullopt};
    if (annotation.words.empty()) {
        return std::nullopt;
    }
    const probe::RankedMove& best = review.moves.front();
    const bool can_be_drawn = game.site().draw_rule.exists() || game.may_be_drawn();
    if (review.thrown_away() || (best.outcome && best.outcome->wdl > proven.at_most_after)) {
        annotation.best = fmt::format("{}: {}", rules::to_text(game.position(), best.move), words_after(game, best));
    } else if (proven.best && proven.at_least_before > proven.at_most_after) {
        annotation.best =
            fmt::format("{}: {}{}", rules::to_text(game.position(), *proven.best), at_least_a_draw, name_of(mover));
    } else if (const int plies = review.plies_lost(); plies > 0 && !can_be_drawn) {
        annotation.words +=
            fmt::format(", {} {} than with {}", probe::plies_text(plies), outcome->wdl == Wdl::Win ? "later" : "sooner",
                        rules::to_text(game.position(), best.move));
    }
    return annotation;
}

void annotate(rules::RecordedMove& recorded, const Annotation& annotation) {
    // The comment without earlier annotations, up to the first and after it.
    std::string before;
    std::string after;
    bool is_found = false;
    bool gave_mark = false;
    const std::vector<std::string_view> parts = parts_of(recorded.comment);
    for (std::size_t at = 0; at < parts.size();) {
        const Earlier earlier = earlier_in(std::span{parts}.subspan(at), annotation.words);
        if (earlier.parts == 0) {
            append(is_found ? after : before, parts[at]);
        }
        is_found = is_found || earlier.parts > 0;
        gave_mark = gave_mark || earlier.gave_mark;
        at += std::max<std::size_t>(earlier.parts, 1);
    }
    if (gave_mark && recorded.marks == mistake) {
        recorded.marks.clear();
    }
    std::string words = annotation.words;
    if (annotation.best) {
        const bool is_authors_mark = !recorded.marks.empty();
        recorded.marks = is_authors_mark ? recorded.marks : mistake;
        append(words, (is_authors_mark ? std::string{better} : "") + *annotation.best);
    }
    if ((before + "\n" + after).find(words) == std::string::npos) {  // unless the author says the same
        append(before, words);
    }
    append(before, after);
    recorded.comment = before;
}

}  // namespace dameotb::tools
