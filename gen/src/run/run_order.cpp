#include <dameotb/gen/run/run_order.hpp>

#include <algorithm>
#include <tuple>

namespace dameotb::gen {

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
