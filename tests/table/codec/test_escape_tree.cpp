// Compares escape trees with Huffman's sums and with canonical codes, counted plainly.
#include "escape_tree.hpp"

#include <numeric>
#include <set>

#include "catch.hpp"
#include "samples.hpp"

using namespace dameotb;
using namespace dameotb::table;

namespace {

using Counts = std::array<std::uint32_t, 256>;

/// Returns the least sum of counts times lengths: that of all merged pairs.
std::uint64_t least_cost(const Counts& counts) {
    std::multiset<std::uint64_t> parts;
    for (const std::uint32_t count : counts) {
        if (count > 0) {
            parts.insert(count);
        }
    }
    std::uint64_t cost = 0;
    while (parts.size() > 1) {
        const std::uint64_t merged = *parts.begin() + *std::next(parts.begin());
        parts.erase(parts.begin());
        parts.erase(parts.begin());
        parts.insert(merged);
        cost += merged;
    }
    return cost;
}

std::uint64_t cost_of(const PathLengths& lengths, const Counts& counts) {
    return std::inner_product(lengths.begin(), lengths.end(), counts.begin(), std::uint64_t{0});
}

/// Walks to every relative value of the tree, and compares its path with the next canonical code.
void check_paths(const PathLengths& lengths) {
    const auto tree = EscapeTree::of(lengths);
    REQUIRE(tree.has_value());
    REQUIRE(tree->lengths() == lengths);
    std::uint64_t code = 0;
    for (int length = 1; length <= longest_path; ++length) {
        code *= 2;
        for (unsigned relative_value = 0; relative_value < lengths.size(); ++relative_value) {
            if (lengths[relative_value] != length) {
                continue;
            }
            CAPTURE(relative_value, length);
            EscapeTree::Node node = tree->root();
            for (int step = 0; step < length; ++step) {
                REQUIRE_FALSE(node.is_leaf());
                const bool decision = tree->decision(node, static_cast<RelativeValue>(relative_value));
                CHECK(decision == ((code >> (length - 1 - step) & 1) != 0));
                node = tree->next(node, decision);
            }
            REQUIRE(node.is_leaf());
            CHECK(node.relative_value() == relative_value);
            CHECK(node.path == (code | std::uint64_t{1} << length));
            ++code;
        }
    }
    CHECK(code == std::uint64_t{1} << longest_path);
}

PathLengths lengths_of(const std::vector<int>& lengths) {
    PathLengths all{};
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        all[10 * (i + 1)] = static_cast<std::uint8_t>(lengths[i]);
    }
    return all;
}

}  // namespace

TEST_CASE("trees of counts are Huffman trees, and lead to each relative value", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (int i = 0; i < 200; ++i) {
        Counts counts{};
        const std::size_t relative_values = 2 + random() % 200;
        for (std::size_t relative_value = 0; relative_value < relative_values; ++relative_value) {
            counts[random() % 256] = 1 + static_cast<std::uint32_t>(random() >> (44 + random() % 20));
        }
        counts[7] = counts[8] = 1;  // at least two
        const PathLengths lengths = EscapeTree::lengths_for(counts);
        for (std::size_t relative_value = 0; relative_value < 256; ++relative_value) {
            REQUIRE((lengths[relative_value] > 0) == (counts[relative_value] > 0));
        }
        CHECK(cost_of(lengths, counts) == least_cost(counts));
        check_paths(lengths);
    }
}

TEST_CASE("no counts make a path longer than files may have", "[codec]") {
    // The numbers of Fibonacci, for which Huffman's paths are longest: 34 of them add up to less than 2^24.
    for (const std::size_t relative_values : {10U, 34U, 35U, 40U, 46U}) {
        CAPTURE(relative_values);
        Counts counts{};
        counts[1] = counts[2] = 1;
        for (std::size_t relative_value = 3; relative_value <= relative_values; ++relative_value) {
            counts[relative_value] = counts[relative_value - 1] + counts[relative_value - 2];
        }
        const PathLengths lengths = EscapeTree::lengths_for(counts);
        check_paths(lengths);
        if (relative_values <= 34) {
            CHECK(*std::ranges::max_element(lengths) == relative_values - 1);
        }
    }
}

TEST_CASE("lengths of no full tree are refused", "[codec]") {
    for (const std::vector<int>& lengths :
         {std::vector<int>{}, {1}, {2}, {1, 1, 1}, {1, 2}, {1, 2, 2, 2}, {1, 2, 3}, {2, 2, 2}, {1, 1, 40}, {63, 63}}) {
        CHECK_FALSE(EscapeTree::of(lengths_of(lengths)).has_value());
    }
}

TEST_CASE("paths of 40 decisions are taken, longer ones refused", "[codec]") {
    const auto comb = [](std::size_t longest) {
        PathLengths lengths{};
        for (std::size_t i = 1; i <= longest; ++i) {
            lengths[i] = static_cast<std::uint8_t>(i);
        }
        lengths[longest + 1] = static_cast<std::uint8_t>(longest);
        return lengths;
    };
    check_paths(comb(longest_path));
    CHECK_FALSE(EscapeTree::of(comb(longest_path + 1)).has_value());
}
