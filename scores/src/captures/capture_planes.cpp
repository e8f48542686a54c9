#include <dameotb/scores/captures/capture_planes.hpp>

namespace dameotb::scores {

CapturePlanes::CapturePlanes(const SliceLayout& layout, bool by_co_kings)
    : layout_{layout}, is_co_king_{layout.co_kings() > 0 && !layout.is_up_to_symmetry() && !by_co_kings} {
    const int kings = is_co_king_ ? layout.co_kings() : layout.others();
    const bool leads = layout.is_up_to_symmetry() && !layout.co_kings_lead();
    if (kings > 0 && !leads) {
        rests_ = subsets(kings - 1);
        count_ = rests_.size() * (is_co_king_ ? layout.other_sets() : layout.rows() / layout.other_sets());
    }
}

CapturePlane CapturePlanes::plane(std::uint64_t number) const {
    const Bitboard rest = rests_[number % rests_.size()];
    const auto stays = static_cast<std::uint32_t>(number / rests_.size());
    const std::uint32_t first_row = is_co_king_ ? stays : stays * layout_.other_sets();
    Kings kings;
    kings[second()] = rest;
    kings[opponent(second())] |= is_co_king_ ? layout_.others_of(first_row) : Bitboard{};
    kings[layout_.pivot()] |= is_co_king_ ? Bitboard{} : layout_.co_kings_of(first_row);
    return {kings, rest, first_row, is_co_king_ ? layout_.other_sets() : 1};
}

}  // namespace dameotb::scores
