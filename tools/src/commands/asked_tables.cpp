// Turns the probe library's answers into values or errors.
#include "commands/asked_tables.hpp"

#include <utility>
#include <variant>

#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::tools {

AskedTables::AskedTables(std::filesystem::path directory) : directory_{std::move(directory)}, tablebase_{directory_} {}

probe::Outcome AskedTables::outcome(const rules::Position& position) const {
    const auto answer = tablebase_.probe_outcome(position);
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw table::MissingTableError{directory_, missing->material, std::nullopt};
    }
    return std::get<probe::Outcome>(answer);
}

std::vector<probe::RankedMove> AskedTables::moves(const rules::Position& position) const {
    std::vector<probe::RankedMove> moves = tablebase_.known_moves(position);
    for (const probe::RankedMove& ranked : moves) {
        if (!ranked.outcome) {
            static_cast<void>(outcome(rules::after(position, ranked.move)));  // throws an error that names the class
        }
    }
    return moves;
}

std::vector<rules::Move> AskedTables::line(const rules::Position& position) const {
    const auto answer = tablebase_.best_line(position);
    if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
        throw table::MissingTableError{directory_, missing->material, table::Metric::Dtm};
    }
    return std::get<std::vector<rules::Move>>(answer);
}

}  // namespace dameotb::tools
