#include "text/share_text.hpp"

#include <fmt/format.h>

namespace dameotb::tools {

std::string share_text(const std::optional<store::ReadProgress>& reading, double share) {
    return reading ? fmt::format("reading {} {:.0f}%", reading->material.name(), 100 * reading->share)
                   : fmt::format("{:.0f}%", 100 * share);
}

}  // namespace dameotb::tools
