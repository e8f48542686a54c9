// The table files of one class read through: are they whole, and which values do they hold?
// This is about damage and about equality between machines; whether the values are right is verify's question.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/format/error.hpp>
#include <dameotb/format/header.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::analysis {

struct ReadOptions {
    std::filesystem::path directory;
    int threads = 1;
    /// Values read so far and values in all, those of both files of a class counted once. Called from the calling
    /// thread only.
    std::function<void(std::uint64_t done, std::uint64_t all)> on_progress;
    const std::atomic<bool>* stop = nullptr;
};

/// What was found of one file.
struct FileReport {
    format::Metric metric = format::Metric::Wdl;
    std::uint64_t file_bytes = 0;                  ///< 0 if it cannot be opened.
    std::optional<format::TablebaseError> defect;  ///< Empty for a good file.

    /// One line: path, offset where it is known, reason. Empty for a good file.
    [[nodiscard]] std::string problem() const { return defect ? defect->what() : ""; }
};

struct ClassReport {
    std::vector<FileReport> files;  ///< Those that are there: .wdl, then .dtm.
    bool stopped = false;           ///< The files were not read to their end.
};

/// Reads the class's files from front to back, with every checksum, and says what is wrong with either: the first
/// damage, a header that is not that of such a file, a .wdl value that is no result, or a .wdl that says another result
/// than the .dtm. What both hold where a capture is forced is not looked at. A file that is bad does not keep the
/// other from being read. Requires: a canonical class that index::is_supported.
[[nodiscard]] ClassReport check_class(const index::Material& material, const ReadOptions& options);

/// Returns once the class's files have been read: true, or false if stopped. Throws the format::TablebaseError of the
/// first bad one of them. Requires: as check_class.
[[nodiscard]] bool require_sound(const index::Material& material, const ReadOptions& options);

/// What a table holds, in a form that says nothing of how it is stored (docs/format.md, "Manifest").
struct TableDigest {
    format::Metric metric = format::Metric::Wdl;
    std::uint64_t values = 0;
    std::string xxh3;  ///< 32 hexadecimal digits.
};

/// The digests of the class's files that are there: .dtm, then .wdl. Empty optional if stopped.
/// Throws format::TablebaseError if one is damaged or its header is not that of such a file.
/// Requires: a canonical class that index::is_supported.
[[nodiscard]] std::optional<std::vector<TableDigest>> digest_class(const index::Material& material,
                                                                   const ReadOptions& options);

}  // namespace dameotb::analysis
