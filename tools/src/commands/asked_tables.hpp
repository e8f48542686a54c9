// A directory of tables in which a missing table is an error.
#pragma once

#include <filesystem>
#include <vector>

#include <dameotb/probe/tablebase.hpp>

namespace dameotb::tools {

/// Answers positions from the tables of a directory. All members throw table::MissingTableError if a table is missing,
/// and table::TablebaseError if one is damaged.
class AskedTables {
public:
    /// Throws table::TablebaseError if the directory cannot be read.
    explicit AskedTables(std::filesystem::path directory);

    [[nodiscard]] probe::Outcome outcome(const rules::Position& position) const;
    /// Returns all legal moves, best first, every one with an outcome.
    [[nodiscard]] std::vector<probe::RankedMove> moves(const rules::Position& position) const;
    /// Returns best play to the end of the game. Empty for a draw or a finished game. Needs .dtm files.
    [[nodiscard]] std::vector<rules::Move> line(const rules::Position& position) const;

private:
    std::filesystem::path directory_;
    probe::Tablebase tablebase_;
};

}  // namespace dameotb::tools
