// What the module requires of its JavaScript host: bytes of files, and throwing errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <dameotb/table/format/table_file.hpp>

namespace dameotb::js {

/// Returns whether the host has these bytes of a file. If not, the host notes that they are wanted: the current answer
/// is then void, and is requested again when the bytes have arrived.
[[nodiscard]] bool has_bytes(std::uint32_t file, std::uint64_t offset, std::uint64_t bytes);

/// Begins an answer, which is not void yet.
void begin_answer();
/// Returns whether the answer is void already.
[[nodiscard]] bool is_void();

/// A file of the host. read_at requires has_bytes().
[[nodiscard]] std::unique_ptr<table::ByteSource> open_host_file(std::uint32_t file, std::uint64_t size_bytes,
                                                                std::string name);

}  // namespace dameotb::js
