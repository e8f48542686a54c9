// Each thread keeps its zstd contexts and buffers.
#include <dameotb/memory/records.hpp>

#include <algorithm>
#include <memory>
#include <new>

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include <dameotb/table/directory/leftovers.hpp>
#include <dameotb/table/format/checksum.hpp>
#include <dameotb/table/format/error.hpp>

namespace dameotb::memory {

namespace {

/// Lower levels take as long and leave a third more bytes.
constexpr int level = 1;

/// Returns a context made by zstd. Throws std::bad_alloc if there is none.
template <class Context>
Context* made(Context* context) {
    return context != nullptr ? context : throw std::bad_alloc{};
}

struct Compressor {
    Compressor() { ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, level); }
    std::unique_ptr<ZSTD_CCtx, decltype([](ZSTD_CCtx* c) { ZSTD_freeCCtx(c); })> context{made(ZSTD_createCCtx())};
    std::vector<std::byte> bytes;
};

struct Decompressor {
    std::unique_ptr<ZSTD_DCtx, decltype([](ZSTD_DCtx* c) { ZSTD_freeDCtx(c); })> context{made(ZSTD_createDCtx())};
};

/// Returns the frame's content, whatever its size. Requires: the frame's checksum is right.
std::optional<std::vector<std::byte>> decompressed(std::span<const std::byte> frame) {
    std::vector<std::byte> bytes(ZSTD_getFrameContentSize(frame.data(), frame.size()));
    return decompress(frame, bytes) ? std::optional{std::move(bytes)} : std::nullopt;
}

/// The beginning of a journal's record; the frame follows.
struct RecordHead {
    std::uint64_t size;      ///< Of the frame.
    std::uint64_t checksum;  ///< Of the frame, with that of the record before it as seed.
};

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
    return std::string{"dameotb journal 2: "}.append(what);
}
constexpr RecordJournal::Place first_place{.offset = table::journal_magic.size(), .checksum = 0};
constexpr std::uint64_t file_magic = 0x32'73'64'72'6f'63'65'72;  // "records2", from its lowest byte on

/// The last bytes of a record file.
struct FileEnd {
    RecordLocation table;
    std::uint64_t identity;
    std::uint64_t magic;
};

