// Claims about endings, as read from a file: what is claimed, about which positions, and by whom. docs/claims.md
// defines the language; judge.hpp decides which claims are true.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <dameotb/analysis/claims/cursor.hpp>
#include <dameotb/analysis/claims/formula.hpp>
#include <dameotb/index/material.hpp>
#include <dameotb/rules/draw_rule.hpp>
#include <dameotb/rules/position.hpp>
#include <dameotb/rules/value.hpp>

namespace dameotb::claims {

/// The positions that a statement is about.
struct Scope {
    index::Material material{};           ///< Canonical.
    std::vector<Colour> sides_to_move{};  ///< One or both.
    DrawRule rule{};                      ///< Under which values hold, with counter 0; if any.
    ColourArray<Pieces> placed{};         ///< Pieces required on these squares; there may be others.
    Formula where = Formula::truth();
};

enum class Quantity : std::uint8_t { All, AllBut, No, Exactly, AtLeast, AtMost };

/// "all but 160 placements of KKvK, white to move: win".
struct Count {
    Quantity quantity = Quantity::All;
    std::uint64_t number = 0;  ///< 0 for All and No.
    /// Whether positions that are symmetric images of each other count only once.
    bool distinct = false;
    Scope scope{};
    Formula what = Formula::truth();
};

/// "longest win of KKvK, white to move: 13 plies".
struct Longest {
    Wdl result = Wdl::Win;  ///< A win or a loss.
    Scope scope{};
    int plies = 0;
};

/// "position W:WKa7,Kh8:BKa1: win in 5".
struct PositionIs {
    Position position{};
    DrawRule rule{};  ///< As of a Scope, but with this counter.
    int counter = 0;  ///< At most rule.plies; 0 without a rule.
    Formula what = Formula::truth();
};

/// "line a7-g7 a1-b1 from W:WKa7,Kh8:BKa1: optimal".
struct LineIs {
    Position position{};
    std::vector<std::string> moves{};
    bool optimal = false;  ///< Each move keeps the value. Moves must be legal in any case.
    bool ends_game = false;
};

struct Statement {
    int line = 0;        ///< Counted from 1.
    std::string text{};  ///< As in the file, without comment and surrounding blanks.
    std::variant<Count, Longest, PositionIs, LineIs> what;
};

/// A claim is true if all its statements are true.
struct Claim {
    std::string file{};
    int line = 0;
    std::string name{};
    std::string source{};
    bool refuted = false;  ///< The file says that the claim is false.
    std::vector<Statement> statements{};
};

/// Returns the claims of a file, in file order. `file`: its name, for Claim::file. Throws SyntaxError for the first
/// error.
[[nodiscard]] std::vector<Claim> parse_claims(std::string_view text, const std::string& file);

/// Reads a formula, and leaves the cursor after it. `rule`: under which values hold, if any. Throws SyntaxError.
[[nodiscard]] Formula parse_formula(Cursor& cursor, DrawRule rule = {});

}  // namespace dameotb::claims
