// Reads the table files of one class from front to back: checks them for damage, or makes digests of their values.
// Digests show whether files of two machines hold the same values. Whether the values are right is the question of
// verify.hpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::analysis {

struct ReadOptions {
    std::filesystem::path directory;
    int threads = 1;
    /// Called from the calling thread only, with the positions read so far and all positions. Both files of a class are
    /// read together, so a position counts once.
    std::function<void(std::uint64_t done, std::uint64_t all)> on_progress;
    const std::atomic<bool>* stop = nullptr;
};

/// What was found about one file.
struct FileReport {
    table::Metric metric = table::Metric::Wdl;
    std::uint64_t file_bytes = 0;                 ///< 0 if it cannot be opened.
    std::optional<table::TablebaseError> defect;  ///< Empty for a good file.
    bool needs_wdl = false;                       ///< The defect is that there is no good .wdl beside this .dtm.

    /// Returns whether the file itself is bad, and not only unread.
    [[nodiscard]] bool is_bad() const { return defect && defect->is_damage() && !needs_wdl; }

    /// Returns one line: path, offset if it is known, reason. Returns an empty text for a good file.
    [[nodiscard]] std::string problem() const { return defect ? defect->what() : ""; }
};

struct ClassReport {
    std::vector<FileReport> files;  ///< The files that are there: .wdl, then .dtm.
    bool stopped = false;           ///< Whether the check was stopped before the end of the files.
};

/// How much of the files is looked at.
enum class CheckDepth : std::uint8_t {
    Bytes,   ///< Every byte: all damage shows. Takes what reading the files takes.
    Values,  ///< All values, too: files that were written wrong show. Takes some 60 ns a position.
};

/// Reads the class's files from front to back, checks every checksum, and reports what is wrong with each file: the
/// first damage, a header that such a file cannot have, or a .dtm that belongs to another .wdl. With Values also a .wdl
/// value that is no result, a .wdl value that differs from the result in the .dtm, or values that are not those of the
/// digest in the header; positions with a forced capture do not count. Of a .dtm that stores one side to move the
/// digest takes values of other classes, too: digest_class works it out, this does not. A bad .dtm does not keep the
/// .wdl from being read; a .dtm needs its .wdl. Requires: a canonical class that index::is_supported.
[[nodiscard]] ClassReport check_class(const index::Material& material, const ReadOptions& options,
                                      CheckDepth depth = CheckDepth::Bytes);

/// Reads the class's files as check_class does with Bytes. Returns true if all are good, and false if stopped. Throws
/// the table::TablebaseError of the first bad file. Requires: a canonical class that index::is_supported.
[[nodiscard]] bool require_sound(const index::Material& material, const ReadOptions& options);

/// A digest of the values of a table. It does not depend on how the table is stored (docs/format.md, "Manifest").
struct TableDigest {
    table::Metric metric = table::Metric::Wdl;
    std::uint64_t values = 0;
    std::string xxh3;  ///< 32 hexadecimal digits.
};

/// Returns the digests of those files of the class that are there: .dtm, then .wdl. Returns nothing if stopped.
/// Throws table::TablebaseError if a file is damaged or has a header that such a file cannot have.
/// Requires: a canonical class that index::is_supported.
[[nodiscard]] std::optional<std::vector<TableDigest>> digest_class(const index::Material& material,
                                                                   const ReadOptions& options);

}  // namespace dameotb::analysis
