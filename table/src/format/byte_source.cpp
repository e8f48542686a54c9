// Reads bytes from a file with pread, or from memory.
#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <dameotb/table/format/file_descriptor.hpp>
#include <dameotb/table/format/table_file.hpp>

namespace dameotb::table {

namespace {

class FileSource final : public ByteSource {
public:
    explicit FileSource(const std::filesystem::path& path) : name_{path.string()} {
        file_ = FileDescriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
        if (!file_.is_open()) {
            throw TablebaseError{name_, last_system_error()};
        }
        struct stat status {};
        if (::fstat(file_.get(), &status) != 0) {
            throw TablebaseError{name_, last_system_error()};
        }
        if (!S_ISREG(status.st_mode)) {
            throw TablebaseError{
                name_, S_ISDIR(status.st_mode) ? "is a directory, not a table file" : "is not a regular file"};
        }
        size_ = static_cast<std::uint64_t>(status.st_size);
    }

    [[nodiscard]] std::uint64_t size_bytes() const override { return size_; }
    [[nodiscard]] const std::string& name() const override { return name_; }

    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        std::error_code error;
        const std::size_t done = file_.read_at(offset_bytes, out, error);
        if (error) {
            throw TablebaseError{name_, error, "reading byte " + std::to_string(offset_bytes + done)};
        }
        if (done < out.size()) {
            throw TablebaseError{name_, offset_bytes + done, "unexpected end of file"};
        }
    }

private:
    std::string name_;
    FileDescriptor file_;
    std::uint64_t size_ = 0;
};

class MemorySource final : public ByteSource {
public:
    MemorySource(std::vector<std::byte> bytes, std::string name) : bytes_{std::move(bytes)}, name_{std::move(name)} {}

    [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_.size(); }
    [[nodiscard]] const std::string& name() const override { return name_; }

    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        if (offset_bytes > bytes_.size() || out.size() > bytes_.size() - offset_bytes) {
            throw TablebaseError{name_, offset_bytes, "unexpected end of file"};
        }
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset_bytes), out.size(), out.begin());
    }

private:
    std::vector<std::byte> bytes_;
    std::string name_;
};

}  // namespace

std::unique_ptr<ByteSource> open_file(const std::filesystem::path& path) {
    return std::make_unique<FileSource>(path);
}

std::unique_ptr<ByteSource> from_memory(std::vector<std::byte> bytes, std::string name) {
    return std::make_unique<MemorySource>(std::move(bytes), std::move(name));
}

}  // namespace dameotb::table
