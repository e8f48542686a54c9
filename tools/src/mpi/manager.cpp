// The files in the directories are the journal: a task is done when its file exists.
#include "mpi/manager.hpp"

#include <chrono>
#include <optional>

#include <time.h>

#include <fmt/format.h>

#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/terminal/numbers.hpp>

#include "messages/run_messages.hpp"
#include "mpi/messages.hpp"

namespace dameotb::mpi {

namespace {

double processor_seconds() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

class Manager {
public:
    Manager(const cluster::SharedRun& run, const std::atomic<bool>& stop)
        : run_{run}, shared_{run.directory()}, stop_{stop}, workers_(static_cast<std::size_t>(run.workers)) {}

    Ending manage(std::uint32_t number, const std::string& token) {
        begin(number, token);
        if (stop_) {
            return Ending::Stopped;
        }
        graph_.emplace(cluster::state_of(run_), run_.workers, run_.most_alone);
        remove_needless();
        while (!graph_->is_finished()) {
            take_reports();
            if (stop_ || is_stopped_) {
                return Ending::Stopped;
            }
            if (!hand_out()) {
                rest();
            }
        }
        print_summary();
        return Ending::Complete;
    }

private:
    struct WorkerSeat {
        std::optional<cluster::Task> task;
        std::optional<cluster::Task> last;
    };
    struct ClassWork {
        double begun = 0;
        double seconds = 0;  ///< Of all tasks together.
        int tasks = 0;
    };

    [[nodiscard]] double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    }

    /// Waits until all workers are ready or `stop` is set.
    void begin(std::uint32_t number, const std::string& token) {
        Order order;
        order.run = number;
        order.token = ShortText<40>{token};
        for (int rank = 1; rank <= run_.workers; ++rank) {
            send_order(order, rank);
        }
        for (std::size_t ready = 0; ready < workers_.size() && !stop_;) {
            const auto received = take_report();
            if (!received) {
                rest();
                continue;
            }
            ++ready;
            const Report& report = received->message;
            peak_bytes_ = std::max(peak_bytes_, report.peak_bytes);
            require_success(report);
            if (report.version.str() != version_words()) {
                throw WorkerFailed{fmt::format("process {} is {}, and the manager {}", received->rank,
                                               report.version.str(), version_words())};
            }
        }
    }

    static void require_success(const Report& report) {
        if (report.kind == Report::Kind::Failed) {
            throw WorkerFailed{report.words.str()};
        }
    }

    void take_reports() {
        while (const auto received = take_report()) {
            ++messages_;
            WorkerSeat& worker = workers_[static_cast<std::size_t>(received->rank - 1)];
            const cluster::Task task = std::exchange(worker.task, std::nullopt).value();
            const Report& report = received->message;
            peak_bytes_ = std::max(peak_bytes_, report.peak_bytes);
            require_success(report);
            if (report.kind == Report::Kind::Stopped) {
                is_stopped_ = true;
            } else {
                worker.last = task;
                done(task, report.result());
            }
        }
    }

    void done(const cluster::Task& task, const cluster::TaskResult& result) {
        graph_->done(task, result);
        ClassWork& work = of_classes_[task.material];
        ++work.tasks;
        ++tasks_;
        work.seconds += result.seconds;
        busy_seconds_ += result.seconds;
        of_kinds_[task.kind] += result.seconds;
        written_bytes_ += result.written_bytes;
        fetched_bytes_ += result.fetched_bytes;
        if (graph_->is_finished(task.material) && task.kind != cluster::Task::Kind::Read) {
            if (task.kind == cluster::Task::Kind::Verify) {
                shared_.mark_verified(task.material);
            }
            fmt::print("{:<9}{:>17} positions  {:>10.2f} s  work {:>10.2f}  tasks {:>6}\n",
                       task.material.name() + (run_.rule.exists() ? ".dtz" : ""),
                       index::stored_positions(task.material), seconds() - work.begun, work.seconds, work.tasks);
            std::fflush(stdout);
            ++finished_;
        }
        remove_needless();
    }

    void remove_needless() {
        for (const index::Material& material : graph_->take_unneeded()) {
            shared_.remove(material);
        }
    }

    /// Returns whether any worker got a task.
    bool hand_out() {
        bool is_given = false;
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            WorkerSeat& worker = workers_[i];
            if (worker.task) {
                continue;
            }
            worker.task = graph_->next(worker.last);
            if (!worker.task) {
                break;
            }
            ClassWork& work = of_classes_[worker.task->material];
            work.begun = work.tasks == 0 && work.begun == 0 ? seconds() : work.begun;
            send_order(Order::of(*worker.task), static_cast<int>(i) + 1);
            ++messages_;
            is_given = true;
        }
        return is_given;
    }

    void print_summary() const {
        std::string work;
        for (const auto& [kind, of_kind] : of_kinds_) {
            work += fmt::format("{}{} {:.1f}", work.empty() ? "" : ", ", tools::task_words(kind), of_kind);
        }
        fmt::print("seconds of work: {}\n", work);
        fmt::print(
            "{} classes in {}: {} {} in {:.2f} s by {} processes, busy for {:.1f} % of it; {} tasks, {} messages of "
            "at most {} bytes, shared {}, fetched {} of scores; at most {} of memory in one; manager {:.2f} % of a "
            "core\n",
            run_.classes.size(), run_.tables.string(), finished_, run_.verifies() ? "verified" : "made", seconds(),
            run_.workers, 100 * busy_seconds_ / (seconds() * run_.workers), tasks_, messages_,
            std::max(sizeof(Order), sizeof(Report)), terminal::size_text(written_bytes_),
            terminal::size_text(fetched_bytes_), terminal::size_text(peak_bytes_),
            100 * processor_seconds() / seconds());
        std::fflush(stdout);
    }

    const cluster::SharedRun& run_;
    cluster::SharedDirectory shared_;
    const std::atomic<bool>& stop_;
    std::vector<WorkerSeat> workers_;  ///< By rank, from 1.
    std::optional<cluster::TaskGraph> graph_;
    std::map<index::Material, ClassWork> of_classes_;
    bool is_stopped_ = false;
    int finished_ = 0;  ///< Classes made or verified.
    std::uint64_t tasks_ = 0;
    std::uint64_t messages_ = 0;
    std::uint64_t written_bytes_ = 0;
    std::uint64_t fetched_bytes_ = 0;
    std::uint64_t peak_bytes_ = 0;
    double busy_seconds_ = 0;
    std::map<cluster::Task::Kind, double> of_kinds_;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

Ending manage(const BeginningRun& run, const std::atomic<bool>& stop) {
    return Manager{run.run, stop}.manage(run.number, run.token);
}

void let_workers_go(int status) {
    constexpr std::chrono::seconds patience{2};
    const auto begun = std::chrono::steady_clock::now();
    Order order;
    order.ends = true;
    for (int rank = 1; rank < rank_count(); ++rank) {
        send_order(order, rank);
    }
    for (int left = rank_count() - 1; left > 0;) {
        if (const auto received = take_report()) {  // the others report work that nobody waits for
            left -= received->message.kind == Report::Kind::Gone ? 1 : 0;
        } else if (status != 0 && std::chrono::steady_clock::now() - begun > patience) {
            end_all(status);
        } else {
            rest();
        }
    }
}

}  // namespace dameotb::mpi
