// Reads bytes from a file, or from memory.
#include <algorithm>

#include <dameotb/table/format/table_file.hpp>

#include "files.hpp"

namespace dameotb::table {

namespace {

class FileSource final : public ByteSource {
public:
    explicit FileSource(const std::filesystem::path& path) : name_{path.string()}, opened_{open_regular_file(path)} {}

    [[nodiscard]] std::uint64_t size_bytes() const override { return opened_.size_bytes; }
    [[nodiscard]] const std::string& name() const override { return name_; }

    void read_at(std::uint64_t offset_bytes, std::span<std::byte> out) const override {
        std::error_code error;
        const std::size_t done = opened_.file.read_at(offset_bytes, out, error);
        if (error) {
            throw TablebaseError{name_, error, "reading byte " + std::to_string(offset_bytes + done)};
        }
        if (done < out.size()) {
            throw TablebaseError{name_, offset_bytes + done, "unexpected end of file"};
        }
    }

private:
    std::string name_;
    RegularFile opened_;
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
