// Answers that the pages of a static site need, generated beforehand, as JSON with the field names of the HTTP API.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>

namespace dameotb::web::static_site {

/// The names of the answers in the site's folder. files.js requests them.
[[nodiscard]] std::string classes_name();
[[nodiscard]] std::string statistics_name(const index::Material& material);
[[nodiscard]] std::string samples_name(const index::Material& material);

/// Draws random positions of the class, and returns some that are worth playing (is_worth_playing), of each result and
/// length: {"win": {"9": [FEN, ...]}, "draw": {"0": [...]}, "loss": ...}. Deterministic for given tables and seed. Takes
/// some tenths of a second. Throws table::TablebaseError for a damaged file. Requires: the class has a .dtm.
[[nodiscard]] std::string samples_answer(const probe::Tablebase& tables, const index::Material& material,
                                         std::uint32_t seed);

/// Returns the list of the directory's tables that the npm package expects next to them: {"files": [{name, bytes,
/// head}, ...]}; head is the beginning of the file, in base64. With `part_bytes`, the files of more bytes also have the
/// member part_bytes: they are to be cut into parts of that size (parts_of).
inline constexpr auto table_list_name = "tables.json";
[[nodiscard]] std::string table_list(const std::filesystem::path& directory,
                                     std::optional<std::uint64_t> part_bytes = {});

}  // namespace dameotb::web::static_site
