// Loads class after class, and scans each side to move that is wanted.
#include <dameotb/analysis/query/search.hpp>

#include <algorithm>
#include <optional>

#include <dameotb/analysis/query/lookup.hpp>
#include <dameotb/analysis/statistics.hpp>

#include "run/class_run.hpp"

namespace dameotb::query {

namespace {

using rules::Colour;
using rules::Value;
using rules::Wdl;

std::vector<Colour> sides_to_move(const Query& query, const index::Material& material) {
    if (query.side_to_move) {
        return {*query.side_to_move};
    }
    return material.is_symmetric() ? std::vector{Colour::White} : std::vector{Colour::White, Colour::Black};
}

/// Returns the values of the longest win and the longest loss of the class, as far as `ranges` hold them.
std::vector<ValueRange> longest_of(const std::vector<ValueRange>& ranges, const analysis::SideStatistics& statistics) {
    std::vector<ValueRange> longest;
    const auto add = [&](Value value) {
        const auto admits = [value](const ValueRange& range) { return range.first <= value && value <= range.second; };
        if (std::ranges::any_of(ranges, admits)) {
            longest.emplace_back(value, value);
        }
    };
    if (const auto plies = statistics.longest_loss_plies()) {
        add(Value::loss_in(*plies));
    }
    if (const auto plies = statistics.longest_win_plies()) {
        add(Value::win_in(*plies));
    }
    return longest;
}

class Search {
public:
    Search(const Query& query, const std::vector<index::Material>& classes, const analysis::RunOptions& options,
           const std::function<bool(const Found&)>& take)
        : query_{query},
          classes_{classes},
          take_{take},
          ranges_{value_ranges(query)},
          run_{options, classes.size()},
          files_{options.directory} {}

    SearchEnd run() {
        const bool needs_moves = query_.asks_for_moves() || query_.unique_solution;
        for (const index::Material& material : classes_) {
            if (!run_.load(material, needs_moves ? store::Reach::Moves : store::Reach::Values)) {
                return SearchEnd::Stopped;
            }
            for (const Colour side : sides_to_move(query_, material)) {
                scan(side);
                if (enough_ || stop_) {
                    return enough_ ? SearchEnd::Enough : SearchEnd::Stopped;
                }
            }
        }
        return SearchEnd::Complete;
    }

private:
    /// What is found in one part of a class, and the lookup for it.
    struct Part {
        std::vector<Found> found;
        std::optional<Lookup> lookup;
    };

    void scan(Colour side) {
        const store::ClassValues& values = run_.values();
        store::ScanOptions scan_options = run_.scan_options();
        auto ranges = ranges_;
        if (query_.longest) {
            const auto statistics = analysis::side_statistics(values, side, scan_options);
            if (!statistics) {
                stop_ = true;
                return;
            }
            ranges = longest_of(ranges_, *statistics);
        }
        const Matcher matcher{query_, ranges};
        scan_options.stop = &stop_;
        scan_options.on_progress = [this, tell = std::move(scan_options.on_progress)](std::uint64_t done,
                                                                                      std::uint64_t parts) {
            if (tell) {
                tell(done, parts);
            }
            stop_ = enough_ || run_.is_stopped();
        };
        store::scan<Part>(
            values, side, scan_options,
            [&](Part& part, const store::ValueRow& row) {
                if (!part.lookup) {
                    part.lookup.emplace(values, files_);
                }
                matcher.add_found(row, *part.lookup, part.found);
            },
            [&](const Part& part) {
                for (auto at = part.found.begin(); at != part.found.end() && !enough_ && !stop_; ++at) {
                    enough_ = !take_(*at);
                    stop_ = enough_ || run_.is_stopped();
                }
            });
    }

    const Query& query_;
    const std::vector<index::Material>& classes_;
    const std::function<bool(const Found&)>& take_;
    std::vector<ValueRange> ranges_;
    analysis::ClassRun run_;
    DtmFiles files_;
    bool enough_ = false;
    std::atomic<bool> stop_ = false;
};

}  // namespace

SearchEnd search(const Query& query, const std::vector<index::Material>& classes, const analysis::RunOptions& options,
                 const std::function<bool(const Found&)>& take) {
    return Search{query, classes, options, take}.run();
}

void Selection::add(const Found& found) {
    const int plies = found.value.dtm().plies();
    Entry entry{order_ == Order::Shortest ? plies : -plies, added_++, found};
    if (heap_.size() == most_) {
        if (!(entry < heap_.front())) {
            return;
        }
        std::ranges::pop_heap(heap_, std::less{});
        heap_.pop_back();
    }
    heap_.push_back(std::move(entry));
    std::ranges::push_heap(heap_, std::less{});
}

std::vector<Found> Selection::take() {
    std::sort_heap(heap_.begin(), heap_.end());
    std::vector<Found> found;
    for (const Entry& entry : heap_) {
        found.push_back(entry.found);
    }
    heap_.clear();
    return found;
}

}  // namespace dameotb::query
