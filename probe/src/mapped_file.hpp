// A file mapped into memory, as a source of bytes.
// Reading is a copy without a call of the system. Nothing else of the library needs mapping.
#pragma once

#include <filesystem>
#include <memory>

#include <dameotb/format/table_file.hpp>

namespace dameotb::probe {

/// Throws format::TablebaseError if the file cannot be opened or mapped, or is no regular file.
/// The file must not become shorter while it is mapped: the system then ends the process (SIGBUS).
[[nodiscard]] std::unique_ptr<format::ByteSource> map_file(const std::filesystem::path& path);

}  // namespace dameotb::probe
