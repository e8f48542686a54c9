#include "messages/run_messages.hpp"

#include <fmt/format.h>

#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/terminal/errors.hpp>
#include <dameotb/terminal/machine.hpp>
#include <dameotb/terminal/numbers.hpp>

namespace dameotb::tools {

namespace {

std::string work_text(const gen::Progress& progress) {
    switch (progress.work) {
        case gen::Work::Check:
            return "checking";
        case gen::Work::Read:
            return "reading " + progress.worked_on.name();
        case gen::Work::Solve:
            return progress.levels == 0 ? "solving"
                                        : fmt::format("solving level {} of {}", progress.level, progress.levels);
        case gen::Work::Encode:
            break;
    }
    return "encoding";
}

/// Returns the disks that a run writes to, with their free space.
std::vector<DiskRoom> disks_of(const std::filesystem::path& directory, const std::filesystem::path& scratch,
                               const gen::DiskNeed& need) {
    const bool together = terminal::on_one_disk(directory, scratch);
    std::vector<DiskRoom> disks{
        {directory.string(), {need.file_bytes, together ? need.scratch_bytes : 0}, terminal::free_bytes(directory)}};
    if (!together) {
        disks.push_back({scratch.string(), {0, need.scratch_bytes}, terminal::free_bytes(scratch)});
    }
    return disks;
}

std::string left_text(const std::optional<double>& seconds) {
    return seconds ? terminal::duration_text(*seconds) : "-";
}

}  // namespace

Room room_for(const DiskRoom& disk) {
    const std::uint64_t need = disk.need.file_bytes + disk.need.scratch_bytes;
    return !disk.free_bytes || *disk.free_bytes >= need ? Room::Enough
           : *disk.free_bytes >= need / 2               ? Room::Doubtful
                                                        : Room::TooLittle;
}

std::string disk_need_text(const DiskRoom& disk) {
    return fmt::format("{}: about {} of disk space is needed, {} for tables and {} for scratch, and {} is free",
                       disk.directory, terminal::size_text(disk.need.file_bytes + disk.need.scratch_bytes),
                       terminal::size_text(disk.need.file_bytes), terminal::size_text(disk.need.scratch_bytes),
                       terminal::size_text(disk.free_bytes.value_or(0)));
}

std::vector<std::string> require_room(const std::filesystem::path& directory, const std::filesystem::path& scratch,
                                      const gen::DiskNeed& need) {
    std::vector<std::string> doubts;
    for (const DiskRoom& disk : disks_of(directory, scratch, need)) {
        const Room room = room_for(disk);
        if (room == Room::TooLittle) {
            throw terminal::UserError{disk_need_text(disk)};
        }
        if (room == Room::Doubtful) {
            doubts.push_back(disk_need_text(disk) + " (the estimate may be too high by a factor of two)");
        }
    }
    return doubts;
}

const char* task_words(cluster::Task::Kind kind) {
    using Kind = cluster::Task::Kind;
    switch (kind) {
        case Kind::Make:
            return "make";
        case Kind::SolveAll:
            return "solve whole classes";
        case Kind::Read:
            return "read";
        case Kind::Cut:
            return "cut";
        case Kind::Solve:
            return "solve";
        case Kind::Write:
            return "write files";
        case Kind::Plan:
            return "plan files";
        case Kind::Encode:
            return "encode";
        case Kind::Join:
            return "join";
        case Kind::Verify:
            return "verify";
    }
    return "";
}

std::string gen_progress_text(const gen::Progress& progress) {
    std::string line = fmt::format("{} ({} of {})  {}  {:.0f}%  {}", progress.material.name(), progress.class_number,
                                   progress.classes, work_text(progress), 100 * progress.class_share,
                                   terminal::rate_text(progress.work_positions, progress.work_seconds));
    if (!progress.reused) {
        line += fmt::format("  left {}, all {}", left_text(progress.class_seconds_left),
                            left_text(progress.run_seconds_left));
    }
    if (progress.memory_bytes && progress.scratch_bytes) {
        line += fmt::format("  memory {}  scratch {}", terminal::size_text(*progress.memory_bytes),
                            terminal::size_text(*progress.scratch_bytes));
    }
    return line;
}

std::string finished_class_text(const gen::Progress& progress, bool checks, const std::string& suffix,
                                std::size_t columns) {
    const std::string whole = fmt::format("{:<10} {:>15} positions {:>10.2f} s", progress.material.name() + suffix,
                                          progress.positions, progress.class_seconds);
    const std::string parts = fmt::format("  read {:>7.2f}  solve {:>8.2f}  encode {:>8.2f}", progress.seconds.read,
                                          progress.seconds.solve, progress.seconds.encode);
    const std::string files = fmt::format("  files {:>11}", progress.file_bytes);
    const std::string scratch = fmt::format("  scratch {:>12}", progress.peak_scratch_bytes);
    const std::string kept = !progress.reused ? "" : checks ? "  kept, good" : "  kept";
    const std::string line = whole + parts + files + scratch + kept;
    return line.size() <= columns ? line : whole + files + kept;
}

std::string class_text(const analysis::ClassProgress& progress) {
    return fmt::format("{} ({} of {})", progress.material.name(), progress.class_number, progress.classes);
}

std::string class_progress_text(const analysis::ClassProgress& progress) {
    const std::string place = class_text(progress);
    return progress.reading ? fmt::format("{}  reading {} {:.0f}%", place, progress.reading->material.name(),
                                          100 * progress.reading->share)
                            : fmt::format("{}  {:.0f}%", place, 100 * progress.class_share);
}

std::string mismatch_text(const analysis::Mismatch& wrong) {
    return fmt::format("{}: {}: stored {}, expected {}", wrong.file, rules::to_fen(wrong.position),
                       to_string(wrong.stored), to_string(wrong.expected));
}

}  // namespace dameotb::tools
