// Directories with tables of the classes with one piece a side, made from TwoPieceValues.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

#include <dameotb/format/table_file.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/probe/tablebase.hpp>

#include "temporary_directory.hpp"
#include "two_piece_values.hpp"

namespace dameotb::tests {

[[nodiscard]] index::Material material(std::string_view name);

struct TableForm {
    std::uint32_t block_places = 100;
    std::uint8_t value_bytes = 1;
    format::Stored stored = format::Stored::All;
};

/// Returns the header of the class's table.
[[nodiscard]] format::Header header_of(const index::ClassIndex& index, format::Metric metric, TableForm form = {});

/// Returns the value of the block's place with that number, or nothing if no value is stored there.
using ValueOfPlace = std::function<std::optional<unsigned>(std::uint32_t place)>;

/// Returns the decoded bytes of a block of such a table with this many places (docs/format.md, "Blocks").
[[nodiscard]] std::vector<std::byte> block_of(const format::Header& header, std::uint32_t places,
                                              const ValueOfPlace& value_of);

/// Writes `value_of(position)` for each place, under the class's name in `directory`. If the form stores Quiet places,
/// places of forced captures are left out.
void write_table(const std::filesystem::path& directory, const index::Material& material, format::Metric metric,
                 const std::function<unsigned(const rules::Position&)>& value_of, TableForm form = {});

/// Returns the true value as docs/format.md writes it. If the side to move must capture, returns an impossible value,
/// or one that is wrong almost everywhere: no probe may look there.
[[nodiscard]] unsigned wdl_code(const rules::Position& position);
[[nodiscard]] unsigned dtm_code(const rules::Position& position);

/// Writes the class's .wdl and .dtm file.
void write_tables(const std::filesystem::path& directory, const index::Material& material, TableForm form = {});

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
