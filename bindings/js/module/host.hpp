// What the module asks of the JavaScript around it, its host: bytes of files, and to throw errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <dameotb/table/format/table_file.hpp>

namespace dameotb::js {

/// Returns whether the host has these bytes of a file. If not, the host notes that they are wanted: the answer that is
/// under way is worth nothing then, and is asked for again when the bytes are there.
[[nodiscard]] bool has_bytes(std::uint32_t file, std::uint64_t offset, std::uint64_t bytes);

/// A file of the host. Requires of read_at: has_bytes().
[[nodiscard]] std::unique_ptr<table::ByteSource> open_host_file(std::uint32_t file, std::uint64_t size_bytes,
                                                                std::string name);

}  // namespace dameotb::js
