// The engine's view of the endgame tables: values where a table has them, nothing otherwise.
// Positions with more pieces than any table are not asked: all their captures would be followed in vain.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/probe/tablebase.hpp>

namespace dameotb::engine {

/// Thread-safe. All questions throw what the probe library throws for a damaged file.
class Tables {
public:
    /// No tables.
    Tables() = default;
    /// Throws what probe::Tablebase throws if the directory cannot be read.
    explicit Tables(const std::filesystem::path& directory);

    /// The most pieces that any table has; 0 without tables.
    [[nodiscard]] int most_pieces() const { return most_pieces_; }

    [[nodiscard]] std::optional<rules::Wdl> wdl(const rules::Position& position) const;
    [[nodiscard]] std::optional<rules::Value> value(const rules::Position& position) const;
    /// All legal moves, best first, with all their distances.
    [[nodiscard]] std::optional<std::vector<probe::RankedMove>> ranked_moves(const rules::Position& position) const;
    /// Best play to the end.
    [[nodiscard]] std::optional<std::vector<rules::Move>> best_line(const rules::Position& position) const;

private:
    [[nodiscard]] bool may_have(const rules::Position& position) const {
        return position.occupied().count() <= most_pieces_;
    }

    std::optional<probe::Tablebase> tablebase_;
    int most_pieces_ = 0;
};

}  // namespace dameotb::engine
