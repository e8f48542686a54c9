// The reader remembers the slice of the last position.
#include <dameotb/analysis/values/value_reader.hpp>

#include <array>

#include <dameotb/rules/bare_side.hpp>
#include <dameotb/scores/row/row_values.hpp>
#include <dameotb/scores/slice/class_scores.hpp>

namespace dameotb::analysis {

class ValueReader::Impl {
public:
    Impl(const scores::SolvedClasses& classes, const scores::ClassScores& own)
        : classes_{classes}, own_{own}, views_{classes}, row_values_{classes, own} {}

    [[nodiscard]] scores::MoveCounts quiet_move_counts(const Position& fixed, Bitboard squares) {
        const index::Slice slice = index::Slice::of(fixed);
        if (slice != row_slice_ || classes_.epoch() != row_epoch_) {
            row_values_.begin_slice(own_.slices().locate(slice).id);
            row_slice_ = slice;
            row_epoch_ = classes_.epoch();
        }
        const scores::SliceLayout& layout = own_.layout();
        const scores::SliceLayout::Image image =
            layout.image(fixed[layout.pivot()].kings, fixed[opponent(layout.pivot())].kings);
        const scores::MoveCounts counts =
            row_values_.quiet_move_counts(image.row, fixed.side_to_move, index::apply(image.symmetry, squares));
        return image.symmetry == 0 ? counts : seen_through(image.symmetry, counts);
    }

    [[nodiscard]] bool find(const Position& position, Value& value) {
        const scores::Kings kings{{position.white().kings, position.black().kings}};
        const std::array<int, 2> counts{kings[0].count(), kings[1].count()};
        const index::Slice slice = index::Slice::of(position);
        if (slice != slice_ || counts != counts_ || position.side_to_move != side_to_move_ ||
            classes_.epoch() != epoch_) {
            if (rules::has_bare_side(position)) {
                value = rules::bare_value(position);
                return true;
            }
            const index::Material material = index::Material::of(position);
            if (!classes_.has(material.canonical())) {
                return false;
            }
            view_ = views_.view(material, slice, position.side_to_move);
            slice_ = slice;
            counts_ = counts;
            side_to_move_ = position.side_to_move;
            epoch_ = classes_.epoch();
        }
        value = scores::to_value(view_.at(position.side_to_move, kings));
        return true;
    }

private:
    /// Returns the counts by squares that the symmetry maps to those of `counts`.
    [[nodiscard]] static scores::MoveCounts seen_through(int symmetry, const scores::MoveCounts& counts) {
        scores::MoveCounts seen;
        for (const Square square : all_squares) {
            const auto to = static_cast<std::size_t>(square.index());
            const auto from = static_cast<std::size_t>(index::apply(symmetry, square).index());
            seen.winning[to] = counts.winning[from];
            seen.best[to] = counts.best[from];
        }
        return seen;
    }

    const scores::SolvedClasses& classes_;
    const scores::ClassScores& own_;
    scores::SliceViews views_;
    scores::RowValues row_values_;
    std::optional<index::Slice> row_slice_;  ///< The slice that `row_values_` is set to, in this epoch.
    std::uint32_t row_epoch_ = 0;
    /// The last view, and the key it was made for. Most moves are king moves, which stay in the slice.
    scores::SliceView view_;
    index::Slice slice_;
    std::array<int, 2> counts_{};
    Colour side_to_move_ = Colour::White;
    std::uint32_t epoch_ = 0;
};

ValueReader::ValueReader(const ClassValues& values)
    : impl_{std::make_unique<Impl>(values.loader_.classes(), *values.own_)} {}

ValueReader::ValueReader(ValueReader&&) noexcept = default;
ValueReader& ValueReader::operator=(ValueReader&&) noexcept = default;
ValueReader::~ValueReader() = default;

std::pair<Bitboard, scores::MoveCounts> ValueReader::quiet_move_counts(const ValueRow& row, Bitboard squares) {
    const Bitboard quiet = row.has_pivot_ ? squares - row.forced() : Bitboard{};
    return {quiet, quiet.empty() ? scores::MoveCounts{} : impl_->quiet_move_counts(row.fixed_, quiet)};
}

bool ValueReader::find(const Position& position, Value& value) {
    return impl_->find(position, value);
}

}  // namespace dameotb::analysis
