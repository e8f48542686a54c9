// Values of single positions, wherever play leads: from the class in memory, or else from the files.
#pragma once

#include <filesystem>

#include <dameotb/gen/class_values.hpp>
#include <dameotb/probe/tablebase.hpp>

#include "matcher.hpp"

namespace dameotb::query {

/// The .dtm files of a directory. Thread-safe.
class DtmFiles {
public:
    /// Throws format::TablebaseError if the directory cannot be read.
    explicit DtmFiles(std::filesystem::path directory);

    /// Throws tools::MissingTable, and format::TablebaseError for a damaged file.
    [[nodiscard]] rules::Value value(const rules::Position& position) const;

private:
    std::filesystem::path directory_;
    probe::Tablebase tablebase_;
};

/// From the loaded class and what is loaded with it, else from the files, with their exceptions. Keeps both references,
/// until another class is loaded. A lookup of its own for each thread.
[[nodiscard]] Lookup loaded_or_read(const gen::ClassValues& values, const DtmFiles& files);

}  // namespace dameotb::query
