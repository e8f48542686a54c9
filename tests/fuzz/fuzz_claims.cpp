// Takes any text as a claims file. It must be refused with SyntaxError, or be claims whose statements read again from
// their own texts. What is about classes of two pieces, and not deep, is judged.
#include <algorithm>
#include <string_view>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/claims/judge.hpp>

#include "fuzz_target.hpp"
#include "two_piece_tables.hpp"

using namespace dameotb;

namespace {

// What takes time as its author wants: each move within a move multiplies it by some 20, captures can grow
// exponentially with the pieces, and each statement about a class is asked of all its positions.
constexpr auto most_moves_ahead = 2;
constexpr auto most_commas = 12;
constexpr std::size_t most_statements = 8;

bool is_quick(const std::vector<claims::Claim>& claims, std::string_view text) {
    std::size_t statements = 0;
    for (const claims::Claim& claim : claims) {
        statements += claim.statements.size();
    }
    std::ptrdiff_t ahead = 0;
    for (std::size_t at = text.find("leads"); at != std::string_view::npos; at = text.find("leads", at + 1)) {
        ++ahead;
    }
    return statements <= most_statements && ahead <= most_moves_ahead && std::ranges::count(text, ',') <= most_commas;
}

/// A line with several results makes several statements, each with the text of the line.
void require_reads_again(const claims::Claim& claim) {
    for (const claims::Statement& statement : claim.statements) {
        const auto again = claims::parse_claims("source \"S\"\nclaim \"C\"\n" + statement.text, "again");
        fuzz::require(again.size() == 1 && !again.front().statements.empty(), "a statement reads from its own text");
        fuzz::require(again.front().statements.front().text == statement.text, "its text stays");
        fuzz::require(again.front().statements.front().what.index() == statement.what.index(), "its kind stays");
    }
}

void judge(const std::vector<claims::Claim>& claims) {
    const analysis::RunOptions options{.directory = fuzz::two_piece_tables()};
    claims::Judge judge{claims, options};
    judge.answer_positions();
    fuzz::require(judge.answer_classes(), "nobody stops it");
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const claims::Answer& answer = judge.answers().at(i);
        const bool skipped = answer.verdict == claims::Verdict::Skipped;
        fuzz::require(skipped == !answer.missing.empty(), "what is skipped wants a table");
        fuzz::require(skipped || answer.findings.size() == claims[i].statements.size(), "all statements are judged");
        const bool all_true = std::ranges::all_of(answer.findings, &claims::Finding::is_true);
        fuzz::require(skipped || all_true == (answer.verdict == claims::Verdict::True),
                      "a claim is all its statements");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text{reinterpret_cast<const char*>(data), size};
    try {
        const std::vector<claims::Claim> claims = claims::parse_claims(text, "fuzz.claims");
        std::ranges::for_each(claims, require_reads_again);
        if (is_quick(claims, text)) {
            judge(claims);
        }
    } catch (const claims::SyntaxError&) {
    }
    return 0;
}
