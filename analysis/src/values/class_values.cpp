// The loaded class, its values, and its parts for a scan.
#include <dameotb/analysis/values/class_values.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <span>
#include <utility>

#include <dameotb/index/symmetry.hpp>
#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/capture_mask.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/scores/memory_model.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::analysis {

using rules::Bitboard;
using rules::Colour;
using rules::Position;
using rules::RuleValue;
using rules::Square;
using rules::Value;

/// Sets of symmetries of the board, one bit per symmetry, and their effect on sets of squares.
namespace symmetries {

inline constexpr unsigned all_symmetries = (1U << index::symmetries) - 1;
inline constexpr unsigned left_right = 0b11;
inline constexpr unsigned none = 0b1;

/// Calls visit(symmetry) for all symmetries of a set except the identity.
template <class Visit>
void for_each_symmetry(unsigned set, const Visit& visit) {
    for (set &= ~none; set != 0; set &= set - 1) {
        visit(std::countr_zero(set));
    }
}

/// Returns the symmetries that leave the set of squares unchanged.
[[nodiscard]] inline unsigned stabiliser(unsigned symmetries, rules::Bitboard squares) {
    unsigned keep = none;
    for_each_symmetry(symmetries, [&](int symmetry) {
        keep |= static_cast<unsigned>(index::apply(symmetry, squares) == squares) << symmetry;
    });
    return keep;
}

/// Returns whether no image under the symmetries has smaller bits than the set itself.
[[nodiscard]] inline bool is_smallest(unsigned symmetries, rules::Bitboard squares) {
    bool smallest = true;
    for_each_symmetry(symmetries, [&](int symmetry) {
        smallest = smallest && index::apply(symmetry, squares).bits() >= squares.bits();
    });
    return smallest;
}

}  // namespace symmetries

Bitboard ValueRow::between(Value least, Value most) const {
    return scores_between(scores::to_score(least), scores::to_score(most));
}

Bitboard ValueRow::between(RuleValue least, RuleValue most) const {
    const scores::Score low =
        least == RuleValue{} ? static_cast<scores::Score>(-scores::beyond_rule) : scores::to_score(least);
    const scores::Score high = most == RuleValue{} ? scores::beyond_rule : scores::to_score(most);
    return scores_between(low, high);
}

Bitboard ValueRow::drawn_by_rule(rules::Wdl without_rule) const {
    return without_rule == rules::Wdl::Win ? scores_between(scores::draw_score + 1, scores::beyond_rule)
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
    if (stabiliser_ == symmetries::none) {
        return most_weight_;
    }
    return most_weight_ / std::popcount(symmetries::stabiliser(stabiliser_, position(square)[pivot_].kings));
}

