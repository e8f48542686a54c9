// Escapes: relative values that are not candidates. They are coded as paths in a Huffman tree whose decisions are voted
// on.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "relative_values.hpp"

namespace dameotb::table {

/// The length of each relative value's path, 0 if it is not in the tree. The lengths determine the whole tree
/// (docs/codec.md).
using PathLengths = std::array<std::uint8_t, 256>;

/// Longer paths are neither made nor accepted from files.
inline constexpr int longest_path = 40;

/// A full binary tree whose leaves are relative values. Immutable.
class EscapeTree {
public:
    /// A path from the root, and where it leads.
    struct Node {
        std::uint64_t path = 1;   ///< A 1, then the decisions so far: it identifies the node.
        std::uint16_t index = 0;  ///< In the tree. A leaf has `leaf` plus its relative value.
        [[nodiscard]] bool is_leaf() const { return (index & leaf) != 0; }
        [[nodiscard]] RelativeValue relative_value() const { return static_cast<RelativeValue>(index); }
    };

    /// Makes a single leaf, for models without escapes.
    EscapeTree() = default;
    /// Makes the tree with these lengths; nothing if no full tree of at least two leaves has them.
    [[nodiscard]] static std::optional<EscapeTree> of(const PathLengths& lengths);
    /// Returns the lengths of a tree with short paths for frequent relative values. `counts`: by relative value; those
    /// with 0 are left out. Deterministic. Requires: at least two counts are not 0.
    [[nodiscard]] static PathLengths lengths_for(std::span<const std::uint32_t, 256> counts);

    [[nodiscard]] Node root() const { return {1, root_}; }
    /// Requires: not a leaf.
    [[nodiscard]] Node next(const Node& node, bool decision) const {
        return {node.path << 1 | (decision ? 1 : 0), nodes_[node.index][decision ? 1 : 0]};
    }
    /// Returns the decision at a node on the way to the relative value. Requires: the node is on its path.
    [[nodiscard]] bool decision(const Node& node, RelativeValue relative_value) const {
        const int depth = 63 - std::countl_zero(node.path);
        return (paths_[relative_value] >> (lengths_[relative_value] - 1 - depth) & 1) != 0;
    }
    [[nodiscard]] const PathLengths& lengths() const { return lengths_; }

private:
    static constexpr std::uint16_t leaf = 0x8000;

    std::uint16_t root_ = leaf | drawn_distance_relative_value;
    std::vector<std::array<std::uint16_t, 2>> nodes_;
    PathLengths lengths_{};
    std::array<std::uint64_t, 256> paths_{};
};

}  // namespace dameotb::table
