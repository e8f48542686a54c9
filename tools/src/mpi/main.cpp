// dameotb-mpi: makes or verifies tables with many processes, on one machine or several, under mpirun or srun. The first
// process hands out tasks; all others do them. This file turns every error into one line, and ensures that no process
// waits for a dead one: workers do nothing before the manager has begun the run, and report their errors; whatever
// happens to the manager, it dismisses them at the end.
#include <cstdio>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <random>

#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <dameotb/analysis/verify/verify.hpp>
#include <dameotb/cluster/simulation.hpp>
#include <dameotb/table/directory/directory_lock.hpp>
#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/temporary_file.hpp>
#include <dameotb/terminal/display.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/interrupt.hpp>
#include <dameotb/terminal/machine.hpp>

#include "messages/run_messages.hpp"
#include "mpi/manager.hpp"
#include "mpi/messages.hpp"
#include "mpi/options.hpp"
#include "mpi/worker_loop.hpp"
#include "options/command_line.hpp"

namespace {

using namespace dameotb;
namespace fs = std::filesystem;

using tools::exit_done;
using tools::exit_failed;
using tools::exit_usage;

/// Writes the file that shows whether all processes share the directory, and returns its contents.
std::string write_token(const cluster::SharedRun& run) {
    std::random_device random;
    const std::string token = fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
    table::TemporaryFile file{run.directory().token()};
    const std::string line = token + "\n";
    file.write_at(0, std::as_bytes(std::span{line}));
    file.commit();
    return token;
}

void require_token(const cluster::SharedRun& run, const std::string& token) {
    std::ifstream file{run.directory().token()};
    std::string text;
    if (!std::getline(file, text) || text != token) {
        throw std::runtime_error{fmt::format(
            "{} is not the manager's: it must lie in a file system that all machines share", run.shared.string())};
    }
}

/// Creates the directory of tables and takes the lock of runs that make them. `run`: one of them.
std::unique_ptr<table::DirectoryLock> begin_making(const cluster::SharedRun& run) {
    fs::create_directories(run.tables);
    fs::create_directories(run.shared.parent_path());
    auto lock = std::make_unique<table::DirectoryLock>(run.tables);
    if (lock->is_exclusive()) {
        table::remove_leftovers(run.tables);
    }
    return lock;
}

/// Checks the tables and takes the lock of a run that verifies them. The lock is on the directory of shared scores,
/// since that of the tables may be read-only.
std::unique_ptr<table::DirectoryLock> begin_verifying(const cluster::SharedRun& run) {
    for (const table::Metric metric : table::metrics_under({})) {
        if (const auto missing = table::first_missing(run.tables, run.to_verify, metric)) {
            throw table::MissingTableError{run.tables, *missing, metric};
        }
    }
    fs::create_directories(run.shared.parent_path());
    return std::make_unique<table::DirectoryLock>(run.shared.parent_path());
}

/// Prints in one line why the run ends. Allocates no memory: there may be none.
void say(const char* why) {
    (void)std::fprintf(stderr, "dameotb-mpi: %s\n", why);
}

/// Parses the command line, as all processes do. Throws CLI::ParseError.
void parse(CLI::App& app, mpi::Options& options, int argc, char** argv) {
    app.set_version_flag("--version", mpi::version_words());
    mpi::add_subcommands(app, options);
    tools::parse_command_line(app, argc, argv);
}

/// The first process, and what it holds until all others are gone.
struct FirstProcess {
    const terminal::Interrupts& interrupts;
    std::unique_ptr<table::DirectoryLock> lock;

    /// Returns the exit status.
    int run(int argc, char** argv) {
        CLI::App app{"Makes and verifies endgame tables for Dameo with many processes.", "dameotb-mpi"};
        mpi::Options options;
        try {
            parse(app, options, argc, argv);
            return manage(mpi::runs_of(options));
        } catch (const CLI::ParseError& error) {
            if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
                return app.exit(error);  // for --help and --version
            }
            const auto chosen = app.get_subcommands();
            say(fmt::format("{}\nTry: dameotb-mpi {}--help", tools::usage_message(app, error),
                            chosen.empty() ? "" : chosen.front()->get_name() + " ")
                    .c_str());
            return exit_usage;
        }
    }

private:
    /// Requires: at least one run. They share their directories.
    int manage(std::vector<cluster::SharedRun> runs) {
        const cluster::SharedRun& first = runs.front();
        lock = first.verifies() ? begin_verifying(first) : begin_making(first);
        const std::uint64_t identity = cluster::begin_sharing(first.shared);
        for (cluster::SharedRun& run : runs) {
            run.identity = identity;
        }
        if (first.verifies()) {
            cluster::forget_other_tables(first);
        }
        for (std::uint32_t number = 0; number < runs.size(); ++number) {
            manage(runs[number], number);
        }
        // Not before the last run ends: what is there may be of that one.
        cluster::end_sharing(first.shared);
        return exit_done;
    }

