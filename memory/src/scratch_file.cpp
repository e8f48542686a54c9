// A journal record has a number, then entries. The last record of a checkpoint has its number, those before it 0. So a
// checkpoint of any size takes little memory.
#include <dameotb/memory/scratch_file.hpp>

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/format/checksum.hpp>
#include <dameotb/table/format/own_file.hpp>
#include <dameotb/table/format/temporary_file.hpp>

namespace dameotb::memory {

namespace {

/// Throws if there is an error.
void require_done(const std::error_code& error, const std::filesystem::path& path, const char* failed) {
    if (error) {
        throw ScratchError{path.string(), error, failed};
    }
}
/// Returns the error of a system call that returned `returned`.
std::error_code error_of(int returned) {
    return returned == 0 ? std::error_code{} : table::last_system_error();
}
constexpr auto cannot_read = "cannot read the scratch file";
constexpr auto cannot_write = "cannot write the scratch file";

}  // namespace

ScratchFile::ScratchFile(std::filesystem::path path, const std::string& what)
    : path_{std::move(path)}, end_{table::scratch_magic.size()} {
    const std::filesystem::path journal = table::journal_of(path_);
    table::require_own_file(journal, table::journal_magic);  // before the other file is made
    file_ = table::open_or_make_own_file(path_, table::scratch_magic);
    journal_ = RecordJournal{table::open_or_make_own_file(journal, table::journal_magic)};
    std::error_code error;
    const bool is_for = journal_.is_for(what, error);
    require_done(error, path_, cannot_read);
    if (!is_for) {
        require_done(error_of(::ftruncate(file_.get(), 0)), path_, cannot_write);
    }
    // Before the journal begins: the process may be killed at any time.
    require_done(file_.write_at(0, std::as_bytes(std::span{table::scratch_magic})), path_, cannot_write);
    if (!is_for) {
        require_done(journal_.begin(what), path_, cannot_write);
    }
}

ScratchFile::~ScratchFile() {
    if (!has_checkpoint_) {
        remove_names();
    }
}

ScratchRun ScratchFile::write(std::span<const std::byte> bytes, const ScratchRun& old) {
    std::call_once(opened_, [this] {
        if (!file_.is_open()) {
            file_ = table::make_nameless_file(path_);
        }
    });
    const auto frame = compressed(bytes);
    const auto size = static_cast<std::uint32_t>(frame.size());
    const std::uint64_t checksum = table::checksum(frame);
    if (size <= old.room) {
        require_done(file_.write_at(old.offset, frame), path_, cannot_write);
        return {old.offset, size, old.room, checksum};
    }
    // A run that has grown may grow again and again. With half as much room more each time, the places that it leaves
    // take no more than twice what it takes at last, but for those that a checkpoint needs. Room that was never written
    // is a hole in the file.
    const std::uint32_t room = old.room > 0 ? size + size / 2 : size;
    const ScratchRun run{end_.fetch_add(room), size, room, checksum};
    require_done(file_.write_at(run.offset, frame), path_, cannot_write);
    return run;
}

void ScratchFile::read(const ScratchRun& run, std::span<std::byte> bytes) const {
    const std::span<std::byte> frame = frame_buffer(run.size);
    std::error_code error;
    const std::size_t read = file_.read_at(run.offset, frame, error);
    require_done(error, path_, cannot_read);
    if (read < frame.size() || table::checksum(frame) != run.checksum || !decompress(frame, bytes)) {
        throw ScratchError{path_.string(), has_checkpoint_
                                               ? "the scratch file is damaged: remove it to begin its class anew"
                                               : "the scratch file is damaged"};
    }
}

std::uint64_t ScratchFile::restore(const std::function<void(const Entry&)>& take) {
    // Entries count only with the whole checkpoint, so the journal is read twice.
    const RecordJournal::Place begin = journal_.end();
    const std::uint64_t file_bytes = size_of_file();
    std::uint64_t number = 0;
    RecordJournal::Place journal_end = begin;
    std::uint64_t room_end = 0;
    std::uint64_t bytes = 0;
    for_each_record([&](std::uint64_t found, std::span<const Entry> entries) {
        for (const Entry& entry : entries) {
            room_end = std::max(room_end, entry.run.offset + entry.run.room);
            bytes = std::max(bytes, entry.run.offset + entry.run.size);
        }
        if (found > 0 && bytes <= file_bytes) {
            number = found;
            journal_end = journal_.end();
            end_ = room_end;  // what follows belongs to no checkpoint
        }
        return true;
    });
    journal_.seek(begin);
    for_each_record([&](std::uint64_t, std::span<const Entry> entries) {
        if (journal_.end().offset > journal_end.offset) {
            return false;
        }
        std::ranges::for_each(entries, take);
        return true;
    });
    journal_.seek(journal_end);
    require_done(journal_.cut(), path_, cannot_write);
    has_checkpoint_ = number > 0;
    return number;
}

template <class Take>
void ScratchFile::for_each_record(const Take& take) {
    std::vector<Entry> entries;
    std::error_code error;
    while (const auto record = journal_.next(error)) {
        std::span<const std::byte> left{*record};
        std::uint64_t number = 0;
        if (!take_bytes(left, number)) {
            break;
        }
        entries.resize(left.size() / sizeof(Entry));
        if (!take_bytes(left, std::span{entries}) || !take(number, entries)) {
            break;
        }
    }
    require_done(error, path_, cannot_read);
}

std::uint64_t ScratchFile::size_of_file() const {
    struct ::stat status {};
    require_done(error_of(::fstat(file_.get(), &status)), path_, cannot_read);
    return static_cast<std::uint64_t>(status.st_size);
}

void ScratchFile::add_entries(std::span<const Entry> entries) {
    std::vector<std::byte> record;
    append_bytes(record, std::uint64_t{0});
    append_bytes(record, entries);
    require_done(journal_.append(record), path_, cannot_write);
}

void ScratchFile::checkpoint(std::uint64_t number) {
    require_done(error_of(::fsync(file_.get())), path_, cannot_write);
    require_done(journal_.append_synced(std::as_bytes(std::span{&number, 1})), path_, cannot_write);
    has_checkpoint_ = true;
}

void ScratchFile::remove_names() {
    if (!journal_.file().is_open()) {
        return;  // a nameless file
    }
    std::error_code ignored;
    if (journal_.file().lies_at(table::journal_of(path_))) {
        std::filesystem::remove(table::journal_of(path_), ignored);
    }
    if (file_.lies_at(path_)) {
        std::filesystem::remove(path_, ignored);
    }
}

}  // namespace dameotb::memory
