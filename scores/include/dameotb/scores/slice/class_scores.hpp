// Solved classes in memory, and views into their slices.
// A view is made once for the men's squares and then gives the scores for any squares of the kings. It knows which
// class stores the material, whether colours are flipped, and whether the stored slice is the mirror image. Computes no
// values.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <dameotb/index/limits.hpp>
#include <dameotb/index/slice.hpp>
#include <dameotb/memory/score_pages.hpp>
#include <dameotb/scores/slice/score.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::scores {

/// A change of view that costs one exclusive-or per square: none, mirrored, flipped or both.
class SquareMap {
public:
    constexpr SquareMap() = default;
    constexpr SquareMap(bool mirrored, bool flipped) : symmetry_{(mirrored ? 1 : 0) | (flipped ? 2 : 0)} {}

    [[nodiscard]] constexpr bool mirrors() const { return (symmetry_ & 1) != 0; }
    [[nodiscard]] constexpr bool flips() const { return (symmetry_ & 2) != 0; }
    [[nodiscard]] constexpr Bitboard operator()(Bitboard squares) const {
        squares = mirrors() ? squares.mirrored() : squares;
        return flips() ? squares.flipped() : squares;
    }
    [[nodiscard]] constexpr Square operator()(Square square) const {
        return Square{square.index() ^ ((symmetry_ & 1) * 7) ^ ((symmetry_ >> 1) * 56)};
    }
    /// Returns the map as a symmetry (index/symmetry.hpp).
    [[nodiscard]] constexpr int symmetry() const { return symmetry_; }
    /// Returns the symmetry that applies this map first and then `symmetry`. A symmetry mirrors and flips before it
    /// transposes, so a mirror or flip before it cancels its own.
    [[nodiscard]] constexpr int then(int symmetry) const { return symmetry_ ^ symmetry; }

private:
    int symmetry_ = 0;
};

/// Writes the scores of a row as seen from squares that `symmetry` takes to the row's own: mapped[s] = row[image of s].
void write_mapped(const Score* row, int symmetry, Score* mapped);

/// Returns what write_mapped writes: the row itself, or `buffer` if the symmetry changes anything.
[[nodiscard]] inline const Score* mapped_row(const Score* row, int symmetry, Score* buffer) {
    if (symmetry == 0) {
        return row;
    }
    write_mapped(row, symmetry, buffer);
    return buffer;
}

/// One slice of a solved class, seen from a position's own colours and orientation.
/// Valid as long as the class is in memory. Reading is thread-safe.
class SliceView {
public:
    SliceView() = default;
    SliceView(const SliceLayout& layout, ColourArray<const Score*> scores, SquareMap map)
        : layout_{&layout}, scores_{scores}, map_{map} {}

    /// Returns the score for the side to move. Requires: the class's number of kings, on squares free of men.
    [[nodiscard]] Score at(Colour side_to_move, const Kings& kings) const { return *cell(side_to_move, kings); }
    /// Returns where that score is. Requires the same.
    [[nodiscard]] const Score* cell(Colour side_to_move, const Kings& kings) const {
        const Colour pivot = layout_->pivot();
        const Colour stored_pivot = seen(pivot);
        return scores(side_to_move) + layout_->cell(map_(kings[stored_pivot]), map_(kings[opponent(stored_pivot)]));
    }

    /// Calls visit(square, cell) for each of `squares` as the square of one more king, with the location of the score.
    /// `kings`: all but that one, which is of colour `side`. Requires: the class does not store a king of this side as
    /// the pivot king; the squares are free.
    template <class Visit>
    void for_each_cell(Colour side_to_move, const Kings& kings, Colour side, Bitboard squares,
                       const Visit& visit) const {
        if (!layout_->is_plain()) {
            Kings all = kings;
            for (const Square square : squares) {
                all[side] = kings[side] | square;
                visit(square, cell(side_to_move, all));
            }
            return;
        }
        // Only the rank of the others depends on the square.
        const Score* const first = scores(side_to_move) + layout_->cell_of_rank(map_(kings[opponent(side)]), 0);
        const index::RanksWithOneMore ranks{map_(kings[side])};
        for (const Square square : squares) {
            const std::uint32_t rank = ranks.rank(map_(square).index());
            visit(square, first + std::uint64_t{rank} * SliceLayout::row_cells);
        }
    }

