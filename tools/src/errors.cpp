// The words of a missing table.
#include "errors.hpp"

#include <fmt/format.h>

namespace dameotb::tools {

MissingTable::MissingTable(const std::filesystem::path& directory, const index::Material& material,
                           const std::string& file)
    : UserError{fmt::format("no table {} in {} (make it with: {})", file, directory.string(),
                            command_that_makes(directory.string(), {material}))},
      material_{material} {}

std::string command_that_makes(const std::string& directory, const std::vector<index::Material>& materials) {
    std::string command = fmt::format("dameotb gen --dir {} --class", directory);
    for (const index::Material& material : materials) {
        command += " " + material.name();
    }
    return command;
}

}  // namespace dameotb::tools
