// The tables of the host: the set of tables that resolution.hpp asks, one thread, no files of an operating system.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/table/directory/table_name.hpp>
#include <dameotb/table/directory/unit_reader.hpp>

namespace dameotb::js {

/// An open table.
struct Table {
    table::OpenTable open;
    std::uint32_t file;    ///< The host's number of it.
    const Table* results;  ///< That of open.results().
};

/// Where a value lies.
struct Place {
    const Table* table;
    std::uint64_t unit;  ///< Its ordinal.
    std::uint32_t place;
};

/// Returns the place of a position in its stored form; nothing if the table does not store the side to move.
[[nodiscard]] std::optional<Place> place_in(const Table& table, const rules::Position& stored);

/// Answers are worth nothing if the host was asked for bytes that it does not have (has_bytes) since they were begun.
class Tables {
public:
    using Place = js::Place;

    /// Adds a file. Ignores names that no table has.
    void add(std::uint32_t file, std::string_view name, std::uint64_t size_bytes);

    /// Returns an open table; null if there is none, or if bytes for opening it are missing.
    [[nodiscard]] const Table* find(const rules::Position& stored, table::Metric metric);
    /// Returns the code at a place; that of a draw if bytes are missing.
    [[nodiscard]] unsigned code(const Place& at);

private:
    struct File {
        std::uint32_t number;
        std::uint64_t size_bytes;
    };
    struct ClassTables {
        std::array<std::optional<File>, 2> files;  ///< WDL and DTM.
        std::array<std::unique_ptr<Table>, 2> open;
        std::unique_ptr<index::ClassIndex> index;  ///< There once a header was found to be of this class.
    };
    /// The codes of one unit.
    struct Decoded {
        const Table* table = nullptr;
        std::uint64_t unit = 0;
        std::vector<std::uint8_t> codes;
    };

    /// Returns where a unit's codes are kept; others may be kept there, too.
    [[nodiscard]] Decoded& kept_of(const Table& table, std::uint64_t unit);
    [[nodiscard]] static bool has_beginning(const rules::Position& stored, table::Metric metric, ClassTables& tables);
    [[nodiscard]] static bool has_page(const Table& table, std::uint64_t unit);
    void open(const index::Material& material, table::Metric metric, ClassTables& tables);

    std::map<index::Material, ClassTables> classes_;
    std::vector<Decoded> decoded_ = std::vector<Decoded>(kept_units);
    table::UnitReader reader_;

    static constexpr std::size_t kept_units = 8192;
};

}  // namespace dameotb::js
