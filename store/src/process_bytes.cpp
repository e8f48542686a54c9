#include <dameotb/store/process_bytes.hpp>

#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/slice/leading_sets.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::store {

namespace {

constexpr std::uint64_t mib = std::uint64_t{1} << 20;

/// Returns at least the size of the index of a class without men: four bits for each set of the kings that lead, and
/// less than 1 MiB for symmetric ones. Measured: 4.2 MiB for KKKKKvK, less than 1 MiB for all others.
std::uint64_t index_bytes(const index::Material& material) {
    return material.men() > 0 ? 0 : mib + index::binomial(64, material[index::leader(material)].kings) / 2;
}

}  // namespace

std::uint64_t process_bytes(const std::vector<index::Material>& classes, int threads) {
    // The program itself takes 6 MB, the sample that models are trained on 4, and the models of a class 1. Each thread
    // has the votes it trains, 2 MB; a zstd context, 3 MB for the largest blocks; codes of a batch, 2 MB; block groups
    // waiting to be written, 1 MB; and caches of views, a stack and what its heap keeps, together under 2 MB.
    std::uint64_t bytes = (8 + 6 + 12 * static_cast<std::uint64_t>(threads)) * mib;
    std::uint64_t index = 0;
    int listed = 0;   // the greatest size for which all sets are listed (subsets)
    int leading = 0;  // the greatest size of leading sets (leading_sets)
    for (const index::Material& material : classes) {
        index = std::max(index, index_bytes(material));
        const scores::RowSets sets{material};
        listed = std::max({listed, material.men() > 0 ? std::max(sets.co_kings, sets.others) : sets.followers()});
        leading = std::max(leading, material.men() > 0 ? 0 : sets.leaders());
    }
    for (int count = 0; count <= listed; ++count) {
        bytes += index::binomial(64, count) * sizeof(Bitboard);
    }
    for (int count = 0; count <= leading; ++count) {
        bytes += index::binomial(64, count) * sizeof(scores::LeadingSets::Leader) +
                 index::king_orbits(static_cast<std::size_t>(count), 0) * sizeof(Bitboard);
    }
    return bytes + index;
}

}  // namespace dameotb::store
