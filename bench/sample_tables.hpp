// Temporary directories of tables as `dameotb gen` makes them, for benchmarks that read files.
#pragma once

#include <cstdlib>

#include <dameotb/gen/run/generate.hpp>

#include "temporary_directory.hpp"

namespace dameotb::bench {

/// A directory with the tables of all classes of up to `pieces` pieces. Removed at the end of the program.
class SampleTables {
public:
    explicit SampleTables(int pieces, std::uint64_t one_side_from = store::never_one_side) {
        gen::GenerateOptions options;
        options.one_side_from = one_side_from;
        options.directory = directory_.path();
        options.classes = index::build_order(pieces);
        if (gen::generate(options) != gen::GenerateResult::Complete) {
            throw std::logic_error{"the sample tables are not complete"};
        }
    }
    [[nodiscard]] const std::filesystem::path& path() const { return directory_.path(); }

private:
    tests::TemporaryDirectory directory_;
};

/// Returns a directory with all classes of up to three pieces, generated on first use (a tenth of a second).
inline const std::filesystem::path& sample_tables() {
    static const SampleTables tables{3};
    return tables.path();
}

/// Returns a directory with all classes of up to four pieces: DAMEOTB_TABLES if that is set. Otherwise the tables are
/// generated on first use, which takes some seconds.
inline const std::filesystem::path& four_piece_tables() {
    static const std::filesystem::path path = [] {
        if (const char* given = std::getenv("DAMEOTB_TABLES")) {
            return std::filesystem::path{given};
        }
        static const SampleTables tables{4};
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
        static const SampleTables tables{4, std::uint64_t{1} << 20};
        return tables.path();
    }();
    return path;
}

}  // namespace dameotb::bench
