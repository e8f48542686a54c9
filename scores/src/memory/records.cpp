// Each thread keeps its zstd contexts and buffers.
#include <dameotb/scores/memory/records.hpp>

#include <algorithm>
#include <memory>
#include <new>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <dameotb/table/format/error.hpp>

namespace dameotb::scores {

namespace {

/// Lower levels take as long and leave a third more bytes.
constexpr int level = 1;

/// Returns a context made by zstd. Throws std::bad_alloc if there is none.
template <class Context>
Context* made(Context* context) {
    return context != nullptr ? context : throw std::bad_alloc{};
}

struct Compressor {
    Compressor() {
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level);
        ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    }
    std::unique_ptr<ZSTD_CCtx, decltype([](ZSTD_CCtx* c) { ZSTD_freeCCtx(c); })> context{made(ZSTD_createCCtx())};
    std::vector<std::byte> bytes;
};

struct Decompressor {
    std::unique_ptr<ZSTD_DCtx, decltype([](ZSTD_DCtx* c) { ZSTD_freeDCtx(c); })> context{made(ZSTD_createDCtx())};
};

/// Returns the frame's content, whatever its size; nothing if it is damaged.
std::optional<std::vector<std::byte>> decompressed(std::span<const std::byte> frame) {
    const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
    // A block of 128 KB takes at least 4 bytes, so a frame that claims more is damaged; so is one without a size.
    constexpr unsigned long long most_a_byte = 1 << 15;
    if (size / most_a_byte > frame.size()) {
        return std::nullopt;
    }
    std::vector<std::byte> bytes(size);
    return decompress(frame, bytes) ? std::optional{std::move(bytes)} : std::nullopt;
}

using FrameSize = std::uint32_t;  // the beginning of a record

/// Appends the record of a frame, and returns its size.
std::uint64_t append_record(std::vector<std::byte>& to, std::span<const std::byte> frame) {
    append_bytes(to, static_cast<FrameSize>(frame.size()));
    append_bytes(to, frame);
    return sizeof(FrameSize) + frame.size();
}

/// Returns the file's size; nothing, with an error code, if there is no such file.
std::optional<std::uint64_t> size_of(const table::FileDescriptor& file, std::error_code& error) {
    struct ::stat status {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
        error = table::last_system_error();
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(status.st_size);
}

// The beginning of a journal, and the end of a record file. The number is a version: of this format and of the contents
// of all users' records.
std::string journal_head(std::string_view what) {
    return std::string{"dameotb journal 1: "}.append(what);
}
constexpr std::uint64_t file_magic = 0x31'73'64'72'6f'63'65'72;  // "records1", from its lowest byte on

/// The last bytes of a record file.
struct FileEnd {
    RecordLocation table;
    std::uint64_t magic;
};

/// Returns the end of a file; nothing if it is cut off or not a record file. Sets `error` if the system cannot read it.
std::optional<FileEnd> end_of(const table::FileDescriptor& file, std::error_code& error) {
    FileEnd end{};
    const std::uint64_t size = size_of(file, error).value_or(0);
    const bool is_read =
        size >= sizeof end &&
        file.read_at(size - sizeof end, std::as_writable_bytes(std::span{&end, 1}), error) == sizeof end;
    const bool is_whole = is_read && end.magic == file_magic && end.table.size > sizeof(FrameSize) &&
                          end.table.size < size && end.table.offset == size - sizeof end - end.table.size;
    return is_whole ? std::optional{end} : std::nullopt;
}

table::FileDescriptor open_to_read(const std::filesystem::path& path) {
    return table::FileDescriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
}

}  // namespace

std::span<const std::byte> compressed(std::span<const std::byte> bytes) {
    thread_local Compressor own;
    own.bytes.resize(std::max(own.bytes.size(), ZSTD_compressBound(bytes.size())));
    const std::size_t size =
        ZSTD_compress2(own.context.get(), own.bytes.data(), own.bytes.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size) != 0) {
        throw std::bad_alloc{};  // the only possible failure
    }
    return std::span{own.bytes}.first(size);
}

bool decompress(std::span<const std::byte> frame, std::span<std::byte> bytes) {
    thread_local Decompressor own;
    return ZSTD_decompressDCtx(own.context.get(), bytes.data(), bytes.size(), frame.data(), frame.size()) ==
           bytes.size();
}

std::span<std::byte> frame_buffer(std::size_t bytes) {
    thread_local std::vector<std::byte> own;
    own.resize(std::max(own.size(), bytes));
    return std::span{own}.first(bytes);
}

