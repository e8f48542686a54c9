// A file of compressed runs of bytes, for pages of scores that are not in memory.
// A named file outlives the process: a journal next to it says at each checkpoint which runs count, with their
// checksums, so that an interrupted class continues from its last checkpoint, or not at all.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <dameotb/memory/records.hpp>
#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/file_descriptor.hpp>

namespace dameotb::memory {

/// Thrown when a scratch file cannot be made, written or read. The path is that of the file, or of its directory if it
/// is nameless.
class ScratchError : public table::TablebaseError {
public:
    using table::TablebaseError::TablebaseError;
};

/// Where a run lies in its file, and its checksum.
struct ScratchRun {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;  ///< 0: nowhere.
    std::uint32_t room = 0;  ///< The space it may occupy there.
    std::uint64_t checksum = 0;
};

/// One file, and its journal if it has a name. `write` and `read` are thread-safe. All members throw ScratchError,
/// which names the file or its directory.
class ScratchFile {
public:
    /// A run of the journal: which page it holds.
    struct Entry {
        std::uint64_t page = 0;
        ScratchRun run;
    };

    /// Opens nothing until the first write. The file is nameless: nothing is left of it.
    explicit ScratchFile(std::filesystem::path directory) : path_{std::move(directory)} {}
    /// Opens the file of this name and its journal, or makes them. `what`: says what the pages are; a file made for
    /// something else is emptied. Throws table::TablebaseError for one that this program did not make (own_file.hpp).
    ScratchFile(std::filesystem::path path, const std::string& what);
    /// Removes the names unless there is a checkpoint.
    ~ScratchFile();
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;

    /// Compresses the bytes, and writes them in place of an `old` run if they fit there, else after all others.
    [[nodiscard]] ScratchRun write(std::span<const std::byte> bytes, const ScratchRun& old = {});
    /// Fills `bytes` with a run. Also throws if something else lies there, and says what to remove. Requires: the size
    /// that was written.
    void read(const ScratchRun& run, std::span<std::byte> bytes) const;
    [[nodiscard]] std::uint64_t size_bytes() const { return end_.load(std::memory_order_relaxed); }

    /// Removes the names, if it has any. The file's content can be read until the object is destroyed.
    void remove_names();

    // For files with a name:

    /// Returns the number of the last complete checkpoint, 0 if there is none, and calls take(entry) for all entries up
    /// to it, in order. A checkpoint of which the file lacks a run, since it was removed or cut off, is not complete.
    std::uint64_t restore(const std::function<void(const Entry&)>& take);
    /// Gives entries to the next checkpoint, in which they take the place of earlier ones of the same pages.
    void add_entries(std::span<const Entry> entries);
    /// Makes the entries count that were added. `number`: of the checkpoint, not 0. Both files are synced when it
    /// returns.
    void checkpoint(std::uint64_t number);

private:
    /// Calls take(number, entries) for each record of the journal from where it is read on, until that returns false.
    template <class Take>
    void for_each_record(const Take& take);
    [[nodiscard]] std::uint64_t size_of_file() const;

    std::filesystem::path path_;  ///< For a nameless file: the directory.
    std::once_flag opened_;       ///< For a nameless file.
    table::FileDescriptor file_;
    RecordJournal journal_;
    bool has_checkpoint_ = false;
    std::atomic<std::uint64_t> end_ = 0;
};

}  // namespace dameotb::memory
