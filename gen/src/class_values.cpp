// The walk over rows: slice after slice, in it set after set of the kings of the side that has no runner, in it set
// after set of the runner's fellows. Which of several symmetric placements is shown is settled from the outside in: the
// slices' numbering knows no mirror images; of sets of the other side's kings the one with the smallest bits is taken;
// symmetries that are still left, since they change neither men nor that set, are tried on each placement.
#include <dameotb/gen/class_values.hpp>

#include <algorithm>
#include <bit>

#include <dameotb/index/symmetry.hpp>
#include <dameotb/rules/capture_mask.hpp>

#include "bare_value.hpp"
#include "loaded_classes.hpp"
#include "parallel.hpp"
#include "row_scores.hpp"
#include "row_values.hpp"
#include "slice_views.hpp"

namespace dameotb::gen {

using rules::Bitboard;
using rules::Colour;
using rules::Position;
using rules::Square;
using rules::Value;

namespace {

static_assert(most_plies == longest_plies, "what a score can hold");

constexpr unsigned all_symmetries = (1U << index::symmetries) - 1;
constexpr unsigned left_right = 0b11;
constexpr unsigned none = 0b1;

/// Calls visit(symmetry) for all of a set but the one that changes nothing.
template <class Visit>
void for_each_symmetry(unsigned set, const Visit& visit) {
    for (set &= ~none; set != 0; set &= set - 1) {
        visit(std::countr_zero(set));
    }
}

/// Those of the symmetries that leave the squares as they are.
unsigned stabiliser(unsigned symmetries, Bitboard squares) {
    unsigned keep = none;
    for_each_symmetry(symmetries, [&](int symmetry) {
        keep |= static_cast<unsigned>(index::apply(symmetry, squares) == squares) << symmetry;
    });
    return keep;
}

/// Whether no image has smaller bits.
bool is_smallest(unsigned symmetries, Bitboard squares) {
    bool smallest = true;
    for_each_symmetry(symmetries, [&](int symmetry) {
        smallest = smallest && index::apply(symmetry, squares).bits() >= squares.bits();
    });
    return smallest;
}

}  // namespace

/// Makes the rows of a loaded class, one after the other.
class ValueRow::Walk {
public:
    Walk(const SolvedClass& solved, Colour side_to_move)
        : solved_{solved}, layout_{solved.layout()}, side_to_move_{side_to_move} {
        row_.runner_ = layout_.runner();
        row_.has_runner_ = layout_.has_runner();
    }

    void begin_slice(index::SliceId id) {
        slice_ = solved_.slices().unrank(id);
        const bool without_men = solved_.material().men() == 0;
        symmetries_ = without_men ? all_symmetries : slice_.is_self_mirrored() ? left_right : none;
        // Of two slices that are mirror images the numbering has one.
        twins_ = symmetries_ == none ? 2 : 1;
        scores_ = solved_.scores(side_to_move_, id);
        other_scores_ = solved_.scores(opponent(side_to_move_), id);
    }

    /// All rows of the slice with that set of others.
    void visit_others(std::uint32_t others, const std::function<void(const ValueRow&)>& visit) {
        row_.most_weight_ = twins_ * std::popcount(symmetries_);
        if (!layout_.has_runner()) {
            row_.stabiliser_ = symmetries_;
            visit_row(0, Kings{}, Bitboard{Square{}}, visit);
            return;
        }
        const Bitboard set = layout_.others_of(others);
        if (set.intersects(slice_.men()) || !is_smallest(symmetries_, set)) {
            return;
        }
        row_.stabiliser_ = stabiliser(symmetries_, set);
        const std::uint32_t fellow_sets = layout_.rows() / layout_.other_sets();
        for (std::uint32_t fellows = 0; fellows < fellow_sets; ++fellows) {
            const std::uint32_t row = layout_.row_of_ranks(fellows, others);
            if (layout_.is_legal(row, slice_.men())) {
                visit_row(row, layout_.kings_of(row), shown(row), visit);
            }
        }
    }

private:
    void visit_row(std::uint32_t row, const Kings& kings, Bitboard squares,
                   const std::function<void(const ValueRow&)>& visit) {
        if (squares.empty()) {
            return;
        }
        const std::size_t first = std::size_t{row} * SliceLayout::row_cells;
        row_.squares_ = squares;
        row_.fixed_ = position_of(slice_, kings, side_to_move_);
        row_.cells_ = scores_ + first;
        row_.other_cells_ = other_scores_ + first;
        visit(row_);
    }

