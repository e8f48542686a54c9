// The working memory of coding.
#pragma once

#include <vector>

#include "block_rows.hpp"
#include "known_rows.hpp"
#include "listed_candidates.hpp"
#include "range_coder.hpp"
#include "row_kinds.hpp"
#include "row_patterns.hpp"

namespace dameotb::table {

/// Reused from block to block, whatever their classes.
struct CodingSpace {
    BlockRows rows;
    KnownRows known;
    RowKinds kinds;

    // For blocks whose values are known.
    KnownRelativeValues relative_values;
    RowPatterns patterns;
    ListedCandidates listed;
    std::vector<PricedDecision> priced;
};

}  // namespace dameotb::table
