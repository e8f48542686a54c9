#include <dameotb/table/directory/open_class.hpp>

#include <dameotb/table/directory/table_directory.hpp>

namespace dameotb::table {

OpenClass::OpenClass(const std::filesystem::path& directory, const index::Material& material, Metric metric) {
    TableReader wdl = open_table(directory, {material, Metric::Wdl});
    std::optional<TableReader> dtm;
    if (metric == Metric::Dtm) {
        dtm = open_table(directory, {material, metric});
    }
    index_.emplace(material);
    wdl_.emplace(std::move(wdl), *index_, nullptr);
    if (dtm) {
        dtm_.emplace(std::move(*dtm), *index_, &*wdl_);
    }
}

}  // namespace dameotb::table
