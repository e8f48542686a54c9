// Names parts, and digests files as xxhsum does.
#include <dameotb/web/static_site/static_site.hpp>

#include <algorithm>
#include <fstream>
#include <memory>
#include <stdexcept>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <fmt/format.h>

namespace dameotb::web::static_site {

namespace {

constexpr std::size_t least_digits = 3;  // bindings/js/src/parts.js makes the same names

}  // namespace

std::vector<FilePart> parts_of(const std::string& name, std::uint64_t bytes, std::uint64_t part_bytes) {
    std::vector<FilePart> parts;
    if (bytes > part_bytes) {
        const std::uint64_t last = (bytes - 1) / part_bytes;
        const std::size_t digits = std::max(least_digits, std::to_string(last).size());
        for (std::uint64_t i = 0; i <= last; ++i) {
            const std::uint64_t offset = i * part_bytes;
            parts.push_back({fmt::format("{}.{:0{}}", name, i, digits), offset, std::min(part_bytes, bytes - offset)});
        }
    }
    return parts;
}

std::string checksum_line(const std::filesystem::path& file, const std::function<void()>& go_on) {
    const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state{XXH3_createState(), &XXH3_freeState};
    XXH3_128bits_reset(state.get());
    std::ifstream stream{file, std::ios::binary};
    std::vector<char> bytes(std::size_t{1} << 20);
    do {
        go_on();
        stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        XXH3_128bits_update(state.get(), bytes.data(), static_cast<std::size_t>(stream.gcount()));
    } while (stream);
    if (stream.bad() || !stream.eof()) {
        throw std::runtime_error{file.string() + ": cannot be read"};
    }
    const XXH128_hash_t hash = XXH3_128bits_digest(state.get());
    return fmt::format("{:016x}{:016x}  {}\n", hash.high64, hash.low64, file.filename().string());
}

}  // namespace dameotb::web::static_site
