// The memory that coding takes.
#pragma once

#include <vector>

#include "block_rows.hpp"
#include "known_rows.hpp"
#include "listed_candidates.hpp"
#include "range_coder.hpp"
#include "row_kinds.hpp"
#include "row_patterns.hpp"

namespace dameotb::table {

/// Kept from block to block, whatever their class.
struct CodingSpace {
    BlockRows rows;
    KnownRows known;
    RowKinds kinds;

    // Of blocks whose values are known.
    KnownRelativeValues relative_values;
    RowPatterns patterns;
    ListedCandidates listed;
    std::vector<PricedDecision> priced;
};

}  // namespace dameotb::table
