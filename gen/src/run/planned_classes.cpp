// Reads headers alone.
#include "planned_classes.hpp"

namespace dameotb::gen {

std::vector<MemoryPlanner::Class> planned_classes(const GenerateOptions& options) {
    std::vector<MemoryPlanner::Class> planned;
    for (const index::Material& material : options.classes) {
        const auto present = store::sides_of_class_files(options.directory, material);
        planned.push_back({material, present.value_or(store::sides_to_store(material, options.one_side_from)),
                           present.has_value()});
    }
    return planned;
}

}  // namespace dameotb::gen
