// What is counted of a class, wherever it is shown: statistics and zugzwangs, in one scan for each side to move; and
// the sizes of its files.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <dameotb/analysis/run.hpp>
#include <dameotb/analysis/statistics.hpp>

namespace dameotb::analysis {

/// What it costs to be on move, if that is a drawback for either side (query::Zugzwang::Any).
enum class ZugzwangKind : std::uint8_t {
    Mutual,  ///< Whoever is to move loses.
    White,   ///< White wins if Black is to move; if White is to move, it is a draw.
    Black,   ///< Black wins if White is to move; if Black is to move, it is a draw.
};
inline constexpr std::array zugzwang_kinds{ZugzwangKind::Mutual, ZugzwangKind::White, ZugzwangKind::Black};

struct ZugzwangExample {
    rules::Position position;  ///< White to move.
    rules::Value white_to_move;
    rules::Value black_to_move;  ///< For Black.
    bool has_capture = false;    ///< White or Black, if it is to move, must capture.
};

/// All zugzwangs of one kind. A placement is counted once, and not once for each side to move.
struct ZugzwangFigures {
    std::uint64_t placements = 0;
    std::uint64_t without_capture = 0;  ///< Those in which neither side must capture if it is to move.
    /// The first few: those without a capture first, and else by the plies of both sides together, most plies first.
    std::vector<ZugzwangExample> examples;
};

struct ClassCounts {
    std::array<SideStatistics, 2> sides;  ///< By rules::Colour. In a symmetric class Black's are White's, flipped.
    std::array<ZugzwangFigures, zugzwang_kinds.size()> zugzwangs;  ///< By ZugzwangKind.

    [[nodiscard]] const SideStatistics& side(rules::Colour colour) const {
        return sides[static_cast<std::size_t>(colour)];
    }
    [[nodiscard]] const ZugzwangFigures& zugzwang(ZugzwangKind kind) const {
        return zugzwangs[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] std::uint64_t zugzwang_placements() const;
};

/// Returns the counts of the loaded class; nothing if stopped. They do not depend on the number of threads.
[[nodiscard]] std::optional<ClassCounts> class_counts(const ClassValues& values, const ScanOptions& options);

struct ClassFigures : ClassCounts {
    index::Material material{};
    std::uint64_t stored = 0;  ///< Positions of a table.
    /// The sizes of the files; nothing for a file that is not there.
    table::PerMetric<std::optional<std::uint64_t>> file_bytes{};
};

/// Calls take(figures) in the calling thread for each of the classes, which are canonical, in the order given. Returns
/// false if stopped. The figures do not depend on the number of threads. Throws table::TablebaseError for a missing or
/// damaged .dtm file, std::filesystem::filesystem_error if the size of a file cannot be read.
bool count_figures(const std::vector<index::Material>& classes, const RunOptions& options,
                   const std::function<void(const ClassFigures&)>& take);

}  // namespace dameotb::analysis
