// A name is the class, a dot, and the metric as the extension.
#include <dameotb/files/table_name.hpp>

#include <dameotb/index/class_index.hpp>

namespace dameotb::files {

std::string extension(format::Metric metric) {
    switch (metric) {
        case format::Metric::Wdl:
            return "wdl";
        case format::Metric::Dtm:
            return "dtm";
        case format::Metric::Dtz:
            return "dtz";
    }
    return "";
}

std::string TableName::file_name() const {
    return material.name() + "." + extension(metric);
}

std::optional<TableName> TableName::parse(std::string_view file_name) {
    const auto material = index::Material::parse(file_name.substr(0, file_name.find('.')));
    if (material) {
        for (const format::Metric metric : metrics) {
            if (const TableName table{*material, metric}; table.file_name() == file_name) {
                return table;
            }
        }
    }
    return std::nullopt;
}

std::filesystem::path table_path(const std::filesystem::path& directory, const TableName& table) {
    return directory / table.file_name();
}

format::TableKind kind_of(const TableName& table) {
    const index::Material& m = table.material;
    return {table.metric,
            {m.white.kings, m.white.men, m.black.kings, m.black.men},
            static_cast<std::uint8_t>(index::stored_sides(m)),
            index::class_size(m)};
}

}  // namespace dameotb::files
