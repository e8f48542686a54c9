// Opens a page in the user's browser.
#pragma once

#include <string>

namespace dameotb::terminal {

/// The program that asks the desktop for a browser (xdg-open), while it runs. It may be the browser itself, and goes on
/// when this object is gone.
class BrowserStart {
public:
    /// Starts the program. It is not stopped by Ctrl-C in the terminal, and says nothing there.
    explicit BrowserStart(const std::string& address);

    /// Returns whether it has failed since the last call: there is no such program, or no browser.
    [[nodiscard]] bool has_failed();

private:
    int process_ = -1;  ///< Its number. Not positive once it has ended.
    bool has_failed_ = false;
};

}  // namespace dameotb::terminal
