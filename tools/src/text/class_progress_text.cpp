#include "text/class_progress_text.hpp"

#include <fmt/format.h>

namespace dameotb::tools {

std::string class_progress_text(const analysis::ClassProgress& progress) {
    const std::string place =
        fmt::format("{} ({} of {})", progress.material.name(), progress.class_number, progress.classes);
    return progress.reading ? fmt::format("{}  reading {} {:.0f}%", place, progress.reading->material.name(),
                                          100 * progress.reading->share)
                            : fmt::format("{}  {:.0f}%", place, 100 * progress.class_share);
}

}  // namespace dameotb::tools