    /// Each placement lies in a row for each choice of the runner: the lowest king is taken.
    [[nodiscard]] Bitboard shown(std::uint32_t row) const {
        const Bitboard fellows = layout_.fellows_of(row);
        const std::uint64_t below = fellows.empty() ? ~std::uint64_t{0} : Bitboard{fellows.lowest()}.bits() - 1;
        Bitboard squares = layout_.vacant(row, slice_.men()) & Bitboard{below};
        if (row_.stabiliser_ != none) {
            for (const Square square : squares) {
                if (!is_smallest(row_.stabiliser_, fellows | square)) {
                    squares -= square;
                }
            }
        }
        return squares;
    }

    const SolvedClass& solved_;
    const SliceLayout& layout_;
    Colour side_to_move_;
    index::Slice slice_;
    unsigned symmetries_ = none;  ///< That leave the men as they are.
    int twins_ = 1;
    const Score* scores_ = nullptr;
    const Score* other_scores_ = nullptr;
    ValueRow row_;
};

Bitboard ValueRow::between(Value least, Value most) const {
    const Score low = to_score(least);
    const Score high = to_score(most);
    if (!has_runner_) {
        return low <= *cells_ && *cells_ <= high ? squares_ : Bitboard{};
    }
    return squares_ & squares_between(cells_, low, high);
}

Bitboard ValueRow::forced() const {
    if (!has_runner_) {
        return rules::must_capture(fixed_) ? squares_ : Bitboard{};
    }
    return squares_ & rules::capture_mask(fixed_, runner_);
}

Value ValueRow::value(Square square) const {
    return to_value(cells_[square.index()]);
}

Position ValueRow::position(Square square) const {
    Position position = fixed_;
    if (has_runner_) {
        position[runner_].kings |= square;
    }
    return position;
}

int ValueRow::weight(Square square) const {
    if (stabiliser_ == none) {
        return most_weight_;
    }
    return most_weight_ / std::popcount(stabiliser(stabiliser_, position(square)[runner_].kings));
}

ValueRow ValueRow::other_side_to_move() const {
    ValueRow other = *this;
    std::swap(other.cells_, other.other_cells_);
    other.fixed_.side_to_move = opponent(fixed_.side_to_move);
    return other;
}

class ClassValues::Impl {
public:
    Impl(std::filesystem::path directory, int threads, const std::atomic<bool>* stop)
        : loaded_{std::move(directory), threads, stop} {}

    bool load(const index::Material& material, Reach reach) {
        own_ = loaded_.load(material, reach);
        return own_ != nullptr;
    }

    [[nodiscard]] const SolvedClass& own() const { return *own_; }
    [[nodiscard]] const LoadedClasses& loaded() const { return loaded_; }

    /// Sets of others, over all slices.
    [[nodiscard]] std::uint64_t sets() const { return own_->slices().count() * own_->layout().other_sets(); }
    [[nodiscard]] std::uint64_t sets_in_part() const {
        constexpr std::uint64_t part_cells = std::uint64_t{1} << 15;
        return std::max<std::uint64_t>(1, part_cells * own_->layout().other_sets() / own_->layout().cells());
    }

private:
    LoadedClasses loaded_;
    const SolvedClass* own_ = nullptr;
};

ClassValues::ClassValues(std::filesystem::path directory, int threads, const std::atomic<bool>* stop)
    : impl_{std::make_unique<Impl>(std::move(directory), threads, stop)} {}

ClassValues::~ClassValues() = default;

bool ClassValues::load(const index::Material& material, Reach reach) {
    return impl_->load(material, reach);
}

const index::Material& ClassValues::material() const {
    return impl_->own().material();
}

Value ClassValues::value(const Position& position) const {
    return has_bare_side(position) ? bare_value(position) : to_value(impl_->loaded().score(position));
}

std::uint64_t ClassValues::parts() const {
    return (impl_->sets() + impl_->sets_in_part() - 1) / impl_->sets_in_part();
}

void ClassValues::visit_part(std::uint64_t part, Colour side_to_move,
                             const std::function<void(const ValueRow&)>& visit) const {
    const std::uint64_t other_sets = impl_->own().layout().other_sets();
    const std::uint64_t first = part * impl_->sets_in_part();
    const std::uint64_t end = std::min(first + impl_->sets_in_part(), impl_->sets());
    ValueRow::Walk walk{impl_->own(), side_to_move};
    for (std::uint64_t set = first; set < end; ++set) {
        if (set == first || set % other_sets == 0) {
            walk.begin_slice(index::SliceId{set / other_sets});
        }
        walk.visit_others(static_cast<std::uint32_t>(set % other_sets), visit);
    }
}

class ValueLookup::Impl {
public:
    Impl(const SolvedClasses& classes, const SolvedClass& own)
        : classes_{classes}, own_{own}, views_{classes}, row_values_{classes, own} {}

