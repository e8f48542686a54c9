// All codes of a table.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <dameotb/store/table_stream.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::tests {

/// Returns the codes of all stored positions of a table. Codes where a capture is forced mean nothing. Throws what
/// table::OpenClass and store::TableStream::read throw.
[[nodiscard]] inline std::vector<std::uint8_t> read_whole_table(const std::filesystem::path& directory,
                                                                const table::TableName& table, int threads = 1) {
    const table::OpenClass open{directory, table.material, table.metric};
    store::TableStream stream{open.table(table.metric)};
    const auto codes = stream.read(0, stream.positions(), threads);
    return {codes.begin(), codes.end()};
}

}  // namespace dameotb::tests
