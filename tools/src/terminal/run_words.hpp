// What is said of a run before, while and after it works: its need of disk space and time, its progress, wrong values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <dameotb/analysis/run.hpp>
#include <dameotb/analysis/verify.hpp>
#include <dameotb/cluster/task.hpp>
#include <dameotb/gen/estimate.hpp>
#include <dameotb/gen/generate.hpp>

namespace dameotb::tools {

/// A directory, what a run will write there, and the room that there is.
struct DiskRoom {
    std::string directory;
    gen::DiskNeed need;
    std::optional<std::uint64_t> free_bytes;
};

enum class Room : std::uint8_t { Enough, Doubtful, TooLittle };

/// Returns whether there is room. The need is right within a factor of about two.
[[nodiscard]] Room room_for(const DiskRoom& disk);
/// Returns one line that says how much is needed and how much there is. Requires: free_bytes is known.
[[nodiscard]] std::string disk_need_text(const DiskRoom& disk);
/// Throws UserError with that line if a disk that a run writes to has far too little room. Returns a line for each that
/// may not have enough. The scratch may lie on a disk of its own.
[[nodiscard]] std::vector<std::string> require_room(const std::filesystem::path& directory,
                                                    const std::filesystem::path& scratch, const gen::DiskNeed& need);

/// Returns what is done in a task of a run with several workers.
[[nodiscard]] const char* task_words(cluster::Task::Kind kind);

/// Returns the line of a terminal for a class that gen makes or checks. What matters most comes first: a narrow
/// terminal cuts it.
[[nodiscard]] std::string gen_progress_text(const gen::Progress& progress);

/// Returns the line of gen for a finished class: fields that programs may take by their place or by the word before
/// them. `checks`: kept files were read through.
[[nodiscard]] std::string finished_class_text(const gen::Progress& progress, bool checks);

/// Returns "KKMvKKK (3 of 37)  reading KKvKKK 43%" while a class is read, and then what part of the work on the class
/// itself is done, as "KKMvKKK (3 of 37)  57%".
[[nodiscard]] std::string class_progress_text(const analysis::ClassProgress& progress);

/// Returns a line of a wrong value: the file, the position, what is stored and what it should be.
[[nodiscard]] std::string mismatch_text(const analysis::Mismatch& wrong);

}  // namespace dameotb::tools
