// Reads a claims file. A line is a source, the head of a claim, or a statement of the preceding claim.
#include <dameotb/analysis/claims/claim.hpp>

#include <utility>

#include <dameotb/index/limits.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/slice/score.hpp>

namespace dameotb::claims {

namespace {

Position parse_position(const Cursor& cursor, std::string_view text, const std::string& prefix = "") {
    try {
        return rules::parse_position(prefix + std::string{text});
    } catch (const rules::NotationError& error) {
        cursor.fail_at(text, "'" + std::string{text} + "': " + error.what());
    }
}

index::Material parse_class(Cursor& cursor) {
    const std::string_view name = cursor.take();
    const auto material = index::Material::parse(name);
    if (!material) {
        cursor.fail_at(name, "expected a class, as in KKMvKM, found '" + std::string{name} + "'");
    }
    if (!material->is_canonical()) {
        cursor.fail_at(name, "expected " + material->canonical().name() + ", as the tables have the class, found '" +
                                 std::string{name} + "': swap the colours");
    }
    if (!index::is_supported(*material)) {
        cursor.fail_at(name, "expected a class of at most " + std::to_string(index::most_pieces) + " pieces, found '" +
                                 std::string{name} + "'");
    }
    return *material;
}

std::vector<Colour> parse_side_to_move(Cursor& cursor) {
    std::vector<Colour> sides;
    if (cursor.accept("white")) {
        sides = {Colour::White};
    } else if (cursor.accept("black")) {
        sides = {Colour::Black};
    } else if (cursor.accept("either")) {
        sides = {Colour::White, Colour::Black};
    } else {
        cursor.fail_expected("'white', 'black' or 'either', as in white to move");
    }
    cursor.expect("to");
    cursor.expect("move");
    return sides;
}

ColourArray<Pieces> parse_placed(Cursor& cursor, const index::Material& material) {
    const std::string_view text = cursor.take_fen();
    const Position placed = parse_position(cursor, text, "W:");
    for (const Colour side : both_colours) {
        if (placed[side].kings.count() > material[side].kings || placed[side].men.count() > material[side].men) {
            cursor.fail_at(text, "'" + std::string{text} + "': more pieces than " + material.name() + " has");
        }
    }
    return placed.sides;
}

/// Reads what follows "under".
DrawRule parse_rule(Cursor& cursor) {
    cursor.expect("the");
    cursor.expect("rule");
    cursor.expect("of");
    const std::string_view text = cursor.peek();
    const std::uint64_t plies = cursor.take_number();
    if (plies < 1 || plies > most_rule_plies) {
        cursor.fail_at(text, "expected from 1 to " + std::to_string(most_rule_plies) + " plies, found '" +
                                 std::string{text} + "'");
    }
    if (!cursor.accept_any({"plies", "ply"})) {
        cursor.fail_expected("'plies'");
    }
    return {static_cast<int>(plies)};
}

Scope parse_scope(Cursor& cursor) {
    cursor.expect("of");
    Scope scope{.material = parse_class(cursor)};
    cursor.expect(",");
    scope.sides_to_move = parse_side_to_move(cursor);
    bool more = cursor.accept(",");
    if (more && cursor.accept("under")) {
        scope.rule = parse_rule(cursor);
        more = cursor.accept(",");
    }
    if (more && cursor.accept("with")) {
        scope.placed = parse_placed(cursor, scope.material);
        more = cursor.accept(",");
    }
    if (more) {
        cursor.expect("where");
        scope.where = parse_formula(cursor, scope.rule);
    }
    cursor.expect(":");
    return scope;
}

Quantity parse_quantity(Cursor& cursor) {
    if (cursor.accept("all")) {
        return cursor.accept("but") ? Quantity::AllBut : Quantity::All;
    }
    if (cursor.accept("no")) {
        return Quantity::No;
    }
    if (cursor.accept("exactly")) {
        return Quantity::Exactly;
    }
    cursor.expect("at");
    if (cursor.accept("least")) {
        return Quantity::AtLeast;
    }
    if (!cursor.accept("most")) {
        cursor.fail_expected("'least' or 'most'");
    }
    return Quantity::AtMost;
}

bool parse_placements(Cursor& cursor) {
    const bool distinct = cursor.accept("distinct");
    if (!cursor.accept_any({"placements", "placement"})) {
        cursor.fail_expected(distinct ? "'placements'" : "'placements' or 'distinct placements'");
    }
    return distinct;
}

Count parse_count(Cursor& cursor) {
    Count count{.quantity = parse_quantity(cursor)};
    if (count.quantity != Quantity::All && count.quantity != Quantity::No) {
        count.number = cursor.take_number();
    }
    count.distinct = parse_placements(cursor);
    count.scope = parse_scope(cursor);
    count.what = parse_formula(cursor, count.scope.rule);
    return count;
}

/// Reads the counts of one line: "placements of KKvK, white to move: 124832 wins, 160 draws" has two.
std::vector<Count> parse_results(Cursor& cursor) {
    Count count{.quantity = Quantity::Exactly};
    count.distinct = parse_placements(cursor);
    count.scope = parse_scope(cursor);
    std::vector<Count> counts;
    do {
        count.number = cursor.take_number();
        count.what = parse_formula(cursor, count.scope.rule);
        counts.push_back(count);
    } while (cursor.accept(","));
    return counts;
}

Longest parse_longest(Cursor& cursor) {
    Longest longest;
    if (cursor.accept("loss")) {
        longest.result = Wdl::Loss;
    } else if (!cursor.accept("win")) {
        cursor.fail_expected("'win' or 'loss'");
    }
    longest.scope = parse_scope(cursor);
    const std::string_view number = cursor.peek();
    const std::uint64_t plies = cursor.take_number();
    if (const int most = longest.scope.rule.plies; longest.scope.rule.exists()) {
        const int least = longest.result == Wdl::Win ? 1 : 0;
        if (plies < static_cast<std::uint64_t>(least) || plies > static_cast<std::uint64_t>(most)) {
            cursor.fail_at(number, "expected from " + std::to_string(least) + " to " + std::to_string(most) +
                                       " plies, found '" + std::string{number} + "'");
        }
    } else if (plies > scores::longest_plies || (plies % 2 == 1) != (longest.result == Wdl::Win)) {
        cursor.fail_at(number, "expected an odd number of plies for a win, an even one for a loss, at most " +
                                   std::to_string(scores::longest_plies) + ", found '" + std::string{number} + "'");
    }
    longest.plies = static_cast<int>(plies);
    if (!cursor.accept_any({"plies", "ply"})) {
        cursor.fail_expected("'plies'");
    }
    return longest;
}

PositionIs parse_position_is(Cursor& cursor) {
    const std::string_view fen = cursor.take_fen();
    PositionIs position{.position = parse_position(cursor, fen)};
    if (cursor.accept(",")) {
        cursor.expect("under");
        position.rule = parse_rule(cursor);
        position.counter = rules::parse_fen(fen).halfmove_clock.value_or(0);
        if (position.counter > position.rule.plies) {
            cursor.fail_at(fen, "'" + std::string{fen} + "': the counter is greater than the rule of " +
                                    std::to_string(position.rule.plies) + " plies allows");
        }
    }
    cursor.expect(":");
    position.what = parse_formula(cursor, position.rule);
    return position;
}

/// Returns whether the word is a move number, such as "1." or "12...".
bool is_move_number(std::string_view word) {
    const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
    return digits > 0 && digits < word.size() && word.find_first_not_of('.', digits) == std::string_view::npos;
}

LineIs parse_line_is(Cursor& cursor) {
    LineIs line;
    while (!cursor.at_end() && cursor.peek() != "from") {
        const std::string_view word = cursor.take_blank_ended();
        if (!is_move_number(word)) {
            line.moves.emplace_back(word);
        }
    }
    if (line.moves.empty()) {
        cursor.fail_expected("a move");
    }
    cursor.expect("from");
    const std::string_view fen = cursor.take_fen();
    line.position = parse_position(cursor, fen);
    cursor.expect(":");
    line.optimal = cursor.accept("optimal");
    if (!line.optimal && !cursor.accept("legal")) {
        cursor.fail_expected("'legal' or 'optimal'");
    }
    if (cursor.accept(",")) {
        cursor.expect("ends");
        cursor.expect("the");
        cursor.expect("game");
        line.ends_game = true;
    }
    return line;
}

void parse_statement(Cursor& cursor, std::vector<Statement>& statements) {
    const auto add = [&](auto what) {
        cursor.expect_end();
        statements.push_back({cursor.line_number(), std::string{cursor.text()}, std::move(what)});
    };
    const std::string_view word = cursor.peek();
    if (cursor.accept("position")) {
        add(parse_position_is(cursor));
    } else if (cursor.accept("line")) {
        add(parse_line_is(cursor));
    } else if (cursor.accept("longest")) {
        add(parse_longest(cursor));
    } else if (word == "placements" || word == "distinct") {
        for (Count& count : parse_results(cursor)) {
            add(std::move(count));
        }
    } else if (word == "all" || word == "no" || word == "exactly" || word == "at") {
        add(parse_count(cursor));
    } else {
        cursor.fail_expected(
            "a statement, which begins with all, no, exactly, at least, at most, placements, longest, position or "
            "line; or claim, refuted or source");
    }
}

/// Builds claims from the lines of a file.
class ClaimsReader {
public:
    explicit ClaimsReader(const std::string& file) : file_{file} {}

