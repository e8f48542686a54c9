// A static site: tables cut into parts, for hosts that limit the size of a file; answers made beforehand, as JSON with
// the field names of the HTTP API; and the server's pages, with answers from files and from the npm package.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/tablebase.hpp>

namespace dameotb::web::static_site {

/// The least size of a part that is not a file's last. A browser sends one request for each part that it reads from.
inline constexpr std::uint64_t least_part_bytes = 1024;

/// A part of a file.
struct FilePart {
    std::string name;
    std::uint64_t offset_bytes = 0;  ///< In the file.
    std::uint64_t size_bytes = 0;
};

/// Returns the parts of a file, in order: NAME.000, NAME.001, ..., all but the last of `part_bytes` bytes. Numbers have
/// as many digits as the last one, at least three, so that names sort like the parts. Returns none for a file of at
/// most `part_bytes` bytes, which stays whole. Requires: part_bytes > 0.
[[nodiscard]] std::vector<FilePart> parts_of(const std::string& name, std::uint64_t bytes, std::uint64_t part_bytes);

/// Returns a file's line in the list of checksums, in the form that `xxhsum --check` reads: its 128-bit XXH3 in
/// hexadecimal, two blanks, its name without the directory. Calls go_on() before each MiB that it reads, which may
/// throw. Throws std::runtime_error if the file cannot be read.
inline constexpr auto checksum_list_name = "tables.xxh128";
[[nodiscard]] std::string checksum_line(
    const std::filesystem::path& file, const std::function<void()>& go_on = [] {});

/// The names of the answers in the site's folder. files.js requests them.
[[nodiscard]] std::string classes_name();
[[nodiscard]] std::string statistics_name(const index::Material& material);
[[nodiscard]] std::string samples_name(const index::Material& material);

/// Draws random positions of the class, and returns some that are worth playing (is_worth_playing), of each result and
/// length: {"win": {"9": [FEN, ...]}, "draw": {"0": [...]}, "loss": ...}. Deterministic for given tables and seed.
/// Takes some tenths of a second. Throws table::TablebaseError for a damaged file. Requires: the class has a .dtm.
[[nodiscard]] std::string samples_answer(const probe::Tablebase& tables, const index::Material& material,
                                         std::uint32_t seed);

/// Returns the list of the directory's tables that the npm package expects next to them: {"files": [{name, bytes,
/// head}, ...]}; head is the beginning of the file, in base64. With `part_bytes`, the files of more bytes also have the
/// member part_bytes: they are to be cut into parts of that size (parts_of).
inline constexpr auto table_list_name = "tables.json";
[[nodiscard]] std::string table_list(const std::filesystem::path& directory,
                                     std::optional<std::uint64_t> part_bytes = {});

/// A file of the site; `name` includes its folder.
struct SiteFile {
    std::string name;
    std::string bytes;
};

/// A site's contents.
struct SiteParts {
    bool claims = false;  ///< Its report has claims.
    std::string tables =
        "tables/";  ///< The tables' location: a folder of the site, or an address that ends with a slash.
};

/// Returns whether this build includes the npm package (DAMEOTB_WASM), without which there is no site.
[[nodiscard]] bool has_package();

/// Returns the files that do not depend on the tables' contents. Requires: has_package().
[[nodiscard]] std::vector<SiteFile> site_pages(const SiteParts& parts);

/// Returns a report page for a site: with a policy that permits only what the site has.
[[nodiscard]] std::string with_policy(std::string page, const SiteParts& parts);

}  // namespace dameotb::web::static_site
