// The descriptor is closed once the file is mapped.
#include "mapped_file.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <dameotb/format/file_descriptor.hpp>

namespace dameotb::probe {

namespace {

class MappedFile final : public format::ByteSource {
public:
    explicit MappedFile(const std::filesystem::path& path) : name_{path.string()} {
        const format::FileDescriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
        if (!file.is_open()) {
            fail();
        }
        map(file.get());
    }
    ~MappedFile() override {
        if (!bytes_.empty()) {
            ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
        }
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }
    [[nodiscard]] const std::string& name() const override { return name_; }

    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        if (offset_bytes > bytes_.size() || out.size() > bytes_.size() - offset_bytes) {
            throw format::TablebaseError{name_, offset_bytes, "the file ends too soon"};
        }
        std::ranges::copy(bytes_.subspan(offset_bytes, out.size()), out.begin());
    }

private:
    [[noreturn]] void fail() const { throw format::TablebaseError{name_, format::last_system_error()}; }

    /// An empty file is not mapped and has no bytes.
    void map(int file) {
        struct stat status {};
        if (::fstat(file, &status) != 0) {
            fail();
        }
        if (!S_ISREG(status.st_mode)) {
            throw format::TablebaseError{
                name_, S_ISDIR(status.st_mode) ? "is a directory, not a table file" : "is not a regular file"};
        }
        if (status.st_size == 0) {
            return;
        }
        if (std::cmp_greater(status.st_size, std::numeric_limits<std::size_t>::max())) {
            throw format::TablebaseError{name_, std::make_error_code(std::errc::value_too_large),
                                         "cannot map it with addresses of 32 bits"};
        }
        const auto size = static_cast<std::size_t>(status.st_size);
        void* start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
        if (start == MAP_FAILED) {
            fail();
        }
        // Blocks are read in any order; read-ahead would fetch what nobody asks for.
        ::madvise(start, size, MADV_RANDOM);
        bytes_ = {static_cast<const std::byte*>(start), size};
    }

    std::string name_;
    std::span<const std::byte> bytes_;
};

}  // namespace

std::unique_ptr<format::ByteSource> map_file(const std::filesystem::path& path) {
    return std::make_unique<MappedFile>(path);
}

}  // namespace dameotb::probe
