#include <dameotb/table/codec/model.hpp>

#include "block_listing.hpp"
#include "learning.hpp"

namespace dameotb::table {

namespace {

template <Metric metric>
void learn_from(CodingSpace& space, SideModel& model, std::span<const BlockCodes> sample,
                const TrainingEffort& effort) {
    learn<metric>(
        model, sample, relative_value_map(metric, space.rows.runner_waits()), effort,
        [&]<class Decisions>(Decisions& decisions, std::size_t step) {
            for (std::size_t i = 0; i < sample.size(); i += step) {
                BlockListing<metric, Decisions>{space, model, decisions}.run(sample[i].first, sample[i].codes);
            }
        });
}

}  // namespace

Model Model::train(const index::ClassIndex& index, rules::Colour mover, Metric metric,
                   std::span<const BlockCodes> sample, const TrainingEffort& effort) {
    CodingSpace space;
    space.rows.take(index, mover);
    auto side = std::make_unique<SideModel>(metric, effort.table_bits);
    if (metric == Metric::Wdl) {
        learn_from<Metric::Wdl>(space, *side, sample, effort);
    } else {
        learn_from<Metric::Dtm>(space, *side, sample, effort);
    }
    return Model{index, mover, metric, std::move(side)};
}

}  // namespace dameotb::table
