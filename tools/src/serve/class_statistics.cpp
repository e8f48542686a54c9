// The counting thread, and statistics as JSON.
#include "serve/class_statistics.hpp"

#include <algorithm>
#include <optional>

#include <dameotb/gen/class_values.hpp>
#include <dameotb/gen/stats.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::tools::serve {

namespace {

Json longest(int plies, const std::optional<rules::Position>& position) {
    return position ? Json{{"plies", plies}, {"fen", rules::to_fen(*position)}} : Json();
}

Json side_json(const gen::ClassStats& stats) {
    Json json;
    json["side_to_move"] = stats.side_to_move == rules::Colour::White ? "white" : "black";
    json["placements"] = stats.all;
    json["wins"] = stats.win;
    json["draws"] = stats.draw;
    json["losses"] = stats.loss;
    json["longest_win"] = longest(stats.longest_win_plies, stats.longest_win);
    json["longest_loss"] = longest(stats.longest_loss_plies, stats.longest_loss);
    return json;
}

/// What it answers once `stop` is set reaches nobody.
Reply count(const std::filesystem::path& directory, const index::Material& material, const std::atomic<bool>& stop) {
    constexpr int threads = 1;  // the others are for those who ask for positions
    gen::ClassValues values{directory, threads, &stop};
    Json json;
    json["class"] = material.name();
    json["sides"] = Json::array();
    if (values.load(material, gen::Reach::Values)) {
        for (const rules::Colour side : {rules::Colour::White, rules::Colour::Black}) {
            json["sides"].push_back(side_json(gen::class_stats(values, side, threads)));
        }
    }
    return json_reply(200, json, Caching::Keep);
}

}  // namespace

ClassStatistics::ClassStatistics(std::filesystem::path directory)
    : directory_{std::move(directory)}, worker_{[this] { work(); }} {}

ClassStatistics::~ClassStatistics() {
    {
        const std::lock_guard lock{mutex_};
        stopping_ = true;
    }
    changed_.notify_all();
    worker_.join();
}

Reply ClassStatistics::answer(const index::Material& material) {
    std::unique_lock lock{mutex_};
    if (!finished_.contains(material) && std::ranges::find(wanted_, material) == wanted_.end()) {
        wanted_.push_back(material);
        changed_.notify_all();
    }
    if (changed_.wait_for(lock, patience, [&] { return finished_.contains(material); })) {
        return finished_.at(material);
    }
    Reply reply = json_reply(202, {{"class", material.name()}, {"counting", true}}, Caching::AskAgain);
    reply.headers.emplace_back("Retry-After", "2");
    return reply;
}

void ClassStatistics::work() {
    std::unique_lock lock{mutex_};
    for (;;) {
        changed_.wait(lock, [this] { return stopping_ || !wanted_.empty(); });
        if (stopping_) {
            return;
        }
        const index::Material material = wanted_.front();
        lock.unlock();
        Reply reply = reply_or_error([&] { return count(directory_, material, stopping_); });
        lock.lock();
        finished_.emplace(material, std::move(reply));
        wanted_.pop_front();
        changed_.notify_all();
    }
}

}  // namespace dameotb::tools::serve
