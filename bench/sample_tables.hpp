// Temporary directories of tables as `dameotb gen` makes them, for benchmarks that read files.
#pragma once

#include <cstdlib>

#include "made_tables.hpp"

namespace dameotb::bench {

/// Returns a directory with all classes of up to three pieces, generated on first use (a tenth of a second).
inline const std::filesystem::path& sample_tables() {
    static const tests::MadeTables tables{index::build_order(3)};
    return tables.path();
}

/// Returns a directory with all classes of up to four pieces: DAMEOTB_TABLES if that is set. Otherwise the tables are
/// generated on first use, which takes some seconds.
inline const std::filesystem::path& four_piece_tables() {
    static const std::filesystem::path path = [] {
        if (const char* given = std::getenv("DAMEOTB_TABLES")) {
            return std::filesystem::path{given};
        }
        static const tests::MadeTables tables{index::build_order(4)};
        return tables.path();
    }();
    return path;
}

/// Returns a directory of the same tables, but with one side to move in each .dtm: DAMEOTB_TABLES_ONE_SIDE if that is
/// set.
inline const std::filesystem::path& one_side_tables() {
    static const std::filesystem::path path = [] {
        if (const char* given = std::getenv("DAMEOTB_TABLES_ONE_SIDE")) {
            return std::filesystem::path{given};
        }
        // So classes of 4 pieces have one side, and those that captures lead to have both.
        static const tests::MadeTables tables{index::build_order(4), {}, std::uint64_t{1} << 20};
        return tables.path();
    }();
    return path;
}

}  // namespace dameotb::bench
