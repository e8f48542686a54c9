// Codes of a class, from wherever they are: from scores, from a file, or from memory. Whoever needs codes asks for
// those of some numbers at a time, so that no class has to be in memory as a whole.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/load/table_stream.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/threads/team.hpp>
#include <dameotb/table/directory/open_table.hpp>

namespace dameotb::scores {

// The distance n of a code (table::Coding::Distances) has the score -127 + n of a loss, or 127 - n of a win.

/// Returns the code of a value's score, in arithmetic of bytes alone.
[[nodiscard]] constexpr std::uint8_t code_of(Score score) {
    static_assert(draw_score == 0 && table::drawn_distance_code == 0);
    const auto twice = static_cast<std::uint8_t>(2 * score);
    return static_cast<std::uint8_t>(score > 0 ? -twice : twice - (score < 0));
}

/// Returns the score of a code, or no_score for one that no quiet position can have: of more than longest_plies.
[[nodiscard]] constexpr Score score_of(std::uint8_t code) {
    return code == table::drawn_distance_code               ? draw_score
           : code > table::dtm_code_of_plies(longest_plies) ? no_score
                                                            : score_at_ply(table::plies_of_dtm_code(code));
}
static_assert([] {
    for (int plies = 0; plies <= longest_plies; ++plies) {
        const std::uint8_t code = code_of(score_at_ply(plies));
        if (code != table::dtm_code_of_plies(plies) || score_of(code) != score_at_ply(plies)) {
            return false;
        }
    }
    return code_of(draw_score) == table::drawn_distance_code;
}());

/// Where the codes of a class come from.
struct CodesOf {
    table::Coding coding;  ///< From distances the results follow, so that a .wdl can be written, too.
    /// Returns the codes of `count` numbers from `first` on with that side to move: table::dont_care_code where a
    /// capture is forced. They stay valid until the next call with the same thread. Called from several threads at
    /// once.
    std::function<std::span<const std::uint8_t>(std::size_t thread, rules::Colour mover, std::uint64_t first,
                                                std::uint32_t count)>
        at;
    const ClassScores* scores = nullptr;  ///< That they come from, if they do.

    /// Returns the memory of those scores, which is null if all of them stay there, or there are none.
    [[nodiscard]] ScoreMemory* memory() const { return scores == nullptr ? nullptr : scores->memory(); }
    /// Returns what a loop brings in that asks for so many numbers in a row in each call.
    [[nodiscard]] WorkingSet working_set_of(std::uint64_t count) const;
};

/// Returns the DTM codes of a class whose scores are in memory. Keeps the references. `threads`: of those that ask.
[[nodiscard]] CodesOf codes_of_scores(const ClassScores& solved, const index::ClassIndex& index, int threads);

/// Returns the codes of a class's .dtm in memory: of the stored sides, in the order of the file. Keeps the view.
/// `size`: that of the class's index.
[[nodiscard]] CodesOf codes_in_memory(std::span<const std::uint8_t> codes, std::uint64_t size,
                                      table::StoredSides stored = table::StoredSides::Both);

/// Returns the codes of an open table. Keeps the reference. `threads`: of those that ask.
[[nodiscard]] CodesOf codes_in_file(const table::OpenTable& table, int threads,
                                    ForcedPositions forced = ForcedPositions::Open);

/// Writes the codes of the numbers from `first` on with that side to move to `out`, in several threads. Throws
/// StopRequested, and what `codes` throws.
void read_codes(const CodesOf& codes, rules::Colour mover, std::uint64_t first, std::span<std::uint8_t> out,
                const Team& team);

/// Calls take(codes) for the codes of all numbers of the sides to move, White first, from the first to the last, in the
/// calling thread; they are made by all threads. Throws StopRequested, and what `codes` throws.
void for_each_codes(const CodesOf& codes, const index::Material& material, std::uint64_t size, const Team& team,
                    const std::function<void(std::span<const std::uint8_t>)>& take);

}  // namespace dameotb::scores
