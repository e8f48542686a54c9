// Makes the list of leading sets, with the symmetries of each.
#include "row_symmetry.hpp"

namespace dameotb::gen {

RowSymmetry::RowSymmetry(const store::SliceLayout& layout) : layout_{layout}, fellows_lead_{layout.fellows() > 0} {
    for (const rules::Bitboard set : store::subsets(fellows_lead_ ? layout.fellows() : layout.others())) {
        Leader leader{static_cast<std::uint32_t>(leaders_.size()), 0, 0};
        for (int symmetry = 0; symmetry < index::symmetries; ++symmetry) {
            const rules::Bitboard image = index::apply(symmetry, set);
            const auto rank = static_cast<std::uint32_t>(index::rank_subset(image));
            if (rank < leader.canonical) {
                leader.canonical = rank;
                leader.symmetry = static_cast<std::uint8_t>(symmetry);
            }
            if (image == set) {
                leader.stabilisers = static_cast<std::uint8_t>(leader.stabilisers | (1U << symmetry));
            }
        }
        leaders_.push_back(leader);
    }
}

}  // namespace dameotb::gen
