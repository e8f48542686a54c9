// Values of single positions that play can reach: from the class in memory, otherwise from the files.
#pragma once

#include <filesystem>
#include <optional>
#include <utility>
#include <variant>

#include <dameotb/analysis/values/value_reader.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::query {

/// The .dtm files of a directory. Thread-safe.
class DtmFiles {
public:
    /// Throws table::TablebaseError if the directory cannot be read.
    explicit DtmFiles(std::filesystem::path directory) : directory_{std::move(directory)}, tablebase_{directory_} {}

    /// Returns the value for the side to move. Throws table::MissingTableError, and table::TablebaseError for a damaged
    /// file.
    [[nodiscard]] rules::Value value(const rules::Position& position) const {
        const auto answer = tablebase_.probe_dtm(position);
        if (const auto* missing = std::get_if<probe::NoTable>(&answer)) {
            throw table::MissingTableError{directory_, missing->material, table::Metric::Dtm};
        }
        return std::get<rules::Value>(answer);
    }

private:
    std::filesystem::path directory_;
    probe::Tablebase tablebase_;
};

/// Finds the value of any position that play can reach. Not thread-safe: use one object per thread.
class Lookup {
public:
    /// Looks up values in the files. Keeps the reference.
    explicit Lookup(const DtmFiles& files) : files_{&files} {}
    /// Looks up values in the loaded class and those loaded with it, otherwise in the files. Keeps both references.
    /// Valid until another class is loaded.
    Lookup(const analysis::ClassValues& values, const DtmFiles& files) : files_{&files}, loaded_{values} {}

    /// Returns the value for the side to move. Throws what DtmFiles::value throws.
    [[nodiscard]] rules::Value operator()(const rules::Position& position) {
        const auto value = loaded_ ? (*loaded_)(position) : std::nullopt;
        return value ? *value : files_->value(position);
    }

    /// Returns ValueReader::quiet_move_counts. Requires: a lookup in a loaded class.
    [[nodiscard]] std::pair<rules::Bitboard, scores::MoveCounts> quiet_move_counts(const analysis::ValueRow& row,
                                                                                   rules::Bitboard squares) {
        return loaded_->quiet_move_counts(row, squares);
    }

private:
    const DtmFiles* files_;
    std::optional<analysis::ValueReader> loaded_;
};

}  // namespace dameotb::query