std::uint64_t ValueRow::weight(Bitboard squares) const {
    if (stabiliser_ == symmetries::none) {
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

/// Generates the rows of a loaded class: slice by slice, in a slice by sets of others, then by sets of co-kings. Of
/// several symmetric placements one is shown, chosen in three steps: the numbering of slices includes only one of two
/// mirror images; of several sets of others, the one with the smallest bits is used; the symmetries that change neither
/// the men nor that set are tried on each placement.
class RowWalk {
public:
    RowWalk(const scores::ClassScores& solved, rules::Colour side_to_move)
        : solved_{solved},
          layout_{solved.layout()},
          co_king_sets_{scores::subsets(layout_.co_kings())},
          other_sets_{scores::subsets(layout_.others())},
          side_to_move_{side_to_move} {
        row_.pivot_ = layout_.pivot();
        row_.has_pivot_ = layout_.has_pivot();
    }

    void begin_slice(index::SliceId id) {
        slice_ = solved_.slices().unrank(id);
        const bool without_men = solved_.material().men() == 0;
        symmetries_ = without_men                 ? symmetries::all_symmetries
                      : slice_.is_self_mirrored() ? symmetries::left_right
                                                  : symmetries::none;
        // The numbering includes only one of two slices that are mirror images.
        twins_ = symmetries_ == symmetries::none ? 2 : 1;
        scores_ = solved_.scores(side_to_move_, id);
        other_scores_ = solved_.scores(opponent(side_to_move_), id);
    }

    /// Calls visit(row) for all rows of the slice with that set of others.
    void visit_others(std::uint32_t others, const std::function<void(const ValueRow&)>& visit) {
        row_.most_weight_ = twins_ * std::popcount(symmetries_);
        if (!layout_.has_pivot()) {
            row_.stabiliser_ = symmetries_;
            visit_row({0, 0}, scores::Kings{}, rules::Bitboard{rules::Square{}}, visit);
            return;
        }
        scores::Kings kings;
        rules::Bitboard& other_kings = kings[opponent(layout_.pivot())];
        other_kings = other_sets_[others];
        if (other_kings.intersects(slice_.men()) || !symmetries::is_smallest(symmetries_, other_kings)) {
            return;
        }
        row_.stabiliser_ = symmetries::stabiliser(symmetries_, other_kings);
        for (std::uint32_t rank = 0; rank < co_king_sets_.size(); ++rank) {
            const rules::Bitboard co_kings = co_king_sets_[rank];
            if (!co_kings.intersects(slice_.men() | other_kings)) {
                kings[layout_.pivot()] = co_kings;
                const scores::SliceLayout::Image image =
                    layout_.is_up_to_symmetry() ? layout_.image(co_kings, other_kings)
                                                : scores::SliceLayout::Image{layout_.row_of_ranks(rank, others), 0};
                visit_row(image, kings, shown(co_kings, other_kings), visit);
            }
        }
    }

private:
    void visit_row(const scores::SliceLayout::Image& image, const scores::Kings& kings, rules::Bitboard squares,
                   const std::function<void(const ValueRow&)>& visit) {
        if (squares.empty()) {
            return;
        }
        const std::size_t first = std::size_t{image.row} * scores::SliceLayout::row_cells;
        row_.squares_ = squares;
        row_.fixed_ = scores::position_of(slice_, kings, side_to_move_);
        row_.cells_ = scores_ + first;
        row_.other_cells_ = other_scores_ + first;
        row_.symmetry_ = image.symmetry;
        visit(row_);
    }

    /// Returns the pivot king's squares of the placements shown in this row. Each placement lies in one row per choice
    /// of pivot king; it is shown where the pivot king is the lowest king of its side.
    [[nodiscard]] rules::Bitboard shown(rules::Bitboard co_kings, rules::Bitboard others) const {
        const std::uint64_t below =
            co_kings.empty() ? ~std::uint64_t{0} : rules::Bitboard{co_kings.lowest()}.bits() - 1;
        rules::Bitboard squares = rules::Bitboard{below} - (slice_.men() | others);
        if (row_.stabiliser_ != symmetries::none) {
            for (const rules::Square square : squares) {
                if (!symmetries::is_smallest(row_.stabiliser_, co_kings | square)) {
                    squares -= square;
                }
            }
        }
        return squares;
    }

    const scores::ClassScores& solved_;
    const scores::SliceLayout& layout_;
    std::span<const rules::Bitboard> co_king_sets_;  ///< All, by rank, including those without rows.
    std::span<const rules::Bitboard> other_sets_;    ///< Likewise.
    rules::Colour side_to_move_;
    index::Slice slice_;
    unsigned symmetries_ = symmetries::none;  ///< Those that leave the men unchanged.
    int twins_ = 1;
    const scores::Score* scores_ = nullptr;
    const scores::Score* other_scores_ = nullptr;
    ValueRow row_;
};

ClassValues::ClassValues(table::TableDirectories directory, int threads, const std::atomic<bool>* stop,
                         std::optional<std::uint64_t> memory_bytes, rules::DrawRule rule)
    : loader_{std::move(directory), threads, stop, memory_bytes, rule, scores::BeyondRule::Kept} {}

bool ClassValues::load(const index::Material& material, scores::Reach reach) {
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
        layout.has_pivot() ? scores::subsets(layout.co_kings()).size() * scores::SliceLayout::row_cells : 1;
    return std::max<std::uint64_t>(1, scores::cells_of_part / cells);
}

std::uint64_t ClassValues::sets() const {
    return own_->slices().count() * other_sets();
}

std::uint64_t ClassValues::other_sets() const {
    return scores::subsets(own_->layout().others()).size();
}

scores::WorkingSet ClassValues::working_set() const {
    return scores::working_set_of_scan(own_->material(), reach_);
}

std::uint64_t ClassValues::parts() const {
    return (sets() + sets_in_part() - 1) / sets_in_part();
}

void ClassValues::visit_part(std::uint64_t part, Colour side_to_move,
                             const std::function<void(const ValueRow&)>& visit) const {
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
