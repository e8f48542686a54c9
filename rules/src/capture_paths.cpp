#include <dameotb/rules/capture_paths.hpp>

#include <algorithm>
#include <set>
#include <tuple>

#include <dameotb/rules/capture_search.hpp>

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

std::vector<CapturePath> paths_by_first_leap(const Position& position) {
    FirstLeaps leaps;
    visit_captures(position, leaps);
    return leaps.take();
}

}  // namespace dameotb::rules
