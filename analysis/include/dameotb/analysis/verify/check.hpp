// Reads the table files of one class from front to back: checks them for damage, or computes digests of their values.
// Digests show whether files on two machines hold the same values. verify.hpp tells whether the values are right.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/header.hpp>

namespace dameotb::analysis {

struct ReadOptions {
    table::TableDirectories directory;
    int threads = 1;
    /// Called from the calling thread only, with the positions read so far and the total. Both files of a class are
    /// read together, so a position counts once.
    std::function<void(std::uint64_t done, std::uint64_t all)> on_progress;
    const std::atomic<bool>* stop = nullptr;
    /// If it exists, a check calls a .dtz of another draw rule bad: a directory has the .dtz files of one rule.
    DrawRule rule{};
};

/// The findings on one file.
struct FileReport {
    table::Metric metric = table::Metric::Wdl;
    std::uint64_t file_bytes = 0;                 ///< 0 if it cannot be opened.
    std::optional<table::TablebaseError> defect;  ///< Empty for a good file.
    DrawRule rule{};                              ///< In the header of a .dtz; none for other files.
    bool needs_wdl = false;                       ///< The defect is that this .dtm has no good .wdl next to it.

    /// Returns whether the file itself is bad, not just unread.
    [[nodiscard]] bool is_bad() const { return defect && defect->is_damage() && !needs_wdl; }

    /// Returns one line: path, offset if known, and reason; empty for a good file.
    [[nodiscard]] std::string problem() const { return defect ? defect->what() : ""; }
};

struct ClassReport {
    std::vector<FileReport> files;  ///< The existing files: .wdl, then .dtm.
    bool stopped = false;           ///< Whether the check was stopped before the end of the files.
};

/// How thoroughly files are checked.
enum class CheckDepth : std::uint8_t {
    Bytes,   ///< Every byte: finds all damage. Takes as long as reading the files.
    Values,  ///< Also all values: finds files that were written wrong. Takes some 60 ns per position.
};

/// Reads the class's files from front to back, verifies every checksum, and reports what is wrong with each file: the
/// first damage, an impossible header, a seed that does not follow from the header, a .dtz of another rule, or a .dtm
/// that belongs to another .wdl. Values also detects a .wdl value that is no result, a .wdl value that differs from the
/// result in the .dtm, and values that do not match the digest in the header; positions with a forced capture do not
/// count. The digest of a .dtm that stores one side to move also covers values of the other, derived from other
/// classes: digest_class computes it, this does not. A bad .dtm does not prevent reading the .wdl; a .dtm needs its
/// .wdl. Requires: a canonical class that index::is_supported.
[[nodiscard]] ClassReport check_class(const index::Material& material, const ReadOptions& options,
                                      CheckDepth depth = CheckDepth::Bytes);

/// Reads the class's files as check_class does with Bytes. Returns true if all are good, and false if stopped. Throws
/// the table::TablebaseError of the first bad file. Requires: a canonical class that index::is_supported.
[[nodiscard]] bool require_sound(const index::Material& material, const ReadOptions& options);

/// A digest of a table's values. It does not depend on how the table is stored (docs/format.md, "Manifest").
struct TableDigest {
    table::Metric metric = table::Metric::Wdl;
    std::uint64_t values = 0;
    std::string xxh3;  ///< 32 hexadecimal digits.
};

/// Returns the digests of the class's existing files: .dtm, then .wdl. Returns nothing if stopped. Throws
/// table::TablebaseError if a file is damaged or has an impossible header. Requires: a canonical class that
/// index::is_supported.
[[nodiscard]] std::optional<std::vector<TableDigest>> digest_class(const index::Material& material,
                                                                   const ReadOptions& options);

}  // namespace dameotb::analysis
