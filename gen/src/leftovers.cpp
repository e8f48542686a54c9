// Goes by names: only those that a writer of tables gives, for a table.
#include "leftovers.hpp"

#include <string>
#include <vector>

#include <dameotb/format/header.hpp>
#include <dameotb/format/temporary_file.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::gen {

namespace {

bool is_table_name(const std::filesystem::path& name) {
    const std::string extension = name.extension().string();
    return index::Material::parse(name.stem().string()) && (extension == "." + format::extension(format::Metric::Wdl) ||
                                                            extension == "." + format::extension(format::Metric::Dtm));
}

}  // namespace

void remove_leftovers(const std::filesystem::path& directory) {
    std::error_code ignored;
    std::vector<std::filesystem::path> leftovers;
    for (const auto& entry : std::filesystem::directory_iterator{directory, ignored}) {
        const auto final_name = format::final_name_of(entry.path().filename().string());
        if (final_name && is_table_name(*final_name) &&
            entry.symlink_status(ignored).type() == std::filesystem::file_type::regular) {
            leftovers.push_back(entry.path());
        }
    }
    for (const std::filesystem::path& path : leftovers) {
        std::filesystem::remove(path, ignored);
    }
}

}  // namespace dameotb::gen
