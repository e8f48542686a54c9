// What answering one request may take. Most requests take next to nothing and are answered at once. One that turns out
// to take more is answered again in a turn, of which there are few (limits.hpp). So no list says which requests are
// costly: the work itself does.
#pragma once

#include <functional>

#include <dameotb/probe/work_budget.hpp>

namespace dameotb::web {

/// Thrown by who answers a request at once, if the answer takes more than that allows.
struct NeedsTurn {};

/// Belongs to the thread that answers.
class Work {
public:
    /// How much a request may take.
    enum class Share { AtOnce, Turn, All };

    /// `is_given_up`: whether nobody waits for the answer any longer; may be null.
    explicit Work(Share share = Share::All, std::function<bool()> is_given_up = {});

    [[nodiscard]] Share share() const { return share_; }
    /// The processor time of the answer, for who does the work to count in.
    [[nodiscard]] probe::WorkBudget& budget() { return budget_; }
    /// Called before work that takes long in any case. Throws probe::OutOfBudget if the share is AtOnce.
    void need_turn() const;
    /// Called with the size of the answer so far. Throws probe::OutOfBudget if the share is AtOnce and a turn allows
    /// more, and TooLong if none does.
    void check_size(std::size_t answer_bytes) const;

    /// Thrown for an answer that is longer than most_answer_bytes.
    struct TooLong {};

private:
    Share share_;
    probe::WorkBudget budget_;
};

}  // namespace dameotb::web
