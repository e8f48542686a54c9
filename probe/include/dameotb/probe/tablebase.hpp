// The probe library's C++ interface: open directories of tables, ask for values, moves and lines.
// The library resolves forced captures itself, whichever side is to move. A missing table is an ordinary answer. No
// table is needed if the side to move has no legal move, and so has lost, or if a side has no pieces. There are tables
// of up to 7 pieces (index::most_pieces). Forced captures are followed from positions of up to 9 pieces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <dameotb/index/limits.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>
#include <dameotb/probe/question.hpp>
#include <dameotb/probe/work_budget.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/value.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::probe {

/// The answer if no table covers a position: the class whose files would be needed. Not an error.
struct NoTable {
    index::Material material;  ///< Canonical.
    bool operator==(const NoTable&) const = default;
};

template <class T>
using Answer = std::variant<T, NoTable>;

/// A table file, as described by its name and its header.
struct TableFile {
    index::Material material;
    table::Metric metric = table::Metric::Wdl;
    std::uint64_t file_bytes = 0;  ///< 0 if it cannot be opened.
    std::uint64_t positions = 0;   ///< How many the class stores; 0 if there is a defect.
    /// Says in words why the file is not, or cannot be read as, the table that its name says. Empty if the header and
    /// the file's size are right. What comes after the header is not looked at.
    std::string defect{};
};

/// A legal move and what it is worth for the side that makes it. Value type.
struct RankedMove {
    Move move;
    std::optional<Outcome> outcome{};          ///< By the rules asked about; empty if the tables do not say it.
    std::optional<Outcome> without{};          ///< Without a draw rule; the same as `outcome` if none was asked about.
    std::optional<index::Material> missing{};  ///< As in Known, if the outcome is unknown and there is a rule.

    bool operator==(const RankedMove&) const = default;
};

/// What stays in memory of what was read.
enum class Keep : std::uint8_t {
    DecodedBlocks,  ///< Decoded blocks: a probe for which the block is there takes a fraction of a microsecond.
    BlockGroups,    ///< Block groups as they lie in the file: a tenth of the memory, but each probe decodes its value
                    ///< again.
};

struct TablebaseOptions {
    /// Budget in bytes for what is kept, for all that the cache needs to find it, and for the models of open tables (up
    /// to some 600 KB a table): a hard bound, except that models are always loaded. Any budget gives the same answers.
    /// Memory is taken as it is needed, so the largest possible number allows all that the tables hold (and costs 32
    /// MiB for finding it). Not counted: for each thread that probes, what it reads and decodes with (some 500 KB; up
    /// to 13 MB if a file has block groups as large as the format allows).
    std::size_t cache_bytes = std::size_t{64} << 20;
    Keep keep = Keep::DecodedBlocks;
    /// Tables of more pieces are ignored. Forced captures are still followed: where they end among
    /// fewer pieces, there is an answer.
    int most_pieces = index::most_pieces;
};

/// Which files `preload` reads.
enum class Preload : std::uint8_t {
    Wdl,   ///< .wdl.
    Dtm,   ///< .dtm.
    Both,  ///< .wdl and .dtm; the .wdl alone is enough.
    Dtz,   ///< .dtz.
    All,   ///< All that is there; the .wdl alone is enough.
};

/// The answer if all classes asked for are in memory.
struct Preloaded {
    std::size_t added_bytes;  ///< What those that were not preloaded before take of the budget, models included.
    bool operator==(const Preloaded&) const = default;
};

/// The answer if the classes do not fit into the cache's budget. Nothing was preloaded.
struct NoRoom {
    std::size_t needed_bytes;  ///< What the classes need; the largest number there is, if they need more than that.
    std::size_t free_bytes;  ///< The budget without what the cache needs itself, and what other classes have for good.
    bool operator==(const NoRoom&) const = default;
};

/// What a cache has done. Probes of tables that are preloaded count as nothing.
struct CacheStatistics {
    std::uint64_t hits = 0;        ///< Values that were in the cache.
    std::uint64_t reads = 0;       ///< Blocks, or with Keep::BlockGroups block groups, that had to be read.
    std::size_t memory_bytes = 0;  ///< Of the budget, taken at the moment.
};

/// Returns what the moves of a position under a draw rule prove about its outcome: it is the best move's if all are
/// known; a win if one of them wins, with unknown plies unless no other move can need fewer. Otherwise the result is
/// unknown. Requires: at least one move, ordered as by Tablebase::known_moves.
[[nodiscard]] Known best_of(const std::vector<RankedMove>& moves);

