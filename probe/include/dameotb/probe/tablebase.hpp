// The probe library's C++ face: open a directory of tables, ask for values, moves and lines.
// Forced captures are resolved inside, whichever side is to move; a table that is not there is an ordinary answer.
// No table is needed for a side without a legal move, which has lost, nor against a side without pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::probe {

/// The answer where no table covers a position: which class's file would be needed. Not an error.
struct NoTable {
    index::Material material;  ///< Canonical.
    bool operator==(const NoTable&) const = default;
};

template <class T>
using Answer = std::variant<T, NoTable>;

/// A legal move and what it is worth for the side that makes it.
struct RankedMove {
    rules::Move move;
    rules::Value value;
};

struct TablebaseOptions {
    /// Budget for decoded blocks, in bytes, a hard bound. At least one block is always kept.
    std::size_t cache_bytes = std::size_t{64} << 20;
};

/// An open directory of tables. Files are opened when first needed and stay open.
/// Thread-safe. All probes throw format::TablebaseError for a damaged or unreadable file.
/// Requires everywhere: a position without defect (rules::defect).
class Tablebase {
public:
    /// Throws format::TablebaseError if the directory cannot be read. An empty one is allowed.
    explicit Tablebase(std::filesystem::path directory, TablebaseOptions options = {});
    ~Tablebase();
    Tablebase(Tablebase&&) noexcept;
    Tablebase& operator=(Tablebase&&) noexcept;

    /// The classes that have a .dtm or a .wdl file, in build order.
    [[nodiscard]] std::vector<index::Material> classes() const;

    /// Win, draw or loss for the side to move. Uses the .wdl file, or the .dtm file if there is no .wdl.
    [[nodiscard]] Answer<rules::Wdl> probe_wdl(const rules::Position& position) const;
    /// Result and plies to the end. Uses the .dtm file.
    [[nodiscard]] Answer<rules::Value> probe_dtm(const rules::Position& position) const;

    /// All legal moves, best first; equal values in a fixed order (from, to, captured). Empty: the game is over.
    [[nodiscard]] Answer<std::vector<RankedMove>> ranked_moves(const rules::Position& position) const;

    /// Moves of best play from here to the end: the winner takes the shortest way, the loser the longest; among
    /// equals the first of `ranked_moves`. Empty for a draw, whose best play has no end, and for a finished game.
    /// All moves on the way are ranked, so a table can be missing here that the value itself does not need.
    [[nodiscard]] Answer<std::vector<rules::Move>> best_line(const rules::Position& position) const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::probe
