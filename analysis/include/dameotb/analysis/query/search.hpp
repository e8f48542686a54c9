// Searches whole classes for the positions that answer a query.
// The search delivers one position at a time, so memory does not grow with their number. To keep the first few in
// another order, Selection uses a heap of that size.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/analysis/run/run.hpp>
#include <dameotb/index/material.hpp>

namespace dameotb::query {

enum class SearchEnd : std::uint8_t { Complete, Enough, Stopped };

/// Calls take(found) in the calling thread for the positions that answer the query, once per set of symmetric
/// positions. `classes`: canonical; searched in the order given, each with White to move first, then Black. In a
/// symmetric class Black to move is searched only if the query asks for it. The order of positions does not depend on
/// the number of threads. Ends early if `take` returns false (Enough) or `stop` becomes true (Stopped). Throws
/// table::TablebaseError for a missing or damaged .dtm file.
SearchEnd search(const Query& query, const std::vector<index::Material>& classes, const analysis::RunOptions& options,
                 const std::function<bool(const Found&)>& take);

enum class Order : std::uint8_t { Shortest, Longest };

/// Keeps the first `most` positions in order of plies. Positions with equal plies stay in search order.
class Selection {
public:
    /// Requires: most > 0.
    Selection(Order order, std::size_t most) : order_{order}, most_{most} {}

    void add(const Found& found);
    /// Returns the part of the ranges whose values might still be kept. Requires: ranges of one result each.
    /// Thread-safe, even during `add`: another thread may then see a larger part.
    [[nodiscard]] std::vector<ValueRange> open_part(const std::vector<ValueRange>& ranges) const;
    /// Returns the positions in order, and empties the selection.
    [[nodiscard]] std::vector<Found> take();

private:
    struct Entry {
        int key;
        std::uint64_t number;
        Found found;
        bool operator<(const Entry& other) const { return key != other.key ? key < other.key : number < other.number; }
    };

    /// Lower keys come first.
    [[nodiscard]] int key_of(Value value) const;

    Order order_;
    std::size_t most_;
    std::uint64_t added_ = 0;
    std::vector<Entry> heap_;  ///< The last in order is on top.
    /// Only positions with a lower key are still added.
    std::atomic<int> end_ = std::numeric_limits<int>::max();
};

/// Searches into the selection. Quickly skips positions that the selection would not keep.
SearchEnd search(const Query& query, const std::vector<index::Material>& classes, const analysis::RunOptions& options,
                 Selection& selection);

}  // namespace dameotb::query
