// Each process parses the command line itself.
#include "mpi/options.hpp"

#include <filesystem>

#include <fmt/format.h>

#include <dameotb/gen/run/slice_schedule.hpp>
#include <dameotb/index/limits.hpp>
#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/terminal/errors.hpp>

#include "mpi/messages.hpp"
#include "options/command_line.hpp"

namespace dameotb::mpi {

namespace {

namespace fs = std::filesystem;

/// Returns the classes that the command line names.
std::vector<index::Material> classes_of(const Options& options) {
    std::vector<index::Material> classes =
        options.pieces == 0 ? std::vector<index::Material>{} : index::build_order(options.pieces);
    for (const std::string& name : options.classes) {
        const auto material = index::Material::parse(name);
        if (!material || material->pieces() > index::most_pieces) {
            throw terminal::UsageError{fmt::format("'{}' cannot have tables", name)};
        }
        classes.push_back(material->canonical());
    }
    return classes;
}

/// Returns what both kinds of run have in common.
cluster::SharedRun new_run(const Options& options) {
    cluster::SharedRun run;
    run.tables = options.directory;
    run.workers = rank_count() - 1;
    run.most_alone *= static_cast<std::uint64_t>(options.threads);
    if (run.workers < 1) {
        throw terminal::UsageError{
            "at least two processes are needed, one to hand out tasks and the others to do them: mpirun "
            "--oversubscribe -n 3 dameotb-mpi gen ..."};
    }
    return run;
}

/// Returns the parent of the directory that the processes share.
fs::path scratch_of(const Options& options) {
    return options.scratch.empty() ? options.directory : options.scratch;
}

std::vector<cluster::SharedRun> runs_to_make(const Options& options) {
    cluster::SharedRun run = new_run(options);
    run.shared = table::shared_run_path(scratch_of(options));
    run.one_side_from = options.sides == store::DistanceSides::One ? store::one_side_for_space : store::never_one_side;
    run.classes = gen::in_run_order(index::with_dependencies(classes_of(options)));
    if (run.classes.empty()) {
        throw terminal::UsageError{"say which tables, with --pieces N or --class CLASS, for example --pieces 5"};
    }
    std::vector<cluster::SharedRun> runs;
    for (const DrawRule rule : tools::rules_of(options.metrics)) {
        run.rule = rule;
        runs.push_back(run);
    }
    return runs;
}

/// Returns the classes that have tables. The manager's token reveals a process that cannot see the directory.
std::vector<index::Material> classes_in(const fs::path& directory) {
    if (own_rank() > 0 && !fs::is_directory(directory)) {
        return {};
    }
    std::vector<index::Material> classes = table::classes_of(table::list_tables(directory));
    if (classes.empty()) {
        throw std::runtime_error{fmt::format("{}: there are no tables", directory.string())};
    }
    return classes;
}

cluster::SharedRun run_to_verify(const Options& options) {
    cluster::SharedRun run = new_run(options);
    run.shared = table::shared_verification_path(scratch_of(options));
    run.to_verify = index::in_build_order(classes_of(options));
    if (run.to_verify.empty()) {
        run.to_verify = classes_in(options.directory);
    }
    run.classes = index::with_dependencies(run.to_verify);
    return run;
}

/// Adds the options that both subcommands share.
void add_common_options(CLI::App* subcommand, Options& options) {
    tools::add_directory_option(subcommand, options.directory, "Directory of the tables, which all machines share");
    subcommand->add_option("--pieces", options.pieces, "All classes of 2 to N pieces")
        ->type_name("N")
        ->transform(tools::whole_number(2, index::most_pieces));
    subcommand->add_option("--threads", options.threads, "Threads of each process that does tasks; default: 1")
        ->type_name("N")
        ->transform(tools::whole_number(1, 1024));
    tools::add_size_option(
        subcommand, "--memory", options.memory_bytes,
        "Keep the memory of each process below SIZE bytes; K, M, G and T are powers of 1024; default: no bound");
    subcommand
        ->add_option(
            "--scratch", options.scratch,
            "Where the processes share scores, a directory that all machines share; default: that of the tables")
        ->type_name("DIR");
}

void add_classes(CLI::App* subcommand, Options& options, const std::string& words) {
    subcommand->add_option("--class", options.classes, words)->type_name("CLASS")->delimiter(',');
}

void add_gen(CLI::App& app, Options& options) {
    CLI::App* gen = app.add_subcommand("gen", "Make tables");
    add_common_options(gen, options);
    add_classes(gen, options, "These classes, as in KKMvKM, and all that they depend on");
    tools::add_sides_option(gen, options.sides, "Sides to move that a large .dtm stores; default: two");
    tools::add_metric_options(gen, options.metrics);
    gen->parse_complete_callback([&options] { tools::require_makeable(options.metrics); });
    gen->footer(
        "Makes the same tables as `dameotb gen`, byte for byte. The first process hands out tasks, the others do them\n"
        "and keep their results in the shared directory as long as they are needed. If a process dies, the same\n"
        "command resumes the run. With dtz among the --metrics, a second run over the same classes makes the .dtz.\n"
        "docs/cluster.md has more.\n\nExamples:\n"
        "  mpirun --oversubscribe -n 3 dameotb-mpi gen --dir tables --pieces 5\n"
        "  mpirun --oversubscribe --bind-to none --map-by node -n 9 dameotb-mpi gen --dir tables --pieces 6 "
        "--threads 64 --memory 200G\n"
        "  mpirun --oversubscribe -n 3 dameotb-mpi gen --dir tables --pieces 5 --metrics wdl,dtm,dtz --plies 50\n");
}

void add_verify(CLI::App& app, Options& options) {
    CLI::App* verify = app.add_subcommand("verify", "Check tables against the rules");
    verify->callback([&options] { options.verifies = true; });
    add_common_options(verify, options);
    add_classes(verify, options, "These classes, as in KKMvKM; default: all in the directory");
    verify->footer(
        "Compares every stored value with the values of the positions that the legal moves lead to, like\n"
        "`dameotb verify`. All tables that the classes depend on must be present. The first wrong value found ends\n"
        "the run with exit status 1. If a process dies, the same command resumes the run.\n\nExamples:\n"
        "  mpirun --oversubscribe -n 3 dameotb-mpi verify --dir tables\n"
        "  mpirun --oversubscribe --bind-to none --map-by node -n 9 dameotb-mpi verify --dir tables --pieces 6 "
        "--threads 64 --memory 200G\n");
}

}  // namespace

void add_subcommands(CLI::App& app, Options& options) {
    add_gen(app, options);
    add_verify(app, options);
    app.require_subcommand(1);
}

std::vector<cluster::SharedRun> runs_of(const Options& options) {
    return options.verifies ? std::vector{run_to_verify(options)} : runs_to_make(options);
}

}  // namespace dameotb::mpi
