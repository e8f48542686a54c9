// The loaded class, its values, and its parts for a scan.
#include <dameotb/analysis/values/class_values.hpp>

#include <algorithm>
#include <functional>
#include <utility>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/class_loader.hpp>
#include <dameotb/store/class_reader.hpp>

#include "row_walk.hpp"

namespace dameotb::analysis {

Bitboard ValueRow::between(Value least, Value most) const {
    return scores_between(scores::to_score(least), scores::to_score(most));
}

Bitboard ValueRow::between(RuleValue least, RuleValue most) const {
    const scores::Score low =
        least == RuleValue{} ? static_cast<scores::Score>(-scores::beyond_rule) : scores::to_score(least);
    const scores::Score high = most == RuleValue{} ? scores::beyond_rule : scores::to_score(most);
    return scores_between(low, high);
}

Bitboard ValueRow::drawn_by_rule(Wdl without_rule) const {
    return without_rule == Wdl::Win ? scores_between(scores::draw_score + 1, scores::beyond_rule)
                                    : scores_between(-scores::beyond_rule, scores::draw_score - 1);
}

Bitboard ValueRow::scores_between(scores::Score low, scores::Score high) const {
    if (!has_pivot_) {
        return low <= *cells_ && *cells_ <= high ? squares_ : Bitboard{};
    }
    return squares_ & index::apply(index::inverse(symmetry_), scores::squares_between(cells_, low, high));
}

Bitboard ValueRow::forced() const {
    if (!has_pivot_) {
        return rules::must_capture(fixed_) ? squares_ : Bitboard{};
    }
    return squares_ & rules::capture_mask(fixed_, pivot_);
}

Value ValueRow::value(Square square) const {
    return scores::to_value(cells_[index::apply(symmetry_, square).index()]);
}

RuleValue ValueRow::rule_value(Square square) const {
    return scores::to_rule_value(cells_[index::apply(symmetry_, square).index()]);
}

Position ValueRow::position(Square square) const {
    Position position = fixed_;
    if (has_pivot_) {
        position[pivot_].kings |= square;
    }
    return position;
}

int ValueRow::weight(Square square) const {
    if (stabiliser_ == symmetry_sets::only_identity) {
        return most_weight_;
    }
    return most_weight_ / std::popcount(symmetry_sets::stabiliser(stabiliser_, position(square)[pivot_].kings));
}

std::uint64_t ValueRow::weight(Bitboard squares) const {
    if (stabiliser_ == symmetry_sets::only_identity) {
        return static_cast<std::uint64_t>(most_weight_) * static_cast<std::uint64_t>(squares.count());
    }
    std::uint64_t sum = 0;
    for (const Square square : squares) {
        sum += static_cast<std::uint64_t>(weight(square));
    }
    return sum;
}

ValueRow ValueRow::other_side_to_move() const {
    ValueRow other = *this;
    std::swap(other.cells_, other.other_cells_);
    other.fixed_.side_to_move = opponent(fixed_.side_to_move);
    return other;
}

ClassValues::ClassValues(table::TableDirectories directory, int threads, const std::atomic<bool>* stop,
                         std::optional<std::uint64_t> memory_bytes, DrawRule rule)
    : loader_{std::move(directory), threads, stop, memory_bytes, rule, store::BeyondRule::Kept} {}

bool ClassValues::load(const index::Material& material, store::Reach reach) {
    own_ = loader_.load(material, reach);
    reach_ = reach;
    return own_ != nullptr;
}

const index::Material& ClassValues::material() const {
    return own_->material();
}

Value ClassValues::value(const Position& position) const {
    return rules::has_bare_side(position) ? rules::bare_value(position) : scores::to_value(loader_.score(position));
}

// Counts the cells of all sets of kings, including those without rows, so the parts are the same in every layout.
std::uint64_t ClassValues::sets_in_part() const {
    const scores::SliceLayout& layout = own_->layout();
    const std::uint64_t cells =
        layout.has_pivot() ? index::binomial(64, layout.co_kings()) * scores::SliceLayout::row_cells : 1;
    return std::max<std::uint64_t>(1, store::cells_of_part / cells);
}

std::uint64_t ClassValues::sets() const {
    return own_->slices().count() * other_sets();
}

std::uint64_t ClassValues::other_sets() const {
    return index::binomial(64, own_->layout().others());
}

memory::WorkingSet ClassValues::working_set() const {
    const bool stays_in_class = reach_ == store::Reach::Values || own_->material().men() == 0;
    return store::working_set_of_scan(own_->material(), reach_).unless(stays_in_class && own_->is_resident());
}

bool ClassValues::is_walked_by_co_kings() const {
    return scores::index_follows_rows(own_->material(), index::leader(own_->material()));
}

std::uint64_t ClassValues::parts() const {
    const std::uint64_t size = is_walked_by_co_kings() ? own_->layout().rows() : sets();
    const std::uint64_t in_part = is_walked_by_co_kings() ? store::rows_of_part : sets_in_part();
    return (size + in_part - 1) / in_part;
}

void ClassValues::visit_part(std::uint64_t part, Colour side_to_move,
                             const std::function<void(const ValueRow&)>& visit) const {
    if (is_walked_by_co_kings()) {
        const std::uint64_t first = part * store::rows_of_part;
        const std::uint64_t end = std::min<std::uint64_t>(first + store::rows_of_part, own_->layout().rows());
        CoKingsWalk{*own_, side_to_move}.visit_rows(static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end),
                                                    visit);
        return;
    }
    const std::uint64_t other_sets = this->other_sets();
    const std::uint64_t first = part * sets_in_part();
    const std::uint64_t end = std::min(first + sets_in_part(), sets());
    RowWalk walk{*own_, side_to_move};
    for (std::uint64_t set = first; set < end; ++set) {
        if (set == first || set % other_sets == 0) {
            walk.begin_slice(index::SliceId{set / other_sets});
        }
        walk.visit_others(static_cast<std::uint32_t>(set % other_sets), visit);
    }
}

}  // namespace dameotb::analysis
