// Codes of a class, whatever their source: scores, a file, or memory. Callers request the codes of some indices at a
// time, so that no class must be in memory as a whole.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <dameotb/index/class_index.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/store/table_stream.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/format/metric.hpp>
#include <dameotb/table/format/values_digest.hpp>

namespace dameotb::store {

// A code with distance n (table::Coding::Distances) has the score -127 + n for a loss, 127 - n for a win.

/// Returns the code of a value's score, using byte arithmetic only.
[[nodiscard]] constexpr std::uint8_t code_of(scores::Score score) {
    static_assert(scores::draw_score == 0 && table::drawn_distance_code == 0);
    const auto twice = static_cast<std::uint8_t>(2 * score);
    return static_cast<std::uint8_t>(score > 0 ? -twice : twice - (score < 0));
}

/// Returns the score of a code, or no_score for one that no quiet position can have: above longest_plies.
[[nodiscard]] constexpr scores::Score score_of(std::uint8_t code) {
    return code == table::drawn_distance_code ? scores::draw_score
           : code > table::dtm_code_of_plies(scores::longest_plies)
               ? scores::no_score
               : scores::score_at_ply(table::plies_of_dtm_code(code));
}
static_assert([] {
    for (int plies = 0; plies <= scores::longest_plies; ++plies) {
        const std::uint8_t code = code_of(scores::score_at_ply(plies));
        if (code != table::dtm_code_of_plies(plies) || score_of(code) != scores::score_at_ply(plies)) {
            return false;
        }
    }
    return code_of(scores::draw_score) == table::drawn_distance_code;
}());

/// Returns the working set of consecutive indices of the class with one side to move, without what moves lead to.
/// `leader`: of the index, if the class has no men.
[[nodiscard]] memory::WorkingSet working_set_of_indices(const index::Material& material, Colour leader,
                                                        std::uint64_t indices);

/// A source of a class's codes.
struct CodeSource {
    table::Coding coding;  ///< Distances imply the results, so a .wdl can be written too.
    /// Returns the codes of `count` indices from `first` on with that side to move: table::dont_care_code where a
    /// capture is forced. They are valid until the next call with the same `thread`. May be called concurrently.
    std::function<std::span<const std::uint8_t>(std::size_t thread, Colour mover, std::uint64_t first,
                                                std::uint32_t count)>
        at;
    const scores::ClassScores* scores = nullptr;  ///< Their source, if they come from scores.
    Colour leader = Colour::White;                ///< Of the index, if they come from scores of a class without men.

    /// Returns the memory of those scores; null if all of them stay in memory, or there are none.
    [[nodiscard]] memory::ScoreMemory* memory() const { return scores == nullptr ? nullptr : scores->memory(); }
    /// Returns the working set of a loop that begins now, whose calls each request that many consecutive indices of one
    /// side to move.
    [[nodiscard]] memory::WorkingSet working_set_of(Colour mover, std::uint64_t count) const;
};

/// Returns the DTM codes, or under a draw rule the DTZ codes, of a class whose scores are in memory. Keeps the
/// references. `threads`: the number of callers. `wdl`: the class's .wdl, which says what draws under the rule are
/// without it. Requires: a .wdl if there is a rule and the codes are for a file.
[[nodiscard]] CodeSource codes_of_scores(const scores::ClassScores& solved, const index::ClassIndex& index, int threads,
                                         const table::OpenTable* wdl = nullptr);

/// Returns the codes of a class's .dtm in memory: of the stored sides, in file order. Keeps the view. `size`: that of
/// the class's index.
[[nodiscard]] CodeSource codes_in_memory(std::span<const std::uint8_t> codes, std::uint64_t size,
                                         table::StoredSides stored = table::StoredSides::Both);

/// Returns the codes of an open table. Keeps the reference. `threads`: the number of callers.
[[nodiscard]] CodeSource codes_in_file(const table::OpenTable& table, int threads,
                                       ForcedPositions forced = ForcedPositions::Marked);

/// Writes the codes of the indices from `first` on with that side to move to `out`, in several threads. Throws
/// StopRequested, and what `codes` throws.
void read_codes(const CodeSource& codes, Colour mover, std::uint64_t first, std::span<std::uint8_t> out,
                const memory::Team& team);

/// Returns the working set of such a thread, if the codes are those of scores that come by rows or, with `by_slice`, by
/// whole slices.
[[nodiscard]] memory::WorkingSet working_set_to_write(const index::Material& material, bool by_slice = false);

/// Calls take(codes), in the calling thread, for the codes of all indices in order, White to move first; all threads
/// make them. Throws StopRequested, and what `codes` throws.
void for_each_codes(const CodeSource& codes, const index::Material& material, std::uint64_t size,
                    const memory::Team& team, const std::function<void(std::span<const std::uint8_t>)>& take);

// The digest of a table's values, computed from its codes (docs/format.md, "Manifest").

/// Digests the codes of all positions piece by piece, in order. Not thread-safe.
class CodesDigest {
public:
    /// `code_of`: maps a code to the table's, if they differ. Requires: table::dont_care_code exactly where a capture
    /// is forced, also in the results of `code_of`.
    template <class CodeOf = std::identity>
    void add(std::span<const std::uint8_t> codes, const CodeOf& code_of = {}) {
        constexpr std::size_t at_a_time = std::size_t{1} << 14;  // fits into the caches
        for (; !codes.empty(); codes = codes.subspan(std::min(codes.size(), at_a_time))) {
            const auto some = codes.first(std::min(codes.size(), at_a_time));
            values_.resize(some.size());
            std::ranges::transform(some, values_.begin(), [&](std::uint8_t code) {
                return code == table::dont_care_code ? std::uint8_t{0} : code_of(code);
            });
            digest_.add(std::as_bytes(std::span{values_}));
        }
    }
    [[nodiscard]] table::Digest finish() const { return digest_.finish(); }

private:
    table::ValuesDigest digest_;
    std::vector<std::uint8_t> values_;
};

}  // namespace dameotb::store
