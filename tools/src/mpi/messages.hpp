// The messages between manager and workers. They are a few hundred bytes; large data lies in files.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include <dameotb/cluster/task_graph.hpp>

namespace dameotb::mpi {

/// A short text in a message. Truncates what does not fit.
template <std::size_t Size>
class ShortText {
public:
    ShortText() = default;
    explicit ShortText(std::string_view text) { text.copy(characters_.data(), Size - 1); }
    [[nodiscard]] std::string str() const { return characters_.data(); }

private:
    std::array<char, Size> characters_{};
};

/// From the manager to a worker. One with the token begins a run, the last ends the worker, all others carry a task.
struct Order {
    bool ends = false;      ///< There is no task any more, or there never was one.
    ShortText<40> token;    ///< What the manager has written into the shared directory. Empty unless a run begins,
    std::uint32_t run = 0;  ///< which is this one of the command's (runs_of).
    cluster::Task::Kind kind = cluster::Task::Kind::Make;
    ShortText<24> material;
    cluster::BatchName batch;

    [[nodiscard]] static Order of(const cluster::Task& task);
    [[nodiscard]] cluster::Task task() const;
};

/// The most levels of a class: a man is on one of seven ranks, and of at most 8 pieces one is a king.
inline constexpr std::size_t most_levels = 6 * 7 + 1;

/// From a worker to the manager.
struct Report {
    enum class Kind : std::uint8_t {
        Ready,    ///< To begin a run: it sees the shared directory and has its memory.
        Done,     ///< With its last task.
        Stopped,  ///< By a signal.
        Failed,   ///< `words` says why.
        Gone,     ///< The last: it was told that there are no more tasks.
    };
    Kind kind = Kind::Ready;
    std::uint32_t levels = 0;
    std::array<std::uint32_t, most_levels> batches{};  ///< By level, for Cut.
    double seconds = 0;
    std::uint64_t written_bytes = 0;
    std::uint64_t fetched_bytes = 0;
    std::uint64_t peak_bytes = 0;  ///< The process's peak memory.
    ShortText<48> version;
    ShortText<512> words;

    void set(const cluster::TaskResult& result);
    [[nodiscard]] cluster::TaskResult result() const;
};
static_assert(std::is_trivially_copyable_v<Order> && std::is_trivially_copyable_v<Report>);
static_assert(sizeof(Report) < 1024);

/// Returns a description of what must be the same in all processes of a run.
[[nodiscard]] std::string version_words();

/// A received message and its sender.
template <class Message>
struct Received {
    Message message;
    int rank;
};

/// Returns the number of processes, and this one's rank.
[[nodiscard]] int rank_count();
[[nodiscard]] int own_rank();
void send_order(const Order& order, int rank);
void send_report(const Report& report);
/// Returns the next message; nothing if none has arrived.
[[nodiscard]] std::optional<Received<Report>> take_report();
/// Waits for the next order without keeping a core busy.
[[nodiscard]] Order wait_for_order();
/// Aborts all processes immediately.
[[noreturn]] void end_all(int status);
/// Sleeps briefly, too short to delay the run.
void rest();

}  // namespace dameotb::mpi
