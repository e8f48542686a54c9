// Where tables are, and opens them by name.

#include <dameotb/table/directory/table_directory.hpp>

#include <algorithm>
#include <system_error>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/table/directory/open_table.hpp>
#include <dameotb/table/format/error.hpp>

#include "directories.hpp"

namespace dameotb::table {

std::filesystem::path path_of(std::string_view utf8) {
    try {
        return std::u8string_view{reinterpret_cast<const char8_t*>(utf8.data()), utf8.size()};
    } catch (const std::system_error&) {
        throw TablebaseError{std::string{utf8}, "is not UTF-8"};
    }
}

std::optional<TableDirectories> TableDirectories::parse(std::string_view text) {
    std::error_code ignored;
    if (std::filesystem::path whole = path_of(text); std::filesystem::is_directory(whole, ignored)) {
        return whole;
    }
    std::vector<std::filesystem::path> directories;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(list_separator, at), text.size());
        if (end == at) {
            return std::nullopt;
        }
        directories.push_back(path_of(text.substr(at, end - at)));
        at = end + 1;
    }
    return directories;
}

TableDirectories TableDirectories::absolute() const {
    std::vector<std::filesystem::path> directories = all_;
    for (std::filesystem::path& directory : directories) {
        std::error_code error;
        if (const std::filesystem::path path = std::filesystem::absolute(directory, error); !error) {
            directory = path;
        }
    }
    return directories;
}

std::filesystem::path TableDirectories::find(const TableName& table) const {
    if (all_.size() > 1) {
        for (const std::filesystem::path& directory : all_) {
            std::filesystem::path path = table_path(directory, table);
            std::error_code error;
            const std::filesystem::file_type type = std::filesystem::symlink_status(path, error).type();
            if (type == std::filesystem::file_type::none) {
                throw TablebaseError{path.string(), error};
            }
            if (type != std::filesystem::file_type::not_found) {
                return path;
            }
        }
    }
    return table_path(first(), table);
}

std::string TableDirectories::string() const {
    std::string text = first().string();
    for (auto next = all_.begin() + 1; next != all_.end(); ++next) {
        text += list_separator + next->string();
    }
    return text;
}

// Lists tables by name, and opens them by name.

namespace {

std::string words_for(const TableDirectories& directories, const MissingTable& missing, std::optional<Metric> metric) {
    const std::string table = metric ? TableName{missing.material, *metric}.file_name() : missing.material.name();
    return "no table " + table + " in " + directories.string() +
           (missing.is_dependency() ? ", which " + missing.needed_by.name() + " needs" : "");
}

}  // namespace

MissingTableError::MissingTableError(const TableDirectories& directories, const MissingTable& missing, Metric metric)
    : std::runtime_error{words_for(directories, missing, metric)}, directory_{directories.first()}, missing_{missing} {}

MissingTableError::MissingTableError(const TableDirectories& directories, const index::Material& material,
                                     std::optional<Metric> metric)
    : std::runtime_error{words_for(directories, {material, material}, metric)},
      directory_{directories.first()},
      missing_{material, material} {}

std::vector<PlacedTable> placed_tables(const TableDirectories& directories) {
    std::vector<PlacedTable> found;
    for (std::size_t number = 0; number < directories.all().size(); ++number) {
        for_each_name(directories.all()[number], [&](const std::string& name) {
            const auto table = TableName::parse(name);
            if (table && table->material.is_canonical() && index::is_supported(table->material)) {
                found.push_back({*table, number});
            }
        });
    }
    std::ranges::sort(found);
    const auto material_of = [](const PlacedTable& file) { return file.table.material; };
    std::vector<PlacedTable> ordered;
    for (const index::Material& material : index::build_order(index::most_pieces)) {
        const auto [first, end] = std::ranges::equal_range(found, material, {}, material_of);
        ordered.insert(ordered.end(), first, end);
    }
    return ordered;
}

std::vector<DuplicateTable> duplicates_of(const std::vector<PlacedTable>& files) {
    std::vector<DuplicateTable> duplicates;
    for (auto used = files.begin(); used != files.end();) {
        auto next = used + 1;
        for (; next != files.end() && next->table == used->table; ++next) {
            duplicates.push_back({next->table, used->directory, next->directory});
        }
        used = next;
    }
    return duplicates;
}

std::vector<TableName> list_tables(const TableDirectories& directories) {
    std::vector<TableName> tables;
    for (const PlacedTable& file : placed_tables(directories)) {
        if (tables.empty() || tables.back() != file.table) {
            tables.push_back(file.table);
        }
    }
    return tables;
}

std::vector<index::Material> classes_of(const std::vector<TableName>& tables) {
    std::vector<index::Material> classes(tables.size());
    std::ranges::transform(tables, classes.begin(), &TableName::material);
    const auto [first, end] = std::ranges::unique(classes);
    classes.erase(first, end);
    return classes;
}

bool has_table(const TableDirectories& directories, const TableName& table) {
    const std::filesystem::path path = directories.find(table);
    std::error_code error;
    const std::filesystem::file_type type = std::filesystem::status(path, error).type();
    if (type == std::filesystem::file_type::none) {
        throw TablebaseError{path.string(), error};
    }
    return type != std::filesystem::file_type::not_found;
}

std::vector<index::Material> missing_tables(const TableDirectories& directories,
                                            const std::vector<index::Material>& classes, Metric metric) {
    std::vector<index::Material> missing = index::with_dependencies(classes);
    std::erase_if(missing, [&](const index::Material& material) { return has_table(directories, {material, metric}); });
    return missing;
}

std::optional<MissingTable> first_missing(const TableDirectories& directories,
                                          const std::vector<index::Material>& classes, Metric metric) {
    for (const index::Material& material : classes) {
        const std::vector<index::Material> missing = missing_tables(directories, {material}, metric);
        if (!missing.empty()) {
            const bool is_there = std::ranges::count(missing, material) == 0;
            return MissingTable{is_there ? missing.front() : material, material};
        }
    }
    return std::nullopt;
}

TableReader open_table(const TableDirectories& directories, const TableName& table) {
    return TableReader{open_file(directories.find(table)), kind_of(table)};
}

OpenClass::OpenClass(const TableDirectories& directories, const index::Material& material, Metric metric)
    : OpenClass{material} {
    (void)open(metric, [&](const TableName& name) { return open_table(directories, name); });
}

}  // namespace dameotb::table
