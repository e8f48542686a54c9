// dameotb-mpi: makes tables with many processes, on one machine or several, under mpirun or srun. The first process
// hands out tasks, all others do them. This file reads the command line, and turns every error into one line.
#include <iostream>
#include <random>

#include <mpi.h>
#include <sched.h>
#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <dameotb/files/directory_lock.hpp>
#include <dameotb/files/leftovers.hpp>
#include <dameotb/format/error.hpp>
#include <dameotb/format/temporary_file.hpp>
#include <dameotb/gen/scale.hpp>
#include <dameotb/index/limits.hpp>

#include "manager.hpp"
#include "messages.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/machine_memory.hpp"
#include "terminal/sizes.hpp"
#include "text/disk_need.hpp"
#include "worker_loop.hpp"

namespace {

using namespace dameotb;
namespace fs = std::filesystem;

constexpr int exit_done = 0;
constexpr int exit_failed = 1;
constexpr int exit_usage = 2;

struct Options {
    std::string directory;
    std::string scratch;  ///< Empty for the directory of the tables.
    int pieces = 0;
    std::vector<std::string> classes;
    int threads = 1;
    std::string sides = "two";
    std::string memory;
};

/// Says that the command line asks for what cannot be.
struct UsageError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

gen::SharedRun run_of(const Options& options) {
    gen::SharedRun run;
    run.tables = options.directory;
    run.shared = files::shared_run_path(options.scratch.empty() ? options.directory : options.scratch);
    run.workers = mpi::rank_count() - 1;
    run.one_side_from = options.sides == "one" ? store::one_side_for_space : store::never_one_side;
    std::vector<index::Material> classes =
        options.pieces == 0 ? std::vector<index::Material>{} : index::build_order(options.pieces);
    for (const std::string& name : options.classes) {
        const auto material = index::Material::parse(name);
        if (!material || material->pieces() > index::most_pieces) {
            throw UsageError{fmt::format("there can be no tables of '{}'", name)};
        }
        classes.push_back(material->canonical());
    }
    run.classes = index::with_dependencies(classes);
    if (run.classes.empty()) {
        throw UsageError{"say which tables, with --pieces N or --class CLASS, for example --pieces 5"};
    }
    if (run.workers < 1) {
        throw UsageError{
            "one process hands out tasks and all others do them, so there must be two at least: mpirun -n 3 "
            "dameotb-mpi gen ..."};
    }
    return run;
}

std::optional<std::uint64_t> memory_of(const Options& options) {
    if (options.memory.empty()) {
        return std::nullopt;
    }
    const auto bytes = tools::parse_size(options.memory);
    if (!bytes) {
        throw UsageError{fmt::format("--memory: write a size such as 8G, not '{}'", options.memory)};
    }
    return tools::bound_memory(bytes);
}

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

/// The first process: makes the directories, and takes the lock.
int manage(const gen::SharedRun& run, const tools::Interrupts& interrupts) {
    std::optional<files::DirectoryLock> lock;
    std::string failure;
    mpi::Token token;
    try {
        fs::create_directories(run.tables);
        fs::create_directories(run.shared);
        lock.emplace(run.tables);
        if (lock->is_exclusive()) {
            files::remove_leftovers(run.tables);
        }
        require_room(run);
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
        std::cerr << fmt::format(
            "dameotb-mpi: stopped: finished classes are kept in {}, batches in {}; the same command goes on from "
            "there\n",
            run.tables.string(), run.shared.string());
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

int gen_tables(const Options& options) {
    const gen::SharedRun run = run_of(options);
    const tools::Interrupts interrupts;
    if (mpi::own_rank() == 0) {
        return manage(run, interrupts);
    }
    const mpi::Token token{run.shared / "token", mpi::told_by_manager({})};
    if (!token.text.empty()) {
        check_cores(options.threads);
        mpi::work(run, {options.threads, memory_of(options), &interrupts.flag()}, token);
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
    CLI::App app{"Endgame tables for Dameo, made by many processes.", "dameotb-mpi"};
    app.set_version_flag("--version", mpi::version_words());
    app.require_subcommand(1);
    Options options;
    CLI::App* gen = app.add_subcommand("gen", "Make tables");
    gen->add_option("--dir", options.directory, "Directory of the tables, which all machines share")
        ->type_name("DIR")
        ->required();
    gen->add_option("--pieces", options.pieces, "All classes of 2 to N pieces")
        ->type_name("N")
        ->check(CLI::Range(2, index::most_pieces));
    gen->add_option("--class", options.classes, "These classes, as in KKMvKM, and all that they depend on")
        ->type_name("CLASS")
        ->delimiter(',');
    gen->add_option("--threads", options.threads, "Threads of each process that does tasks; default: 1")
        ->type_name("N")
        ->check(CLI::Range(1, 1024));
    gen->add_option("--memory", options.memory,
                    "Keep the memory of each process below SIZE bytes; K, M, G and T are powers of 1024; default: no "
                    "bound")
        ->type_name("SIZE");
    gen->add_option("--sides", options.sides, "Sides to move that a large .dtm stores; default: two")
        ->type_name("one|two")
        ->check(CLI::IsMember({"one", "two"}));
    gen->add_option(
           "--scratch", options.scratch,
           "Where the processes share scores, a directory that all machines share; default: that of the tables")
        ->type_name("DIR");
    gen->footer(
        "Makes the tables that `dameotb gen` makes, byte for byte. The first process hands out tasks, the others do\n"
        "them; what they find lies in the shared directory until nobody needs it. If a process dies, the same command\n"
        "goes on. docs/cluster.md has more.\n\nExamples:\n"
        "  mpirun -n 3 dameotb-mpi gen --dir tables --pieces 5\n"
        "  mpirun --bind-to none --map-by ppr:1:node -n 9 dameotb-mpi gen --dir tables --pieces 6 --threads 64 "
        "--memory 200G\n");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
            return speaks ? app.exit(error) : exit_done;
        }
        return fail(fmt::format("{}\nTry: dameotb-mpi gen --help", error.what()), exit_usage);
    }
    try {
        return gen_tables(options);
    } catch (const UsageError& error) {
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
