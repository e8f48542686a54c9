// Loads the classes of a run one after another, and reports progress.
#pragma once

#include <cstddef>
#include <cstdint>

#include <dameotb/analysis/run/run.hpp>
#include <dameotb/analysis/statistics/statistics.hpp>
#include <dameotb/analysis/values/class_values.hpp>

namespace dameotb::analysis {

/// Not thread-safe.
class ClassRun {
public:
    /// Keeps the reference. `classes`: how many there will be.
    ClassRun(const RunOptions& options, std::size_t classes);
    ClassRun(const ClassRun&) = delete;
    ClassRun& operator=(const ClassRun&) = delete;

    /// Loads the next class, as ClassValues::load does. Returns false if stopped.
    [[nodiscard]] bool load(const index::Material& material, store::Reach reach = store::Reach::Values);
    [[nodiscard]] const ClassValues& values() const { return values_; }

    /// Returns options for scans of the loaded class, which report their progress.
    [[nodiscard]] ScanOptions scan_options();
    [[nodiscard]] bool is_stopped() const { return options_.stop != nullptr && *options_.stop; }

private:
    void tell(double class_share);

    const RunOptions& options_;
    ClassProgress progress_;
    ClassValues values_;
};

}  // namespace dameotb::analysis
