// Messages about a run before, during and after it: its need of disk space and time, its progress, wrong values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/run/run.hpp>
#include <dameotb/analysis/verify/verify.hpp>
#include <dameotb/cluster/task_graph.hpp>
#include <dameotb/gen/run/estimate.hpp>
#include <dameotb/gen/run/generate.hpp>

namespace dameotb::tools {

/// A directory, what a run will write there, and the free space.
struct DiskRoom {
    std::string directory;
    gen::DiskNeed need;
    std::optional<std::uint64_t> free_bytes;
};

enum class Room : std::uint8_t { Enough, Doubtful, TooLittle };

/// Returns whether there is room. The need is accurate to a factor of about two.
[[nodiscard]] Room room_for(const DiskRoom& disk);
/// Returns one line that says how much is needed and how much is free. Requires: free_bytes is known.
[[nodiscard]] std::string disk_need_text(const DiskRoom& disk);
/// Throws UserError with that line if a disk that a run writes to has far too little space. Returns a line for each
/// that may not have enough. The scratch may be on a disk of its own.
[[nodiscard]] std::vector<std::string> require_room(const std::filesystem::path& directory,
                                                    const std::filesystem::path& scratch, const gen::DiskNeed& need);

/// Returns a description of a task in a run with several workers.
[[nodiscard]] const char* task_words(cluster::Task::Kind kind);

/// Returns the terminal line for a class that gen makes or checks. The most important part is first: a narrow terminal
/// truncates the line.
[[nodiscard]] std::string gen_progress_text(const gen::Progress& progress);

/// Returns gen's line for a finished class, in fields that programs may find by position or by the preceding word.
/// `checks`: kept files were read through. `suffix`: what follows the class's name. If the line has more than
/// `columns`, leaves out what the seconds went into, and the scratch.
[[nodiscard]] std::string finished_class_text(const gen::Progress& progress, bool checks,
                                              const std::string& suffix = "",
                                              std::size_t columns = std::numeric_limits<std::size_t>::max());

/// Returns "KKMvKKK (3 of 37)".
[[nodiscard]] std::string class_text(const analysis::ClassProgress& progress);

/// Returns "KKMvKKK (3 of 37)  reading KKvKKK 43%" while a class is read, then the completed fraction of the work on
/// the class itself, as "KKMvKKK (3 of 37)  57%".
[[nodiscard]] std::string class_progress_text(const analysis::ClassProgress& progress);

/// Returns a line about a wrong value: file, position, stored value, and expected value.
[[nodiscard]] std::string mismatch_text(const analysis::Mismatch& wrong);

}  // namespace dameotb::tools