using PreloadAnswer = std::variant<Preloaded, NoRoom, NoTable>;

class TableSet;

/// Open directories of tables: one, or several, of which the first that has a file provides it. A class's .wdl may be
/// in another directory than its .dtm and .dtz, which must belong to it: if not, probes that need both throw. Files are
/// opened when first needed and stay open. Thread-safe; threads whose blocks are in memory do not wait for each other.
/// All probes throw table::TablebaseError for a damaged or unreadable file. All members require a position without
/// defect (defect).
class Tablebase {
public:
    /// Opens directories, which may be empty: Tablebase{"tables"}, Tablebase{{"tables", "/mnt/more"}}. Throws
    /// table::TablebaseError, which names the directory, if one cannot be read.
    explicit Tablebase(const table::TableDirectories& directories, TablebaseOptions options = {});
    ~Tablebase();
    Tablebase(Tablebase&&) noexcept;
    Tablebase& operator=(Tablebase&&) noexcept;

    /// Returns the classes that have a file of any metric, in build order. Goes by the names of the files and does not
    /// open them. So a class may have a .wdl alone, or a .dtm or .dtz without the .wdl that its probes need.
    [[nodiscard]] std::vector<index::Material> classes() const;
    /// Returns whether there is a file of the class with that metric. Goes by its name and does not open it.
    [[nodiscard]] bool has(const index::Material& material, table::Metric metric) const;

    /// Returns the files of these classes, .wdl before .dtm, as they are now. Opens each file and reads its header.
    /// Throws nothing but std::bad_alloc: TableFile::defect says what is wrong with a file.
    [[nodiscard]] std::vector<TableFile> files() const;

    /// Returns the files that are not used, because an earlier directory has one of the same name; in build order.
    [[nodiscard]] const std::vector<table::DuplicateTable>& duplicates() const;

    /// Brings whole classes into memory, where they stay: all of them, or none. Decodes them, or reads their block
    /// groups, as Keep says. The rest of the budget serves the other classes. Captures lead to smaller classes;
    /// index::with_dependencies names these as well. Throws table::TablebaseError as probes do; then nothing was
    /// preloaded.
    PreloadAnswer preload(std::span<const index::Material> classes, Preload what = Preload::Both) const;
    /// Does the same for all classes of the directories that have what is to be read, so the answer is never NoTable.
    PreloadAnswer preload_all(Preload what = Preload::Both) const;

    // A probe whose blocks are all in memory does not allocate, unless it needs a side to move that a .dtm does not
    // store. With a budget, all that follows throws OutOfBudget where it ends; without one, a position of 9 pieces with
    // forced captures can take long.

    /// Returns win, draw or loss for the side to move. Uses the .wdl file.
    [[nodiscard]] Answer<Wdl> probe_wdl(const Position& position, WorkBudget* budget = nullptr) const;
    /// Returns result and plies to the end. Uses the .dtm file, and the .wdl file, without which there is no
    /// answer.
    [[nodiscard]] Answer<Value> probe_dtm(const Position& position, WorkBudget* budget = nullptr) const;
    /// Returns what the position is worth under the draw rule of the directory's .dtz files. Uses the .dtz file, and
    /// the .wdl file, without which there is no answer. Throws table::TablebaseError if the .dtz files have several
    /// rules, too.
    [[nodiscard]] Answer<RuleValue> probe_dtz(const Position& position, WorkBudget* budget = nullptr) const;
    /// Returns the draw rule of the directory's .dtz files, from the first one that can be opened; none if there are
    /// none. Throws table::TablebaseError if there are some, and none can be opened.
    [[nodiscard]] DrawRule draw_rule() const;

    /// Does the same for many positions: answers[i] is that of positions[i]. Looks them up in the order in which they
    /// lie in the files, so that a block is decoded once, whatever the order of the positions and the budget. Positions
    /// with a forced capture, and those whose side to move a .dtm does not store, are looked up one by one. Allocates.
    /// Requires: spans of equal length. An exception leaves the answers unspecified.
    void probe_wdl(std::span<const Position> positions, std::span<Answer<Wdl>> answers,
                   WorkBudget* budget = nullptr) const;
    void probe_dtm(std::span<const Position> positions, std::span<Answer<Value>> answers,
                   WorkBudget* budget = nullptr) const;

