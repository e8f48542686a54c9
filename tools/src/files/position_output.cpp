// Looks for write errors after each position, so that a run with nowhere to write ends at once.
#include "files/position_output.hpp"

#include <iostream>

#include <fmt/format.h>

namespace dameotb::tools {

PositionOutput::PositionOutput(const std::string& path, const terminal::Interrupts& interrupts) : path_{path} {
    if (!path.empty()) {
        file_.emplace(path, interrupts);
    }
}

void PositionOutput::show(std::string_view progress, std::string_view done) {
    display_.show(fmt::format("{}  {} {}", progress, written_, done));
}

void PositionOutput::put(std::string_view text) {
    if (file_) {
        file_->write(text);
    } else {
        display_.wipe();
        std::cout << text;
    }
    if (file_ ? !file_->good() : !std::cout.good()) {
        complete();
    }
}

void PositionOutput::write(std::string_view position) {
    ++written_;
    put(position);
}

void PositionOutput::complete() {
    if (file_) {
        file_->finish();
    }
    terminal::flush_output();
}

void PositionOutput::finish(std::size_t classes) {
    complete();
    display_.wipe();
    terminal::print_notice(fmt::format("{} position{} in {} class{}", written_, written_ == 1 ? "" : "s", classes,
                                       classes == 1 ? "" : "es"));
}

std::string PositionOutput::left_behind() const {
    return file_ ? path_ + " is not written" : fmt::format("{} positions are printed", written_);
}

}  // namespace dameotb::tools
