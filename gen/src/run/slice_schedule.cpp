#include <dameotb/gen/run/slice_schedule.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/memory/parallel.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>

namespace dameotb::gen {

// Where the slices of a part begin in each level follows from how many there are in the parts before. So the slices are
// counted first.
std::vector<std::vector<index::SliceId>> levels_of(const index::Material& material, const memory::Team& team) {
    constexpr std::uint64_t part_slices = std::uint64_t{1} << 16;
    const index::SliceIndex slices{material.white.men, material.black.men};
    const std::uint64_t parts = (slices.count() + part_slices - 1) / part_slices;
    std::vector<std::vector<index::SliceId>> levels(index::level_counts(material).size());
    // Calls visit(part, level, id) for each slice to be solved: for those of a part in ascending order, in one thread.
    const auto for_each_slice = [&](const auto& visit) {
        memory::parallel_for(parts, team, [&](std::size_t, std::uint64_t part) {
            std::array<index::Slice, 256> buffer;
            const std::uint64_t end = std::min((part + 1) * part_slices, slices.count());
            for (std::uint64_t first = part * part_slices; first < end; first += buffer.size()) {
                const std::span some{buffer.data(), std::min<std::uint64_t>(buffer.size(), end - first)};
                slices.unrank(index::SliceId{first}, some);
                for (std::size_t i = 0; i < some.size(); ++i) {
                    const index::SliceId id{first + i};
                    if (!material.is_symmetric() || !(slices.locate(some[i].flipped()).id < id)) {
                        visit(part, levels.size() - 1 - static_cast<std::size_t>(some[i].advancement()), id);
                    }
                }
            }
        });
    };
    std::vector<std::uint64_t> next(parts * levels.size());
    const auto next_of = [&](std::uint64_t part, std::size_t level) -> std::uint64_t& {
        return next[part * levels.size() + level];
    };
    for_each_slice([&](std::uint64_t part, std::size_t level, index::SliceId) { ++next_of(part, level); });
    for (std::size_t level = 0; level < levels.size(); ++level) {
        std::uint64_t before = 0;
        for (std::uint64_t part = 0; part < parts; ++part) {
            before += std::exchange(next_of(part, level), before);
        }
        levels[level].resize(before);
    }
    for_each_slice(
        [&](std::uint64_t part, std::size_t level, index::SliceId id) { levels[level][next_of(part, level)++] = id; });
    return levels;
}

// The threads share the work of each slice if slices are large and those of one advancement are too few to keep all
// threads busy, or memory has no room for a slice for each; or if they are so large that memory has better uses than a
// slice for each thread (half a gigabyte).
int solvers_of(const index::Material& material, int threads, int slices_with_room) {
    constexpr std::uint64_t large_rows = 4096;
    constexpr std::uint64_t huge_rows = std::uint64_t{1} << 23;
    const std::vector<std::uint64_t> levels = index::level_counts(material);
    const std::uint64_t slices = index::SliceIndex{material.white.men, material.black.men}.count();
    const std::uint64_t rows = material.kings() > 0 ? scores::slice_rows(material) : 0;
    const bool too_few = slices < 2 * levels.size() * static_cast<std::uint64_t>(threads) || slices_with_room < threads;
    if (rows >= huge_rows || (rows >= large_rows && too_few)) {
        return 1;
    }
    return static_cast<int>(std::min(static_cast<std::uint64_t>(threads), std::ranges::max(levels)));
}

std::uint64_t slices_of_task(const index::Material& material) {
    return std::max(std::uint64_t{64} / scores::slice_rows(material), std::uint64_t{1});
}

// A promotion changes no side's number of pieces, so among classes of as many pieces only those with as many on each
// side depend on each other: KKMMvKKM on KKKMvKKM, but not on KKKMMvKM. Taken one division after the other, the scores
// of one are dropped before those of the next are found. The even ones have most positions and hold most scores, so
// they come first, while few files are on the disk.
std::vector<index::Material> in_run_order(std::vector<index::Material> classes) {
    std::ranges::sort(classes, {}, [](const index::Material& material) {
        return std::tuple{material.pieces(), material.white.pieces(), material.men(), material.name()};
    });
    return classes;
}

}  // namespace dameotb::gen