    /// Does the same without waiting for a disk: nothing if a file would have to be opened, or a block read and
    /// decoded. With Keep::BlockGroups, which keeps nothing decoded, that is every block. What is brought in by other
    /// probes, or by `preload`, is there.
    [[nodiscard]] std::optional<Answer<Wdl>> probe_wdl_in_memory(const Position& position) const;
    [[nodiscard]] std::optional<Answer<Value>> probe_dtm_in_memory(const Position& position) const;

    /// Returns what the cache has done since the last reset. Counts of other threads at work may lack.
    [[nodiscard]] CacheStatistics statistics() const;
    void reset_statistics() const;

    // Questions are about a position without a draw rule or under one, by the rules of a site, or within a capture.

    /// Returns what the position's own tables say. Without a rule: result and plies, or the result alone if no .dtm has
    /// the plies. Under a rule: the result with the counter. It comes from the .dtz files if they hold under this rule;
    /// otherwise the .dtm files say as much as follows without it: a draw stays a draw, and a win or a loss whose plies
    /// end before the counter does stays what it is. The plies are those of the site's rules: the result holds up to a
    /// counter of N less these, and is a draw with greater ones. Under SiteRules::draws_before_loss, for a position of
    /// more than five pieces that the draw rule leaves won or lost, the result is unknown unless the distance to the
    /// end tells it, and the plies are unknown unless a capture is forced or there is no move. For a capture under way
    /// the answer is what its best end is worth.
    [[nodiscard]] Known probe(const Question& question, WorkBudget* budget = nullptr) const;

    /// Does the same for many questions, in the order in which their positions lie in the files: answers[i] is that of
    /// questions[i]. Requires: spans of equal length. An exception leaves the answers unspecified.
    void probe(std::span<const Question> questions, std::span<Known> answers, WorkBudget* budget = nullptr) const;

    /// Does the same without waiting for a disk, as probe_wdl_in_memory does.
    [[nodiscard]] std::optional<Known> probe_in_memory(const Question& question) const;

    /// Returns the same and, where it lacks the plies without a rule or the result under one, what the moves prove.
    /// Without a rule these are the tightest bounds that follow from the position's own tables and the outcomes of its
    /// moves: a move whose outcome is unknown may be worth anything, and the position is worth what its best move is.
    /// So one known win proves a win, in no more plies. Allocates unless the tables have it.
    [[nodiscard]] Known prove(const Question& question, WorkBudget* budget = nullptr) const;

    // Moves are all legal moves, or all ends of a capture under way, best first; those of equal worth in a fixed order
    // (from, to, captured). Moves that lead to the same position count as one (RULES 8). If there is no move, the game
    // is over. The positions after the moves are probed, not the position itself.

    /// Returns the moves with their distances, without a rule. There can be an answer where a probe of the position has
    /// none (no table of its class, or a capture from more than 9 pieces); the first move's outcome is then the
    /// position's. And there can be none where a probe has one.
    [[nodiscard]] Answer<std::vector<RankedMove>> ranked_moves(const Position& position,
                                                               WorkBudget* budget = nullptr) const;

    /// Returns the moves with what is known of them: wins, draws, those without an outcome, losses. Without a rule, if
    /// some distance is unknown, but every result known, no move has a distance, and the order follows the results
    /// alone; if some results are unknown as well, each move has what is known of it. Under a rule, wins of the fewest
    /// plies of the counter and losses of the most come first, among equals in the order without a rule; one without an
    /// outcome that wins without the rule comes before draws, and one that loses without it just before losses; with a
    /// counter at the rule's end all are draws. If `known` is not null, also writes what `prove` returns; if `without`
    /// is not null, what it returns of the question without its rule.
    [[nodiscard]] std::vector<RankedMove> known_moves(const Question& question, WorkBudget* budget = nullptr,
                                                      Known* known = nullptr, Known* without = nullptr) const;

    /// Returns the moves of best play from the position to the end; empty for a draw and for a finished game. Without a
    /// rule the winner takes the shortest way, the loser the longest; among equal moves, the first of `ranked_moves`.
    /// Needs the tables for ranking the moves of each position on the way; for a draw, those of a probe are enough.
    /// Under a rule each move is the first of known_moves with the counter that the moves before it leave, and the game
    /// ends before the counter does; NoTable names a class whose .dtz may say more. Requires: no capture under way.
    [[nodiscard]] Answer<std::vector<Move>> best_line(const Question& question, WorkBudget* budget = nullptr) const;

private:
    std::unique_ptr<TableSet> tables_;
};

}  // namespace dameotb::probe
