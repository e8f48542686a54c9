#include "parts.hpp"

#include <algorithm>
#include <bit>

namespace dameotb::attack {

namespace at = tests::at;

Parts take_apart(const Bytes& file) {
    const tests::Shape shape = tests::shape_of(file);
    const auto slice = [&file](std::uint64_t begin, std::uint64_t end) {
        return Bytes{file.begin() + static_cast<std::ptrdiff_t>(begin),
                     file.begin() + static_cast<std::ptrdiff_t>(end)};
    };
    Parts parts{slice(0, at::end), slice(at::end, at::end + shape.models_bytes), {}};
    for (std::uint64_t group = 0; group < shape.groups(); ++group) {
        const tests::Range range = tests::group_range(file, group);
        parts.groups.push_back(slice(range.begin, range.end));
    }
    return parts;
}

Bytes put_together(const Parts& parts) {
    Bytes file = parts.header;
    tests::put(file, at::models_bytes, parts.models.size(), 4);
    file.insert(file.end(), parts.models.begin(), parts.models.end());
    const tests::Shape shape = tests::shape_of(file);
    file.resize(shape.groups_begin());
    std::uint64_t end = file.size();
    std::uint64_t first = end;
    for (std::uint64_t group = 0; group < parts.groups.size(); ++group) {
        if (group % 1020 == 0) {
            first = end;
            tests::put(file, shape.entry(group) - 8, first, 8);
        }
        end += parts.groups[group].size();
        tests::put(file, shape.entry(group), end - first, 4);
    }
    for (const Bytes& group : parts.groups) {
        file.insert(file.end(), group.begin(), group.end());
    }
    tests::put(file, at::file_bytes, file.size(), 8);
    const std::span models{parts.models};
    tests::put(file, at::models_checksum, tests::checksum_of(models, tests::get(file, at::seed, 8)), 8);
    tests::seal_header(file);
    for (std::uint64_t index_block = 0; index_block < shape.index_blocks(); ++index_block) {
        tests::seal_index_block(file, index_block);
    }
    return file;
}

void seal_group(Parts& parts, std::uint64_t number) {
    Bytes& group = parts.groups[number];
    group.resize(group.size() - 8);
    tests::append_group_checksum(group, tests::get(parts.header, at::seed, 8), number);
}

std::vector<Bytes> blocks_of(const Parts& parts, std::uint64_t group) {
    return tests::blocks_of_group(tests::shape_of(parts.header), group, parts.groups[group]).value();
}

void set_blocks(Parts& parts, std::uint64_t group, const std::vector<Bytes>& blocks) {
    std::vector<std::uint64_t> sizes;
    Bytes all;
    for (const Bytes& block : blocks) {
        sizes.push_back(block.size());
        all.insert(all.end(), block.begin(), block.end());
    }
    Bytes made =
        tests::group_without_seal(static_cast<int>(std::bit_width(*std::ranges::max_element(sizes))), sizes, all);
    tests::append_group_checksum(made, tests::get(parts.header, at::seed, 8), group);
    parts.groups[group] = std::move(made);
}

}  // namespace dameotb::attack