    /// Returns the score of a position with the men of this slice. Requires: it has the class's number of kings.
    [[nodiscard]] Score at(const Position& position) const {
        return at(position.side_to_move, {{position.white().kings, position.black().kings}});
    }

    /// Returns whether the class stores a king of this side as the pivot king, so that `row` can be used.
    [[nodiscard]] bool runs(Colour side) const { return layout_->has_pivot() && seen(layout_->pivot()) == side; }

    /// Returns 64 scores, one for each square of one more king of the pivot king's side, in this view's squares. They
    /// are in the class's memory, or in `buffer` if the class has them in another order. Cells on occupied squares are
    /// unspecified. `kings`: all kings but that one. Requires: runs(the pivot king's side).
    [[nodiscard]] const Score* row(Colour side_to_move, const Kings& kings, Score* buffer) const {
        const SliceLayout::Image image = image_of(kings);
        return mapped_row(stored_row(side_to_move, image), map_.then(image.symmetry), buffer);
    }
    /// Announces that `row` will soon be called for this row.
    void prefetch_row(Colour side_to_move, const Kings& kings) const {
        __builtin_prefetch(stored_row(side_to_move, image_of(kings)));
    }

private:
    /// Returns the stored colour of a side of this view, or the reverse. Colours are swapped exactly when the board is
    /// flipped, so the map is its own inverse.
    [[nodiscard]] Colour seen(Colour c) const { return map_.flips() ? opponent(c) : c; }
    [[nodiscard]] const Score* scores(Colour side_to_move) const {
        return scores_[static_cast<std::size_t>(seen(side_to_move))];
    }
    [[nodiscard]] SliceLayout::Image image_of(const Kings& kings) const {
        const Colour side = seen(layout_->pivot());
        return layout_->image(map_(kings[side]), map_(kings[opponent(side)]));
    }
    [[nodiscard]] const Score* stored_row(Colour side_to_move, const SliceLayout::Image& image) const {
        return scores(side_to_move) + std::uint64_t{image.row} * SliceLayout::row_cells;
    }

    const SliceLayout* layout_ = nullptr;
    ColourArray<const Score*> scores_{};
    SquareMap map_;
};

/// What making a view loads: the slice with that side to move, or nothing, since rows are brought in one by one.
enum class ViewLoads : std::uint8_t { Slice, Nothing };

/// All scores of one class: both sides to move, all slices of its SliceIndex. With a ScoreMemory, slices are loaded and
/// evicted: pointers and views are valid until the next epoch.
class ClassScores {
public:
    /// Makes all cells draws. Keeps the pointer; null to keep all scores in memory. `scratch`: see ScorePages.
    /// Requires: a canonical class, not bare.
    explicit ClassScores(const index::Material& material, memory::ScoreMemory* memory = nullptr,
                         const std::filesystem::path& scratch = {}, DrawRule rule = {});

    /// Makes a class whose scores come from a source unless written here: see ScorePages. Keeps the reference. Requires
    /// the same.
    ClassScores(const index::Material& material, memory::ScoreMemory& memory,
                std::unique_ptr<memory::ScoreSource> source, DrawRule rule = {});

    [[nodiscard]] const index::Material& material() const { return material_; }
    /// Returns the draw rule by which the scores count plies.
    [[nodiscard]] DrawRule rule() const { return rule_; }
    [[nodiscard]] const SliceLayout& layout() const { return layout_; }
    [[nodiscard]] const index::SliceIndex& slices() const { return slices_; }
    [[nodiscard]] memory::ScoreMemory* memory() const { return pages_.memory(); }
    /// Returns whether scores come into memory by whole slices, whatever is asked for.
    [[nodiscard]] bool comes_by_slice() const { return pages_.has_source(); }
    /// Returns whether all scores with that side to move are in memory, as ScorePages::is_resident does, and requires
    /// the same.
    [[nodiscard]] bool is_resident(Colour side_to_move) const {
        return pages_.is_resident(first_cell(side_to_move, index::SliceId{}), size() / 2);
    }
    [[nodiscard]] bool is_resident() const { return is_resident(Colour::White) && is_resident(Colour::Black); }
    /// Returns the pages of the scores, for checkpoints.
    [[nodiscard]] memory::ScorePages& pages() { return pages_; }

    // The cells of one slice. Requires: id.value() < slices().count(). Throw table::TablebaseError if the scratch
    // cannot be read.

