// Records of transient files (memory/records.hpp) that are exchanged, repeated, dropped, cut off, or taken from
// another file. No byte of a record is wrong: only what it is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <zstd.h>

#include "samples.hpp"

namespace dameotb::tests {

/// The records of a file, as they lie there.
struct RecordedFile {
    std::string bytes;
    struct Range {
        std::size_t begin;
        std::size_t size;
    };
    std::vector<Range> records;

    /// Finds the frames of the bytes. In a journal, a frame's size and checksum, of eight bytes each, lie before it.
    explicit RecordedFile(std::string all, bool is_journal) : bytes{std::move(all)} {
        constexpr std::string_view frame_magic = "\x28\xb5\x2f\xfd";
        const std::size_t head = is_journal ? 2 * sizeof(std::uint64_t) : 0;
        for (std::size_t at = bytes.find(frame_magic); at != std::string::npos; at = bytes.find(frame_magic, at)) {
            const std::size_t size = ZSTD_findFrameCompressedSize(bytes.data() + at, bytes.size() - at);
            if (ZSTD_isError(size) != 0 || at < head) {
                ++at;
                continue;
            }
            records.push_back({at - head, head + size});
            at += size;
        }
    }
    [[nodiscard]] std::string_view record(std::size_t i) const {
        return std::string_view{bytes}.substr(records[i].begin, records[i].size);
    }
};

/// Returns the bytes of a file after one such accident. `others`: files to take from. Requires: the file has records.
inline std::string after_accident(const RecordedFile& file, const std::vector<RecordedFile>& others, Random& random) {
    const auto any_of = [&random](std::size_t count) { return static_cast<std::size_t>(random() % count); };
    std::string bytes = file.bytes;
    const std::size_t one = any_of(file.records.size());
    const auto [begin, size] = file.records[one];
    const auto put = [&](std::size_t at, std::string_view record) {
        bytes.resize(std::max(bytes.size(), at + record.size()));
        std::memcpy(bytes.data() + at, record.data(), record.size());
    };
    // Best are records of equal size, as nothing else changes then.
    const auto like = [&, wanted = size](const RecordedFile& from) {
        std::vector<std::size_t> of_size;
        for (std::size_t i = 0; i < from.records.size(); ++i) {
            if (from.records[i].size == wanted && (&from != &file || i != one)) {
                of_size.push_back(i);
            }
        }
        return of_size.empty() ? any_of(from.records.size()) : of_size[any_of(of_size.size())];
    };
    const RecordedFile& other = others.empty() ? file : others[any_of(others.size())];
    switch (random() % 6) {
        case 0: {  // exchanged
            const std::size_t two = like(file);
            put(begin, file.record(two));
            put(file.records[two].begin, file.record(one));
            break;
        }
        case 1:  // repeated
            bytes.insert(begin, file.record(one));
            break;
        case 2:  // dropped
            bytes.erase(begin, size);
            break;
        case 3:  // cut off
            bytes.resize(begin + (random() % 2 == 0 ? 0 : size / 2));
            break;
        case 4:  // taken from another file
            if (!other.records.empty()) {
                put(begin, other.record(like(other)));
            }
            break;
        default:
            bytes = other.bytes;
    }
    return bytes;
}

}  // namespace dameotb::tests
