// What the pages of a site ask that is only files, written down beforehand, as JSON with the field names of the HTTP
// API.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>

namespace dameotb::web::static_site {

/// Where the answers of a site lie in its folder, and what they are called there. files.js asks for them.
[[nodiscard]] std::string classes_name();
[[nodiscard]] std::string statistics_name(const index::Material& material);
[[nodiscard]] std::string samples_name(const index::Material& material);

/// Draws positions of the class at random, and returns some of each result and length: {"win": {"9": [FEN, ...]},
/// "draw": {"0": [...]}, "loss": ...}. The same for the same tables and seed. Takes some tenths of a second. Throws
/// table::TablebaseError for a damaged file. Requires: the class's .dtm is there.
[[nodiscard]] std::string samples_answer(const probe::Tablebase& tables, const index::Material& material,
                                         std::uint32_t seed);

/// Returns the list of tables that the npm package wants beside them, of files that were opened: {"files": [{name,
/// bytes, head}, ...]}; head is what the file begins with, in base64.
inline constexpr auto table_list_name = "tables.json";
[[nodiscard]] std::string table_list(const std::filesystem::path& directory);

}  // namespace dameotb::web::static_site
