// Blocks first, then the block index, then the header; sync, rename, sync the directory.
#include <cstdio>
#include <stdexcept>

#include <fcntl.h>

#include <dameotb/format/table_file.hpp>

#include "checksum.hpp"
#include "layout.hpp"
#include "posix_file.hpp"

namespace dameotb::format {

struct TableWriter::State {
    std::filesystem::path final_path;
    std::filesystem::path partial_path;
    Header header;
    FileDescriptor file;
    std::uint64_t end_bytes = layout::header_bytes;
    std::vector<layout::IndexEntry> index;
    bool finished = false;

    [[noreturn]] void fail() const { throw TablebaseError{final_path.string(), system_error_text()}; }

    void write_at(std::uint64_t offset_bytes, std::span<const std::byte> bytes) const {
        while (!bytes.empty()) {
            const ssize_t put = ::pwrite(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset_bytes));
            if (put < 0 && errno != EINTR) {
                fail();
            }
            const auto done = static_cast<std::size_t>(put < 0 ? 0 : put);
            bytes = bytes.subspan(done);
            offset_bytes += done;
        }
    }

    void sync_directory() const {
        const std::filesystem::path parent = final_path.has_parent_path() ? final_path.parent_path() : ".";
        const FileDescriptor directory{::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
        // Some file systems cannot sync a directory; the file itself is safe by then.
        if (directory.is_open() && ::fsync(directory.get()) != 0 && errno != EINVAL) {
            fail();
        }
    }
};

TableWriter::TableWriter(std::filesystem::path final_path, const Header& header) : state_{std::make_unique<State>()} {
    state_->partial_path = final_path.parent_path() /
                           ("." + final_path.filename().string() + "." + std::to_string(::getpid()) + ".partial");
    state_->final_path = std::move(final_path);
    state_->header = header;
    constexpr mode_t readable = 0666;  // less what the umask takes
    state_->file =
        FileDescriptor{::open(state_->partial_path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, readable)};
    if (!state_->file.is_open()) {
        state_->fail();
    }
}

TableWriter::~TableWriter() {
    if (state_->file.is_open() && !state_->finished) {
        ::unlink(state_->partial_path.c_str());
    }
}

void TableWriter::append(const EncodedBlock& block) {
    state_->write_at(state_->end_bytes, block.bytes);
    state_->index.push_back({static_cast<std::uint32_t>(block.bytes.size()), block.decoded_bytes, block.checksum});
    state_->end_bytes += block.bytes.size();
}

std::uint64_t TableWriter::file_bytes() const {
    return state_->end_bytes + state_->index.size() * layout::index_entry_bytes;
}

void TableWriter::finish() {
    finish([](TableReader) {});
}

void TableWriter::finish(const std::function<void(TableReader)>& check) {
    if (state_->index.size() != state_->header.blocks()) {
        throw std::logic_error{"TableWriter::finish before all blocks are appended"};
    }
    const std::vector<std::byte> index = layout::encode(state_->index);
    state_->write_at(state_->end_bytes, index);
    state_->write_at(0, layout::encode({state_->header, state_->end_bytes, checksum(index)}));
    if (::fsync(state_->file.get()) != 0) {
        state_->fail();
    }
    check(TableReader{open_file(state_->partial_path)});
    if (::rename(state_->partial_path.c_str(), state_->final_path.c_str()) != 0) {
        state_->fail();
    }
    state_->finished = true;
    state_->sync_directory();
}

}  // namespace dameotb::format