    /// For reading.
    [[nodiscard]] const Score* scores(Colour side_to_move, index::SliceId id) const {
        return cells(side_to_move, id, memory::ScorePages::Use::Read);
    }
    /// For reading and writing.
    [[nodiscard]] Score* scores(Colour side_to_move, index::SliceId id) {
        return cells(side_to_move, id, memory::ScorePages::Use::Write);
    }
    /// Returns the slice's scores, of which only those of some rows may be used. Throws the same.
    [[nodiscard]] const Score* scores_of_rows(Colour side_to_move, index::SliceId id, RowRange rows) const {
        return cells_of_rows(side_to_move, id, rows, memory::ScorePages::Use::Read);
    }
    /// As above, for reading and writing.
    [[nodiscard]] Score* scores_of_rows(Colour side_to_move, index::SliceId id, RowRange rows) {
        return cells_of_rows(side_to_move, id, rows, memory::ScorePages::Use::Write);
    }
    /// Returns where the slice's scores lie, of which only those may be used that something else brings in.
    [[nodiscard]] Score* cells_of_slice(Colour side_to_move, index::SliceId id) {
        return pages_.data() + first_cell(side_to_move, id);
    }
    /// Returns `count` scores from `first` on in memory order: all slices with White to move, then with Black to move.
    /// Throws the same.
    [[nodiscard]] const Score* scores_from(std::uint64_t first, std::uint64_t count) const {
        pages_.load(first, count, memory::ScorePages::Use::Read);
        return pages_.data() + first;
    }
    /// Returns the same to be written.
    [[nodiscard]] Score* cells_from(std::uint64_t first, std::uint64_t count) {
        pages_.load(first, count, memory::ScorePages::Use::Write);
        return pages_.data() + first;
    }
    /// Returns the number of scores.
    [[nodiscard]] std::uint64_t size() const { return 2 * slices_.count() * layout_.cells(); }
    /// Returns a view of the slice, which is stored itself or as its mirror image. Only scores with that side to move
    /// may be read through it.
    [[nodiscard]] SliceView view(const index::Slice& slice, Colour side_to_move,
                                 ViewLoads loads = ViewLoads::Slice) const {
        return view(slice, side_to_move, false, loads);
    }
    /// As above, for a slice of the colour-flipped class.
    [[nodiscard]] SliceView flipped_view(const index::Slice& slice, Colour side_to_move,
                                         ViewLoads loads = ViewLoads::Slice) const {
        return view(slice.flipped(), opponent(side_to_move), true, loads);
    }
    /// Brings in the rows of the slice that hold positions with these co-kings, to be read through a view. Requires:
    /// SliceLayout::rows_of_co_kings does.
    void bring_in_rows(const index::Slice& slice, Colour side_to_move, Bitboard co_kings) const {
        const auto [id, mirrored] = slices_.locate(slice);
        (void)scores_of_rows(side_to_move, id, layout_.rows_of_co_kings(SquareMap{mirrored, false}(co_kings)));
    }
    /// Writes to scores[s.index()], for each s of `squares`, the score of a position with these kings, the men of
    /// `rest` and one more man of this colour on s. Requires: such positions are of this class.
    void look_up_with(const index::Slice& rest, Colour colour, Bitboard squares, const Kings& kings,
                      Colour side_to_move, Score* scores) const;

private:
    /// `side_to_move`: as stored.
    [[nodiscard]] SliceView view(const index::Slice& slice, Colour side_to_move, bool flipped, ViewLoads loads) const;
    [[nodiscard]] std::uint64_t first_cell(Colour side_to_move, index::SliceId id) const {
        return (static_cast<std::uint64_t>(side_to_move) * slices_.count() + id.value()) * layout_.cells();
    }
    [[nodiscard]] Score* cells(Colour side_to_move, index::SliceId id, memory::ScorePages::Use use) const {
        const std::uint64_t first = first_cell(side_to_move, id);
        pages_.load(first, layout_.cells(), use);
        return pages_.data() + first;
    }
    [[nodiscard]] Score* cells_of_rows(Colour side_to_move, index::SliceId id, RowRange rows,
                                       memory::ScorePages::Use use) const {
        constexpr std::uint64_t row_cells = SliceLayout::row_cells;
        const std::uint64_t first = first_cell(side_to_move, id);
        pages_.load(first + rows.first * row_cells, rows.count * row_cells, use);
        return pages_.data() + first;
    }

    index::Material material_;
    SliceLayout layout_;
    index::SliceIndex slices_;
    mutable memory::ScorePages pages_;  ///< White to move, then Black to move. Mutable because reading loads pages.
    DrawRule rule_;
};

