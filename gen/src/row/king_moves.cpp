// Arranges rows as boards. Rows are indexed by ranks of sets, and in colexicographic order the ranks of sets that
// differ only in their lowest square are consecutive.
#include "king_moves.hpp"

#include <algorithm>
#include <array>

#include <dameotb/rules/king_unmoves.hpp>

namespace dameotb::gen {

using Set = rules::WordBoard<const std::uint64_t>;
using From = rules::WordBoard<std::uint64_t>;

namespace {

/// About how many rows a band has: their words stay in the first-level cache.
constexpr std::uint32_t rows_of_band = 2048;

std::uint32_t rank(Bitboard kings) {
    return static_cast<std::uint32_t>(index::rank_subset(kings));
}

}  // namespace

bool cross_bands(const scores::SliceLayout& layout, Colour mover) {
    const bool co_kings_move = mover == layout.pivot();
    const int move = co_kings_move ? layout.co_kings() : layout.others();
    const int stay = co_kings_move ? layout.others() : layout.co_kings();
    return move > 2 && stay == 0;
}

std::vector<RowBand> king_move_bands(const scores::SliceLayout& layout, Colour mover) {
    const std::uint32_t other_sets = layout.other_sets();
    const std::uint32_t co_king_sets = layout.rows() / other_sets;
    std::vector<RowBand> bands;
    if (cross_bands(layout, mover) || !has_kings(layout, mover)) {
        for (std::uint32_t first = 0; first < layout.rows(); first += rows_of_band) {
            bands.push_back({first, std::min(rows_of_band, layout.rows() - first), 1, 0});
        }
    } else if (layout.others() == 0) {
        bands.push_back({0, layout.rows(), 1, 0});
    } else if (mover == layout.pivot()) {
        // The others stay. Adjacent ones are taken together, whole cache lines of words.
        constexpr std::uint32_t line = 8;
        const std::uint32_t others = std::max(rows_of_band / co_king_sets / line * line, line);
        for (std::uint32_t first = 0; first < other_sets; first += others) {
            bands.push_back({first, std::min(others, other_sets - first), co_king_sets, other_sets});
        }
    } else {
        for (std::uint32_t co_kings = 0; co_kings < co_king_sets; ++co_kings) {
            bands.push_back({co_kings * other_sets, other_sets, 1, 0});
        }
    }
    return bands;
}

KingMoves::KingMoves(const scores::SliceLayout& layout)
    : layout_{layout},
      co_king_sets_{scores::subsets(layout.co_kings())},
      other_sets_{scores::subsets(layout.others())},
      no_row_(64) {
    if (layout.co_kings() > 1 || layout.others() > 1) {
        set_matrix_.resize(matrix_words);
        from_matrix_.resize(matrix_words);
    }
}

void KingMoves::into(Colour mover, const RowBand& band, const std::uint64_t* set, std::uint64_t* from) {
    const bool co_kings_move = mover == layout_.pivot();
    band.for_each_run([&](std::uint32_t first) {
        if (co_kings_move) {
            fill_rows(first, band.run_rows, set, from);
            return;
        }
        std::fill_n(from + first, band.run_rows, 0);
        add_sets(layout_.others(), men_ | layout_.co_kings_of(first), set + first, from + first);
    });
    if (co_kings_move && layout_.others() == 0) {
        add_sets(layout_.co_kings(), men_, set, from);
    } else if (co_kings_move && layout_.co_kings() > 0) {
        add_co_kings(band, set, from);
    }
}

void KingMoves::begin_crossing(Colour mover, const RowBand& band, const std::uint64_t* set,
                               std::uint64_t* from_higher) {
    if (mover == layout_.pivot()) {
        fill_rows(band.first, band.run_rows, set, from_higher);
    } else {
        std::fill_n(from_higher + band.first, band.run_rows, 0);
    }
}

void KingMoves::add_part(Colour mover, std::uint64_t part, const std::uint64_t* set, std::uint64_t* from,
                         std::uint64_t* from_higher) {
    const Square third{static_cast<int>(part)};
    const int kings = mover == layout_.pivot() ? layout_.co_kings() : layout_.others();
    for (const Bitboard higher : scores::subsets(kings - 3)) {
        const Bitboard above = higher | third;
        if ((higher & (index::squares_below(third) | third)).empty() && !above.intersects(men_)) {
            add_pairs_below(above, men_ | above, set, from, from_higher);
        }
    }
}

/// Writes, for each of these rows, the positions from which the pivot king moves into `set`.
void KingMoves::fill_rows(std::uint32_t first, std::uint32_t count, const std::uint64_t* set,
                          std::uint64_t* from) const {
    // Of the two sets of kings that identify a row, one is the same in all of these rows.
    const bool others_vary = layout_.others() > 0;
    const Bitboard taken = others_vary ? men_ | layout_.co_kings_of(first) : men_;
    const Bitboard* varying =
        others_vary ? other_sets_.data() + first % layout_.other_sets() : co_king_sets_.data() + first;
    rules::for_each_words(count, [&]<class Word>(Word, std::size_t i) {
        const Word vacant = ~(taken.bits() | rules::load_words<Word>(varying + i));
        const Word reached = rules::load_words<Word>(set + first + i) & vacant;
        rules::store_words(from + first + i, rules::any(reached) ? rules::king_fill(reached, vacant) : Word{});
    });
}

/// Adds the moves of the co-kings if there are others. The lanes are rows of adjacent others.
void KingMoves::add_co_kings(const RowBand& band, const std::uint64_t* set, std::uint64_t* from) {
    Set set_board;
    From from_board;
    for (const Bitboard rest : scores::subsets(layout_.co_kings() - 1)) {
        if (rest.intersects(men_)) {
            continue;
        }
        set_board.fill(no_row_.data());
        from_board.fill(no_row_.data());
        const index::RanksWithOneMore ranks{rest};
        for (const Square square : ~(men_ | rest)) {
            const auto s = static_cast<std::size_t>(square.index());
            const std::size_t row = band.first + std::size_t{ranks.rank(square.index())} * layout_.other_sets();
            set_board[s] = set + row;
            from_board[s] = from + row;
        }
        const Bitboard* others = other_sets_.data() + band.first;
        rules::for_each_words(band.run_rows, [&]<class Word>(Word, std::size_t i) {
            const Word vacant = ~((men_ | rest).bits() | rules::load_words<Word>(others + i));
            rules::add_king_unmoves(vacant, set_board, from_board, i);
        });
    }
}

/// Adds the moves of sets of `kings` kings. `taken`: squares of all other pieces except the pivot. `set` and `from`: by
/// the set's rank.
void KingMoves::add_sets(int kings, Bitboard taken, const std::uint64_t* set, std::uint64_t* from) {
    if (kings == 1) {
        Set set_board;
        From from_board;
        for (std::size_t square = 0; square < 64; ++square) {
            set_board[square] = set + square;
            from_board[square] = from + square;
        }
        rules::add_king_unmoves((~taken).bits(), set_board, from_board);
    } else if (kings > 1) {
        for (const Bitboard above : scores::subsets(kings - 2)) {
            if (!above.intersects(taken)) {
                add_pairs_below(above, taken | above, set, from, from);
            }
        }
    }
}

/// Adds the moves of two kings, the lower of which is below all of `above`. One of them stays, and the lanes are its
/// squares. The other moves: below `above`, where each pair has a word in a triangle, or between or beyond these, where
/// the words of all lanes are consecutive; these are added to `from_higher`.
void KingMoves::add_pairs_below(Bitboard above, Bitboard taken, const std::uint64_t* set, std::uint64_t* from,
                                std::uint64_t* from_higher) {
    const std::size_t end = above.empty() ? 64 : static_cast<std::size_t>(above.lowest().index());
    const std::size_t triangle = end > 1 ? rank(above | Square{0} | Square{1}) : 0;
    Set set_board;
    From from_board;
    set_board.fill(no_row_.data());
    from_board.fill(no_row_.data());
    unfold(set + triangle, end);
    for (std::size_t square = 0; square < end; ++square) {
        set_board[square] = set_matrix_.data() + square * matrix_stride;
        from_board[square] = from_matrix_.data() + square * matrix_stride;
    }
    const Bitboard beyond = above.empty() ? Bitboard{} : ~taken - index::squares_below(above.lowest());
    for (const Square square : beyond) {
        const std::size_t first = rank(above | square | Square{0});
        set_board[square] = set + first;
        from_board[square] = from_higher + first;
    }
    rules::for_each_words(end, [&]<class Word>(Word, std::size_t lane) {
        std::array<std::uint64_t, sizeof(Word) / sizeof(std::uint64_t)> vacant;
        for (std::size_t i = 0; i < vacant.size(); ++i) {
            vacant[i] = ~(taken.bits() | std::uint64_t{1} << (lane + i));
        }
        rules::add_king_unmoves(rules::load_words<Word>(vacant.data()), set_board, from_board, lane);
    });
    fold(from + triangle, end);
}

/// Makes a matrix from a triangle, in which either of two kings can be the moving one, and an empty one for the result.
void KingMoves::unfold(const std::uint64_t* triangle, std::size_t end) {
    for (std::size_t high = 0; high < end; ++high) {
        for (std::size_t low = 0; low < high; ++low, ++triangle) {
            set_matrix_[high * matrix_stride + low] = set_matrix_[low * matrix_stride + high] = *triangle;
        }
        std::fill_n(&from_matrix_[high * matrix_stride], end, 0);
    }
}

/// Adds the result to a triangle.
void KingMoves::fold(std::uint64_t* triangle, std::size_t end) const {
    for (std::size_t high = 0; high < end; ++high) {
        for (std::size_t low = 0; low < high; ++low, ++triangle) {
            *triangle |= from_matrix_[high * matrix_stride + low] | from_matrix_[low * matrix_stride + high];
        }
    }
}

}  // namespace dameotb::gen
