// All figures of a class, as a report shows them: statistics, zugzwangs and the sizes of the files, counted in one scan
// for each side to move.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include <dameotb/analysis/statistics.hpp>

namespace dameotb::analysis {

/// To be on move is a drawback for either side (query::Zugzwang::Any), and what it costs.
enum class ZugzwangKind : std::uint8_t {
    Full,   ///< Whoever is to move loses.
    White,  ///< White wins if Black is to move, else it is a draw.
    Black,  ///< Black wins if White is to move, else it is a draw.
};
inline constexpr std::array zugzwang_kinds{ZugzwangKind::Full, ZugzwangKind::White, ZugzwangKind::Black};

struct ZugzwangExample {
    rules::Position position;  ///< White to move.
    rules::Value white_to_move;
    rules::Value black_to_move;  ///< For Black.
    bool has_capture = false;    ///< Some side, if it is to move, must capture.
};

/// All of one kind. Placements are counted once, whoever is to move.
struct ZugzwangFigures {
    std::uint64_t placements = 0;
    std::uint64_t without_capture = 0;  ///< Of these, in which neither side, if it were to move, must capture.
    /// The first few: those without capture, then by the plies of both sides, longest first.
    std::vector<ZugzwangExample> examples;
};

struct ClassFigures {
    index::Material material;
    std::array<SideStatistics, 2> sides;  ///< By rules::Colour. Black's of a symmetric class are White's, flipped.
    std::array<ZugzwangFigures, zugzwang_kinds.size()> zugzwangs;  ///< By ZugzwangKind.
    std::uint64_t stored = 0;                                      ///< Positions in a file.
    std::optional<std::uint64_t> wdl_bytes;                        ///< Nothing if there is no such file.
    std::uint64_t dtm_bytes = 0;

    [[nodiscard]] const SideStatistics& side(rules::Colour colour) const {
        return sides[static_cast<std::size_t>(colour)];
    }
    [[nodiscard]] const ZugzwangFigures& zugzwang(ZugzwangKind kind) const {
        return zugzwangs[static_cast<std::size_t>(kind)];
    }
    [[nodiscard]] std::uint64_t zugzwang_placements() const;
};

/// Of the loaded class, whose files are in `directory`. Does not depend on the threads. Nothing if stopped.
/// Throws std::filesystem::filesystem_error if the size of a file cannot be told.
[[nodiscard]] std::optional<ClassFigures> class_figures(const store::ClassValues& values,
                                                        const std::filesystem::path& directory,
                                                        const store::ScanOptions& options);

}  // namespace dameotb::analysis
