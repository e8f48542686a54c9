#include "text/mismatch_text.hpp"

#include <fmt/format.h>

#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/notation.hpp>

namespace dameotb::tools {

std::string mismatch_text(const analysis::Mismatch& wrong) {
    return fmt::format("{}: {}: stored {}, expected {}", wrong.file, rules::to_fen(wrong.position),
                       to_string(probe::Outcome::of(wrong.stored)), to_string(probe::Outcome::of(wrong.expected)));
}

}  // namespace dameotb::tools
