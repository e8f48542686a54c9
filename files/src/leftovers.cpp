// Goes by names: removes only files with a name that a writer of tables gives to the temporary file of a table.
#include <dameotb/files/leftovers.hpp>

#include <vector>

#include <dameotb/files/table_name.hpp>
#include <dameotb/format/temporary_file.hpp>

namespace dameotb::files {

void remove_leftovers(const std::filesystem::path& directory) {
    std::error_code ignored;
    std::vector<std::filesystem::path> leftovers;
    for (const auto& entry : std::filesystem::directory_iterator{directory, ignored}) {
        const auto final_name = format::final_name_of(entry.path().filename().string());
        if (final_name && TableName::parse(*final_name) &&
            entry.symlink_status(ignored).type() == std::filesystem::file_type::regular) {
            leftovers.push_back(entry.path());
        }
    }
    for (const std::filesystem::path& path : leftovers) {
        std::filesystem::remove(path, ignored);
    }
}

}  // namespace dameotb::files