bool RecordJournal::goes_on(std::string_view what, std::error_code& error) {
    const std::string head = journal_head(what);
    const auto first = next(error);
    return first && std::ranges::equal(*first, std::as_bytes(std::span{head}));
}

std::error_code RecordJournal::begin(std::string_view what) {
    end_ = 0;
    const std::error_code error = cut();
    const std::string head = journal_head(what);
    return error ? error : append(std::as_bytes(std::span{head}));
}

std::optional<std::vector<std::byte>> RecordJournal::next(std::error_code& error) {
    FrameSize size = 0;
    const auto head = std::as_writable_bytes(std::span{&size, 1});
    const std::uint64_t file_bytes = size_of(file_, error).value_or(0);
    if (file_bytes < end_ + sizeof size || file_.read_at(end_, head, error) < sizeof size ||
        file_bytes - end_ - sizeof size < size) {
        return std::nullopt;
    }
    std::vector<std::byte> frame(size);
    if (file_.read_at(end_ + sizeof size, frame, error) < size) {
        return std::nullopt;
    }
    auto record = decompressed(frame);
    end_ += record ? sizeof size + size : 0;
    return record;
}

std::error_code RecordJournal::append(std::span<const std::byte> record) {
    std::vector<std::byte> bytes;
    append_record(bytes, compressed(record));
    const std::error_code error = file_.write_at(end_, bytes);
    end_ += error ? 0 : bytes.size();
    return error;
}

std::error_code RecordJournal::append_synced(std::span<const std::byte> record) {
    const std::error_code error = append(record);
    return error || ::fsync(file_.get()) == 0 ? error : table::last_system_error();
}

std::error_code RecordJournal::cut() {
    return ::ftruncate(file_.get(), static_cast<off_t>(end_)) == 0 ? std::error_code{} : table::last_system_error();
}

RecordLocation RecordWriter::add(std::span<const std::byte> record) {
    constexpr std::size_t enough = std::size_t{1} << 20;
    const std::span<const std::byte> frame = compressed(record);
    const std::lock_guard lock{mutex_};
    const std::uint64_t offset = written_ + waiting_.size();
    const std::uint64_t size = append_record(waiting_, frame);
    if (waiting_.size() >= enough) {
        flush();
    }
    return {offset, size};
}

void RecordWriter::flush() {
    file_.write_at(written_, waiting_);
    written_ += waiting_.size();
    waiting_.clear();
}

void RecordWriter::end_with(std::span<const std::byte> table) {
    append_bytes(waiting_, FileEnd{add(table), file_magic});
    flush();
}

void RecordWriter::finish(std::span<const std::byte> table) {
    end_with(table);
    file_.commit();
}

void RecordWriter::finish_unsynced(std::span<const std::byte> table) {
    end_with(table);
    file_.commit_unsynced();
}

RecordReader::RecordReader(std::filesystem::path path) : path_{std::move(path)}, file_{open_to_read(path_)} {
    std::error_code error;
    const auto end = end_of(file_, error);
    if (error) {
        throw table::TablebaseError{path_.string(), error};
    }
    if (!end) {
        fail();
    }
    table_ = read(end->table);
}

std::optional<RecordReader> RecordReader::open(const std::filesystem::path& path) {
    std::error_code error;
    const bool is_whole = end_of(open_to_read(path), error).has_value();
    if (error == std::errc::no_such_file_or_directory || (!error && !is_whole)) {
        return std::nullopt;
    }
    return std::optional<RecordReader>{std::in_place, path};
}

bool RecordReader::is_whole(const std::filesystem::path& path) {
    std::error_code ignored;
    return end_of(open_to_read(path), ignored).has_value();
}

std::span<const std::byte> RecordReader::frame_at(const RecordLocation& location) const {
    const std::span<std::byte> record = frame_buffer(location.size);
    std::error_code error;
    const std::size_t read = file_.read_at(location.offset, record, error);
    if (error) {
        throw table::TablebaseError{path_.string(), error};
    }
    if (read < record.size()) {
        fail();
    }
    return record.subspan(sizeof(FrameSize));
}

void RecordReader::read(const RecordLocation& location, std::span<std::byte> out) const {
    if (!decompress(frame_at(location), out)) {
        fail();
    }
}

std::vector<std::byte> RecordReader::read(const RecordLocation& location) const {
    auto record = decompressed(frame_at(location));
    if (!record) {
        fail();
    }
    return std::move(*record);
}

void RecordReader::fail() const {
    throw table::TablebaseError{path_.string(), "is damaged"};
}

}  // namespace dameotb::scores
