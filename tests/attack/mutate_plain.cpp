// Damage as disks, copies and cut connections cause it, or somebody who knows of no checksum.
#include <algorithm>
#include <array>

#include "mutation.hpp"
#include "parts.hpp"

namespace dameotb::attack {

namespace {

std::string at(const char* what, std::uint64_t offset, std::uint64_t bytes) {
    return std::string{what} + " at " + std::to_string(offset) + ", " + std::to_string(bytes) + " bytes";
}

/// Some bytes of the file, at most `most`.
struct Range {
    std::uint64_t begin;
    std::uint64_t bytes;
};

Range some_range(const Bytes& file, std::uint64_t most, Choices& random) {
    // Header, models and index are a small part of the file, but most of what a reader believes.
    const std::uint64_t size = file.size();
    const bool has_header = size >= tests::at::end;
    const std::uint64_t front = has_header ? std::min(tests::shape_of(file).groups_begin(), size) : size;
    const std::array<std::uint64_t, 4> ends{std::min<std::uint64_t>(size, tests::at::end), front, size, size};
    const std::uint64_t begin = random.below(ends.at(random.below(ends.size())));
    return {begin, std::min(size - begin, 1 + random.below(most))};
}

std::string change_bytes(Bytes& file, Choices& random) {
    constexpr std::array<int, 6> telling{0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF};
    const Range range = some_range(file, 4, random);
    const bool flips = random.below(2) == 0;
    for (std::uint64_t i = range.begin; i < range.begin + range.bytes; ++i) {
        file[i] = flips ? file[i] ^ static_cast<std::byte>(1U << random.below(8))
                        : static_cast<std::byte>(telling.at(random.below(telling.size())));
    }
    return at(flips ? "flipped" : "set", range.begin, range.bytes);
}

std::string overwrite(Bytes& file, const Bytes& other, Choices& random) {
    const Range range = some_range(file, 4096, random);
    const std::uint64_t from = random.below(other.size());
    const bool zeros = random.below(2) == 0;
    for (std::uint64_t i = 0; i < range.bytes; ++i) {
        file[range.begin + i] = zeros || other.empty() ? std::byte{} : other[(from + i) % other.size()];
    }
    return at(zeros ? "zeros" : "bytes of another file", range.begin, range.bytes);
}

std::string exchange(Bytes& file, Choices& random) {
    const std::uint64_t bytes = 1 + random.below(std::min<std::uint64_t>(file.size() / 2, 512));
    const std::uint64_t first = random.below(file.size() - 2 * bytes + 1);
    const std::uint64_t second = first + bytes + random.below(file.size() - 2 * bytes - first + 1);
    const auto begin = file.begin();
    std::swap_ranges(begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(first + bytes),
                     begin + static_cast<std::ptrdiff_t>(second));
    return at("exchanged", first, bytes) + " with " + std::to_string(second);
}

std::string resize(Bytes& file, const Bytes& other, Choices& random) {
    const std::uint64_t kind = random.below(4);
    if (kind == 0) {
        file.resize(random.below(file.size()));
        return at("cut", file.size(), 0);
    }
    const Range range = some_range(file, 64, random);
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(range.begin);
    if (kind == 1) {
        file.erase(begin, begin + static_cast<std::ptrdiff_t>(range.bytes));
        return at("taken out", range.begin, range.bytes);
    }
    const auto more = static_cast<std::ptrdiff_t>(random.below(std::min<std::uint64_t>(other.size(), 4096)));
    const bool behind = kind == 2;
    file.insert(behind ? file.end() : begin, other.begin(), other.begin() + more);
    return at(behind ? "added at the end" : "put in", behind ? 0 : range.begin, static_cast<std::uint64_t>(more));
}

/// Block groups lie where others of the same file did, or come from another one. The index leads to them; only their
/// checksums tell.
std::string move_group(Bytes& file, const Bytes& other, Choices& random) {
    Parts parts = take_apart(file);
    const std::uint64_t group = random.below(parts.groups.size());
    std::string done;
    if (random.below(2) == 0) {
        const std::uint64_t second = random.below(parts.groups.size());
        std::swap(parts.groups[group], parts.groups[second]);
        done = "exchanged block groups " + std::to_string(group) + " and " + std::to_string(second);
    } else {
        const Parts from = take_apart(other);
        const std::uint64_t second = random.below(from.groups.size());
        parts.groups[group] = from.groups[second];
        done = "block group " + std::to_string(second) + " of another file as block group " + std::to_string(group);
    }
    file = put_together(parts);
    return done;
}

}  // namespace

std::string mutate_plain(Bytes& file, const Bytes& other, Choices& random) {
    if (file.size() < 2 || random.below(16) == 0) {
        file = other;
        return "another file";
    }
    // After other damage the parts cannot be found.
    if (random.below(8) == 0 && tests::refusal(file).empty()) {
        return move_group(file, other, random);
    }
    switch (random.below(8)) {
        case 0:
            return resize(file, other, random);
        case 1:
            return exchange(file, random);
        case 2:
        case 3:
            return overwrite(file, other, random);
        default:
            return change_bytes(file, random);
    }
}

}  // namespace dameotb::attack
