#include <dameotb/terminal/display.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <limits>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/color.h>

#include <dameotb/terminal/errors.hpp>

namespace dameotb::terminal {

namespace {

bool has_colours(int stream) {
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string_view{value == nullptr ? "" : value};
    };
    const std::string_view terminal = variable("TERM");
    return isatty(stream) != 0 && variable("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb";
}

/// Returns the width of the terminal, 80 if it does not say; 0 if the stream is none.
int columns_of(int stream) {
    if (isatty(stream) == 0) {
        return 0;
    }
    winsize size{};
    const bool known = ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col : 80;
}

/// Uses the colours that users choose for their terminals.
std::string painted(std::string_view text, Tone tone) {
    const auto colour = tone == Tone::Good   ? fmt::terminal_color::green
                        : tone == Tone::Even ? fmt::terminal_color::yellow
                                             : fmt::terminal_color::red;
    return fmt::format(fmt::fg(colour), "{}", text);
}

}  // namespace

Tone tone_of(Wdl result) {
    return result == Wdl::Win ? Tone::Good : result == Wdl::Draw ? Tone::Even : Tone::Bad;
}

std::string coloured(std::string_view text, Tone tone) {
    static const bool has = has_colours(STDOUT_FILENO);
    return has ? painted(text, tone) : std::string{text};
}

std::string coloured_error(std::string_view text) {
    static const bool has = has_colours(STDERR_FILENO);
    return has ? painted(text, Tone::Bad) : std::string{text};
}

void occupy_closed_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            // The lowest number that is free, so this stream's.
            static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
        }
    }
}

bool has_output() {
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);
    return flags != -1 && (flags & O_ACCMODE) != O_RDONLY;
}

void flush_output() {
    std::cout.flush();
    if (!std::cout) {
        throw UserError{"standard output: cannot be written"};
    }
}

std::size_t output_columns() {
    const int columns = columns_of(STDOUT_FILENO);
    return columns > 0 ? static_cast<std::size_t>(columns) : std::numeric_limits<std::size_t>::max();
}

void print_notice(std::string_view line) {
    std::cerr << "dameotb: " << line << '\n';
}

std::string table_text(const std::vector<std::vector<std::string>>& rows, std::size_t first, std::size_t last) {
    std::vector<std::size_t> widths(rows.front().size());
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const bool is_number = i >= first && i <= last;
            text += is_number ? fmt::format("{:>{}}  ", row[i], widths[i]) : fmt::format("{:<{}}  ", row[i], widths[i]);
        }
        text.resize(text.find_last_not_of(' ') + 1);
        text += '\n';
    }
    return text;
}

ProgressDisplay::ProgressDisplay(Steps steps, Clock::duration silence) : steps_{steps}, silence_{silence} {
    columns_ = columns_of(STDERR_FILENO);
}

ProgressDisplay::~ProgressDisplay() {
    wipe();
}

void ProgressDisplay::show(const std::string& line) {
    if (!is_live()) {
        if (Clock::now() - last_line_ >= silence_) {
            print_progress(line);
        }
        return;
    }
    wipe();
    // Keep the last column free: a full line would wrap on some terminals.
    std::cerr << line.substr(0, static_cast<std::size_t>(columns_ - 1)) << std::flush;
    shown_ = true;
}

void ProgressDisplay::begin_step(const std::string& line) {
    if (!is_live() && steps_ == Steps::Print) {
        print_progress(line);
    } else {
        show(line);
    }
}

void ProgressDisplay::print_progress(const std::string& line) {
    print_notice(line);
    last_line_ = Clock::now();
}

void ProgressDisplay::print(const std::string& line) {
    wipe();
    std::cout << line << '\n';
    flush_output();
    last_line_ = Clock::now();
}

double ProgressDisplay::seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
}

void ProgressDisplay::wipe() {
    if (shown_) {
        std::cerr << "\r\033[K" << std::flush;
        shown_ = false;
    }
}

}  // namespace dameotb::terminal
