// A direct-mapped cache.
#include "slice_views.hpp"

namespace dameotb::gen {

const SliceView& SliceViews::view(const index::Material& material, const index::Slice& slice) {
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    std::uint64_t hash = slice.white_men.bits() * odd;
    hash = (hash ^ (hash >> 32) ^ slice.black_men.bits()) * odd;
    hash = (hash ^ (hash >> 32) ^ (material.white.kings * 16U + material.black.kings)) * odd;
    Slot& slot = slots_[hash >> (64 - slot_bits)];
    if (!slot.used || slot.slice != slice || slot.material != material) {
        slot = {material, slice, finished_.view(material, slice), true};
    }
    return slot.view;
}

}  // namespace dameotb::gen
