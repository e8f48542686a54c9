// Directories with tables of the classes with one piece a side, made from TwoPieceValues.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/table/format/table_file.hpp>

#include "temporary_directory.hpp"
#include "two_piece_values.hpp"

namespace dameotb::tests {

[[nodiscard]] index::Material material(std::string_view name);

struct TableForm {
    std::uint32_t block_positions = 100;
    std::uint32_t group_blocks = 3;
    /// Neighbours: for classes with men and kings. Others get zstd.
    table::Encoding encoding = table::Encoding::Zstd;
    /// Of a .dtm of a class with two sides to move. Others store all there are.
    table::StoredSides stored = table::StoredSides::Both;
};

/// A table that is to be written.
struct TableParts {
    table::Header header;  ///< Its digests and its seed are 0, its models_bytes right.
    std::vector<std::byte> models;
    std::vector<std::vector<std::byte>> blocks;
};

/// Returns the header of the class's table, without models.
[[nodiscard]] table::Header header_of(const index::ClassIndex& index, table::Metric metric, TableForm form = {});

/// Returns the code of a position, table::dont_care_code if it has none.
using CodeOf = std::function<unsigned(const Position&)>;

/// Encodes `code_of(position)` for each position. With neighbours, a position of a forced capture gets no code,
/// whatever `code_of` says. Blocks of zstd hold any codes, also those that no table may have.
[[nodiscard]] TableParts table_parts(const index::Material& material, table::Metric metric, const CodeOf& code_of,
                                     TableForm form = {});

void write_parts(const std::filesystem::path& path, const TableParts& parts);

/// Writes the table of these parts under the class's name in `directory`.
void write_table(const std::filesystem::path& directory, const index::Material& material, table::Metric metric,
                 const CodeOf& code_of, TableForm form = {});

/// Returns the true code. If the side to move must capture, returns that of a loss, which is always wrong there: no
/// probe may look there.
[[nodiscard]] unsigned wdl_code(const Position& position);
[[nodiscard]] unsigned dtm_code(const Position& position);

/// Writes the class's .dtm file, and a .wdl with the same results.
void write_tables(const std::filesystem::path& directory, const index::Material& material,
                  const CodeOf& dtm_code_of = dtm_code, TableForm form = {});

/// A directory with both files of KvK, KvM and MvM.
class SampleTables {
public:
    explicit SampleTables(TableForm form = {});

    [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }
    [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return directory_ / name; }

private:
    TemporaryDirectory directory_;
};

}  // namespace dameotb::tests
