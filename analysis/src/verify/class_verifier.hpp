// A class under verification, and the two ways to verify it.
// Both compare each stored value with the value that the stored values of the successors give. One way takes one
// position after the other by the move generator of the rules (the plain definition), the other takes whole rows.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <dameotb/analysis/verify.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/memory/score_memory.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

#include "position_sample.hpp"

namespace dameotb::analysis {

/// A class, and the codes of its .wdl file at the positions that are verified now.
struct VerifiedClass {
    std::filesystem::path directory;
    const index::ClassIndex& index;
    PositionSample sample;
    std::uint64_t first_offset = 0;       ///< Of those that `wdl` has.
    std::span<const std::uint8_t> wdl{};  ///< Empty if the .dtm cannot contradict them.

    /// Returns the codes from a position on; null if `wdl` is empty. Requires: otherwise `wdl` has them.
    [[nodiscard]] const std::uint8_t* wdl_at(std::uint64_t offset) const {
        return wdl.empty() ? nullptr : wdl.data() + (offset - first_offset);
    }

    /// Returns the position at an offset: first White to move, by number, then Black to move if it is stored.
    [[nodiscard]] rules::Position position(std::uint64_t offset) const {
        return index.unrank(offset % index.size(), static_cast<rules::Colour>(offset / index.size()));
    }
    /// Returns what is wrong at a position, first in the .dtm, then in the .wdl; nothing if both are right. `stored`:
    /// the value in the .dtm. Requires: no capture is forced there. Throws table::TablebaseError if the .wdl holds no
    /// result there.
    [[nodiscard]] std::optional<Mismatch> compare(std::uint64_t offset, rules::Value stored,
                                                  rules::Value expected) const;
};

/// What a verifier found among some positions.
struct Verified {
    std::uint64_t positions = 0;  ///< Those that were looked at.
    std::optional<Mismatch> mismatch{};
};

/// Verifies positions of one class.
class ClassVerifier {
public:
    virtual ~ClassVerifier() = default;

    /// Returns how many positions `verify` takes at a time. They begin at a multiple of this number; at the end of the
    /// class there may be fewer.
    [[nodiscard]] virtual std::uint64_t part() const = 0;
    /// Returns the memory of the scores, and what calls of `verify` bring in. Null if there is no bound.
    [[nodiscard]] virtual std::pair<scores::ScoreMemory*, scores::WorkingSet> memory() const {
        return {nullptr, {0, 0}};
    }
    /// Returns the first mismatch among the positions `first` to `end` - 1, of those that the sample takes, and how
    /// many were looked at. Calls with different `thread`, below the number of threads, may run at the same time.
    [[nodiscard]] virtual Verified verify(std::size_t thread, const VerifiedClass& verified, std::uint64_t first,
                                          std::uint64_t end) = 0;
};

/// Makes one that verifies single positions, of any class of the options' directory. Keeps the reference.
[[nodiscard]] std::unique_ptr<ClassVerifier> make_plain_verifier(const VerifyOptions& options);

/// Makes a verifier by whole rows of a class whose scores are there, as those of its .dtm. Keeps both references.
/// `solved_classes`: has the classes that its moves lead to.
[[nodiscard]] std::unique_ptr<ClassVerifier> make_row_verifier(const scores::ClassScores& own,
                                                               const scores::SolvedClasses& solved_classes,
                                                               int threads);

}  // namespace dameotb::analysis
