// The probe library's C++ face: open a directory of tables, ask for values, moves and lines.
// Forced captures are resolved inside, whichever side is to move; a table that is not there is an ordinary answer.
// No table is needed for a side without a legal move, which has lost, nor against a side without pieces. There are
// tables of up to 6 pieces (index::most_pieces); forced captures are followed from positions of up to 8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <dameotb/format/header.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>
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

/// A table file of the directory, as far as its name and its first 64 bytes tell.
struct TableFile {
    index::Material material;
    format::Metric metric = format::Metric::Wdl;
    std::uint64_t file_bytes = 0;  ///< 0 if it cannot be opened.
    std::uint64_t positions = 0;   ///< That the class stores; 0 if there is a defect.
    /// Why it is not, or cannot be read as, the table that its name says, in words; empty if the header and the file's
    /// size are right. Blocks are not looked at.
    std::string defect{};
};

/// A legal move and what it is worth for the side that makes it.
struct RankedMove {
    rules::Move move;
    std::optional<Outcome> outcome;  ///< Empty where the tables do not tell.
};

/// The legal moves of a position.
struct RankedMoves {
    /// Best first, those without an outcome last; moves of equal worth in a fixed order (from, to, captured). Moves
    /// that lead to the same position are one (RULES 8). None: the game is over.
    std::vector<RankedMove> moves;
    /// A table whose lack leaves a distance unknown. If there is one, and all results are known, no distance is told:
    /// the order then says nothing but the results. If results are unknown as well, each move has what is known of it.
    std::optional<NoTable> missing;
};

struct TablebaseOptions {
    /// Budget for decoded blocks and all that the cache needs to find them, in bytes: a hard bound. One too small for
    /// a block keeps none (of files of the default level: 650 KB); any budget gives the same answers. Memory is taken
    /// as blocks come in, so that the largest number there is means: all that the tables hold (at the price of 32 MiB
    /// for finding it). Not counted: for each open file, 24 bytes a block; for each thread, the block that it decodes
    /// and its decoder (some 300 KB).
    std::size_t cache_bytes = std::size_t{64} << 20;
};

/// Which files `preload` reads.
enum class Preload : std::uint8_t {
    Wdl,   ///< Those that answer probe_wdl: .wdl, or .dtm where there is no .wdl.
    Dtm,   ///< .dtm.
    Both,  ///< .wdl and .dtm; one of them is enough.
};

/// All classes asked for are in memory.
struct Preloaded {
    std::size_t added_bytes;  ///< Of the cache's budget, for those that were not preloaded before.
    bool operator==(const Preloaded&) const = default;
};

/// They do not fit into the cache's budget; nothing was preloaded.
struct NoRoom {
    std::size_t needed_bytes;  ///< The largest number there is, if that is too small for what they need.
    std::size_t free_bytes;    ///< The cache's budget without what it needs itself and what is preloaded already.
    bool operator==(const NoRoom&) const = default;
};

using PreloadAnswer = std::variant<Preloaded, NoRoom, NoTable>;

/// An open directory of tables. Files are opened when first needed and stay open.
/// Thread-safe; threads whose blocks are in the cache do not wait for each other. All probes throw
/// format::TablebaseError for a damaged or unreadable file. Requires everywhere: a position without defect
/// (rules::defect).
class Tablebase {
public:
    /// Throws format::TablebaseError if the directory cannot be read. An empty one is allowed.
    explicit Tablebase(std::filesystem::path directory, TablebaseOptions options = {});
    ~Tablebase();
    Tablebase(Tablebase&&) noexcept;
    Tablebase& operator=(Tablebase&&) noexcept;

    /// The classes that have a .dtm or a .wdl file, in build order: by the names of the files, which are not opened.
    [[nodiscard]] std::vector<index::Material> classes() const;

    /// The files of these classes, .wdl before .dtm, as they are now. Opens each, and reads 64 bytes of it.
    /// Throws nothing but std::bad_alloc: what is wrong with a file stands beside it.
    [[nodiscard]] std::vector<TableFile> files() const;

    /// Decodes whole classes into the cache, where they stay: all of them, or none. What is left of the budget serves
    /// the other classes. Captures lead to smaller classes; index::with_dependencies names these as well.
    /// Throws format::TablebaseError as probes do; nothing was preloaded then.
    PreloadAnswer preload(std::span<const index::Material> classes, Preload what = Preload::Both) const;

    // A probe whose blocks are all in the cache does not allocate.

    /// Win, draw or loss for the side to move. Uses the .wdl file, or the .dtm file if there is no .wdl.
    [[nodiscard]] Answer<rules::Wdl> probe_wdl(const rules::Position& position) const;
    /// Result and plies to the end. Uses the .dtm file.
    [[nodiscard]] Answer<rules::Value> probe_dtm(const rules::Position& position) const;

    /// The same for many positions: answers[i] is that of positions[i]. They are looked up in the order in which they
    /// lie in the files, so that a block is decoded once, whatever the order of the positions and the size of the cache
    /// (those in which captures are forced come one by one). Allocates.
    /// Requires: spans of equal length. An exception leaves the answers unspecified.
    void probe_wdl(std::span<const rules::Position> positions, std::span<Answer<rules::Wdl>> answers) const;
    void probe_dtm(std::span<const rules::Position> positions, std::span<Answer<rules::Value>> answers) const;

    /// Result and plies, or the result alone if no .dtm file tells the plies: probe_dtm, and probe_wdl where that has
    /// no answer.
    [[nodiscard]] Answer<Outcome> probe_outcome(const rules::Position& position) const;

    /// All legal moves. It is the positions after the moves that are asked for. So all outcomes can be known where a
    /// probe has no answer (no table of the position's own class, or a capture from more than 8 pieces), and then the
    /// first move's is the position's; and some can be unknown where a probe has one.
    [[nodiscard]] RankedMoves ranked_moves(const rules::Position& position) const;

    /// Moves of best play from here to the end: the winner takes the shortest way, the loser the longest; among
    /// equals the first of `ranked_moves`. Empty for a draw, whose best play has no end, and for a finished game.
    /// It needs what a probe of the position needs, and what ranking its moves and all moves on the way needs.
    [[nodiscard]] Answer<std::vector<rules::Move>> best_line(const rules::Position& position) const;

private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace dameotb::probe
