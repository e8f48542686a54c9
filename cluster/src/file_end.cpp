#include "file_end.hpp"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>

#include <dameotb/table/format/error.hpp>
#include <dameotb/table/format/temporary_file.hpp>

#include <dameotb/scores/memory/frames.hpp>

namespace dameotb::cluster {

namespace {

constexpr std::uint64_t kind_of_file = 0x32'65'72'61'68'73'74'64;  // "dtshare2", from its lowest byte on

}  // namespace

void append_end(std::vector<std::byte>& bytes, std::uint64_t offset, std::span<const std::byte> table) {
    const std::span<const std::byte> frame = scores::compressed(table);
    const FileEnd end{offset + bytes.size(), frame.size(), kind_of_file};
    append_bytes(bytes, frame);
    append_bytes(bytes, std::span{&end, 1});
}

std::optional<FileEnd> end_of(const table::FileDescriptor& file, std::error_code& error) {
    struct ::stat status {};
    if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
        error = table::last_system_error();
        return std::nullopt;
    }
    FileEnd end{};
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const bool is_read =
        size >= sizeof end &&
        file.read_at(size - sizeof end, std::as_writable_bytes(std::span{&end, 1}), error) == sizeof end;
    const bool is_whole = is_read && end.kind == kind_of_file && end.table_bytes < size &&
                          end.table_offset == size - sizeof end - end.table_bytes;
    return is_whole ? std::optional{end} : std::nullopt;
}

std::vector<std::byte> read_table(const table::FileDescriptor& file, const std::filesystem::path& path,
                                  const FileEnd& end) {
    const std::span<std::byte> frame = scores::frame_buffer(end.table_bytes);
    read_exactly(file, path, end.table_offset, frame);
    auto table = scores::decompressed(frame);
    if (!table) {
        throw table::TablebaseError{path.string(), "is damaged"};
    }
    return std::move(*table);
}

void read_exactly(const table::FileDescriptor& file, const std::filesystem::path& path, std::uint64_t offset,
                  std::span<std::byte> bytes) {
    std::error_code error;
    if (file.read_at(offset, bytes, error) == bytes.size()) {
        return;
    }
    if (error) {
        throw table::TablebaseError{path.string(), error};
    }
    throw table::TablebaseError{path.string(), "is damaged"};
}

void write_table_file(const std::filesystem::path& path, std::span<const std::byte> table) {
    std::vector<std::byte> bytes;
    append_end(bytes, 0, table);
    table::TemporaryFile file{path};
    file.write_at(0, bytes);
    file.commit();
}

std::optional<std::vector<std::byte>> read_table_file(const std::filesystem::path& path) {
    const table::FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
    if (!file.is_open() && errno == ENOENT) {
        return std::nullopt;
    }
    std::error_code error;
    const auto end = end_of(file, error);
    if (error) {
        throw table::TablebaseError{path.string(), error};
    }
    return end ? std::optional{read_table(file, path, *end)} : std::nullopt;
}

}  // namespace dameotb::cluster
