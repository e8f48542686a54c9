// The end of what a command prints.
#pragma once

namespace dameotb::tools {

/// Flushes standard output. Throws UserError if any of the printed text could not be written.
void flush_output();

}  // namespace dameotb::tools
