#include "leader_moves.hpp"

#include <algorithm>
#include <utility>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/rules/king_unmoves.hpp>

namespace dameotb::gen {

using rules::Bitboard;
using rules::Square;

namespace {

/// By two symmetries, the one that does the same as the second one after the first.
constexpr auto composed = [] {
    std::array<std::array<int, index::symmetries>, index::symmetries> both{};
    for (int first = 0; first < index::symmetries; ++first) {
        for (int second = 0; second < index::symmetries; ++second) {
            for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
                // The images of two squares beside each other say which it is.
                const auto agrees = [&](Square square) {
                    return index::apply(symmetry, square) == index::apply(second, index::apply(first, square));
                };
                if (agrees(Square{0, 0}) && agrees(Square{1, 0})) {
                    both[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)] = symmetry;
                }
            }
        }
    }
    return both;
}();

/// Writes the images of the words of all lanes.
template <int symmetry, std::size_t lanes>
void write_images(const std::uint64_t* words, std::uint64_t* images) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        images[lane] = index::apply(symmetry, Bitboard{words[lane]}).bits();
    }
}
/// By symmetry, so that none branches on it.
template <std::size_t lanes>
constexpr auto image_writers = []<int... s>(std::integer_sequence<int, s...>) {
    return std::array{write_images<s, lanes>...};
}
(std::make_integer_sequence<int, index::symmetries>{});

}  // namespace

LeaderMoves::LeaderMoves(const scores::SliceLayout& layout)
    : layout_{layout}, leaders_{scores::leading_sets(layout.co_kings())} {
    for (const Bitboard others : scores::subsets(layout.others())) {
        const auto images = index::images(others);
        if (std::ranges::all_of(images, [others](Bitboard image) { return image.bits() >= others.bits(); })) {
            least_others_.push_back(others);
        }
    }
    least_others_.resize((least_others_.size() + lanes - 1) / lanes * lanes, least_others_.back());
    least_others_.shrink_to_fit();
    words_.resize(leaders_.canonical().size() * band_others);
    turned_.resize(index::binomial(64, layout.co_kings()) * lanes);
}

/// Chooses the band, and fetches its words.
void LeaderMoves::fetch(std::size_t band, const std::uint64_t* set) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto images = index::images(least_others_[band * lanes + lane]);
        for (int image = 0; image < index::symmetries; ++image) {
            const Bitboard others = images[static_cast<std::size_t>(image)];
            others_[at(image) + lane] = others.bits();
            other_ranks_[at(image) + lane] = static_cast<std::uint32_t>(index::rank_subset(others));
        }
    }
    std::uint64_t* to = words_.data();
    for (std::size_t place = 0; place < leaders_.canonical().size(); ++place, set += layout_.other_sets()) {
        to = std::ranges::transform(other_ranks_, to, [set](std::uint32_t rank) { return set[rank]; }).out;
    }
}

/// Writes `turned_` for these images of the others. A symmetry takes leaders to canonical ones, and the others to
/// another image of theirs; the words there are turned back.
void LeaderMoves::turn_to(int image) {
    std::uint64_t* turned = turned_.data();
    for (std::uint32_t rank = 0; turned != turned_.data() + turned_.size(); ++rank, turned += lanes) {
        const scores::LeadingSets::Leader& leader = leaders_.leader(rank);
        const int reached = composed[static_cast<std::size_t>(image)][static_cast<std::size_t>(leader.symmetry())];
        image_writers<lanes>[static_cast<std::size_t>(index::inverse(leader.symmetry()))](
            words_.data() + std::size_t{leader.place} * band_others + at(reached), turned);
    }
}

/// Finds the moves with these leaders and these images of the others. Those of the pivot king stay in a word. Those of
/// a leader lead to words of other leaders; a lane drops out where one of its other kings is in the way.
LeaderMoves::Lanes LeaderMoves::moves_of(std::uint32_t place, int image) const {
    const Bitboard leaders = leaders_.canonical()[place];
    const std::uint64_t* const others = others_.data() + at(image);
    const std::uint64_t* const own = words_.data() + place * band_others + at(image);
    Lanes found;
    rules::for_each_words(lanes, [&]<class Word>(Word, std::size_t i) {
        const Word vacant = ~(leaders.bits() | rules::load_words<Word>(others + i));
        const Word reached = rules::load_words<Word>(own + i) & vacant;
        rules::store_words(found.data() + i, rules::any(reached) ? rules::king_fill(reached, vacant) : Word{});
    });
    for (const Square king : leaders) {
        const index::OneMore moved{leaders - king};
        rules::walk_king(king.index(), (~leaders).bits(), [&](int to, std::uint64_t path) {
            const std::uint64_t* const reached = turned_.data() + std::size_t{moved.rank(to)} * lanes;
            rules::for_each_words(lanes, [&]<class Word>(Word, std::size_t i) {
                const Word free = rules::where_zero(rules::load_words<Word>(others + i) & path);
                const Word into = rules::load_words<Word>(reached + i) & free & ~path;
                rules::store_words(found.data() + i, rules::load_words<Word>(found.data() + i) | into);
            });
            return true;
        });
    }
    return found;
}

}  // namespace dameotb::gen
