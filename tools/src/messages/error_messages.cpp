// Words the libraries' errors for users.
#include "messages/error_messages.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <dameotb/index/limits.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/memory/memory_need.hpp>
#include <dameotb/terminal/numbers.hpp>

namespace dameotb::tools {

std::string words_for(const std::exception& error) {
    if (const auto* memory = dynamic_cast<const memory::MemoryBoundError*>(&error)) {
        return fmt::format("{} needs {} of memory, and {} are allowed (--memory)", memory->material().name(),
                           terminal::size_text(memory->needed_bytes()), terminal::size_text(memory->bound_bytes()));
    }
    const auto* missing = dynamic_cast<const table::MissingTableError*>(&error);
    return missing == nullptr ? error.what() : missing_table_text(*missing);
}

std::string missing_table_text(const table::MissingTableError& error, DrawRule rule) {
    const auto& [material, needed_by] = error.missing();
    if (!index::is_supported(material)) {
        return unsupported_text(material);
    }
    // gen makes everything that the class depends on.
    return fmt::format("{} ({}; {})", error.what(), index::class_words(material),
                       way_to_make("it", error.directory().string(), {needed_by}, rule));
}

std::optional<index::Material> class_meant_by(std::string_view text) {
    constexpr std::size_t most = 64;  // no class has so many pieces, and no side 256
    index::Material material;
    index::SideMaterial* side = &material.white;
    const std::string_view name = text.substr(0, std::min(text.find('.'), most));
    for (const char letter : name) {
        if (letter == 'K' || letter == 'k') {
            ++side->kings;
        } else if (letter == 'M' || letter == 'm') {
            ++side->men;
        } else if ((letter == 'V' || letter == 'v') && side == &material.white) {
            side = &material.black;
        } else if (letter != ' ') {
            return std::nullopt;
        }
    }
    const auto meant = index::Material::parse(material.name());
    return meant ? std::optional{meant->canonical()} : std::nullopt;
}

std::string unsupported_text(const index::Material& material) {
    return fmt::format("tables of {} pieces are not supported yet; {} is the most", material.pieces(),
                       index::most_pieces);
}

std::string command_that_makes(const std::string& directory, const std::vector<index::Material>& materials,
                               DrawRule rule) {
    std::string command = fmt::format("dameotb gen --dir {} --class", directory);
    for (const index::Material& material : materials) {
        command += " " + material.name();
    }
    if (rule.exists()) {
        command += fmt::format(" --metrics wdl,dtm,dtz --plies {}", rule.plies);
    }
    return command;
}

std::string no_tables_text(const table::TableDirectories& directories) {
    return fmt::format("{}: no tables here (make some with: dameotb gen --dir {} --pieces 3)", directories.string(),
                       directories.first().string());
}

std::string way_to_make(const std::string& them, const std::string& directory,
                        const std::vector<index::Material>& materials, DrawRule rule) {
    if (!std::ranges::all_of(materials, index::is_supported)) {
        return fmt::format("tables of more than {} pieces cannot be made yet", index::most_pieces);
    }
    return fmt::format("make {} with: {}", them, command_that_makes(directory, materials, rule));
}

}  // namespace dameotb::tools
