// dameotb-mpi: makes or verifies tables with many processes, on one machine or several, under mpirun or srun. The first
// process hands out tasks, all others do them. This file turns every error into one line.
#include <iostream>
#include <random>

#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <dameotb/analysis/verify.hpp>
#include <dameotb/files/directory_lock.hpp>
#include <dameotb/files/leftovers.hpp>
#include <dameotb/files/table_directory.hpp>
#include <dameotb/format/error.hpp>
#include <dameotb/format/temporary_file.hpp>
#include <dameotb/gen/scale.hpp>

#include "manager.hpp"
#include "messages.hpp"
#include "options.hpp"
#include "terminal/interrupt.hpp"
#include "text/gen/disk_need.hpp"
#include "text/mismatch_text.hpp"
#include "worker_loop.hpp"

namespace {

using namespace dameotb;
namespace fs = std::filesystem;

constexpr int exit_done = 0;
constexpr int exit_failed = 1;
constexpr int exit_usage = 2;

/// Makes a file that a process sees only if it shares the directory.
mpi::Token make_token(const fs::path& shared) {
    std::random_device random;
    mpi::Token token{shared / "token", fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random())};
    format::TemporaryFile file{token.path};
    const std::string line = token.text + "\n";
    file.write_at(0, std::as_bytes(std::span{line}));
    file.commit();
    return token;
}

/// Throws std::runtime_error if a disk has far too little room, and warns if it may not have enough.
void require_room(const gen::SharedRun& run) {
    const std::vector<tools::DiskRoom> disks = tools::disks_of(run.tables, run.shared, gen::disk_need(run));
    if (const auto refusal = tools::refusal_of(disks)) {
        throw std::runtime_error{*refusal};
    }
    for (const std::string& doubt : tools::doubts_of(disks)) {
        std::cerr << "dameotb-mpi: " << doubt << '\n';
    }
}

/// Makes the directories and takes the lock of a run that makes tables.
std::unique_ptr<files::DirectoryLock> begin_making(const gen::SharedRun& run) {
    fs::create_directories(run.tables);
    fs::create_directories(run.shared);
    auto lock = std::make_unique<files::DirectoryLock>(run.tables);
    if (lock->is_exclusive()) {
        files::remove_leftovers(run.tables);
    }
    require_room(run);
    return lock;
}

/// Does the same for a run that verifies them. The lock is that of the directory in which scores are shared: the tables
/// may lie where nobody may write.
std::unique_ptr<files::DirectoryLock> begin_verifying(const gen::SharedRun& run) {
    for (const format::Metric metric : files::metrics) {
        if (const auto missing = files::first_missing(run.tables, run.to_verify, metric)) {
            throw files::MissingTableError{run.tables, *missing, metric};
        }
    }
    fs::create_directories(run.shared);
    auto lock = std::make_unique<files::DirectoryLock>(run.shared.parent_path());
    gen::forget_other_tables(run);
    return lock;
}

/// The first process.
int manage(const gen::SharedRun& run, const tools::Interrupts& interrupts) {
    std::unique_ptr<files::DirectoryLock> lock;
    std::string failure;
    mpi::Token token;
    try {
        lock = run.verifies() ? begin_verifying(run) : begin_making(run);
        token = make_token(run.shared);
    } catch (const std::exception& error) {
        failure = error.what();
    }
    static_cast<void>(mpi::told_by_manager(failure.empty() ? token.text : ""));
    if (!failure.empty()) {
        throw std::runtime_error{failure};
    }
    const mpi::Ending ending = mpi::manage(run, interrupts.flag());
    if (ending == mpi::Ending::Stopped) {
        const std::string kept = run.verifies() ? fmt::format("what is verified is noted in {}", run.shared.string())
                                                : fmt::format("finished classes are kept in {}, batches in {}",
                                                              run.tables.string(), run.shared.string());
        std::cerr << fmt::format("dameotb-mpi: stopped: {}; the same command goes on from there\n", kept);
        return interrupts.flag() ? interrupts.exit_status() : exit_failed;
    }
    std::error_code ignored;
    fs::remove_all(run.shared, ignored);
    return exit_done;
}

/// Warns if the threads of a process have to share fewer cores, as mpirun does if it is not told otherwise.
void check_cores(int threads) {
    cpu_set_t cores;
    if (::sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) < threads &&
        CPU_COUNT(&cores) < ::sysconf(_SC_NPROCESSORS_ONLN)) {
        std::cerr << fmt::format("dameotb-mpi: {} threads have {} core{} (mpirun --bind-to none lets them have all)\n",
                                 threads, CPU_COUNT(&cores), CPU_COUNT(&cores) == 1 ? "" : "s");
    }
}

/// Throws if a value in the part is wrong.
void verify(analysis::PartVerifier& verifier, const gen::PartToVerify& part) {
    if (const auto wrong = verifier.verify(part.own, part.finished, {part.part, part.parts}, part.team)) {
        throw std::runtime_error{tools::mismatch_text(*wrong)};
    }
}

int do_run(const gen::SharedRun& run, const mpi::Options& options) {
    const auto memory_bytes = mpi::memory_of(options);  // in all processes, so that the first one says what is wrong
    const tools::Interrupts interrupts;
    if (mpi::own_rank() == 0) {
        return manage(run, interrupts);
    }
    const mpi::Token token{run.shared / "token", mpi::told_by_manager({})};
    if (!token.text.empty()) {
        check_cores(options.threads);
        analysis::PartVerifier verifier{run.tables};
        const auto verify_part = [&verifier](const gen::PartToVerify& part) { verify(verifier, part); };
        mpi::work(run, {options.threads, memory_bytes, verify_part, &interrupts.flag()}, token);
    }
    return exit_done;
}

/// Reads the command line. The same in all processes; the first one speaks.
int run(int argc, char** argv) {
    const bool speaks = mpi::own_rank() == 0;
    const auto fail = [&](const std::string& why, int status) {
        if (speaks) {
            std::cerr << "dameotb-mpi: " << why << '\n';
        }
        return status;
    };
    CLI::App app{"Makes and verifies endgame tables for Dameo with many processes.", "dameotb-mpi"};
    app.set_version_flag("--version", mpi::version_words());
    mpi::Options options;
    mpi::add_subcommands(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
            return speaks ? app.exit(error) : exit_done;
        }
        const auto chosen = app.get_subcommands();
        return fail(fmt::format("{}\nTry: dameotb-mpi {}--help", error.what(),
                                chosen.empty() ? "" : chosen.front()->get_name() + " "),
                    exit_usage);
    }
    try {
        return do_run(mpi::run_of(options), options);
    } catch (const mpi::UsageError& error) {
        return fail(error.what(), exit_usage);
    } catch (const std::exception& error) {
        return fail(error.what(), exit_failed);
    }
}

}  // namespace

int main(int argc, char** argv) {
    MPI_Init(&argc, &argv);
    const int status = run(argc, argv);
    MPI_Finalize();
    return status;
}
