// Slices are placements of men up to left-right mirroring, and in a symmetric class also up to exchange of colours. So
// their number is the mean, over the symmetries, of the placements that each leaves unchanged (Burnside).
#include <utility>

#include <dameotb/index/combinatorics.hpp>
#include <dameotb/index/slice.hpp>

namespace dameotb::index {

namespace {

/// Some of the men, on some ranks of the board.
struct Part {
    int white = 0;
    int black = 0;
    int advanced = 0;  ///< Sum over the men, in ranks.
    std::uint64_t ways = 0;
};

/// Returns the number of ways to place men of both colours on that many squares.
std::uint64_t ways_on(int squares, int white, int black) {
    return white + black > squares ? 0 : binomial(squares, white) * binomial(squares - white, black);
}

/// A man that has reached the last rank is a king.
bool may_stand(int row, int white, int black) {
    return (row < 7 || white == 0) && (row > 0 || black == 0);
}

/// Returns the number of placements of all men by level, most advanced first. parts(row): what can stand on the ranks
/// counted together with this one, for rows 0 to rows - 1.
template <class Parts>
std::vector<std::uint64_t> placements(const Material& material, int rows, Parts&& parts) {
    const int levels = 6 * material.men() + 1;
    const auto at = [&](int white, int black, int level) {
        return static_cast<std::size_t>((white * (material.black.men + 1) + black) * levels + level);
    };
    std::vector<std::uint64_t> counts(at(material.white.men, material.black.men, levels - 1) + 1);
    counts[0] = 1;
    for (int row = 0; row < rows; ++row) {
        std::vector<std::uint64_t> next(counts.size());
        for (const Part& part : parts(row)) {
            for (int white = part.white; white <= material.white.men; ++white) {
                for (int black = part.black; black <= material.black.men; ++black) {
                    for (int level = part.advanced; level < levels; ++level) {
                        next[at(white, black, level)] +=
                            part.ways * counts[at(white - part.white, black - part.black, level - part.advanced)];
                    }
                }
            }
        }
        counts = std::move(next);
    }
    return {counts.rbegin(), counts.rbegin() + levels};
}

/// Returns all parts of one rank. `ways(white, black)`: the number of ways to place that many men.
template <class Ways>
std::vector<Part> of_row(const Material& material, int row, Ways&& ways) {
    std::vector<Part> parts;
    for (int white = 0; white <= material.white.men; ++white) {
        for (int black = 0; black <= material.black.men; ++black) {
            if (may_stand(row, white, black)) {
                parts.push_back({white, black, white * row + black * (7 - row), ways(white, black)});
            }
        }
    }
    return parts;
}

/// A rank that is its own mirror image consists of four pairs of squares.
std::uint64_t ways_on_pairs(int white, int black) {
    return white % 2 == 0 && black % 2 == 0 ? ways_on(4, white / 2, black / 2) : 0;
}

/// Returns the parts of two opposite ranks whose black men are the image of the white ones. Exchanging the colours
/// turns the board upside down; mirroring it as well does not change the count.
std::vector<Part> of_opposite_rows(const Material& material, int row) {
    std::vector<Part> parts;
    for (int here = 0; here <= material.white.men; ++here) {
        for (int there = 0; here + there <= material.white.men; ++there) {
            if (may_stand(7 - row, there, here)) {
                const int both = here + there;
                parts.push_back({both, both, 2 * (here * row + there * (7 - row)), ways_on(8, here, there)});
            }
        }
    }
    return parts;
}

}  // namespace

std::vector<std::uint64_t> level_counts(const Material& material) {
    std::vector<std::uint64_t> counts = placements(
        material, 8, [&](int row) { return of_row(material, row, [](int i, int j) { return ways_on(8, i, j); }); });
    const std::vector<std::uint64_t> mirrored =
        placements(material, 8, [&](int row) { return of_row(material, row, ways_on_pairs); });
    for (std::size_t i = 0; i < counts.size(); ++i) {
        counts[i] = (counts[i] + mirrored[i]) / 2;
    }
    if (material.is_symmetric()) {
        const std::vector<std::uint64_t> exchanged =
            placements(material, 4, [&](int row) { return of_opposite_rows(material, row); });
        for (std::size_t i = 0; i < counts.size(); ++i) {
            counts[i] = (counts[i] + exchanged[i]) / 2;
        }
    }
    return counts;
}

}  // namespace dameotb::index
