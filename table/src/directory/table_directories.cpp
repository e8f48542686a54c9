#include <dameotb/table/directory/table_directories.hpp>

#include <algorithm>
#include <system_error>

#include <dameotb/table/format/error.hpp>

namespace dameotb::table {

namespace {

constexpr char separator = ':';

}  // namespace

std::optional<TableDirectories> TableDirectories::parse(std::string_view text) {
    std::error_code ignored;
    if (std::filesystem::is_directory(text, ignored)) {
        return text;
    }
    std::vector<std::filesystem::path> directories;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(separator, at), text.size());
        if (end == at) {
            return std::nullopt;
        }
        directories.emplace_back(text.substr(at, end - at));
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
        text += separator + next->string();
    }
    return text;
}

}  // namespace dameotb::table
