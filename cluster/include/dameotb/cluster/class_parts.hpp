// How the scores of one class are spread over files of a directory that several processes share.
// A class that is solved by slices is cut into levels, slices of equal advancement, and these into batches. A class
// that one process makes alone is cut into batches of pages; if its files are written, only those of its scores may be
// shared that others still need. The cut is made once, written beside the batches, and stays.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/index/slice.hpp>

namespace dameotb::cluster {

/// One of the files: its level, and its place in that. A class that is cut into pages has one level, with a number that
/// no class that is cut into levels has: so what is left of one cut is never taken for a part of another.
struct BatchName {
    std::uint32_t level = 0;
    std::uint32_t batch = 0;
    auto operator<=>(const BatchName&) const = default;
};

/// Which scores of a class are shared. The others are draws there.
enum class SharedScores : std::uint8_t {
    All,
    Promoted,  ///< Those behind a promotion (shared_class.cpp): what classes of as many pieces need.
};

struct ClassParts {
    /// A level's batches: a batch has the slices with this level's advancement from its first number on, up to the next
    /// batch's first one.
    struct Level {
        int advancement = 0;
        std::vector<std::uint64_t> firsts;
    };
    /// The most advanced first, which the others need; empty for a class that is cut into pages.
    std::vector<Level> levels;
    std::uint64_t page = 0;                   ///< Scores of a page; 0 for a class that is cut into levels.
    std::uint64_t pages_of_batch = 0;         ///< The last batch may have fewer.
    std::uint64_t batches = 0;                ///< Of pages.
    SharedScores scores = SharedScores::All;  ///< Of a class that is cut into pages.

    [[nodiscard]] bool is_by_levels() const { return page == 0; }
    /// Returns the batch of a slice with this number and advancement. Requires: a class that is cut into levels.
    [[nodiscard]] BatchName of_slice(index::SliceId id, int advancement) const;

    /// Returns the name of a batch of pages. Requires: a class that is cut into pages.
    [[nodiscard]] BatchName of_pages(std::uint64_t batch) const;

    /// Returns the parts of a class that one process makes alone.
    [[nodiscard]] static ClassParts by_pages(const index::Material& material, SharedScores scores);
};

/// The names in the shared directory of a run. No other code makes them.
class SharedDirectory {
public:
    /// Takes a directory that is there.
    explicit SharedDirectory(std::filesystem::path path) : path_{std::move(path)} {}

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] std::filesystem::path of_class(const index::Material& material) const {
        return path_ / material.name();
    }
    [[nodiscard]] std::filesystem::path batch(const index::Material& material, const BatchName& name) const;
    [[nodiscard]] bool has_batch(const index::Material& material, const BatchName& name) const;

    /// Returns where the plan of the class's files lies, and encoded block groups of them (encoded_files.hpp).
    [[nodiscard]] std::filesystem::path plan(const index::Material& material) const;
    [[nodiscard]] std::filesystem::path groups(const index::Material& material, std::uint32_t part) const;

    /// Returns how a class was cut; nothing if it was not, or the file that says it is cut off. Throws
    /// table::TablebaseError if that is damaged or cannot be read.
    [[nodiscard]] std::optional<ClassParts> parts(const index::Material& material) const;
    /// Does the same, and throws if there is nothing.
    [[nodiscard]] ClassParts require_parts(const index::Material& material) const;
    /// Returns whether it says how a class was cut: no longer when the class was removed.
    [[nodiscard]] bool has_parts(const index::Material& material) const;
    /// Makes the class's directory and writes how it is cut. Throws table::TablebaseError.
    void write_parts(const index::Material& material, const ClassParts& parts) const;

    /// Marks that a part of a class was verified, or all of it. The second mark stays when the class is removed. Throws
    /// table::TablebaseError.
    void mark_verified(const index::Material& material, std::uint32_t part) const;
    void mark_verified(const index::Material& material) const;
    [[nodiscard]] bool is_verified(const index::Material& material, std::uint32_t part) const;
    [[nodiscard]] bool is_verified(const index::Material& material) const;

    /// Removes all that is there of a class. What other processes have open they can still read.
    void remove(const index::Material& material) const;

private:
    [[nodiscard]] std::filesystem::path mark(const index::Material& material, std::uint32_t part) const;
    [[nodiscard]] std::filesystem::path mark(const index::Material& material) const;

    std::filesystem::path path_;
};

}  // namespace dameotb::cluster
