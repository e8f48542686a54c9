// Prints progress lines and the numbers in them.
#include "terminal/progress.hpp"

#include <cmath>
#include <iostream>

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "terminal/standard_output.hpp"

namespace dameotb::tools {

ProgressDisplay::ProgressDisplay() {
    if (isatty(STDERR_FILENO) != 0) {
        winsize size{};
        const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
        columns_ = known ? size.ws_col : 80;
    }
}

ProgressDisplay::~ProgressDisplay() {
    wipe();
}

void ProgressDisplay::show(const std::string& line) {
    if (!is_live()) {
        return;
    }
    wipe();
    // The last column stays free: a full line would wrap on some terminals.
    std::cerr << line.substr(0, static_cast<std::size_t>(columns_ - 1)) << std::flush;
    shown_ = true;
}

void ProgressDisplay::print(const std::string& line) {
    wipe();
    std::cout << line << '\n';
    flush_output();
}

double ProgressDisplay::seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void ProgressDisplay::wipe() {
    if (shown_) {
        std::cerr << "\r\033[K" << std::flush;
        shown_ = false;
    }
}

std::string rate_text(std::uint64_t count, double seconds) {
    if (count == 0 || seconds <= 0) {
        return "-";
    }
    const double rate = static_cast<double>(count) / seconds;
    return rate < 1e6 ? fmt::format("{:.0f} k/s", rate / 1e3) : fmt::format("{:.1f} M/s", rate / 1e6);
}

std::string duration_text(double seconds) {
    const auto whole = std::llround(seconds);
    if (whole < 60) {
        return fmt::format("{} s", whole);
    }
    if (whole < 3600) {
        return fmt::format("{} min {} s", whole / 60, whole % 60);
    }
    return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string time_left_text(std::uint64_t done, std::uint64_t total, double seconds) {
    constexpr double too_early_seconds = 0.5;
    if (done == 0 || seconds < too_early_seconds) {
        return "-";
    }
    return duration_text(seconds * static_cast<double>(total - done) / static_cast<double>(done));
}

}  // namespace dameotb::tools
