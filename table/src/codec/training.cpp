#include <dameotb/table/codec/model.hpp>

#include "block_listing.hpp"
#include "learning.hpp"

namespace dameotb::table {

namespace {

template <Coding coding>
void learn_from(CodingSpace& space, SideModel& model, std::span<const BlockCodes> sample,
                const TrainingEffort& effort) {
    learn<coding>(
        model, sample, relative_value_map(coding, space.rows.runner_waits()), effort,
        [&]<class Decisions>(Decisions& decisions, std::size_t step) {
            for (std::size_t i = 0; i < sample.size(); i += step) {
                BlockListing<coding, Decisions>{space, model, decisions}.run(sample[i].first, sample[i].codes);
            }
        });
}

}  // namespace

Model Model::train(const index::ClassIndex& index, Colour mover, Coding coding, std::span<const BlockCodes> sample,
                   const TrainingEffort& effort) {
    CodingSpace space;
    space.rows.take(index, mover);
    auto side = std::make_unique<SideModel>(coding, effort.table_bits);
    if (coding == Coding::Results) {
        learn_from<Coding::Results>(space, *side, sample, effort);
    } else {
        learn_from<Coding::Distances>(space, *side, sample, effort);
    }
    return Model{index, mover, coding, std::move(side)};
}

}  // namespace dameotb::table
