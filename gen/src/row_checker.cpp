// Verification by whole rows of the solver's layout: 64 positions' best moves at a time.
// Classes without kings have no rows and are checked one position at a time; they are small.
#include <algorithm>

#include <dameotb/rules/movegen.hpp>

#include "class_checker.hpp"
#include "loaded_classes.hpp"
#include "row_order.hpp"
#include "row_values.hpp"

namespace dameotb::gen {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Position;
using rules::Square;

/// The code of a .wdl file for what a score says.
constexpr std::uint8_t wdl_code_of_score(Score score) {
    return static_cast<std::uint8_t>(1 + (score > 0) - (score < 0));
}

/// Places of the file that lie in one row.
struct StoredRow {
    index::SliceId slice;
    Colour side_to_move;
    std::uint32_t row;
    Bitboard squares;
    const std::uint8_t* wdl;  ///< A code for each square, in their order.
};

class RowChecker : public ClassChecker {
public:
    explicit RowChecker(const VerifyOptions& options)
        : options_{options}, loaded_{options.directory, options.threads, options.stop} {}

    void begin(std::span<const index::Material> classes) override {
        const index::Material& material = classes.front();
        values_.clear();
        own_ = loaded_.load(material, Reach::Moves);
        if (own_ == nullptr) {
            return;
        }
        part_ = 1024;
        if (material.kings() > 0) {
            for (int i = 0; i < options_.threads; ++i) {
                values_.emplace_back(loaded_.classes(), *own_);
            }
            if (material.men() > 0) {
                const std::uint64_t slice_size = index::ClassIndex{material}.slice_size();
                part_ = (part_ + slice_size - 1) / slice_size * slice_size;
            }
        }
    }

    [[nodiscard]] std::uint64_t part() const override { return part_; }

    [[nodiscard]] std::optional<Mismatch> check(std::size_t thread, const CheckedClass& checked, std::uint64_t first,
                                                std::uint64_t end) override {
        if (own_->material().kings() == 0) {
            return check_positions(checked, first, end);
        }
        if (own_->material().men() == 0) {
            return check_numbers(values_[thread], checked, first, end);
        }
        for (; first < end; first += checked.index.slice_size()) {
            if (auto mismatch = check_slice(values_[thread], checked, first)) {
                return mismatch;
            }
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] std::optional<Mismatch> check_slice(RowValues& values, const CheckedClass& checked,
                                                      std::uint64_t first) const {
        const index::SliceId id{first % checked.index.size() / checked.index.slice_size()};
        values.begin_slice(id);
        const auto side = static_cast<Colour>(first / checked.index.size());
        const Bitboard men = checked.index.slices().unrank(id).men();
        const std::uint8_t* wdl = checked.wdl.data() + first;
        const PlaceOrder order{own_->layout(), men.count(), side};
        std::vector<std::uint8_t> in_rows;
        if (!order.is_row_order()) {
            in_rows.reserve(checked.index.slice_size());
            order.for_each_place([&](std::uint32_t place) { in_rows.push_back(wdl[place]); });
            wdl = in_rows.data();
        }
        FirstMismatch mismatch;
        for_each_row_in_order(own_->layout(), men, [&](std::uint32_t row, Bitboard squares) {
            check_row(values, checked, {id, side, row, squares, wdl}, mismatch);
            wdl += squares.count();
        });
        return mismatch.found;
    }

    /// A class without men. Both sides to move may be among the places.
    [[nodiscard]] std::optional<Mismatch> check_numbers(RowValues& values, const CheckedClass& checked,
                                                        std::uint64_t first, std::uint64_t end) const {
        const std::uint64_t size = checked.index.size();
        values.begin_slice(index::SliceId{});
        FirstMismatch mismatch;
        while (first < end && !mismatch.found) {
            const std::uint64_t side = first / size;
            const std::uint64_t last = std::min(end, (side + 1) * size);
            const std::uint8_t* wdl = checked.wdl.data() + first;
            for_each_row_of_numbers(own_->layout(), checked.index, first - side * size, last - side * size,
                                    [&](std::uint32_t row, Bitboard squares) {
                                        check_row(values, checked,
                                                  {index::SliceId{}, static_cast<Colour>(side), row, squares, wdl},
                                                  mismatch);
                                        wdl += squares.count();
                                    });
            first = last;
        }
        return mismatch.found;
    }

    /// Of all that are added the one with the lowest place.
    struct FirstMismatch {
        std::uint64_t place = ~std::uint64_t{0};
        std::optional<Mismatch> found;
    };

    void check_row(RowValues& values, const CheckedClass& checked, const StoredRow& stored,
                   FirstMismatch& mismatch) const {
        RowScores best;
        const Bitboard quiet = values.best(stored.row, stored.side_to_move, stored.squares, best.data());
        if (quiet.empty()) {
            return;
        }
        const Score* cells =
            own_->scores(stored.side_to_move, stored.slice) + std::size_t{stored.row} * SliceLayout::row_cells;
        Bitboard wrong = ~equal_squares(cells, best.data());
        const std::uint8_t* wdl = stored.wdl;
        for (const Square square : stored.squares) {
            const bool differs = *wdl++ != wdl_code_of_score(cells[square.index()]);
            wrong |= Bitboard{std::uint64_t{differs} << square.index()};
        }
        for (const Square square : wrong& quiet) {
            Kings kings = own_->layout().kings_of(stored.row);
            kings[own_->layout().runner()] |= square;
            const Position position = position_of(own_->slices().unrank(stored.slice), kings, stored.side_to_move);
            const std::uint64_t place =
                static_cast<std::uint64_t>(stored.side_to_move) * checked.index.size() + checked.index.rank(position);
            if (place < mismatch.place) {
                mismatch = {place, checked.compare(place, to_value(cells[square.index()]),
                                                   to_value(best.cells[static_cast<std::size_t>(square.index())]))};
            }
        }
    }

    [[nodiscard]] std::optional<Mismatch> check_positions(const CheckedClass& checked, std::uint64_t first,
                                                          std::uint64_t end) const {
        for (std::uint64_t place = first; place < end; ++place) {
            const Position position = checked.position(place);
            if (rules::must_capture(position)) {
                continue;
            }
            Score best = score_at_ply(0);
            for (const rules::Move& move : rules::quiet_moves(position)) {
                best = std::max(best, before_move(loaded_.score(rules::after(position, move))));
            }
            if (auto mismatch = checked.compare(place, to_value(loaded_.score(position)), to_value(best))) {
                return mismatch;
            }
        }
        return std::nullopt;
    }

    const VerifyOptions& options_;
    LoadedClasses loaded_;
    const SolvedClass* own_ = nullptr;
    std::vector<RowValues> values_;  ///< One a thread.
    std::uint64_t part_ = 0;
};

}  // namespace

std::unique_ptr<ClassChecker> make_row_checker(const VerifyOptions& options) {
    return std::make_unique<RowChecker>(options);
}

}  // namespace dameotb::gen
