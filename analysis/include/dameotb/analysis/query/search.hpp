// Goes through whole classes for the positions that answer a query.
// Found positions are handed on one at a time, so memory does not grow with their number; those in another order than
// that of the search are chosen by a heap of as many as are wanted.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::query {

struct SearchProgress {
    index::Material material;
    int class_number = 0;  ///< Counted from 1.
    int classes = 0;
    double class_share = 0;  ///< Of this class, 0 to 1; 0 while it is read.
};

struct SearchOptions {
    std::filesystem::path directory;
    std::vector<index::Material> classes;  ///< Canonical, in build order.
    int threads = 1;
    std::function<void(const SearchProgress&)> on_progress{};  ///< Called from the calling thread only.
    const std::atomic<bool>* stop = nullptr;
};

enum class SearchEnd : std::uint8_t { Complete, Enough, Stopped };

/// Calls take(found) in the calling thread for the positions that answer the query, each set of symmetric ones once:
/// class after class in the order given, White to move, then Black, in a fixed order; of a class with the same pieces
/// for both sides Black to move only if the query asks for it. The order does not depend on the threads. Ends early
/// when `take` returns false (Enough) or the options' stop says so.
/// Throws format::TablebaseError for a missing or damaged .dtm file.
SearchEnd search(const Query& query, const SearchOptions& options, const std::function<bool(const Found&)>& take);

enum class Order : std::uint8_t { Shortest, Longest };

/// The first `most` in an order by plies, equal ones in the order of their coming.
class Selection {
public:
    /// Requires: most > 0.
    Selection(Order order, std::size_t most) : order_{order}, most_{most} {}

    void add(const Found& found);
    /// In order. Leaves the selection empty.
    [[nodiscard]] std::vector<Found> take();

private:
    struct Entry {
        int key;
        std::uint64_t number;
        Found found;
        bool operator<(const Entry& other) const { return key != other.key ? key < other.key : number < other.number; }
    };

    Order order_;
    std::size_t most_;
    std::uint64_t added_ = 0;
    std::vector<Entry> heap_;  ///< The last one in the order is on top.
};

}  // namespace dameotb::query
