// The journal is a sequence of records, each a zstd frame with its checksum, after its size in four bytes. The first
// record says what the file is for; each further one is a checkpoint: its number, then its entries. A record that was
// cut off by the end of the process does not count, nor does anything after it.
#include <dameotb/scores/memory/scratch_file.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/format/temporary_file.hpp>

#include <dameotb/scores/memory/frames.hpp>

namespace dameotb::scores {

namespace {

void write_at(const table::FileDescriptor& file, const std::filesystem::path& path, std::uint64_t offset,
              std::span<const std::byte> bytes) {
    if (const std::error_code error = file.write_at(offset, bytes)) {
        throw ScratchError{path.string(), error, "cannot write the scratch file"};
    }
}

/// Returns whether the file has that many bytes there; throws if it cannot be read.
bool read_at(const table::FileDescriptor& file, const std::filesystem::path& path, std::uint64_t offset,
             std::span<std::byte> bytes) {
    std::error_code error;
    const std::size_t done = file.read_at(offset, bytes, error);
    if (error) {
        throw ScratchError{path.string(), error, "cannot read the scratch file"};
    }
    return done == bytes.size();
}

void sync(const table::FileDescriptor& file, const std::filesystem::path& path) {
    if (::fsync(file.get()) != 0) {
        throw ScratchError{path.string(), table::last_system_error(), "cannot write the scratch file"};
    }
}

table::FileDescriptor open_or_make(const std::filesystem::path& path) {
    constexpr mode_t readable = 0666;  // the umask takes bits away
    table::FileDescriptor file{::open(path.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, readable)};
    if (!file.is_open()) {
        throw ScratchError{path.string(), table::last_system_error()};
    }
    return file;
}

/// Returns the record at an offset, which moves past it; nothing if no whole record is there.
std::optional<std::vector<std::byte>> read_record(const table::FileDescriptor& file, const std::filesystem::path& path,
                                                  std::uint64_t& offset) {
    std::uint32_t size = 0;
    if (!read_at(file, path, offset, std::as_writable_bytes(std::span{&size, 1}))) {
        return std::nullopt;
    }
    struct ::stat status {};
    if (::fstat(file.get(), &status) != 0 || offset + sizeof size + size > static_cast<std::uint64_t>(status.st_size)) {
        return std::nullopt;
    }
    std::vector<std::byte> frame(size);
    if (!read_at(file, path, offset + sizeof size, frame)) {
        return std::nullopt;
    }
    auto record = decompressed(frame);
    offset += record ? sizeof size + size : 0;
    return record;
}

}  // namespace

ScratchFile::ScratchFile(std::filesystem::path path, const std::string& what)
    : path_{std::move(path)}, file_{open_or_make(path_)}, journal_{open_or_make(table::journal_of(path_))} {
    const auto first = read_record(journal_, path_, journal_end_);
    if (first && std::ranges::equal(*first, std::as_bytes(std::span{what}))) {
        return;
    }
    journal_end_ = 0;
    if (::ftruncate(journal_.get(), 0) != 0 || ::ftruncate(file_.get(), 0) != 0) {
        throw ScratchError{path_.string(), table::last_system_error(), "cannot write the scratch file"};
    }
    append_record(std::as_bytes(std::span{what}));
}

ScratchFile::~ScratchFile() {
    if (journal_.is_open() && !has_checkpoint_) {
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
    const bool fits = size <= old.room;
    const ScratchRun run{fits ? old.offset : end_.fetch_add(size), size, fits ? old.room : size};
    write_at(file_, path_, run.offset, frame);
    return run;
}

void ScratchFile::read(const ScratchRun& run, std::span<std::byte> bytes) const {
    const std::span<std::byte> frame = frame_buffer(run.size);
    if (!read_at(file_, path_, run.offset, frame) || !decompress(frame, bytes)) {
        throw ScratchError{path_.string(), "the scratch file is damaged"};
    }
}

std::uint64_t ScratchFile::restore(const std::function<void(const Entry&)>& take) {
    std::uint64_t number = 0;
    std::uint64_t end = 0;
    while (const auto record = read_record(journal_, path_, journal_end_)) {
        if (record->size() < sizeof number) {
            break;
        }
        std::memcpy(&number, record->data(), sizeof number);
        for (std::size_t at = sizeof number; at + sizeof(Entry) <= record->size(); at += sizeof(Entry)) {
            Entry entry;
            std::memcpy(&entry, record->data() + at, sizeof entry);
            end = std::max(end, entry.run.offset + entry.run.room);
            take(entry);
        }
    }
    end_ = end;  // what follows belongs to no checkpoint
    has_checkpoint_ = number > 0;
    return number;
}

void ScratchFile::checkpoint(std::uint64_t number, std::span<const Entry> entries) {
    sync(file_, path_);
    std::vector<std::byte> record(sizeof number + entries.size_bytes());
    std::memcpy(record.data(), &number, sizeof number);
    if (!entries.empty()) {
        std::memcpy(record.data() + sizeof number, entries.data(), entries.size_bytes());
    }
    append_record(record);
    sync(journal_, path_);
    has_checkpoint_ = true;
}

// The size comes last, so that a record that is cut off is none.
void ScratchFile::append_record(std::span<const std::byte> record) {
    const auto frame = compressed(record);
    const auto size = static_cast<std::uint32_t>(frame.size());
    write_at(journal_, path_, journal_end_ + sizeof size, frame);
    write_at(journal_, path_, journal_end_, std::as_bytes(std::span{&size, 1}));
    journal_end_ += sizeof size + size;
}

void ScratchFile::remove_names() {
    std::error_code ignored;
    if (journal_.is_open() && journal_.lies_at(table::journal_of(path_))) {
        std::filesystem::remove(table::journal_of(path_), ignored);
    }
    if (file_.lies_at(path_)) {
        std::filesystem::remove(path_, ignored);
    }
}

}  // namespace dameotb::scores
