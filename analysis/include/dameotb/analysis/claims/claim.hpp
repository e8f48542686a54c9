// Claims about endings, as they are read from a file: what is said, of which positions, and by whom.
// docs/claims.md defines the language; parser.hpp reads it, checker.hpp finds out what is true.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include <dameotb/analysis/claims/formula.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::claims {

/// The positions that a statement is about.
struct Scope {
    index::Material material{};                  ///< Canonical.
    std::vector<rules::Colour> sides_to_move{};  ///< One or both.
    std::array<rules::Pieces, 2> placed{};       ///< Pieces that stand there, besides whatever others.
    Formula where = Formula::truth();
};

enum class Quantity : std::uint8_t { All, AllBut, No, Exactly, AtLeast, AtMost };

/// "all but 160 placements of KKvK, white to move: win".
struct Count {
    Quantity quantity = Quantity::All;
    std::uint64_t number = 0;  ///< 0 for All and No.
    /// Positions that are images of each other by a symmetry of the board are counted once, not each.
    bool distinct = false;
    Scope scope{};
    Formula what = Formula::truth();
};

/// "longest win of KKvK, white to move: 13 plies".
struct Longest {
    rules::Wdl result = rules::Wdl::Win;  ///< No draw.
    Scope scope{};
    int plies = 0;
};

/// "position W:WKa7,Kh8:BKa1: win in 5".
struct PositionIs {
    rules::Position position{};
    Formula what = Formula::truth();
};

/// "line a7-g7 a1-b1 from W:WKa7,Kh8:BKa1: optimal".
struct LineIs {
    rules::Position position{};
    std::vector<std::string> moves{};
    bool optimal = false;  ///< Each move keeps the value. Legal it must be in any case.
    bool ends_game = false;
};

struct Statement {
    int line = 0;        ///< Counted from 1.
    std::string text{};  ///< As it was written, without comment and blanks around it.
    std::variant<Count, Longest, PositionIs, LineIs> what;
};

/// True if all its statements are.
struct Claim {
    std::string file{};
    int line = 0;
    std::string name{};
    std::string source{};
    bool refuted = false;  ///< It is on record as false.
    std::vector<Statement> statements{};
};

}  // namespace dameotb::claims
