// Files and streams that are read as a whole or line by line, and why one cannot be.
#pragma once

#include <fstream>
#include <istream>
#include <string>

namespace dameotb::tools {

/// Throws UserError if the stream cannot be read; at its end it can. `name` is what the error calls it. Some things can
/// be opened but not read, such as a directory: an iterator would throw an error without the file's name.
void require_readable(std::istream& stream, const std::string& name);

/// Opens a file that can be read. Throws UserError, which says why, if it cannot.
[[nodiscard]] std::ifstream open_to_read(const std::string& file);

}  // namespace dameotb::tools
