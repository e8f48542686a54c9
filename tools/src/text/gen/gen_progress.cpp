#include "text/gen/gen_progress.hpp"

#include <fmt/format.h>

#include "terminal/progress.hpp"
#include "terminal/sizes.hpp"

namespace dameotb::tools {

namespace {

std::string work_text(const gen::Progress& progress) {
    switch (progress.work) {
        case gen::Work::Check:
            return "checking";
        case gen::Work::Read:
            return "reading " + progress.worked_on.name();
        case gen::Work::Solve:
            return progress.levels == 0 ? "solving"
                                        : fmt::format("solving level {} of {}", progress.level, progress.levels);
        case gen::Work::Encode:
            break;
    }
    return "encoding";
}

std::string left_text(const std::optional<double>& seconds) {
    return seconds ? duration_text(*seconds) : "-";
}

}  // namespace

std::string gen_progress_text(const gen::Progress& progress) {
    std::string line = fmt::format("{} ({} of {})  {}  {:.0f}%  {}", progress.material.name(), progress.class_number,
                                   progress.classes, work_text(progress), 100 * progress.class_share,
                                   rate_text(progress.work_positions, progress.work_seconds));
    if (!progress.reused) {
        line += fmt::format("  left {}, all {}", left_text(progress.class_seconds_left),
                            left_text(progress.run_seconds_left));
    }
    if (progress.memory_bytes && progress.scratch_bytes) {
        line += fmt::format("  memory {}  scratch {}", size_text(*progress.memory_bytes),
                            size_text(*progress.scratch_bytes));
    }
    return line;
}

std::string finished_class_text(const gen::Progress& progress, bool checks) {
    return fmt::format(
        "{:<10} {:>15} positions {:>10.2f} s  read {:>7.2f}  solve {:>8.2f}  encode {:>8.2f}  files {:>11}"
        "  scratch {:>12}{}",
        progress.material.name(), progress.positions, progress.class_seconds, progress.seconds.read,
        progress.seconds.solve, progress.seconds.encode, progress.file_bytes, progress.peak_scratch_bytes,
        !progress.reused ? ""
        : checks         ? "  kept, good"
                         : "  kept");
}

}  // namespace dameotb::tools
