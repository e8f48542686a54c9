#include <dameotb/codec/model.hpp>

#include "learning.hpp"

namespace dameotb::codec {

Model Model::train(const index::ClassIndex& index, rules::Colour mover, format::Metric metric,
                   std::span<const UnitCodes> sample, const TrainingEffort& effort) {
    CodingSpace space;
    space.rows.take(index, mover);
    auto side = std::make_unique<SideModel>(metric, effort.table_bits);
    if (metric == format::Metric::Wdl) {
        learn<format::Metric::Wdl, AllParts>(space, *side, sample, effort);
    } else {
        learn<format::Metric::Dtm, AllParts>(space, *side, sample, effort);
    }
    return Model{index, mover, metric, std::move(side)};
}

}  // namespace dameotb::codec
