// The host's tables as resolution.hpp uses them: one thread, no files of an operating system.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include <dameotb/table/directory/block_reader.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::js {

/// An open table.
struct Table {
    const table::OpenTable& open;
    std::uint32_t file;    ///< The host's number for it.
    const Table* results;  ///< That of open.results().
};

/// An answer is void if the host was asked for missing bytes (has_bytes) since it was begun.
class Tables {
public:
    using Table = js::Table;

    /// Adds a file. Ignores names that no table has.
    void add(std::uint32_t file, std::string_view name, std::uint64_t size_bytes);

    /// Returns the classes that have a file.
    [[nodiscard]] std::vector<index::Material> classes() const;

    /// Returns the draw rule of the .dtz files; none if there are none, or if bytes are missing.
    [[nodiscard]] DrawRule draw_rule();

    /// Returns an open table; null if there is none, or if bytes for opening it are missing.
    [[nodiscard]] const Table* find(const Position& stored, table::Metric metric);
    /// Returns the code at a position; a draw's if bytes are missing.
    [[nodiscard]] unsigned code(const Table& table, const table::StoredAt& at);

private:
    struct File {
        std::uint32_t number;
        std::uint64_t size_bytes;
    };
    struct ClassTables {
        explicit ClassTables(const index::Material& material) : open{material} {}

        table::OpenClass open;
        table::PerMetric<std::optional<File>> files;
        table::PerMetric<std::optional<Table>> tables;
    };
    /// The codes of one block.
    struct Decoded {
        const Table* table = nullptr;
        std::uint64_t block = 0;
        std::vector<std::uint8_t> codes;
    };

    /// Returns the entry that holds a block's codes; other blocks may share it.
    [[nodiscard]] Decoded& kept_of(const Table& table, std::uint64_t block);
    [[nodiscard]] static bool has_beginning(const Position& stored, table::Metric metric, ClassTables& of_class);
    [[nodiscard]] static bool has_group(const Table& table, std::uint64_t block);
    const Table& open(table::Metric metric, ClassTables& of_class);

    std::map<index::Material, ClassTables> classes_;
    DrawRule rule_;
    std::vector<Decoded> decoded_ = std::vector<Decoded>(kept_blocks);
    table::BlockReader reader_;

    static constexpr std::size_t kept_blocks = 8192;
};

}  // namespace dameotb::js
