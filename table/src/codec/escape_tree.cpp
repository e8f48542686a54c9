#include "escape_tree.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace dameotb::table {

namespace {

/// Returns the relative values that have a path, shortest first, those of equal length by relative value.
std::vector<RelativeValue> by_length(const PathLengths& lengths) {
    std::vector<RelativeValue> relative_values;
    for (unsigned relative_value = 0; relative_value < lengths.size(); ++relative_value) {
        if (lengths[relative_value] > 0) {
            relative_values.push_back(static_cast<RelativeValue>(relative_value));
        }
    }
    std::ranges::sort(relative_values, {}, [&](RelativeValue relative_value) {
        return std::pair{lengths[relative_value], relative_value};
    });
    return relative_values;
}

}  // namespace

std::optional<EscapeTree> EscapeTree::of(const PathLengths& lengths) {
    EscapeTree tree;
    const std::vector<RelativeValue> relative_values = by_length(lengths);
    if (relative_values.empty()) {
        return std::nullopt;
    }
    tree.lengths_ = lengths;
    tree.nodes_.push_back({});
    tree.root_ = 0;
    std::uint64_t path = 0;  // paths ascend: each is the previous one plus 1, extended to its own length
    int length = 0;
    for (const RelativeValue relative_value : relative_values) {
        if (lengths[relative_value] > longest_path) {
            return std::nullopt;
        }
        path <<= lengths[relative_value] - length;
        length = lengths[relative_value];
        if (path >> length != 0) {
            return std::nullopt;
        }
        tree.paths_[relative_value] = path;
        std::size_t node = 0;
        for (int bit = length - 1; bit > 0; --bit) {
            const std::size_t side = path >> bit & 1;
            if (tree.nodes_[node][side] == 0) {
                tree.nodes_[node][side] = static_cast<std::uint16_t>(tree.nodes_.size());
                tree.nodes_.push_back({});
            }
            node = tree.nodes_[node][side];
        }
        tree.nodes_[node][path & 1] = leaf | relative_value;
        ++path;
    }
    return path == std::uint64_t{1} << length ? std::optional{std::move(tree)} : std::nullopt;
}

PathLengths EscapeTree::lengths_for(std::span<const std::uint32_t, 256> counts) {
    struct Part {
        std::uint64_t count;
        std::vector<RelativeValue> relative_values;
    };
    const auto later = [](const Part& a, const Part& b) {
        return std::tuple{a.count, a.relative_values.front()} > std::tuple{b.count, b.relative_values.front()};
    };
    std::priority_queue<Part, std::vector<Part>, decltype(later)> parts{later};
    std::uint64_t all = 0;
    for (const std::uint32_t count : counts) {
        all += count;
    }
    for (unsigned relative_value = 0; relative_value < counts.size(); ++relative_value) {
        if (counts[relative_value] > 0) {
            // A path is at most some 1.44 times the logarithm of (all / count) long, so no count may be too small.
            parts.push({std::max<std::uint64_t>(counts[relative_value], all >> 24),
                        {static_cast<RelativeValue>(relative_value)}});
        }
    }
    PathLengths lengths{};
    while (parts.size() > 1) {
        Part merged = parts.top();
        parts.pop();
        const Part other = parts.top();
        parts.pop();
        merged.count += other.count;
        merged.relative_values.insert(merged.relative_values.end(), other.relative_values.begin(),
                                      other.relative_values.end());
        for (const RelativeValue relative_value : merged.relative_values) {
            ++lengths[relative_value];
        }
        parts.push(std::move(merged));
    }
    return lengths;
}

}  // namespace dameotb::table
