// A name is the class, a dot, and the metric as the extension.
#include <dameotb/table/directory/table_directory.hpp>

#include <dameotb/index/class_index.hpp>

namespace dameotb::table {

std::string extension(Metric metric) {
    return std::string{traits_of(metric).name};
}

std::string TableName::file_name() const {
    return material.name() + "." + extension(metric);
}

std::optional<TableName> TableName::parse(std::string_view file_name) {
    const auto material = index::Material::parse(file_name.substr(0, file_name.find('.')));
    if (material) {
        for (const Metric metric : metrics) {
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

TableKind kind_of(const TableName& table) {
    return {table.metric, table.material, static_cast<std::uint8_t>(index::stored_sides(table.material)),
            index::class_size(table.material)};
}

}  // namespace dameotb::table
