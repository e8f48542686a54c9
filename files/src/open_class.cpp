#include <dameotb/files/open_class.hpp>

#include <dameotb/files/table_directory.hpp>

namespace dameotb::files {

OpenClass::OpenClass(const std::filesystem::path& directory, const index::Material& material, format::Metric metric) {
    format::TableReader wdl = open_table(directory, {material, format::Metric::Wdl});
    std::optional<format::TableReader> dtm;
    if (metric == format::Metric::Dtm) {
        dtm = open_table(directory, {material, metric});
    }
    index_.emplace(material);
    wdl_.emplace(std::move(wdl), *index_, nullptr);
    if (dtm) {
        dtm_.emplace(std::move(*dtm), *index_, &*wdl_);
    }
}

}  // namespace dameotb::files
