// Remembers what the search found out about positions, in no more memory than it was given.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

#include "numbers.hpp"

namespace dameotb::proof {

/// A position as the table knows it: two hashes that have nothing to do with each other. 60 bits of the first are
/// compared, the second finds the cluster. So the table takes two positions for one in some 2^60 comparisons.
struct Key {
    std::uint64_t tag = 0;
    std::uint64_t place = 0;

    [[nodiscard]] static Key of(const Position& position);
    /// Returns the key of the position with a bound on the plies.
    [[nodiscard]] Key within(int plies) const {
        return {tag ^ static_cast<std::uint64_t>(plies + 1) * 0x9E3779B97F4A7C15U,
                place ^ static_cast<std::uint64_t>(plies + 1) * 0xC2B2AE3D27D4EB4FU};
    }
    bool operator==(const Key&) const = default;
};

/// What is known of a position: an answer for each attacker. What both must agree in is kept by `PositionTable`.
using BothNumbers = ColourArray<Numbers>;

/// Returns what a result says.
[[nodiscard]] constexpr BothNumbers numbers_of(Wdl for_white, int plies) {
    return {for_white == Wdl::Win ? Numbers::proved(plies) : Numbers::disproved(),
            for_white == Wdl::Loss ? Numbers::proved(plies) : Numbers::disproved()};
}

/// Positions in clusters of four. What is new takes the place of what is its own, else of what took the least work.
/// Not thread-safe.
class PositionTable {
public:
    /// Makes a table of at most `bytes` bytes, but of at least one cluster.
    explicit PositionTable(std::size_t bytes);

    [[nodiscard]] std::size_t bytes() const { return clusters_.size() * sizeof(Cluster); }
    /// Has the processor fetch what `find` will read.
    void prefetch(const Key& key) const { __builtin_prefetch(&clusters_[cluster_of(key)]); }
    [[nodiscard]] std::optional<BothNumbers> find(const Key& key) const;
    /// Returns what is known for this attacker; by default nothing is.
    [[nodiscard]] Numbers find(const Key& key, Colour attacker) const {
        const auto both = find(key);
        return both ? (*both)[attacker] : Numbers{};
    }
    /// Stores what is known for one attacker, and what it says of the other: if one wins, the other does not. Never
    /// puts a conjecture or an open question in place of a fact. `nodes`: the work that it took.
    void store(const Key& key, Colour attacker, Numbers numbers, std::uint64_t nodes);
    /// Stores a result as known by the rules or the tables.
    void store(const Key& key, const BothNumbers& numbers);
    /// Opens again the question, even if a fact has answered it.
    void forget(const Key& key, Colour attacker);
    void clear() { std::ranges::fill(clusters_, Cluster{}); }
    /// Opens again the question that a conjecture answered.
    void forget_conjecture(const Key& key, Colour attacker);

private:
    static constexpr int work_bits = 4;
    struct Entry {
        std::uint64_t tag_and_work = 0;  ///< The tag's high bits, then the work. 0: empty.
        BothNumbers numbers;
    };
    struct alignas(64) Cluster {
        std::array<Entry, 4> entries;
    };
    static_assert(sizeof(Cluster) == 64);

    [[nodiscard]] static bool is_of(const Entry& entry, const Key& key) {
        return (entry.tag_and_work ^ key.tag) >> work_bits == 0;
    }
    [[nodiscard]] std::size_t cluster_of(const Key& key) const {
        return static_cast<std::size_t>(((key.place >> 32) * clusters_.size()) >> 32);
    }
    [[nodiscard]] Entry* entry_of(const Key& key);
    /// Returns the entry of the key, if need be a new one.
    Entry& entry_for(const Key& key, std::uint64_t nodes);

    std::vector<Cluster> clusters_;
};

}  // namespace dameotb::proof