    [[nodiscard]] MoveCounts quiet_move_counts(const Position& fixed, Bitboard squares) {
        const index::Slice slice = index::Slice::of(fixed);
        if (slice != row_slice_) {
            row_values_.begin_slice(own_.slices().locate(slice).id);
            row_slice_ = slice;
        }
        const SliceLayout& layout = own_.layout();
        const std::uint32_t row = layout.row(fixed[layout.runner()].kings, fixed[opponent(layout.runner())].kings);
        return row_values_.quiet_move_counts(row, fixed.side_to_move, squares);
    }

    [[nodiscard]] bool find(const Position& position, Value& value) {
        const Kings kings{{position.white().kings, position.black().kings}};
        const std::array<int, 2> counts{kings.sides[0].count(), kings.sides[1].count()};
        const index::Slice slice = index::Slice::of(position);
        if (slice != slice_ || counts != counts_) {
            if (has_bare_side(position)) {
                value = bare_value(position);
                return true;
            }
            const index::Material material = index::Material::of(position);
            if (!classes_.has(material.canonical())) {
                return false;
            }
            view_ = views_.view(material, slice);
            slice_ = slice;
            counts_ = counts;
        }
        value = to_value(view_.at(position.side_to_move, kings));
        return true;
    }

private:
    const SolvedClasses& classes_;
    const SolvedClass& own_;
    SliceViews views_;
    RowValues row_values_;
    std::optional<index::Slice> row_slice_;  ///< That `row_values_` is at.
    /// The last view and what it was asked with: most moves are a king's, and stay in the slice.
    SliceView view_;
    index::Slice slice_;
    std::array<int, 2> counts_{};
};

ValueLookup::ValueLookup(const ClassValues& values)
    : impl_{std::make_unique<Impl>(values.impl_->loaded().classes(), values.impl_->own())} {}

ValueLookup::ValueLookup(ValueLookup&&) noexcept = default;
ValueLookup& ValueLookup::operator=(ValueLookup&&) noexcept = default;
ValueLookup::~ValueLookup() = default;

std::pair<Bitboard, MoveCounts> ValueLookup::quiet_move_counts(const ValueRow& row, Bitboard squares) {
    const Bitboard quiet = row.has_runner_ ? squares - row.forced() : Bitboard{};
    return {quiet, quiet.empty() ? MoveCounts{} : impl_->quiet_move_counts(row.fixed_, quiet)};
}

bool ValueLookup::find(const Position& position, Value& value) {
    return impl_->find(position, value);
}

namespace detail {

std::size_t slots_for(int threads) {
    constexpr std::size_t parts_each = 16;
    return parts_each * static_cast<std::size_t>(threads);
}

bool for_each_part(std::uint64_t parts, const ScanOptions& options,
                   const std::function<void(std::size_t slot, std::uint64_t part)>& work,
                   const std::function<void(std::size_t slot)>& finish) {
    const std::uint64_t slots = slots_for(options.threads);
    for (std::uint64_t first = 0; first < parts; first += slots) {
        if (options.stop != nullptr && *options.stop) {
            return false;
        }
        const std::uint64_t count = std::min(slots, parts - first);
        parallel_for(count, options.threads, [&](std::size_t, std::uint64_t slot) { work(slot, first + slot); });
        for (std::uint64_t slot = 0; slot < count; ++slot) {
            finish(slot);
        }
        if (options.on_progress) {
            options.on_progress(first + count, parts);
        }
    }
    return true;
}

}  // namespace detail

}  // namespace dameotb::gen
