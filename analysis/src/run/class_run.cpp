// Reports the progress of scans at most ten times per second, as memory::WorkCount does for reading.
#include "class_run.hpp"

#include <chrono>

namespace dameotb::analysis {

ClassRun::ClassRun(const RunOptions& options, std::size_t classes)
    : options_{options}, values_{options.directory, options.threads, options.stop, options.memory_bytes, options.rule} {
    progress_.classes = static_cast<int>(classes);
    if (options.on_progress) {
        values_.set_on_read([this](const store::ReadProgress& reading) {
            progress_.reading = reading;
            tell(0);
            progress_.reading.reset();
        });
    }
}

bool ClassRun::load(const index::Material& material, store::Reach reach) {
    progress_.material = material;
    ++progress_.class_number;
    tell(0);
    return values_.load(material, reach);
}

ScanOptions ClassRun::scan_options() {
    ScanOptions options{.threads = options_.threads, .stop = options_.stop};
    if (options_.on_progress) {
        using Clock = std::chrono::steady_clock;
        options.on_progress = [this, told = Clock::time_point{}](std::uint64_t done, std::uint64_t parts) mutable {
            constexpr std::chrono::milliseconds between{100};
            if (const auto now = Clock::now(); now - told >= between) {
                told = now;
                tell(static_cast<double>(done) / static_cast<double>(parts));
            }
        };
    }
    return options;
}

void ClassRun::tell(double class_share) {
    if (options_.on_progress) {
        progress_.class_share = class_share;
        options_.on_progress(progress_);
    }
}

}  // namespace dameotb::analysis
