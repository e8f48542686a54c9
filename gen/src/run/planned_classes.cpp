// Reads headers alone.
#include <dameotb/gen/planned_classes.hpp>

#include <dameotb/gen/rates.hpp>

namespace dameotb::gen {

std::vector<MemoryPlanner::Class> planned_classes(const std::filesystem::path& directory,
                                                  const std::vector<index::Material>& classes,
                                                  std::uint64_t one_side_from) {
    std::vector<MemoryPlanner::Class> planned;
    for (const index::Material& material : classes) {
        const auto present = scores::sides_of_class_files(directory, material);
        planned.push_back(
            {material, present.value_or(scores::sides_to_store(material, one_side_from)), present.has_value()});
    }
    return planned;
}

std::uint64_t missing_file_bytes(const std::vector<MemoryPlanner::Class>& planned) {
    std::uint64_t bytes = 0;
    for (const MemoryPlanner::Class& one : planned) {
        bytes += one.is_present ? 0 : class_disk_bytes(one.material, one.sides);
    }
    return bytes;
}

}  // namespace dameotb::gen
