#include <dameotb/rules/capture_paths.hpp>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <dameotb/rules/capture_search.hpp>
#include <dameotb/rules/longest_captures.hpp>

namespace dameotb::rules {

namespace {

/// A visitor of captures that keeps those that take the most pieces.
class FirstLeaps {
public:
    [[nodiscard]] std::vector<CapturePath> take() { return std::move(paths_); }

    void begin(Square from) { stops_.assign(1, from); }
    void enter(Square stop) { stops_.push_back(stop); }
    void leave() { stops_.pop_back(); }
    void finish(Square to, Bitboard captured) {
        if (captured.count() > most_) {
            most_ = captured.count();
            seen_.clear();
            paths_.clear();
        }
        if (captured.count() == most_ && seen_.emplace(stops_[0], stops_[1], to, captured.bits()).second) {
            paths_.push_back({{stops_.front(), to, captured}, stops_});
        }
    }

private:
    int most_ = 0;
    std::vector<Square> stops_;
    std::set<std::tuple<Square, Square, Square, std::uint64_t>> seen_;
    std::vector<CapturePath> paths_;
};

}  // namespace

std::string CapturePath::text() const {
    std::string text = stops.front().to_string();
    for (std::size_t i = 1; i < stops.size(); ++i) {
        text += "x" + stops[i].to_string();
    }
    return text;
}

bool can_go_on(const Position& position, const CaptureUnderWay& under_way) {
    return has_more_captures_than(position, under_way, 0);
}

std::vector<Move> legal_ends(const Position& position, const CaptureUnderWay& under_way) {
    std::vector<Move> ends;
    LongestCaptures{position, under_way.at, under_way.taken}.for_each_while([&](const Move& end) {
        ends.push_back(end);
        return true;
    });
    std::ranges::sort(ends, {}, [](const Move& end) { return std::pair{end.to, end.captured.bits()}; });
    return ends;
}

std::vector<CapturePath> paths_by_first_leap(const Position& position,
                                             const std::optional<CaptureUnderWay>& under_way) {
    FirstLeaps leaps;
    if (under_way) {
        visit_captures_of(position, under_way->at, position.enemy().all(), leaps, under_way->taken);
    } else {
        visit_captures(position, leaps);
    }
    return leaps.take();
}

}  // namespace dameotb::rules
