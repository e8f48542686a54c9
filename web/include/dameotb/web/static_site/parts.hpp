// Tables of a static site that are cut into parts, for hosts that limit the size of a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

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

}  // namespace dameotb::web::static_site
