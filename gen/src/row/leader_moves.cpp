#include "leader_moves.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/rules/king_unmoves.hpp>

namespace dameotb::gen {

namespace {

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

/// Returns the canonical sets of `count` squares; the last one is repeated to make their number a multiple of `lanes`.
std::shared_ptr<const std::vector<Bitboard>> canonical_sets(int count, std::size_t lanes) {
    auto canonical = std::make_shared<std::vector<Bitboard>>();
    std::ranges::copy_if(scores::subsets(count), std::back_inserter(*canonical), index::is_canonical);
    canonical->resize((canonical->size() + lanes - 1) / lanes * lanes, canonical->back());
    canonical->shrink_to_fit();
    return canonical;
}

}  // namespace

LeaderMoves::LeaderMoves(const scores::SliceLayout& layout)
    : layout_{layout},
      leaders_{scores::leading_sets(layout.co_kings())},
      canonical_others_{canonical_sets(layout.others(), lanes)},
      words_(leaders_.canonical().size() * band_others),
      turned_(index::binomial(64, layout.co_kings()) * lanes) {}

/// Chooses the band, and fetches its words.
void LeaderMoves::fetch(std::size_t band, const std::uint64_t* set) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const auto images = index::images((*canonical_others_)[band * lanes + lane]);
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
        const int reached = index::composed(image, leader.symmetry());
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
        const index::RanksWithOneMore moved{leaders - king};
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
