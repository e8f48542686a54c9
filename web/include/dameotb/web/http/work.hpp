// Limits on the work of answering one request. Most requests take next to nothing and are answered at once. One that
// turns out to take more is answered again in a turn, of which there are few (limits.hpp). So costly requests need not
// be listed: the work itself reveals them.
#pragma once

#include <functional>

#include <dameotb/probe/work_budget.hpp>

namespace dameotb::web {

/// Thrown when a request answered at once takes more than that allows.
struct NeedsTurn {};

/// Belongs to the thread that answers.
class Work {
public:
    /// How much work a request may take.
    enum class Share { AtOnce, Turn, All };

    /// `is_given_up`: returns whether nobody waits for the answer any longer; may be null.
    explicit Work(Share share = Share::All, std::function<bool()> is_given_up = {});

    [[nodiscard]] Share share() const { return share_; }
    /// The answer's processor time, for the worker to charge.
    [[nodiscard]] probe::WorkBudget& budget() { return budget_; }
    /// Called before work that always takes long. Throws probe::OutOfBudget if the share is AtOnce.
    void need_turn() const;
    /// Called with the current size of the answer. Throws probe::OutOfBudget if the share is AtOnce and a turn allows
    /// more, and TooLong if none does.
    void check_size(std::size_t answer_bytes) const;

    /// Thrown for an answer longer than most_answer_bytes.
    struct TooLong {};

private:
    Share share_;
    probe::WorkBudget budget_;
};

}  // namespace dameotb::web
