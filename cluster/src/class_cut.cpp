#include "class_cut.hpp"

#include <algorithm>

#include <dameotb/index/class_index.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/distance_sides.hpp>

namespace dameotb::cluster {

std::optional<SharedScores> still_needed(const SharedRun& run, const index::Material& material) {
    const bool is_largest = std::ranges::none_of(
        run.classes, [&](const index::Material& other) { return other.pieces() > material.pieces(); });
    if (!is_largest || run.verifies()) {
        return SharedScores::All;
    }
    return material.kings() > 0 ? std::optional{SharedScores::Promoted} : std::nullopt;
}

namespace {

/// A larger batch takes too long.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 28;
constexpr std::uint64_t most_slices = std::uint64_t{1} << 17;

}  // namespace

ClassState new_state(const index::Material& material, const SharedRun& run) {
    ClassState state;
    state.material = material;
    state.sides = store::sides_to_store(material, run.one_side_from);
    state.is_small = index::stored_positions(material) < run.cut_from;
    state.is_whole = is_whole(material);
    return state;
}

bool is_whole(const index::Material& material) {
    return material.kings() == 0 || material.men() == 0;
}

std::uint32_t file_parts(const index::Material& material) {
    const std::uint64_t positions = is_whole(material) ? std::uint64_t{1} << 21 : std::uint64_t{1} << 23;
    return static_cast<std::uint32_t>(index::stored_positions(material) / positions + 1);
}

std::vector<std::uint64_t> batch_sizes(const index::Material& material, std::uint64_t slices, int threads,
                                       std::uint64_t least_bytes) {
    const std::uint64_t slice_bytes = 2 * scores::slice_rows(material) * scores::SliceLayout::row_cells;
    const std::uint64_t least = std::max<std::uint64_t>(least_bytes / slice_bytes, 1);
    const std::uint64_t most = std::clamp<std::uint64_t>(most_bytes / slice_bytes, 1, most_slices);
    std::vector<std::uint64_t> sizes;
    while (slices > 0) {
        const std::uint64_t share = slices / (2 * static_cast<std::uint64_t>(threads));
        sizes.push_back(std::min(slices, std::clamp(share, std::min(least, most), most)));
        slices -= sizes.back();
    }
    return sizes;
}

ClassParts cut_class(const index::Material& material, const std::vector<std::vector<index::SliceId>>& levels,
                     int threads, std::uint64_t least_bytes) {
    ClassParts parts;
    int advancement = static_cast<int>(levels.size());
    for (const std::vector<index::SliceId>& slices : levels) {
        ClassParts::Level& level = parts.levels.emplace_back();
        level.advancement = --advancement;
        std::size_t at = 0;
        for (const std::uint64_t size : batch_sizes(material, slices.size(), threads, least_bytes)) {
            level.firsts.push_back(slices[at].value());
            at += size;
        }
    }
    return parts;
}

std::span<const index::SliceId> slices_of(const ClassParts::Level& level, const std::vector<index::SliceId>& slices,
                                          std::uint32_t batch) {
    const auto first = std::ranges::lower_bound(slices, index::SliceId{level.firsts[batch]});
    const auto end = batch + 1 == level.firsts.size()
                         ? slices.end()
                         : std::ranges::lower_bound(slices, index::SliceId{level.firsts[batch + 1]});
    return {first, end};
}

}  // namespace dameotb::cluster
