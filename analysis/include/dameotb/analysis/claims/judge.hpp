// Finds out which claims are true: single positions from the files, whole classes by scans of all their placements.
// All statements on a class share one scan of each side to move; what is false takes another, for counterexamples.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/claims/tally.hpp>
#include <dameotb/analysis/query/lookup.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::claims {

/// Where a line stops being what is said of it.
struct LineFailure {
    std::size_t move = 0;                ///< In LineIs::moves; their number if the game goes on after the last.
    std::string why_illegal{};           ///< Empty if it is legal.
    std::optional<rules::Value> best{};  ///< If the move does not keep the value: that, and what it leaves.
    std::optional<rules::Value> left{};
};

/// What is so about one statement.
struct Finding {
    bool is_true = false;
    Tally tally{};                         ///< Of a Count or a Longest.
    std::optional<LineFailure> failure{};  ///< Of a LineIs.
    /// If it is false, what speaks against it (tally.hpp); of a LineIs the position where it fails. Of a PositionIs the
    /// position, false or not.
    std::vector<Example> examples{};
};

enum class Verdict : std::uint8_t { True, False, Skipped };

struct Answer {
    Verdict verdict = Verdict::Skipped;
    std::vector<Finding> findings{};         ///< One for each statement; none if skipped.
    std::vector<index::Material> missing{};  ///< Classes that it needs and that have no .dtm file; then it is skipped.
};

struct JudgeProgress {
    index::Material material{};
    int class_number = 0;  ///< Counted from 1.
    int classes = 0;
    double class_share = 0;  ///< 0 to 1.
};

struct JudgeOptions {
    std::filesystem::path directory;
    int threads = 1;
    std::function<void(const JudgeProgress&)> on_progress{};  ///< Called from the calling thread only.
    const std::atomic<bool>* stop = nullptr;
};

/// One run over some claims: `answer_positions`, then `answer_classes`, then `answers`. Not thread-safe.
/// All members throw format::TablebaseError for a damaged file.
class Judge {
public:
    /// Keeps the references.
    Judge(const std::vector<Claim>& claims, const JudgeOptions& options);

    /// What takes no scan, and which tables are missing; quick.
    void answer_positions();
    /// Classes without a .dtm file that some claim needs, in build order. Known after answer_positions.
    [[nodiscard]] std::vector<index::Material> missing() const;
    /// The rest. False if stopped.
    [[nodiscard]] bool answer_classes();
    /// One for each claim.
    [[nodiscard]] const std::vector<Answer>& answers() const { return answers_; }

private:
    /// A statement on a class, and where its finding goes.
    struct Job {
        const Statement* statement;
        std::size_t claim;
        std::size_t number;  ///< Of the statement in its claim.
    };
    class ClassRun;

    void note_missing(Answer& answer, const index::Material& material) const;
    [[nodiscard]] std::vector<index::Material> classes_to_scan() const;

    const std::vector<Claim>& claims_;
    const JudgeOptions& options_;
    query::DtmFiles files_;
    std::vector<Answer> answers_;
    std::vector<Job> jobs_;
};

}  // namespace dameotb::claims