    void manage(const cluster::SharedRun& run, std::uint32_t number) {
        if (!run.verifies()) {
            for (const std::string& doubt : tools::require_room(run.tables, run.shared, cluster::disk_need(run))) {
                std::cerr << "dameotb-mpi: " << doubt << '\n';
            }
        }
        if (mpi::manage({run, number, write_token(run)}, interrupts.flag()) == mpi::Ending::Stopped) {
            const std::string kept = run.verifies()
                                         ? fmt::format("what is verified is noted in {}", run.shared.string())
                                         : fmt::format("finished classes are kept in {}, batches in {}",
                                                       run.tables.string(), run.shared.string());
            throw interrupts.stopped(kept + "; the same command resumes from there");
        }
    }
};

int manage(int argc, char** argv, const terminal::Interrupts& interrupts) {
    FirstProcess process{interrupts, nullptr};
    int status = exit_failed;
    try {
        status = process.run(argc, argv);
    } catch (const terminal::Stopped& stopped) {
        say(stopped.what());
        status = stopped.exit_status();
    } catch (const terminal::UsageError& error) {
        say(error.what());
        status = exit_usage;
    } catch (const std::bad_alloc&) {
        say("not enough memory");
    } catch (const std::exception& error) {
        say(error.what());
    }
    mpi::let_workers_go(status);
    return status;
}

/// Warns if a process has more threads than cores, which mpirun causes by default.
void check_cores(int threads) {
    cpu_set_t cores;
    if (::sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) < threads &&
        CPU_COUNT(&cores) < ::sysconf(_SC_NPROCESSORS_ONLN)) {
        std::cerr << fmt::format("dameotb-mpi: {} threads have {} core{} (mpirun --bind-to none lets them have all)\n",
                                 threads, CPU_COUNT(&cores), CPU_COUNT(&cores) == 1 ? "" : "s");
    }
}

/// Throws if a value in the part is wrong.
void verify(analysis::PartVerifier& verifier, const cluster::PartToVerify& part) {
    if (const auto wrong = verifier.verify(part.own, part.solved_classes, {part.part, part.parts}, part.team)) {
        throw std::runtime_error{tools::mismatch_text(*wrong)};
    }
}

/// Runs every process but the first.
int work(int argc, char** argv, const terminal::Interrupts& interrupts) {
    std::optional<analysis::PartVerifier> verifier;
    const auto verify_part = [&verifier](const cluster::PartToVerify& part) { verify(*verifier, part); };
    const auto make_worker = [&](std::uint32_t number, const std::string& token) {
        CLI::App app;
        mpi::Options options;
        parse(app, options, argc, argv);
        cluster::SharedRun run = mpi::runs_of(options).at(number);
        require_token(run, token);
        run.identity = cluster::shared_identity(run.shared);
        check_cores(options.threads);
        verifier.emplace(run.tables);
        const auto memory_bytes = options.memory_bytes ? terminal::bound_memory(options.memory_bytes) : std::nullopt;
        return std::make_unique<cluster::Worker>(
            run, cluster::WorkerOptions{options.threads, memory_bytes, verify_part, &interrupts.flag()});
    };
    try {
        mpi::work(std::ref(make_worker));    // std::ref allocates nothing
    } catch (const std::exception& error) {  // the manager waits, and could not be told
        say(error.what());
        mpi::end_all(exit_failed);
    }
    return exit_done;
}

}  // namespace

int main(int argc, char** argv) {
    dameotb::terminal::occupy_closed_streams();
    MPI_Init(&argc, &argv);
    const dameotb::terminal::Interrupts interrupts;
    const int status = dameotb::mpi::own_rank() == 0 ? manage(argc, argv, interrupts) : work(argc, argv, interrupts);
    MPI_Finalize();
    return status;
}
