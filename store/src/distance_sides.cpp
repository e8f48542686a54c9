#include <dameotb/store/distance_sides.hpp>

#include <dameotb/index/class_index.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/metric.hpp>

namespace dameotb::store {

using table::Metric;

DistanceSides sides_to_store(const index::Material& material, std::uint64_t one_side_from) {
    return index::stored_sides(material) == 1 || index::stored_positions(material) < one_side_from ? DistanceSides::All
                                                                                                   : DistanceSides::One;
}

DistanceSides sides_of(const table::Header& dtm) {
    return dtm.stores_all_sides() ? DistanceSides::All : DistanceSides::One;
}

std::optional<DistanceSides> sides_of_class_files(const std::filesystem::path& directory,
                                                  const index::Material& material, DrawRule rule) {
    const auto is_there = [&](Metric metric) { return table::has_table(directory, {material, metric}); };
    if (!is_there(Metric::Wdl) || !is_there(table::distances_under(rule))) {
        return std::nullopt;
    }
    const table::TableReader distances = table::open_table(directory, {material, table::distances_under(rule)});
    table::require_own_wdl(distances, table::open_table(directory, {material, Metric::Wdl}));
    table::require_rule(distances, rule);
    return sides_of(distances.header());
}

std::vector<index::Material> needed_to_read(const index::Material& material, DistanceSides sides) {
    std::vector<index::Material> needed = index::direct_dependencies(material);
    if (sides == DistanceSides::All) {
        std::erase_if(needed, [&](const index::Material& other) { return other.pieces() == material.pieces(); });
    }
    return needed;
}

}  // namespace dameotb::store
