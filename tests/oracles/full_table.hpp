// A finished class, read whole into memory, with a value for every position.
// The files have no values for positions with a forced capture. Here they are filled in from smaller classes, so that
// verification and statistics can look at every value. Shares no code with the solver.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::tests {

/// All values of one class by placement number (index::ClassIndex) and side to move.
class FullTable {
public:
    [[nodiscard]] const index::ClassIndex& index() const { return index_; }
    /// Returns the value. Requires: a stored side to move (only White if the class is symmetric), and number <
    /// index().size().
    [[nodiscard]] Value value(Colour side_to_move, std::uint64_t number) const;

private:
    friend class FullTables;
    explicit FullTable(const index::Material& material);

    index::ClassIndex index_;
    /// One DTM byte (table::Metric::Dtm) for each position, White to move first.
    std::vector<std::uint8_t> bytes_;
};

/// Full tables of a directory. A table is loaded when first asked for, with all that it depends on. Not thread-safe
/// while loading; `value` is thread-safe for positions whose classes are loaded.
class FullTables {
public:
    /// `threads`: for decoding and for resolving captures.
    FullTables(std::filesystem::path directory, int threads);
    ~FullTables();

    /// Loads the class and all classes that captures and promotions can lead to. Throws table::TablebaseError if a
    /// .dtm file is missing or damaged. Requires: the class is canonical.
    const FullTable& load(const index::Material& material);
    /// Drops every loaded class that none of `needed` depends on.
    void keep_only(const std::vector<index::Material>& needed);

    /// Returns the value of any position, with either colour to move. If a side has no pieces, the rules decide.
    /// Requires: the position's class is loaded.
    [[nodiscard]] Value value(const Position& position) const;

private:
    void fill_forced_captures(FullTable& table) const;

    std::filesystem::path directory_;
    int threads_;
    /// By index::class_number. Most are null.
    std::vector<std::unique_ptr<FullTable>> tables_;
};

}  // namespace dameotb::tests
