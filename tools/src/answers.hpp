// What a directory of tables says of a position, with or without distances.
// The .dtm files answer where they are; otherwise the .wdl files do, and plies stay unknown.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/probe/tablebase.hpp>

namespace dameotb::tools {

/// Result for the side to move, and the plies to the end: 0 for a draw, nothing if no .dtm file tells.
struct Outcome {
    rules::Wdl wdl = rules::Wdl::Draw;
    std::optional<int> plies;

    [[nodiscard]] static Outcome of(rules::Value value) { return {value.wdl(), value.dtm().plies()}; }
    [[nodiscard]] static Outcome of(rules::Wdl wdl) {
        return {wdl, wdl == rules::Wdl::Draw ? std::optional{0} : std::nullopt};
    }
};

/// "1 ply", "13 plies".
[[nodiscard]] std::string plies_text(int plies);

/// "win in 5", "loss in 8", "draw"; without plies "win" or "loss".
[[nodiscard]] std::string to_string(const Outcome& outcome);

/// A legal move and what it is worth for the side that makes it.
struct MoveOutcome {
    rules::Move move;
    Outcome outcome;
};

/// A directory of tables to which "no table" is an error that says how to make it.
class Tables {
public:
    /// Throws format::TablebaseError if the directory cannot be read.
    explicit Tables(std::filesystem::path directory);

    /// The classes that have a table, in build order.
    [[nodiscard]] std::vector<index::Material> classes() const { return tablebase_.classes(); }
    /// probe::Tablebase::files.
    [[nodiscard]] std::vector<probe::TableFile> files() const { return tablebase_.files(); }
    /// Throws MissingTable where a table is missing, format::TablebaseError where one is damaged; so do the others.
    [[nodiscard]] Outcome outcome(const rules::Position& position) const;
    /// All legal moves, best first.
    [[nodiscard]] std::vector<MoveOutcome> moves(const rules::Position& position) const;
    /// Best play to the end; empty for a draw or a finished game. Needs .dtm files.
    [[nodiscard]] std::vector<rules::Move> line(const rules::Position& position) const;

private:
    [[nodiscard]] rules::Wdl wdl(const rules::Position& position) const;

    std::filesystem::path directory_;
    probe::Tablebase tablebase_;
};

}  // namespace dameotb::tools
