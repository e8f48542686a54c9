// Open tables: of one, its file, and the models that its blocks are coded with; and those of a class, which share its
// index.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/table/codec/model.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/table_file.hpp>

namespace dameotb::table {

/// Where a table stores a position's value.
struct StoredAt {
    std::uint64_t block;   ///< Its block index.
    std::uint32_t offset;  ///< In the block.
};

// Of tables that need the .wdl of their class.

/// Returns whether the table's blocks can be decoded beside that .wdl: with models they need the .wdl's blocks of the
/// same positions.
[[nodiscard]] bool blocks_fit(const Header& table, const Header& wdl);
/// Throws TablebaseError unless the table was made for this .wdl. Looks at the headers alone.
void require_own_wdl(const TableReader& table, const TableReader& wdl);
/// Throws TablebaseError unless the table holds under this draw rule.
void require_rule(const TableReader& table, DrawRule rule);
/// Returns the error for a .wdl with other results than those found under this draw rule.
[[nodiscard]] TablebaseError rule_contradiction(const TableReader& wdl, DrawRule rule);
/// Returns the error for a table whose .wdl is missing or bad.
[[nodiscard]] TablebaseError missing_wdl(const std::filesystem::path& table);

/// Divides by one number again and again: by a shift if it is a power of two, as the blocks of all tables are that are
/// made here, else by a division, which takes longer than all else that finds a position.
class Divisor {
public:
    explicit Divisor(std::uint32_t value)
        : value_{value}, shift_{std::has_single_bit(value) ? std::countr_zero(value) : no_shift} {}

    [[nodiscard]] std::uint64_t quotient(std::uint64_t number) const {
        return shift_ != no_shift ? number >> shift_ : number / value_;
    }

private:
    static constexpr int no_shift = -1;

    std::uint32_t value_;
    int shift_;
};

/// Immutable; thread-safe.
class OpenTable {
public:
    /// Reads the models. Keeps the references. `wdl`: the class's .wdl if the table needs it, otherwise
    /// null. Throws TablebaseError if the models are damaged, or if the table belongs to another .wdl. Requires: a
    /// reader of a table of the index's class.
    OpenTable(TableReader reader, const index::ClassIndex& index, const OpenTable* wdl);

    [[nodiscard]] const TableReader& reader() const { return reader_; }
    [[nodiscard]] const Header& header() const { return reader_.header(); }
    [[nodiscard]] const index::ClassIndex& index() const { return index_; }
    /// Returns the table's .wdl if its blocks cannot be decoded without those of the .wdl, otherwise null.
    [[nodiscard]] const OpenTable* results() const { return has_models() && wdl_ != nullptr ? wdl_ : nullptr; }
    /// Returns the block index that the .wdl's block of the same positions has. Requires: results() is not null.
    [[nodiscard]] std::uint64_t block_of_results(std::uint64_t block_index) const {
        return wdl_->header().block_of(header().side_of(block_index), header().first_of(block_index));
    }
    [[nodiscard]] bool has_models() const { return !models_.empty(); }
    /// Returns the model of the blocks with that block index. Requires: has_models().
    [[nodiscard]] const Model& model(std::uint64_t block_index) const {
        return models_[block_index / header().blocks_per_side()];
    }
    /// Returns where the value of a position in its stored form is; nothing if the table does not store the side to
    /// move. Requires: a position of the index's class.
    [[nodiscard]] std::optional<StoredAt> find(const Position& stored) const {
        const auto side = static_cast<Colour>(stored.side_to_move);
        if (!header().stores(side)) {
            return std::nullopt;
        }
        const std::uint64_t number = index_.rank(stored);
        const std::uint64_t block = block_positions_.quotient(number);
        return StoredAt{first_blocks_[side] + block,
                        static_cast<std::uint32_t>(number - block * header().block_positions)};
    }
    /// Returns what the models take in memory.
    [[nodiscard]] std::size_t memory_bytes() const;
    /// Returns a number that no other open table of this process has or had.
    [[nodiscard]] std::uint64_t id() const { return id_; }

private:
    TableReader reader_;
    const index::ClassIndex& index_;
    const OpenTable* wdl_;
    Divisor block_positions_;
    ColourArray<std::uint64_t> first_blocks_{};  ///< Of each side, if it is stored.
    std::vector<Model> models_;                  ///< One for each stored side.
    std::uint64_t id_;
};

/// The open tables of one class.
/// Opening is not thread-safe; a table that is open stays where it is, and is thread-safe. Stays where it is made.
class OpenClass {
public:
    /// Opens none. Requires: index::is_supported(material).
    explicit OpenClass(const index::Material& material) : material_{material} {}
    /// Opens one table, and the .wdl if it needs that, from the files of directories. Throws what `open` throws.
    OpenClass(const TableDirectories& directories, const index::Material& material, Metric metric);
    OpenClass(const OpenClass&) = delete;
    OpenClass& operator=(const OpenClass&) = delete;

    /// Returns a table, which is opened if it is not yet, and before it the .wdl if it needs that. open_file(name)
    /// returns the reader of a table. Throws TablebaseError if a file is missing, damaged, or not what its name says:
    /// where its header says so, before anything is made that grows with the class.
    template <class OpenFile>
    const OpenTable& open(Metric metric, const OpenFile& open_file) {
        if (const OpenTable* table = find(metric)) {
            return *table;
        }
        std::optional<TableReader> wdl;
        if (needs_wdl(metric) && find(Metric::Wdl) == nullptr) {
            wdl.emplace(open_file(TableName{material_, Metric::Wdl}));
        }
        TableReader reader = open_file(TableName{material_, metric});
        if (wdl) {
            (void)add(std::move(*wdl));
        }
        return add(std::move(reader));
    }
    /// Opens the table of a reader. Throws what OpenTable throws. Requires: a table of the class that is not open; if
    /// it needs the .wdl, that is open.
    const OpenTable& add(TableReader reader);

    /// Returns a table; null if it is not open.
    [[nodiscard]] const OpenTable* find(Metric metric) const { return tables_[metric] ? &*tables_[metric] : nullptr; }
    /// Requires: the table is open.
    [[nodiscard]] const OpenTable& table(Metric metric) const { return *tables_[metric]; }
    /// Returns the class's index, which is made for the first table, or for the first call.
    const index::ClassIndex& index();
    /// Requires: a table is open.
    [[nodiscard]] const index::ClassIndex& index() const { return *index_; }

private:
    index::Material material_;
    std::optional<index::ClassIndex> index_;
    PerMetric<std::optional<OpenTable>> tables_;
};

}  // namespace dameotb::table
