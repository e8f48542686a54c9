#include "text/annotation.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <dameotb/probe/game_review.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::tools {

namespace {

std::string_view name_of(rules::Colour colour) {
    return colour == rules::Colour::White ? "White" : "Black";
}

/// Returns what a move with this outcome for `mover` leads to: "White wins in 8", "draw", "Black has won".
std::string words_after(const probe::Outcome& outcome, rules::Colour mover) {
    if (outcome.wdl == rules::Wdl::Draw) {
        return "draw";
    }
    const std::string_view winner = name_of(outcome.wdl == rules::Wdl::Win ? mover : rules::opponent(mover));
    if (!outcome.plies) {
        return fmt::format("{} wins", winner);
    }
    const int plies = *outcome.plies - 1;  // from the position after the move
    return plies == 0 ? fmt::format("{} has won", winner) : fmt::format("{} wins in {}", winner, plies);
}

/// Returns the comment on a move: "White wins in 12, 4 plies later than with a1-a8".
std::string words_of(const rules::Position& position, const probe::MoveReview& review) {
    const rules::Colour mover = position.side_to_move;
    std::string words = words_after(*review.outcome(), mover);
    const auto& [best, best_outcome] = review.moves.front();
    if (review.thrown_away()) {
        words += fmt::format("; {}: {}", rules::to_text(position, best), words_after(*best_outcome, mover));
    } else if (const int plies = review.plies_lost(); plies > 0) {
        words +=
            fmt::format(", {} {} than with {}", probe::plies_text(plies),
                        review.outcome()->wdl == rules::Wdl::Win ? "later" : "sooner", rules::to_text(position, best));
    }
    return words;
}

void add_comment(std::string& comment, const std::string& words) {
    if (comment.find(words) == std::string::npos) {
        comment += (comment.empty() ? "" : "; ") + words;
    }
}

void add_mistake(std::string& marks) {
    const bool is_marked = marks.find('?') != std::string::npos;
    marks = is_marked ? marks : marks.empty() || marks.front() != '$' ? marks + "?" : "? " + marks;
}

void add_variation(rules::RecordedMove& recorded, const rules::Move& move) {
    const bool is_there = std::ranges::any_of(
        recorded.variations, [&](const rules::RecordedLine& line) { return line.front().move == move; });
    if (!is_there) {
        recorded.variations.push_back({rules::RecordedMove{move, {}, {}, {}}});
    }
}

}  // namespace

AnnotationCounts annotate(rules::GameRecord& game, const probe::Tablebase& tables, const Annotations& what) {
    AnnotationCounts counts;
    rules::Position position = game.start;
    for (rules::RecordedMove& recorded : game.moves) {
        ++counts.moves;
        if (const probe::MoveReview review = probe::review(tables, position, recorded.move); review.outcome()) {
            ++counts.known;
            add_comment(recorded.comment, words_of(position, review));
            if (review.thrown_away()) {
                ++counts.thrown_away;
                add_mistake(recorded.marks);
            }
            if (what.equals && !review.thrown_away()) {
                for (const rules::Move& move : review.as_good()) {
                    add_variation(recorded, move);
                }
            }
        }
        position = rules::after(position, recorded.move);
    }
    return counts;
}

}  // namespace dameotb::tools
