// Walks rows in the order of placement numbers, so that no number has to be computed for classes with men.
#include "table_codes.hpp"

#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>

#include "capture_mask.hpp"
#include "capture_resolver.hpp"
#include "parallel.hpp"

namespace dameotb::gen {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Square;

constexpr std::uint8_t to_code(Score score) {
    return score == draw_score ? std::uint8_t{0} : static_cast<std::uint8_t>(plies_of(score) + 1);
}
constexpr Score to_score(std::uint8_t code) {
    return code == 0 ? draw_score : score_at_ply(code - 1);
}

/// Calls visit(row, squares) so that the squares, lowest first, row after row, are the runner's squares of the
/// slice's placements in the order of their numbers. The numbers rank the others first, then the runner's side as one
/// set, whose highest members count most: the fellows, with the runner below them all. This is the order of
/// index::ClassIndex for classes with men, since its leader is never the runner's side unless the other has no king.
template <class Visit>
void for_each_row_in_order(const SliceLayout& layout, Bitboard men, Visit&& visit) {
    const auto fellow_sets = static_cast<std::uint32_t>(subsets(layout.fellows()).size());
    const auto other_sets = static_cast<std::uint32_t>(subsets(layout.others()).size());
    for (std::uint32_t others = 0; others < other_sets; ++others) {
        for (std::uint32_t fellows = 0; fellows < fellow_sets; ++fellows) {
            const std::uint32_t row = layout.row_of_ranks(fellows, others);
            if (!layout.is_legal(row, men)) {
                continue;
            }
            const Bitboard set = layout.fellows_of(row);
            const std::uint64_t below = set.empty() ? ~std::uint64_t{0} : Bitboard{set.lowest()}.bits() - 1;
            visit(row, layout.vacant(row, men) & Bitboard{below});
        }
    }
}

class ToCodes {
public:
    ToCodes(const SolvedClass& solved, int threads)
        : solved_{solved},
          layout_{solved.layout()},
          index_{solved.material()},
          sides_{index::stored_sides(solved.material())},
          threads_{threads},
          codes_(index_.size() * static_cast<std::size_t>(sides_)) {}

    TableCodes run() {
        if (index_.material().men() > 0 && layout_.has_runner()) {
            parallel_for(index_.slices().count(), threads_,
                         [&](std::size_t, std::uint64_t number) { take_slice(index::SliceId{number}); });
        } else {
            constexpr std::uint64_t task = 4096;
            parallel_for((index_.size() + task - 1) / task, threads_, [&](std::size_t, std::uint64_t i) {
                for (std::uint64_t number = i * task; number < std::min((i + 1) * task, index_.size()); ++number) {
                    take_number(number);
                }
            });
        }
        return std::move(codes_);
    }

private:
    [[nodiscard]] std::uint8_t* codes(Colour side_to_move) {
        return codes_.data() + static_cast<std::size_t>(side_to_move) * index_.size();
    }

    void take_slice(index::SliceId id) {
        const index::Slice slice = index_.slices().unrank(id);
        for (int side = 0; side < sides_; ++side) {
            const auto mover = static_cast<Colour>(side);
            const Score* scores = solved_.scores(mover, id);
            std::uint8_t* out = codes(mover) + id.value() * index_.slice_size();
            for_each_row_in_order(layout_, slice.men(), [&](std::uint32_t row, Bitboard squares) {
                const rules::Position fixed = position_of(slice, layout_.kings_of(row), mover);
                const Bitboard forced{capture_mask(fixed, layout_.runner())};
                const Score* cells = scores + std::size_t{row} * SliceLayout::row_cells;
                for (const Square square : squares) {
                    *out++ = forced.contains(square) ? open_code : to_code(cells[square.index()]);
                }
            });
        }
    }

    void take_number(std::uint64_t number) {
        for (int side = 0; side < sides_; ++side) {
            const rules::Position position = index_.unrank(number, static_cast<Colour>(side));
            const SliceView view = solved_.view(index::Slice::of(position));
            const Score score = view.at(position.side_to_move, {{position.white().kings, position.black().kings}});
            codes(position.side_to_move)[number] = rules::must_capture(position) ? open_code : to_code(score);
        }
    }

    const SolvedClass& solved_;
    const SliceLayout& layout_;
    index::ClassIndex index_;
    int sides_;
    int threads_;
    TableCodes codes_;
};

}  // namespace

TableCodes to_codes(const SolvedClass& solved, int threads) {
    return ToCodes{solved, threads}.run();
}

std::unique_ptr<SolvedClass> from_codes(const index::Material& material, const TableCodes& codes,
                                        const SolvedClasses& finished, int threads) {
    auto solved = std::make_unique<SolvedClass>(material);
    const index::ClassIndex index{material};
    const SliceLayout& layout = solved->layout();
    std::vector<CaptureResolver> resolvers(static_cast<std::size_t>(threads), CaptureResolver{finished});
    const auto score_of = [&](CaptureResolver& resolver, const rules::Position& position) {
        if (rules::must_capture(position)) {
            return resolver.resolve(position);
        }
        const rules::Position stored = index::stored_form(position);
        return to_score(codes[static_cast<std::size_t>(stored.side_to_move) * index.size() + index.rank(stored)]);
    };
    parallel_for(index.slices().count() * layout.rows(), threads, [&](std::size_t thread, std::uint64_t i) {
        const index::SliceId id{i / layout.rows()};
        const auto row = static_cast<std::uint32_t>(i % layout.rows());
        const index::Slice slice = index.slices().unrank(id);
        for (const Colour mover : {Colour::White, Colour::Black}) {
            rules::Position position = position_of(slice, layout.has_runner() ? layout.kings_of(row) : Kings{}, mover);
            Score* scores = solved->scores(mover, id);
            if (!layout.has_runner()) {
                *scores = score_of(resolvers[thread], position);
            } else if (layout.is_legal(row, slice.men())) {
                const Bitboard fellows = position[layout.runner()].kings;
                for (const Square square : layout.vacant(row, slice.men())) {
                    position[layout.runner()].kings = fellows | square;
                    scores[std::size_t{row} * SliceLayout::row_cells + static_cast<std::size_t>(square.index())] =
                        score_of(resolvers[thread], position);
                }
            }
        }
    });
    return solved;
}

}  // namespace dameotb::gen
