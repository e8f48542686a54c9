// Judges claims: those about single positions from the files, those about classes by scans of all placements. All
// statements about a class share one scan per side to move. False statements take one more, for examples.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/claims/tally.hpp>
#include <dameotb/analysis/query/lookup.hpp>
#include <dameotb/analysis/run/run.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::claims {

/// Where a line of moves departs from the claim.
struct LineFailure {
    std::size_t move = 0;         ///< Index in LineIs::moves; its size if the game goes on after the last one.
    std::string why_illegal{};    ///< Empty if the move is legal.
    std::optional<Value> best{};  ///< The value before a move that does not keep it; `left` is the value after.
    std::optional<Value> left{};
};

/// The result for one statement.
struct Finding {
    bool is_true = false;
    Tally tally{};                         ///< For a Count or a Longest.
    std::optional<LineFailure> failure{};  ///< For a LineIs.
    /// Counterexamples to a false Count or Longest (tally.hpp). For a false LineIs, the position where it fails. For a
    /// PositionIs, its position, true or false.
    std::vector<Example> examples{};
};

enum class Verdict : std::uint8_t {
    True,
    False,
    Skipped,    ///< Tables are missing.
    Undecided,  ///< Some position was not proved in time.
};

struct Answer {
    Verdict verdict = Verdict::Skipped;
    std::vector<Finding> findings{};  ///< One per statement; none if skipped or undecided.
    /// Needed classes without a .dtm file, or, for a statement under a draw rule, without a .dtz file of that rule; if
    /// any, the claim is skipped.
    std::vector<index::Material> missing{};
    DrawRule missing_rule{};               ///< If some of `missing` lack a .dtz: its rule.
    std::optional<Position> not_proved{};  ///< The first such position that the claim needs.
};

/// One run over some claims. Call `answer_positions`, then `answer_classes`, then `answers`. Not thread-safe. All
/// members throw table::TablebaseError for a damaged file.
class Judge {
public:
    /// Keeps the references.
    Judge(const std::vector<Claim>& claims, const analysis::RunOptions& options);

    /// Judges the statements that need no scan, and finds out which tables are missing. Fast, unless positions are
    /// proved: of those without a draw rule, what no table has. If stopped, the rest counts as not proved.
    void answer_positions(const query::ProofOptions& to_prove = {});
    /// Returns the classes of Answer::missing of all claims, in build order. Requires: answer_positions was called.
    [[nodiscard]] std::vector<index::Material> missing() const;
    /// Returns the Answer::missing_rule of the first claim that has one.
    [[nodiscard]] DrawRule missing_rule() const;
    /// Returns the draw rule of the directory's .dtz files, if there are any.
    [[nodiscard]] DrawRule draw_rule() const { return files_.draw_rule(); }
    /// Judges all other statements. Returns false if stopped.
    [[nodiscard]] bool answer_classes();
    /// Returns one answer per claim.
    [[nodiscard]] const std::vector<Answer>& answers() const { return answers_; }

private:
    /// A statement about a class, and where its finding goes.
    struct Job {
        const Statement* statement;
        std::size_t claim;
        std::size_t number;  ///< The statement's index in its claim.
    };
    class ClassJudge;

    void note_missing(Answer& answer, const index::Material& material, DrawRule rule) const;
    /// Judges the statements about classes under one rule, or without one. Returns false if stopped.
    [[nodiscard]] bool answer_classes(DrawRule rule);

    const std::vector<Claim>& claims_;
    const analysis::RunOptions& options_;
    query::DtmFiles files_;
    std::vector<Answer> answers_;
    std::vector<Job> jobs_;
};

}  // namespace dameotb::claims
