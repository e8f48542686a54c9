// Loads class after class, and scans each requested side to move.
#include <dameotb/analysis/query/search.hpp>

#include <algorithm>
#include <optional>

#include <dameotb/analysis/query/lookup.hpp>
#include <dameotb/analysis/statistics/statistics.hpp>

#include "run/class_run.hpp"

namespace dameotb::query {

namespace {

std::vector<Colour> sides_to_move(const Query& query, const index::Material& material) {
    if (query.side_to_move) {
        return {*query.side_to_move};
    }
    return material.is_symmetric() ? std::vector{Colour::White} : std::vector{Colour::White, Colour::Black};
}

/// Returns the values of the class's longest win and longest loss, as far as `ranges` contain them.
std::vector<ValueRange> longest_of(const std::vector<ValueRange>& ranges, const analysis::SideStatistics& statistics) {
    std::vector<ValueRange> longest;
    const auto add = [&](Value value) {
        if (contains(ranges, value)) {
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
    /// `selection`: the one that `take` feeds, or null.
    Search(const Query& query, const std::vector<index::Material>& classes, const analysis::RunOptions& options,
           const std::function<bool(const Found&)>& take, const Selection* selection)
        : query_{query},
          classes_{classes},
          take_{take},
          selection_{selection},
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
    /// Matching placements of a row. Their scores may have been evicted by the time they are taken.
    struct FoundRow {
        analysis::ValueRow row;
        Bitboard squares;
    };
    /// The matches in one part of a class, in a few bytes per position since whole parts may match; and what the search
    /// of a part uses.
    struct Part {
        std::vector<FoundRow> rows;
        std::vector<Value> values;  ///< Of the rows' squares, in order.
        std::vector<ValueRange> ranges;
        std::optional<Lookup> lookup;
    };

    void scan(Colour side) {
        const analysis::ClassValues& values = run_.values();
        analysis::ScanOptions scan_options = run_.scan_options();
        auto ranges = ranges_;
        if (query_.longest) {
            const auto statistics = analysis::side_statistics(values, side, scan_options);
            if (!statistics) {
                stop_ = true;
                return;
            }
            ranges = longest_of(ranges_, *statistics);
        }
        scan_options.stop = &stop_;
        scan_options.on_progress = [this, tell = std::move(scan_options.on_progress)](std::uint64_t done,
                                                                                      std::uint64_t parts) {
            if (tell) {
                tell(done, parts);
            }
            stop_ = enough_ || run_.is_stopped();
        };
        analysis::scan<Part>(
            values, side, scan_options,
            [&](Part& part, const analysis::ValueRow& row) {
                if (!part.lookup) {
                    part.lookup.emplace(values, files_);
                    part.ranges = selection_ != nullptr ? selection_->open_part(ranges) : ranges;
                }
                const Matcher matcher{query_, part.ranges};
                if (const Bitboard squares = matcher.answering(row, *part.lookup); !squares.empty()) {
                    part.rows.push_back({row, squares});
                    for (const Square square : squares) {
                        part.values.push_back(row.value(square));
                    }
                }
            },
            [&](const Part& part) { take(part); });
    }

    void take(const Part& part) {
        auto value = part.values.begin();
        for (const auto& [row, squares] : part.rows) {
            for (const Square square : squares) {
                if (enough_ || stop_) {
                    return;
                }
                enough_ = !take_({image_with_placed(query_, row.position(square)).value(), *value++});
                stop_ = enough_ || run_.is_stopped();
            }
        }
    }

    const Query& query_;
    const std::vector<index::Material>& classes_;
    const std::function<bool(const Found&)>& take_;
    const Selection* selection_;
    std::vector<ValueRange> ranges_;
    analysis::ClassRun run_;
    DtmFiles files_;
    bool enough_ = false;
    std::atomic<bool> stop_ = false;
};

}  // namespace

SearchEnd search(const Query& query, const std::vector<index::Material>& classes, const analysis::RunOptions& options,
                 const std::function<bool(const Found&)>& take) {
    return Search{query, classes, options, take, nullptr}.run();
}

SearchEnd search(const Query& query, const std::vector<index::Material>& classes, const analysis::RunOptions& options,
                 Selection& selection) {
    const std::function<bool(const Found&)> add = [&selection](const Found& found) {
        selection.add(found);
        return true;
    };
    return Search{query, classes, options, add, &selection}.run();
}

int Selection::key_of(Value value) const {
    const int plies = value.dtm().plies();
    return order_ == Order::Shortest ? plies : -plies;
}

void Selection::add(const Found& found) {
    Entry entry{key_of(found.value), added_++, found};
    if (heap_.size() == most_) {
        if (!(entry < heap_.front())) {
            return;
        }
        std::ranges::pop_heap(heap_, std::less{});
        heap_.pop_back();
    }
    heap_.push_back(std::move(entry));
    std::ranges::push_heap(heap_, std::less{});
    if (heap_.size() == most_) {
        // Later positions with the same key come after all that are kept.
        end_ = heap_.front().key;
    }
}

std::vector<ValueRange> Selection::open_part(const std::vector<ValueRange>& ranges) const {
    const int end = end_;
    const auto is_open = [&](Value value) { return key_of(value) < end; };
    std::vector<ValueRange> open;
    for (auto [least, most] : ranges) {  // one result each, so plies rise or fall monotonically
        constexpr int step = 2;
        const auto with_plies = [wdl = least.wdl()](int plies) {
            return wdl == Wdl::Win ? Value::win_in(plies) : Value::loss_in(plies);
        };
        while (least < most && !is_open(least)) {
            least = with_plies(least.dtm().plies() + (least.wdl() == Wdl::Win ? -step : step));
        }
        while (least < most && !is_open(most)) {
            most = with_plies(most.dtm().plies() + (most.wdl() == Wdl::Win ? step : -step));
        }
        if (is_open(least)) {
            open.emplace_back(least, most);
        }
    }
    return open;
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
