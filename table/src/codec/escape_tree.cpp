#include "escape_tree.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

namespace dameotb::table {

namespace {

/// Returns the grades that have a path, the shortest first, equally long ones by grade.
std::vector<Grade> by_length(const PathLengths& lengths) {
    std::vector<Grade> grades;
    for (unsigned grade = 0; grade < lengths.size(); ++grade) {
        if (lengths[grade] > 0) {
            grades.push_back(static_cast<Grade>(grade));
        }
    }
    std::ranges::sort(grades, {}, [&](Grade grade) { return std::pair{lengths[grade], grade}; });
    return grades;
}

}  // namespace

std::optional<EscapeTree> EscapeTree::of(const PathLengths& lengths) {
    EscapeTree tree;
    const std::vector<Grade> grades = by_length(lengths);
    if (grades.empty()) {
        return std::nullopt;
    }
    tree.lengths_ = lengths;
    tree.nodes_.push_back({});
    tree.root_ = 0;
    std::uint64_t path = 0;  // paths ascend, and each is the one before it plus 1, made as long as its own length
    int length = 0;
    for (const Grade grade : grades) {
        if (lengths[grade] > longest_path) {
            return std::nullopt;
        }
        path <<= lengths[grade] - length;
        length = lengths[grade];
        if (path >> length != 0) {
            return std::nullopt;
        }
        tree.paths_[grade] = path;
        std::size_t node = 0;
        for (int bit = length - 1; bit > 0; --bit) {
            const std::size_t side = path >> bit & 1;
            if (tree.nodes_[node][side] == 0) {
                tree.nodes_[node][side] = static_cast<std::uint16_t>(tree.nodes_.size());
                tree.nodes_.push_back({});
            }
            node = tree.nodes_[node][side];
        }
        tree.nodes_[node][path & 1] = leaf | grade;
        ++path;
    }
    return path == std::uint64_t{1} << length ? std::optional{std::move(tree)} : std::nullopt;
}

PathLengths EscapeTree::lengths_for(std::span<const std::uint32_t, 256> counts) {
    struct Part {
        std::uint64_t count;
        std::vector<Grade> grades;
    };
    const auto later = [](const Part& a, const Part& b) {
        return std::tuple{a.count, a.grades.front()} > std::tuple{b.count, b.grades.front()};
    };
    std::priority_queue<Part, std::vector<Part>, decltype(later)> parts{later};
    std::uint64_t all = 0;
    for (const std::uint32_t count : counts) {
        all += count;
    }
    for (unsigned grade = 0; grade < counts.size(); ++grade) {
        if (counts[grade] > 0) {
            // A path is no longer than some 1.44 times the logarithm of (all / count): so no count is too small.
            parts.push({std::max<std::uint64_t>(counts[grade], all >> 24), {static_cast<Grade>(grade)}});
        }
    }
    PathLengths lengths{};
    while (parts.size() > 1) {
        Part merged = parts.top();
        parts.pop();
        const Part other = parts.top();
        parts.pop();
        merged.count += other.count;
        merged.grades.insert(merged.grades.end(), other.grades.begin(), other.grades.end());
        for (const Grade grade : merged.grades) {
            ++lengths[grade];
        }
        parts.push(std::move(merged));
    }
    return lengths;
}

}  // namespace dameotb::table
