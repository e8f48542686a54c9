// The memory that coding takes.
#pragma once

#include <vector>

#include "known_rows.hpp"
#include "listed_candidates.hpp"
#include "range_coder.hpp"
#include "row_kinds.hpp"
#include "row_patterns.hpp"
#include "unit_rows.hpp"

namespace dameotb::table {

/// Kept from unit to unit, whatever their class.
struct CodingSpace {
    UnitRows rows;
    KnownRows known;
    RowKinds kinds;

    // Of units whose values are known.
    KnownGrades grades;
    RowPatterns patterns;
    ListedCandidates listed;
    std::vector<PricedDecision> priced;
};

}  // namespace dameotb::table
