// Asking .dtm files first and .wdl files next.
#include "answers.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <dameotb/format/header.hpp>

#include "errors.hpp"

namespace dameotb::tools {

std::string plies_text(int plies) {
    return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies");
}

std::string to_string(const Outcome& outcome) {
    const auto name = rules::to_string(outcome.wdl);
    return outcome.wdl == rules::Wdl::Draw || !outcome.plies ? std::string{name}
                                                             : fmt::format("{} in {}", name, *outcome.plies);
}

Tables::Tables(std::filesystem::path directory) : directory_{std::move(directory)}, tablebase_{directory_} {}

rules::Wdl Tables::wdl(const rules::Position& position) const {
    const auto answer = tablebase_.probe_wdl(position);
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw MissingTable{directory_, missing->material, missing->material.name()};
    }
    return std::get<rules::Wdl>(answer);
}

Outcome Tables::outcome(const rules::Position& position) const {
    const auto answer = tablebase_.probe_dtm(position);
    if (const auto* value = std::get_if<rules::Value>(&answer)) {
        return Outcome::of(*value);
    }
    return Outcome::of(wdl(position));
}

std::vector<MoveOutcome> Tables::moves(const rules::Position& position) const {
    std::vector<MoveOutcome> moves;
    const auto answer = tablebase_.ranked_moves(position);
    if (const auto* ranked = std::get_if<std::vector<probe::RankedMove>>(&answer)) {
        for (const auto& [move, value] : *ranked) {
            moves.push_back({move, Outcome::of(value)});
        }
        return moves;
    }
    for (const rules::Move& move : rules::legal_moves(position)) {
        moves.push_back({move, Outcome::of(opposite(wdl(rules::after(position, move))))});
    }
    std::sort(moves.begin(), moves.end(), [](const MoveOutcome& a, const MoveOutcome& b) {
        const auto key = [](const rules::Move& m) { return std::tuple{m.from, m.to, m.captured.bits()}; };
        return a.outcome.wdl != b.outcome.wdl ? a.outcome.wdl > b.outcome.wdl : key(a.move) < key(b.move);
    });
    return moves;
}

std::vector<rules::Move> Tables::line(const rules::Position& position) const {
    const auto answer = tablebase_.best_line(position);
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw MissingTable{directory_, missing->material,
                           missing->material.name() + "." + format::extension(format::Metric::Dtm)};
    }
    return std::get<std::vector<rules::Move>>(answer);
}

}  // namespace dameotb::tools
