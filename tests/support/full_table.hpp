// A finished class read whole into memory, with a value for every position.
// The files leave positions with a forced capture open; here they are filled in from smaller classes, so that
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
    /// Requires: a stored side to move (White only, if the class is symmetric), number < index().size().
    [[nodiscard]] rules::Value value(rules::Colour side_to_move, std::uint64_t number) const;

private:
    friend class FullTables;
    explicit FullTable(const index::Material& material);

    index::ClassIndex index_;
    /// One DTM byte (format::Metric::Dtm) a position, White to move first.
    std::vector<std::uint8_t> bytes_;
};

/// Full tables of a directory, loaded when first asked for, with all they depend on.
/// Not thread-safe while loading; `value` is thread-safe for positions whose classes are loaded.
class FullTables {
public:
    /// threads: for decoding and for resolving captures.
    FullTables(std::filesystem::path directory, int threads);
    ~FullTables();

    /// Loads the class (canonical) and all that captures and promotions can lead to.
    /// Throws format::TablebaseError if a .dtm file is missing or damaged.
    const FullTable& load(const index::Material& material);
    /// Drops every loaded class that none of `needed` depends on.
    void keep_only(const std::vector<index::Material>& needed);

    /// The value of any position, either colour to move; a bare side is decided by rule.
    /// Requires: its class is loaded.
    [[nodiscard]] rules::Value value(const rules::Position& position) const;

private:
    void fill_forced_captures(FullTable& table) const;

    std::filesystem::path directory_;
    int threads_;
    /// By index::class_number; most are null.
    std::vector<std::unique_ptr<FullTable>> tables_;
};

}  // namespace dameotb::tests
