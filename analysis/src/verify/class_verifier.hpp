// A class under verification: which of its positions are, and the two ways to verify it. Both compare each stored value
// with the value that the stored values of the successors imply. One takes position after position, with the rules'
// move generator (the plain definition), the other whole rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <dameotb/analysis/verify/verify.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/memory/score_memory.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::analysis {

/// Which positions of a class are verified. Immutable.
class PositionSample {
public:
    /// `count`: the least number of positions, if not all are verified.
    PositionSample(std::uint64_t positions, std::optional<std::uint64_t> count, std::uint64_t seed)
        : positions_{positions},
          run_{count ? std::max<std::uint64_t>(1, positions / std::max<std::uint64_t>(1, *count)) : 1},
          seed_{seed} {}

    /// Calls visit(position) for the sampled positions from `first` to `end` - 1, in order, until it returns false.
    template <class Visit>
    void for_each(std::uint64_t first, std::uint64_t end, const Visit& visit) const {
        for (std::uint64_t run = first / run_; run * run_ < end; ++run) {
            const std::uint64_t offset = run * run_ + mixed(run) % std::min(run_, positions_ - run * run_);
            if (offset >= first && offset < end && !visit(offset)) {
                return;
            }
        }
    }

private:
    /// Returns a pseudorandom number that depends on the seed and the run (splitmix64).
    [[nodiscard]] std::uint64_t mixed(std::uint64_t run) const {
        std::uint64_t x = seed_ + (run + 1) * 0x9E3779B97F4A7C15U;
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
        return x ^ (x >> 31);
    }

    std::uint64_t positions_;
    std::uint64_t run_;
    std::uint64_t seed_;
};

/// A class, and the codes of its .wdl file for the positions being verified.
struct VerifiedClass {
    table::TableDirectories directory;
    const index::ClassIndex& index;
    PositionSample sample;
    DrawRule rule{};
    std::uint64_t first_offset = 0;       ///< Of the codes in `wdl`.
    std::span<const std::uint8_t> wdl{};  ///< Empty if the .dtm cannot contradict them.

    /// Returns the codes from an offset on; null if `wdl` is empty. Requires: otherwise `wdl` has them.
    [[nodiscard]] const std::uint8_t* wdl_at(std::uint64_t offset) const {
        return wdl.empty() ? nullptr : wdl.data() + (offset - first_offset);
    }

    /// Returns the position at an offset: first White to move, by index, then Black to move if stored.
    [[nodiscard]] Position position(std::uint64_t offset) const {
        return index.unrank(offset % index.size(), static_cast<Colour>(offset / index.size()));
    }
    /// Returns what is wrong at a position, first in the .dtm or .dtz, then in the .wdl; nothing if both are right.
    /// `stored`: the value there; `result`: without a draw rule. Requires: no capture is forced there. Throws
    /// table::TablebaseError if the .wdl holds no result there.
    [[nodiscard]] std::optional<Mismatch> compare(std::uint64_t offset, const probe::Outcome& stored,
                                                  const probe::Outcome& expected, Wdl result) const;
};

/// A verifier's findings for some positions.
struct Verified {
    std::uint64_t positions = 0;  ///< Those examined.
    std::optional<Mismatch> mismatch{};
};

class ClassVerifier {
public:
    virtual ~ClassVerifier() = default;

    /// Returns the number of positions per call of `verify`. The first is a multiple of this number; at the end of the
    /// class there may be fewer.
    [[nodiscard]] virtual std::uint64_t part() const = 0;
    /// Returns the memory of the scores, and the working set of a call of `verify`. Null if memory is unlimited.
    [[nodiscard]] virtual std::pair<memory::ScoreMemory*, memory::WorkingSet> memory() const {
        return {nullptr, {0, 0}};
    }
    /// Returns the first mismatch among the sampled positions from `first` to `end` - 1, and the number examined. Calls
    /// with different `thread`, below the number of threads, may run concurrently.
    [[nodiscard]] virtual Verified verify(std::size_t thread, const VerifiedClass& verified, std::uint64_t first,
                                          std::uint64_t end) = 0;
};

/// Makes a verifier of single positions, for any class in the options' directory. Keeps the reference.
[[nodiscard]] std::unique_ptr<ClassVerifier> make_plain_verifier(const VerifyOptions& options);

/// Makes a verifier by rows for a class whose scores, those of its .dtm, are available. Keeps both references.
/// `solved_classes`: has the classes that its moves lead to. `leader`: of the verified class's index, if it has no men.
[[nodiscard]] std::unique_ptr<ClassVerifier> make_row_verifier(const scores::ClassScores& own,
                                                               const scores::SolvedClasses& solved_classes, int threads,
                                                               Colour leader);
[[nodiscard]] inline std::unique_ptr<ClassVerifier> make_row_verifier(const scores::ClassScores& own,
                                                                      const scores::SolvedClasses& solved_classes,
                                                                      int threads) {
    return make_row_verifier(own, solved_classes, threads, index::leader(own.material()));
}

}  // namespace dameotb::analysis
