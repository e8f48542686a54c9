#include <dameotb/rules/capture_paths.hpp>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <dameotb/rules/capture_search.hpp>

#include "seen_landings.hpp"

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

/// A visitor of captures that sees whether there is a leap.
class AnyLeap {
public:
    [[nodiscard]] bool found() const { return found_; }

    void begin(Square) {}
    Bitboard choose(Bitboard landings, Bitboard) {
        found_ |= !landings.empty();
        return {};
    }
    void finish(Square, Bitboard) {}

private:
    bool found_ = false;
};

/// A visitor of captures that keeps the ends that take the most pieces. Continues from each state once.
class LongestEnds {
public:
    [[nodiscard]] std::vector<Move> take() { return std::move(ends_); }

    void begin(Square from) { from_ = from; }
    Bitboard choose(Bitboard landings, Bitboard captured) { return seen_.unseen(landings, captured); }
    void finish(Square to, Bitboard captured) {
        if (captured.count() > most_) {
            most_ = captured.count();
            ends_.clear();
        }
        if (captured.count() == most_) {
            ends_.push_back({from_, to, captured});
        }
    }

private:
    Square from_;
    int most_ = 0;
    SeenLandings seen_;
    std::vector<Move> ends_;
};

template <class Visitor>
void visit_ends(const Position& position, const CaptureUnderWay& under_way, Visitor& visitor) {
    visit_captures_of(position, under_way.at, position.enemy().all(), visitor, under_way.taken);
}

}  // namespace

std::string CapturePath::text() const {
    std::string text = stops.front().to_string();
    for (std::size_t i = 1; i < stops.size(); ++i) {
        text += "x" + stops[i].to_string();
    }
    return text;
}

bool can_go_on(const Position& position, const CaptureUnderWay& under_way) {
    AnyLeap leap;
    visit_ends(position, under_way, leap);
    return leap.found();
}

std::vector<Move> legal_ends(const Position& position, const CaptureUnderWay& under_way) {
    LongestEnds longest;
    visit_ends(position, under_way, longest);
    std::vector<Move> ends = longest.take();
    std::ranges::sort(ends, {}, [](const Move& end) { return std::pair{end.to, end.captured.bits()}; });
    return ends;
}

std::vector<CapturePath> paths_by_first_leap(const Position& position,
                                             const std::optional<CaptureUnderWay>& under_way) {
    FirstLeaps leaps;
    if (under_way) {
        visit_ends(position, *under_way, leaps);
    } else {
        visit_captures(position, leaps);
    }
    return leaps.take();
}

}  // namespace dameotb::rules