/// Returns the end of a file; nothing if it is cut off or not this record file. Sets `error` if the system cannot read
/// it.
std::optional<FileEnd> end_of(const table::FileDescriptor& file, std::uint64_t identity, std::error_code& error) {
    FileEnd end{};
    const std::uint64_t size = size_of(file, error).value_or(0);
    const bool is_read =
        size >= sizeof end &&
        file.read_at(size - sizeof end, std::as_writable_bytes(std::span{&end, 1}), error) == sizeof end;
    const bool is_whole = is_read && end.magic == file_magic && end.identity == identity && end.table.size < size &&
                          end.table.offset == size - sizeof end - end.table.size;
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

std::uint64_t random_identity() {
    std::uint64_t random = 0;
    if (::getentropy(&random, sizeof random) != 0) {
        throw std::system_error{table::last_system_error()};
    }
    return random;
}

std::span<std::byte> frame_buffer(std::size_t bytes) {
    thread_local std::vector<std::byte> own;
    own.resize(std::max(own.size(), bytes));
    return std::span{own}.first(bytes);
}

bool RecordJournal::is_for(std::string_view what, std::error_code& error) {
    const std::string head = journal_head(what);
    end_ = first_place;
    const auto first = next(error);
    return first && first->size() == head.size() + sizeof(std::uint64_t) &&
           std::ranges::equal(std::span{*first}.first(head.size()), std::as_bytes(std::span{head}));
}

std::error_code RecordJournal::begin(std::string_view what) {
    end_ = first_place;
    if (const std::error_code error = cut()) {
        return error;
    }
    if (const std::error_code error = file_.write_at(0, std::as_bytes(std::span{table::journal_magic}))) {
        return error;
    }
    const std::string head = journal_head(what);
    std::vector<std::byte> record;
    append_bytes(record, std::span{head});
    append_bytes(record, random_identity());
    return append(record);
}

std::optional<std::vector<std::byte>> RecordJournal::next(std::error_code& error) {
    RecordHead head{};
    const std::uint64_t begin = end_.offset + sizeof head;
    const std::uint64_t file_bytes = size_of(file_, error).value_or(0);
    if (file_bytes < begin ||
        file_.read_at(end_.offset, std::as_writable_bytes(std::span{&head, 1}), error) < sizeof head ||
        file_bytes - begin < head.size) {
        return std::nullopt;
    }
    std::vector<std::byte> frame(head.size);
    if (file_.read_at(begin, frame, error) < frame.size() || table::checksum(frame, end_.checksum) != head.checksum) {
        return std::nullopt;
    }
    auto record = decompressed(frame);
    if (record) {
        end_ = {begin + head.size, head.checksum};
    }
    return record;
}

std::error_code RecordJournal::append(std::span<const std::byte> record) {
    const std::span<const std::byte> frame = compressed(record);
    const RecordHead head{frame.size(), table::checksum(frame, end_.checksum)};
    std::vector<std::byte> bytes;
    append_bytes(bytes, head);
    append_bytes(bytes, frame);
    const std::error_code error = file_.write_at(end_.offset, bytes);
    if (!error) {
        end_ = {end_.offset + bytes.size(), head.checksum};
    }
    return error;
}

std::error_code RecordJournal::append_synced(std::span<const std::byte> record) {
    const std::error_code error = append(record);
    return error || ::fsync(file_.get()) == 0 ? error : table::last_system_error();
}

std::error_code RecordJournal::cut() {
    return ::ftruncate(file_.get(), static_cast<off_t>(end_.offset)) == 0 ? std::error_code{}
                                                                          : table::last_system_error();
}

RecordLocation RecordWriter::add(std::span<const std::byte> record) {
    constexpr std::size_t enough = std::size_t{1} << 20;
    const std::span<const std::byte> frame = compressed(record);
    const std::uint64_t checksum = table::checksum(frame, identity_);
    const std::lock_guard lock{mutex_};
    const std::uint64_t offset = written_ + waiting_.size();
    append_bytes(waiting_, frame);
    if (waiting_.size() >= enough) {
        flush();
    }
    return {offset, frame.size(), checksum};
}

void RecordWriter::flush() {
    file_.write_at(written_, waiting_);
    written_ += waiting_.size();
    waiting_.clear();
}

void RecordWriter::end_with(std::span<const std::byte> table) {
    append_bytes(waiting_, FileEnd{add(table), identity_, file_magic});
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

RecordReader::RecordReader(const RecordFile& file)
    : path_{file.path}, identity_{file.identity}, file_{open_to_read(path_)} {
    std::error_code error;
    const auto end = end_of(file_, identity_, error);
    if (error) {
        throw table::TablebaseError{path_.string(), error};
    }
    if (!end) {
        fail();
    }
    table_ = read(end->table);
}

std::optional<RecordReader> RecordReader::open(const RecordFile& file) {
    std::error_code error;
    const bool is_whole = end_of(open_to_read(file.path), file.identity, error).has_value();
    if (error == std::errc::no_such_file_or_directory || (!error && !is_whole)) {
        return std::nullopt;
    }
    return std::optional<RecordReader>{std::in_place, file};
}

bool RecordReader::is_whole(const RecordFile& file) {
    std::error_code ignored;
    return end_of(open_to_read(file.path), file.identity, ignored).has_value();
}

std::span<const std::byte> RecordReader::frame_at(const RecordLocation& location) const {
    const std::span<std::byte> frame = frame_buffer(location.size);
    std::error_code error;
    const std::size_t read = file_.read_at(location.offset, frame, error);
    if (error) {
        throw table::TablebaseError{path_.string(), error};
    }
    if (read < frame.size() || table::checksum(frame, identity_) != location.checksum) {
        fail();
    }
    return frame;
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

}  // namespace dameotb::memory