    void read_line(Cursor& cursor) {
        const std::string_view word = cursor.peek();
        if (word == "source") {
            end_claim(cursor);
            cursor.take();
            source_ = cursor.take_string();
            cursor.expect_end();
        } else if (word == "claim" || word == "refuted") {
            end_claim(cursor);
            begin_claim(cursor);
        } else if (!open_) {
            cursor.fail_expected(claims_.empty() && source_.empty() ? "'source' and whose claims these are"
                                                                    : "'claim', 'refuted' or 'source'");
        } else {
            parse_statement(cursor, claims_.back().statements);
        }
    }

    std::vector<Claim> finish(const Cursor& end) {
        end_claim(end);
        if (claims_.empty()) {
            end.fail_expected("a claim");
        }
        return std::move(claims_);
    }

private:
    void begin_claim(Cursor& cursor) {
        if (source_.empty()) {
            cursor.fail_expected("'source' and whose claims these are, before the first claim");
        }
        Claim claim{.file = file_, .line = cursor.line_number()};
        claim.refuted = cursor.take() == "refuted";
        claim.source = source_;
        claim.name = cursor.take_string();
        cursor.expect_end();
        claims_.push_back(std::move(claim));
        open_ = true;
    }

    /// Throws SyntaxError for a claim without a statement, which would be vacuously true.
    void end_claim(const Cursor& cursor) {
        if (open_ && claims_.back().statements.empty()) {
            cursor.fail_expected("a statement of the claim in line " + std::to_string(claims_.back().line));
        }
        open_ = false;
    }

    const std::string& file_;
    std::string source_;
    std::vector<Claim> claims_;
    bool open_ = false;
};

}  // namespace

std::vector<Claim> parse_claims(std::string_view text, const std::string& file) {
    ClaimsReader reader{file};
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        Cursor cursor{text.substr(0, end), ++number};
        if (!cursor.at_end()) {
            reader.read_line(cursor);
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return reader.finish(Cursor{"", number + 1});
}

}  // namespace dameotb::claims
