// Turns the probe library's answers, which name the missing table, into optional values.
#include "tables.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace dameotb::engine {

namespace {

template <class T>
std::optional<T> found(probe::Answer<T> answer) {
    T* value = std::get_if<T>(&answer);
    return value != nullptr ? std::optional<T>{std::move(*value)} : std::nullopt;
}

}  // namespace

Tables::Tables(const table::TableDirectories& directories) : tablebase_{directories} {
    for (const auto& material : tablebase_->classes()) {
        most_pieces_ = std::max(most_pieces_, material.pieces());
    }
}

std::optional<Wdl> Tables::wdl(const probe::Question& question) const {
    const Position& position = question.fen.position;
    if (!may_have(position)) {
        return std::nullopt;
    }
    const auto without = found(tablebase_->probe_wdl(position));
    // A draw is one under any rule.
    return question.has_rule() && without != Wdl::Draw ? tablebase_->probe(question).wdl() : without;
}

std::optional<Value> Tables::value(const Position& position) const {
    return may_have(position) ? found(tablebase_->probe_dtm(position)) : std::nullopt;
}

std::optional<std::vector<probe::RankedMove>> Tables::ranked_moves(const probe::Question& question) const {
    if (!may_have(question.fen.position)) {
        return std::nullopt;
    }
    if (!question.has_rule()) {
        return found(tablebase_->ranked_moves(question.fen.position));
    }
    std::vector<probe::RankedMove> moves = tablebase_->known_moves(question);
    const auto is_known = [](const probe::RankedMove& move) { return move.outcome.has_value(); };
    const bool wins = !moves.empty() && moves.front().outcome && moves.front().outcome->wdl == Wdl::Win;
    return wins || std::ranges::all_of(moves, is_known) ? std::optional{std::move(moves)} : std::nullopt;
}

std::optional<std::vector<Move>> Tables::best_line(const probe::Question& question) const {
    return may_have(question.fen.position) ? found(tablebase_->best_line(question)) : std::nullopt;
}

}  // namespace dameotb::engine
