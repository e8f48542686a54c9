// dameotb makes, checks and probes endgame tables for Dameo. This file parses the command line, runs the subcommand,
// and turns every error into one line on standard error and an exit status.
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>
#include <string>
#include <string_view>
#include <typeinfo>

#include <cxxabi.h>
#include <unistd.h>

#include <fmt/format.h>

#include <dameotb/table/format/header.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/interrupt.hpp>

#include "manual/manual.hpp"
#include "messages/error_messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::tools {

/// What `dameotb --version --verbose` prints of the software of others; cmake/third_party.cmake makes it.
extern const char* const third_party_words;

}  // namespace dameotb::tools

namespace {

using namespace dameotb;

std::string error_prefix() {
    return terminal::coloured_error("dameotb:");
}

int report_parse_result(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(error);  // for --help and --version
        terminal::flush_output();
        return tools::exit_done;
    }
    const auto chosen = app.get_subcommands();
    std::cerr << fmt::format("{} {}\nTry: dameotb {}--help\n", error_prefix(), tools::usage_message(app, error),
                             chosen.empty() ? "" : chosen.front()->get_name() + " ");
    return tools::exit_usage;
}

int run(int argc, char** argv) {
    CLI::App app{"Endgame tables for Dameo: make them, check them, probe them.", "dameotb"};
    const CLI::Option* verbose = nullptr;
    CLI::Option* const version = app.set_version_flag("--version", [&verbose] {
        return fmt::format("dameotb {} (file format {}, rules {}){}", DAMEOTB_VERSION, table::format_version,
                           table::rules_version, verbose->count() > 0 ? tools::third_party_words : "");
    });
    verbose = app.add_flag("--verbose")
                  ->needs(version)
                  ->description("With --version: also list the third-party software and its licenses");
    app.add_option_function<std::string>(
           "--write-manual",
           [&app](const std::string& directory) {
               tools::write_manual(app, "dameotb " DAMEOTB_VERSION, directory);
               throw CLI::Success{};
           },
           "Write manual pages and completions for bash, zsh and fish below DIR, such as ~/.local/share, and exit")
        ->type_name("DIR")
        ->check(tools::named);
    app.require_subcommand(1);
    app.option_defaults()->disable_flag_override();  // --json=no would mean --json
    app.get_formatter()->label("Needs", "needs");
    app.get_formatter()->label("Excludes", "not with");
    app.footer(
        "`dameotb help SUBCOMMAND` describes a subcommand, with examples and exit statuses.\n"
        "DAMEOTB_DIR in the environment stands for --dir where that is not given.\n"
        "Long work shows its progress on standard error: on a terminal in one line, elsewhere in a line when nothing\n"
        "was printed for ten minutes.\n"
        "On a terminal, results and errors have colours; NO_COLOR=1 in the environment turns them off.");
    tools::Action action;
    for (const auto add : {tools::add_moves, tools::add_perft, tools::add_gen, tools::add_probe, tools::add_line,
                           tools::add_prove, tools::add_annotate, tools::add_find, tools::add_export, tools::add_claims,
                           tools::add_stats, tools::add_verify, tools::add_check, tools::add_manifest,
                           tools::add_compress, tools::add_report, tools::add_site, tools::add_serve}) {
        add(app, action);
    }
    try {
        tools::parse_command_line(app, argc, argv);
    } catch (const CLI::ParseError& error) {
        return report_parse_result(app, error);
    }
    const int status = action();
    terminal::flush_output();
    return status;
}

int fail(const char* why, int status = tools::exit_failed) {
    std::cout.flush();
    std::cerr << error_prefix() << ' ' << why << '\n';
    return status;
}

/// Ends the program with one line and an exit status if memory runs out before main. Some objects, for example CLI11's,
/// are created then, where no exception can be caught.
class EndWithoutMemory {
public:
    EndWithoutMemory() noexcept { usual_ = std::set_terminate(end); }

private:
    /// Returns false if no exception could be created, not even std::bad_alloc; that ends the program too.
    static bool has_memory_for_exception() {
        constexpr std::size_t enough_bytes = 256;
        void* volatile memory = std::malloc(enough_bytes);  // volatile: compilers remove what is only freed
        const bool has_memory = memory != nullptr;
        std::free(memory);
        return has_memory;
    }

    [[noreturn]] static void end() {
        const std::type_info* const thrown = abi::__cxa_current_exception_type();
        if (thrown != nullptr ? *thrown == typeid(std::bad_alloc) : !has_memory_for_exception()) {
            constexpr std::string_view line = "dameotb: not enough memory\n";
            static_cast<void>(::write(STDERR_FILENO, line.data(), line.size()) < 0);
            ::_exit(tools::exit_failed);
        }
        usual_();
        std::abort();
    }

    static inline std::terminate_handler usual_ = nullptr;
};

// Created before all others: 101 is the first priority that a program may use.
[[gnu::init_priority(101)]] const EndWithoutMemory end_without_memory;

}  // namespace

int main(int argc, char** argv) {
    terminal::occupy_closed_streams();
    // If the reader closes the pipe, end quietly, even if the parent ignores the signal.
    std::signal(SIGPIPE, SIG_DFL);
    // By default a file that exceeds `ulimit -f` kills the program. Make writing fail instead, so that the error is
    // printed and temporary files are removed.
    std::signal(SIGXFSZ, SIG_IGN);
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        return fail("not enough memory");
    } catch (const terminal::Stopped& stopped) {
        return fail(stopped.what(), stopped.exit_status());
    } catch (const terminal::UsageError& error) {
        return fail(error.what(), tools::exit_usage);
    } catch (const std::exception& error) {
        return fail(tools::words_for(error).c_str());
    }
}
