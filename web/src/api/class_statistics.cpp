// The counting thread.
#include <dameotb/web/api/class_statistics.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <system_error>

#include <fmt/format.h>

#include <dameotb/analysis/figures/figures.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/web/answers/class_json.hpp>

#include "json_reply.hpp"

namespace dameotb::web {

namespace {

Reply reply_of(const index::Material& material, const analysis::ClassCounts& counts) {
    return json_reply(200, statistics_json(material, counts), Caching::Keep);
}

/// Returns the answer of /stats, and keeps the counts if there is a place for them. The result is discarded once `stop`
/// is set.
Reply count(const table::TableDirectories& directory, const index::Material& material, const KeptCounts* kept,
            const std::atomic<bool>& stop) {
    constexpr int threads = 1;  // the other threads are for clients that request positions
    analysis::ClassValues values{directory, threads, &stop};
    const auto counts = values.load(material, store::Reach::Values)
                            ? analysis::class_counts(values, {.threads = threads, .stop = &stop})
                            : std::nullopt;
    if (!counts) {
        return {};
    }
    try {
        if (kept != nullptr) {
            kept->write(material, *counts);
        }
    } catch (const table::TablebaseError&) {
        // A server need not be allowed to write: then the answer is in memory alone.
    }
    return reply_of(material, *counts);
}

/// Starts a thread. Throws RequestError if the system has none.
template <class Body>
std::thread started(const Body& body, std::chrono::milliseconds retry_after) {
    try {
        return std::thread{body};
    } catch (const std::system_error&) {
        throw RequestError{503, "busy", "the server cannot start a thread for counting; ask again later", retry_after};
    }
}

}  // namespace

ClassStatistics::ClassStatistics(table::TableDirectories directory) : ClassStatistics{std::move(directory), Limits{}} {}

ClassStatistics::ClassStatistics(table::TableDirectories directory, const Limits& limits, const KeptCounts* kept)
    : directory_{std::move(directory)}, limits_{limits}, kept_{kept}, worker_{[this] { work(); }} {}

ClassStatistics::~ClassStatistics() {
    {
        const std::lock_guard lock{mutex_};
        ending_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

Reply ClassStatistics::answer(const index::Material& material) {
    std::unique_lock lock{mutex_};
    if (const Reply* reply = finished(material)) {
        return *reply;
    }
    if (!is_wanted(material)) {
        if (auto reply = kept_answer(material, lock)) {
            return std::move(*reply);
        }
        // Another client may have asked for the class meanwhile, and even have its answer.
        if (const Reply* reply = finished(material)) {
            return *reply;
        }
    }
    if (!is_wanted(material)) {
        if (material.pieces() > limits_.most_pieces) {
            return RequestError{422, "not_counted",
                                fmt::format("classes of more than {} pieces are not counted here; the server's owner "
                                            "can count this one beforehand, with `dameotb stats --keep {}`",
                                            limits_.most_pieces, material.name())}
                .reply();
        }
        if (wanted_.size() >= limits_.most_wanted) {
            return RequestError{503, "busy", "other classes are being counted; ask again later",
                                std::chrono::seconds{30}}
                .reply();
        }
        wanted_.push_back(material);
        changed_.notify_all();
    }
    if (waiting_clients_ < limits_.most_waiting_clients) {
        const Reply* reply = nullptr;
        ++waiting_clients_;
        changed_.wait_for(lock, limits_.patience, [&] { return ending_ || (reply = finished(material)) != nullptr; });
        --waiting_clients_;
        if (reply != nullptr) {
            return *reply;
        }
    }
    JsonWriter json;
    json.begin_object().member("class", material.name()).member("counting", true).end_object();
    return ask_again(json_reply(202, json.text(), Caching::AskAgain), std::chrono::seconds{2});
}

bool ClassStatistics::is_wanted(const index::Material& material) const {
    return std::ranges::find(wanted_, material) != wanted_.end();
}

std::optional<Reply> ClassStatistics::kept_answer(const index::Material& material, std::unique_lock<std::mutex>& lock) {
    if (kept_ == nullptr) {
        return std::nullopt;
    }
    lock.unlock();
    const auto counts = kept_->read(material);
    lock.lock();
    if (!counts) {
        return std::nullopt;
    }
    Reply reply = reply_of(material, *counts);
    if (finished(material) == nullptr) {
        add_finished(material, reply);
    }
    return reply;
}

void ClassStatistics::add_finished(const index::Material& material, Reply reply) {
    finished_.push_back({material, std::move(reply), Clock::now()});
    if (finished_.size() > limits_.most_kept) {
        finished_.pop_front();
    }
}

const Reply* ClassStatistics::finished(const index::Material& material) {
    const auto found = std::ranges::find(finished_, material, &Finished::material);
    if (found == finished_.end()) {
        return nullptr;
    }
    if (found->reply.status != 200 && Clock::now() - found->at > limits_.failure_kept) {
        finished_.erase(found);
        return nullptr;
    }
    return &found->reply;
}

void ClassStatistics::work() {
    std::unique_lock lock{mutex_};
    for (;;) {
        changed_.wait(lock, [this] { return ending_ || !wanted_.empty(); });
        if (ending_) {
            return;
        }
        const index::Material material = wanted_.front();
        try {
            add_finished(material, count_within_limit(material, lock));
        } catch (...) {
            add_current_error(material);
        }
        wanted_.pop_front();
        changed_.notify_all();
    }
}

void ClassStatistics::add_current_error(const index::Material& material) noexcept {
    try {
        add_finished(material, current_error().reply());
    } catch (...) {
        // There is no memory even for an error. Who waits is told to ask again, and then the class is wanted anew.
    }
}

Reply ClassStatistics::count_within_limit(const index::Material& material, std::unique_lock<std::mutex>& lock) {
    std::atomic<bool> stop = false;
    Reply counted;
    std::exception_ptr failure;
    std::optional<Clock::time_point> counted_at;
    std::thread counting = started(
        [&] {
            Reply reply;
            std::exception_ptr thrown;
            try {
                reply = count(directory_, material, kept_, stop);
            } catch (...) {
                thrown = std::current_exception();
            }
            const std::lock_guard inner{mutex_};
            counted = std::move(reply);
            failure = std::move(thrown);
            counted_at = Clock::now();
            changed_.notify_all();
        },
        limits_.failure_kept);
    const Clock::time_point deadline = Clock::now() + limits_.counting_time;
    const bool is_done = changed_.wait_until(lock, deadline, [&] { return ending_ || counted_at; });
    const bool is_in_time = is_done && counted_at && *counted_at <= deadline;
    stop = true;
    lock.unlock();
    counting.join();
    lock.lock();
    if (is_in_time && !ending_) {
        if (failure) {
            std::rethrow_exception(failure);
        }
        return counted;
    }
    throw RequestError{503, "took_too_long",
                       "counting this class takes longer than the server may; its owner can count it beforehand, with "
                       "`dameotb stats --keep`",
                       limits_.failure_kept};
}

}  // namespace dameotb::web
