// A direct-mapped cache: each slice has one slot, in which a newer view replaces an older one.
#include <dameotb/scores/slice/slice_views.hpp>

#include <bit>

namespace dameotb::scores {

const SliceView& SliceViews::view(const index::Material& material, const index::Slice& slice, Colour side_to_move) {
    const auto kings = static_cast<std::uint32_t>((material.white.kings * 256 + material.black.kings) * 2) +
                       static_cast<std::uint32_t>(side_to_move);
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    const std::uint64_t men = (slice.white_men.bits() + kings) * odd ^ std::rotl(slice.black_men.bits(), 32);
    Slot& slot = slots_[(men * odd) >> (64 - slot_bits)];
    const std::uint32_t epoch = solved_classes_.epoch();
    if (slot.slice != slice || slot.kings != kings || slot.epoch != epoch) {
        slot = {slice, kings, epoch, solved_classes_.view(material, slice, side_to_move)};
    }
    return slot.view;
}

}  // namespace dameotb::scores
