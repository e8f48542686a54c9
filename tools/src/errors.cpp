// The words of a missing table.
#include "errors.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace dameotb::tools {

MissingTable::MissingTable(const std::filesystem::path& directory, const index::Material& material,
                           const std::string& file)
    : UserError{fmt::format("no table {} in {} ({})", file, directory.string(),
                            way_to_make("it", directory.string(), {material}))},
      material_{material} {}

std::string command_that_makes(const std::string& directory, const std::vector<index::Material>& materials) {
    std::string command = fmt::format("dameotb gen --dir {} --class", directory);
    for (const index::Material& material : materials) {
        command += " " + material.name();
    }
    return command;
}

std::string way_to_make(const std::string& them, const std::string& directory,
                        const std::vector<index::Material>& materials) {
    if (std::ranges::any_of(materials, [](const auto& material) { return material.pieces() > most_pieces_made; })) {
        return fmt::format("tables of more than {} pieces cannot be made yet", most_pieces_made);
    }
    return fmt::format("make {} with: {}", them, command_that_makes(directory, materials));
}

}  // namespace dameotb::tools