/// The solved classes in memory. Reading is thread-safe. Under a draw rule captures and promotions lead to
/// them, so they have the results with counter 0, as reduce_to_results leaves them.
class SolvedClasses {
public:
    SolvedClasses() : SolvedClasses(nullptr) {}
    /// Keeps the pointer. `memory`: that of the classes; null if all scores stay in memory.
    explicit SolvedClasses(memory::ScoreMemory* memory) : memory_{memory}, classes_(index::class_numbers) {}

    [[nodiscard]] memory::ScoreMemory* memory() const { return memory_; }
    /// Returns the epoch of views made now.
    [[nodiscard]] std::uint32_t epoch() const { return memory_ == nullptr ? 0 : memory_->epoch(); }

    void add(std::unique_ptr<ClassScores> solved) {
        const std::size_t number = index::class_number(solved->material());
        classes_[number] = std::move(solved);
    }
    void drop(const index::Material& canonical) { classes_[index::class_number(canonical)].reset(); }
    [[nodiscard]] bool has(const index::Material& canonical) const {
        return classes_[index::class_number(canonical)] != nullptr;
    }

    /// Returns the view of a slice of `material`, which need not be canonical, for reading scores with that side to
    /// move. Requires: its class is in memory.
    [[nodiscard]] SliceView view(const index::Material& material, const index::Slice& slice, Colour side_to_move,
                                 ViewLoads loads = ViewLoads::Slice) const {
        return material.is_canonical()
                   ? classes_[index::class_number(material)]->view(slice, side_to_move, loads)
                   : classes_[index::class_number(material.flipped())]->flipped_view(slice, side_to_move, loads);
    }
    /// As ClassScores::bring_in_rows, for a slice of `material`, which need not be canonical. Requires the same, and
    /// that its class is in memory.
    void bring_in_rows(const index::Material& material, const index::Slice& slice, Colour side_to_move,
                       Bitboard co_kings) const {
        if (material.is_canonical()) {
            classes_[index::class_number(material)]->bring_in_rows(slice, side_to_move, co_kings);
        } else {
            classes_[index::class_number(material.flipped())]->bring_in_rows(slice.flipped(), opponent(side_to_move),
                                                                             co_kings.flipped());
        }
    }
    /// Returns the score of a position for the side to move. Requires: its class is in memory.
    [[nodiscard]] Score score(const Position& position) const {
        return view(index::Material::of(position), index::Slice::of(position), position.side_to_move).at(position);
    }
    /// As ClassScores::look_up_with. `material`: that of the positions; need not be canonical.
    void look_up_with(const index::Material& material, const index::Slice& rest, Colour colour, Bitboard squares,
                      const Kings& kings, Colour side_to_move, Score* scores) const;

private:
    memory::ScoreMemory* memory_;
    /// By index::class_number, so that finding a class takes no comparison; most are null.
    std::vector<std::unique_ptr<ClassScores>> classes_;
};

/// Fills the scores of a slice with that side to move from those of its colour-flipped image with the other side to
/// move. Requires: a symmetric class with a pivot king; the image's scores are known.
void fill_from_flipped(ClassScores& scores, index::SliceId id, Colour side_to_move);

// A small cache of recently used slice views.
// The moves of one slice lead to few other slices, so a view is made once, not once per position.

/// Use one object per thread. Not thread-safe.
class SliceViews {
public:
    /// Keeps the reference.
    explicit SliceViews(const SolvedClasses& solved_classes) : solved_classes_{solved_classes}, slots_(slot_count) {}

    /// Returns SolvedClasses::view, and caches it for this epoch. The reference is valid until the next call. Requires:
    /// the class is in memory, and is the same object in every call.
    [[nodiscard]] const SliceView& view(const index::Material& material, const index::Slice& slice,
                                        Colour side_to_move);

private:
    static constexpr int slot_bits = 10;
    static constexpr std::size_t slot_count = std::size_t{1} << slot_bits;

    /// A view and its key: the slice, and in one number the kings' counts and the side to move. The slice itself
    /// implies the men's counts.
    struct Slot {
        index::Slice slice;
        std::uint32_t kings = unused;
        std::uint32_t epoch = 0;
        SliceView view;
    };
    static constexpr std::uint32_t unused = 0xFFFFFFFFU;

    const SolvedClasses& solved_classes_;
    std::vector<Slot> slots_;
};

}  // namespace dameotb::scores
