// How the scores of one class are spread over files in a directory that several processes share.
// A class solved by slices is cut into levels (slices of equal advancement), and these into batches. A class that one
// process makes alone is cut into batches of pages; once its files are written, only the scores that others still need
// may be shared. The cut is made once, recorded next to the batches, and never changes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/memory/records.hpp>
#include <dameotb/rules/draw_rule.hpp>

namespace dameotb::cluster {

/// A batch file: its level, and its index in that level. A class cut into pages has a single level, with a number that
/// no class cut into levels uses, so leftovers of one cut are never mistaken for a part of another.
struct BatchName {
    std::uint32_t level = 0;
    std::uint32_t batch = 0;
    auto operator<=>(const BatchName&) const = default;
};

/// Which scores of a class are shared. All others read as draws.
enum class SharedScores : std::uint8_t {
    All,
    Promoted,  ///< Those after a promotion (shared_class.cpp): what classes with as many pieces need.
};

struct ClassParts {
    /// A batch contains the slices with this level's advancement, from its own first index up to the next batch's.
    struct Level {
        int advancement = 0;
        std::vector<std::uint64_t> firsts;
    };
    /// Most advanced first, since the others depend on those; empty for a class cut into pages.
    std::vector<Level> levels;
    std::uint64_t page = 0;                   ///< Scores per page; 0 for a class cut into levels.
    std::uint64_t pages_of_batch = 0;         ///< The last batch may have fewer.
    std::uint64_t batches = 0;                ///< Of pages.
    SharedScores scores = SharedScores::All;  ///< Of a class cut into pages.

    [[nodiscard]] bool is_by_levels() const { return page == 0; }
    /// Returns the batch of the slice with this index and advancement. Requires: a class cut into levels.
    [[nodiscard]] BatchName of_slice(index::SliceId id, int advancement) const;

    /// Returns the name of a batch of pages. Requires: a class cut into pages.
    [[nodiscard]] BatchName of_pages(std::uint64_t batch) const;

    /// Returns the parts of a class that one process makes alone.
    [[nodiscard]] static ClassParts by_pages(const index::Material& material, SharedScores scores);
};

/// The files in a run's shared directory: their names, and the identities of those that have records. No other code
/// forms them.
class SharedDirectory {
public:
    /// `rule`: that of the run. The scores under different rules have different names. `identity`: the run's. Requires:
    /// the directory exists.
    explicit SharedDirectory(std::filesystem::path path, DrawRule rule = {}, std::uint64_t identity = 0)
        : path_{std::move(path)}, rule_{rule}, identity_{identity} {}

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    [[nodiscard]] DrawRule rule() const { return rule_; }
    /// Returns the class's directory: "KKMvKM", or under a rule of 50 plies "KKMvKM.dtz-50".
    [[nodiscard]] std::filesystem::path of_class(const index::Material& material) const {
        return path_ / name_of_class(material);
    }
    /// Returns the file that shows whether all processes see the directory, and that with the digests of the tables
    /// that are verified.
    [[nodiscard]] std::filesystem::path token() const;
    [[nodiscard]] std::filesystem::path digests() const;
    [[nodiscard]] memory::RecordFile batch(const index::Material& material, const BatchName& name) const;
    [[nodiscard]] bool has_batch(const index::Material& material, const BatchName& name) const;

    /// Returns the plan for the class's files, and its encoded block groups (encoded_files.hpp).
    [[nodiscard]] memory::RecordFile plan(const index::Material& material) const;
    [[nodiscard]] memory::RecordFile groups(const index::Material& material, std::uint32_t part) const;

    /// Returns how a class is cut; nothing if it is not, or if the file that records the cut is truncated. Throws
    /// table::TablebaseError if that file is damaged or unreadable.
    [[nodiscard]] std::optional<ClassParts> parts(const index::Material& material) const;
    /// Like parts(), but throws table::TablebaseError if there is nothing.
    [[nodiscard]] ClassParts require_parts(const index::Material& material) const;
    /// Returns whether a cut is recorded. False once the class is removed.
    [[nodiscard]] bool has_parts(const index::Material& material) const;
    /// Creates the class's directory. Throws table::TablebaseError.
    void make_directory(const index::Material& material) const;
    /// Records the cut, in the class's directory, which it creates if need be. Throws table::TablebaseError.
    void write_parts(const index::Material& material, const ClassParts& parts) const;

    /// Marks a part of a class, or without one all of it, as verified. The mark of the whole class survives its
    /// removal. Throws table::TablebaseError.
    void mark_verified(const index::Material& material, std::optional<std::uint32_t> part = {}) const;
    [[nodiscard]] bool is_verified(const index::Material& material, std::optional<std::uint32_t> part = {}) const;

    /// Removes everything of a class. Other processes can still read files they have open. Files with names that are
    /// not given here stay, and with them the class's directory.
    void remove(const index::Material& material) const;
    /// Removes everything of all classes under any rule in the same way, and the marks. Returns whether it could: what
    /// the system does not list or remove is still there.
    bool remove_all() const;

private:
    [[nodiscard]] std::string name_of_class(const index::Material& material) const;
    /// Returns the file with that path below the directory, which has its class, rule, kind and number: with the run's
    /// identity that makes its own.
    [[nodiscard]] memory::RecordFile file(const std::filesystem::path& below) const;
    [[nodiscard]] memory::RecordFile file(const index::Material& material, const std::string& name) const;
    [[nodiscard]] memory::RecordFile mark(const index::Material& material, std::optional<std::uint32_t> part) const;

    std::filesystem::path path_;
    DrawRule rule_;
    std::uint64_t identity_;
};

}  // namespace dameotb::cluster
