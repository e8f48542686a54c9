// The figures of a class, wherever they are shown: statistics and zugzwangs, from one scan per side to move, and file
// sizes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <dameotb/analysis/run/run.hpp>
#include <dameotb/analysis/statistics/statistics.hpp>
#include <dameotb/probe/tablebase.hpp>

namespace dameotb::analysis {

/// The price of being on move, where that is a drawback for either side (query::Zugzwang::Any).
enum class ZugzwangKind : std::uint8_t {
    Mutual,  ///< Whoever is to move loses.
    White,   ///< White wins if Black is to move; if White is to move, it is a draw.
    Black,   ///< Black wins if White is to move; if Black is to move, it is a draw.
};
inline constexpr std::array zugzwang_kinds{ZugzwangKind::Mutual, ZugzwangKind::White, ZugzwangKind::Black};

struct ZugzwangExample {
    Position position;  ///< White to move.
    Value white_to_move;
    Value black_to_move;       ///< For Black.
    bool has_capture = false;  ///< The side to move, White or Black, must capture.
    bool operator==(const ZugzwangExample&) const = default;
};

/// All zugzwangs of one kind. A placement counts once, not once per side to move.
struct ZugzwangFigures {
    std::uint64_t placements = 0;
    std::uint64_t without_capture = 0;  ///< Those where neither side must capture if it is to move.
    /// The first few: those without a capture first, then by total plies of both sides, longest first.
    std::vector<ZugzwangExample> examples;
    bool operator==(const ZugzwangFigures&) const = default;
};

struct ClassCounts {
    ColourArray<SideStatistics> sides;  ///< By Colour. In a symmetric class Black's are White's, flipped.
    std::array<ZugzwangFigures, zugzwang_kinds.size()> zugzwangs;  ///< By ZugzwangKind. None under a draw rule.

    [[nodiscard]] const SideStatistics& side(Colour colour) const { return sides[colour]; }
    [[nodiscard]] const ZugzwangFigures& zugzwang(ZugzwangKind kind) const {
        return zugzwangs[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] std::uint64_t zugzwang_placements() const;
    bool operator==(const ClassCounts&) const = default;
};

/// Returns the counts of the loaded class; nothing if stopped. They do not depend on the number of threads.
[[nodiscard]] std::optional<ClassCounts> class_counts(const ClassValues& values, const ScanOptions& options);

/// Returns whether these could be the counts of the canonical class: whether the numbers agree with the class and with
/// each other, and the positions are some of its own. Only counting says more of the numbers, and `agree` of the
/// positions. Requires: counts without a draw rule.
[[nodiscard]] bool are_possible(const ClassCounts& counts, const index::Material& material);

/// Returns whether no table says another value of a position in the counts. One that is missing or damaged says
/// nothing. Requires: are_possible.
[[nodiscard]] bool agree(const ClassCounts& counts, const probe::Tablebase& tables);

struct ClassFigures : ClassCounts {
    index::Material material{};
    DrawRule rule{};           ///< Under which they were counted, if any.
    std::uint64_t stored = 0;  ///< Positions per table.
    /// File sizes; nothing for a missing file.
    table::PerMetric<std::optional<std::uint64_t>> file_bytes{};
};

/// Returns the counts, with the sizes of the class's files in the directory. Throws std::filesystem::filesystem_error
/// if a file's size cannot be read.
[[nodiscard]] ClassFigures with_sizes(ClassCounts counts, const index::Material& material,
                                      const table::TableDirectories& directory);

/// Calls take(figures) in the calling thread for each class, in the order given. The figures do not depend on the
/// number of threads. Returns false if stopped. Throws table::TablebaseError for a missing or damaged .dtm file, under
/// a draw rule for a missing or damaged .dtz or .wdl file or one of another rule, and std::filesystem::filesystem_error
/// if a file's size cannot be read. Requires: the classes are canonical.
bool count_figures(const std::vector<index::Material>& classes, const RunOptions& options,
                   const std::function<void(const ClassFigures&)>& take);

}  // namespace dameotb::analysis
