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

std::optional<Wdl> Tables::wdl(const Position& position) const {
    return may_have(position) ? found(tablebase_->probe_wdl(position)) : std::nullopt;
}

std::optional<Value> Tables::value(const Position& position) const {
    return may_have(position) ? found(tablebase_->probe_dtm(position)) : std::nullopt;
}

std::optional<std::vector<probe::RankedMove>> Tables::ranked_moves(const Position& position) const {
    return may_have(position) ? found(tablebase_->ranked_moves(position)) : std::nullopt;
}

std::optional<std::vector<Move>> Tables::best_line(const Position& position) const {
    return may_have(position) ? found(tablebase_->best_line({{position}})) : std::nullopt;
}

}  // namespace dameotb::engine
