// A directory of tables to which "no table" is an error.
#pragma once

#include <filesystem>
#include <vector>

#include <dameotb/probe/tablebase.hpp>

namespace dameotb::tools {

/// All members throw files::MissingTableError where a table is missing, and format::TablebaseError where one is
/// damaged.
class AskedTables {
public:
    /// Throws format::TablebaseError if the directory cannot be read.
    explicit AskedTables(std::filesystem::path directory);

    [[nodiscard]] probe::Outcome outcome(const rules::Position& position) const;
    /// Returns all legal moves, best first, every one with an outcome.
    [[nodiscard]] std::vector<probe::RankedMove> moves(const rules::Position& position) const;
    /// Returns best play to the end; empty for a draw or a finished game. Needs .dtm files.
    [[nodiscard]] std::vector<rules::Move> line(const rules::Position& position) const;

private:
    std::filesystem::path directory_;
    probe::Tablebase tablebase_;
};

}  // namespace dameotb::tools
