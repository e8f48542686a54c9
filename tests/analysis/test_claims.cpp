// Compares answers to claims with the claims' definitions, applied to every placement of classes of 2 and 3 pieces, one
// at a time.
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <dameotb/analysis/claims/claim.hpp>
#include <dameotb/analysis/claims/judge.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/memory/memory_need.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/store/distance_sides.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "reference.hpp"
#include "rule_reference.hpp"
#include "samples.hpp"

using namespace dameotb;
using claims::Answer;
using claims::Verdict;
using tests::class_of;

namespace {

const std::filesystem::path& table_directory() {
    // All classes of up to 3 pieces, except KMvM and the classes that need it.
    static const tests::MadeTables made{
        index::with_dependencies({class_of("KKvM"), class_of("KMvK"), class_of("MMvK"), class_of("MvM")})};
    return made.path();
}

std::vector<Answer> answers(const std::string& text, int threads = 2) {
    const auto all = claims::parse_claims(text, "x.claims");
    const analysis::RunOptions options{.directory = table_directory(), .threads = threads};
    claims::Judge judge{all, options};
    judge.answer_positions();
    REQUIRE(judge.answer_classes());
    return judge.answers();
}

Answer answer(const std::string& statements) {
    return answers("source \"S\"\nclaim \"C\"\n" + statements + "\n").at(0);
}

bool is_true(const std::string& statement) {
    const Answer found = answer(statement);
    CHECK(found.verdict != Verdict::Skipped);
    return found.verdict == Verdict::True;
}

std::vector<std::string> fens(const std::vector<claims::Example>& examples) {
    std::vector<std::string> all;
    for (const claims::Example& example : examples) {
        all.push_back(rules::to_fen(example.position));
    }
    return all;
}

/// Returns the first FEN of all images by the board's symmetries, by definition.
std::string twin_name(const Position& position) {
    const auto image = [](int symmetry, const Pieces& pieces) {
        return Pieces{index::apply(symmetry, pieces.men), index::apply(symmetry, pieces.kings)};
    };
    std::string first = rules::to_fen(position);
    for (int symmetry = 1; symmetry < (index::Material::of(position).men() == 0 ? 8 : 2); ++symmetry) {
        first = std::min(first, rules::to_fen({{image(symmetry, position.white()), image(symmetry, position.black())},
                                               position.side_to_move}));
    }
    return first;
}

struct PlainPosition {
    Position position;
    Value value;
    std::string twins;
};

/// All placements of a class of 2 pieces with one side to move.
struct PlainClass {
    std::string material;
    Colour side = Colour::White;
    std::vector<PlainPosition> positions;
};

class Plain {
public:
    Plain() {
        for (const char* name : {"KvK", "KvM", "MvM"}) {
            for (const Colour side : both_colours) {
                PlainClass made{name, side, {}};
                tests::for_each_placement(class_of(name), [&](Position position) {
                    position.side_to_move = side;
                    made.positions.push_back({position, value(position), twin_name(position)});
                });
                classes_.push_back(std::move(made));
            }
        }
    }
    [[nodiscard]] Value value(const Position& position) { return solver_.value(position); }
    [[nodiscard]] Wdl turned_result(Position position) {
        position.side_to_move = opponent(position.side_to_move);
        return value(position).wdl();
    }
    [[nodiscard]] const std::vector<PlainClass>& classes() const { return classes_; }

private:
    tests::ReferenceSolver solver_;
    std::vector<PlainClass> classes_;
};

Plain& plain() {
    static Plain made;
    return made;
}

using Predicate = std::function<bool(const PlainPosition&)>;

/// Counts and first positions, found one position at a time.
struct PlainCount {
    std::uint64_t placements = 0;
    std::set<std::string> twins;
    std::set<std::pair<int, std::string>> shortest;

    PlainCount(const PlainClass& positions, const Predicate& holds) {
        std::map<std::string, std::pair<int, std::string>> firsts;
        for (const PlainPosition& one : positions.positions) {
            if (holds(one)) {
                ++placements;
                twins.insert(one.twins);
                const std::pair entry{one.value.dtm().plies(), rules::to_fen(one.position)};
                const auto at = firsts.try_emplace(one.twins, entry).first;
                at->second = std::min(at->second, entry);
            }
        }
        for (const auto& first : firsts) {
            shortest.insert(first.second);
        }
    }
    [[nodiscard]] std::vector<std::string> first_fens() const {
        std::vector<std::string> all;
        for (const auto& entry : shortest) {
            if (all.size() < 3) {
                all.push_back(entry.second);
            }
        }
        return all;
    }
};

std::string scope_text(const PlainClass& positions) {
    return " of " + positions.material + (positions.side == Colour::White ? ", white to move" : ", black to move");
}

/// Tests numbers, units and counterexamples of a formula in all classes. Returns for how many positions it holds.
std::uint64_t check_formula(const std::string& formula, const Predicate& holds) {
    CAPTURE(formula);
    std::uint64_t sum = 0;
    for (const PlainClass& positions : plain().classes()) {
        CAPTURE(positions.material, positions.side);
        const PlainCount with{positions, holds};
        const PlainCount without{positions, [&](const PlainPosition& one) { return !holds(one); }};
        const std::string scope = scope_text(positions) + ": " + formula + "\n";
        const std::uint64_t impossible = positions.positions.size() + 1;
        const Answer found = answer("exactly " + std::to_string(impossible) + " placements" + scope + "exactly " +
                                    std::to_string(impossible) + " distinct placements" + scope + "all but " +
                                    std::to_string(impossible) + " placements" + scope);
        REQUIRE(found.findings.size() == 3);
        CHECK(found.verdict == Verdict::False);
        CHECK(found.findings[0].tally.in_scope == positions.positions.size());
        CHECK(found.findings[0].tally.holding == with.placements);
        CHECK(found.findings[1].tally.holding == with.twins.size());
        CHECK(found.findings[1].tally.in_scope - found.findings[1].tally.holding == without.twins.size());
        CHECK(fens(found.findings[0].examples) == with.first_fens());
        CHECK(fens(found.findings[1].examples) == with.first_fens());
        CHECK(fens(found.findings[2].examples) == without.first_fens());
        for (const claims::Finding& finding : found.findings) {
            for (const claims::Example& example : finding.examples) {
                CHECK(example.value == plain().value(example.position));
            }
        }
        sum += with.placements;
    }
    return sum;
}

bool has_result(const PlainPosition& one, Wdl wdl) {
    return one.value.wdl() == wdl;
}

int captured(const PlainPosition& one) {
    return rules::must_capture(one.position) ? rules::legal_moves(one.position).front().captured.count() : 0;
}

int moves_worth(const PlainPosition& one, const std::function<bool(Value)>& wanted) {
    const auto successors = rules::successors(one.position);
    return static_cast<int>(std::ranges::count_if(
        successors, [&](const Position& successor) { return wanted(plain().value(successor).before_move()); }));
}

}  // namespace

TEST_CASE("formulas hold where their definitions say") {
    SECTION("values") {
        CHECK(check_formula("win", [](const PlainPosition& one) { return has_result(one, Wdl::Win); }) > 0);
        CHECK(check_formula("not a draw", [](const PlainPosition& one) { return !has_result(one, Wdl::Draw); }) > 0);
        CHECK(check_formula("win in 3-6", [](const PlainPosition& one) {
                  return one.value == Value::win_in(3) || one.value == Value::win_in(5);
              }) > 0);
        CHECK(check_formula("draws or losses in 4-", [](const PlainPosition& one) {
                  return has_result(one, Wdl::Draw) || (has_result(one, Wdl::Loss) && one.value.dtm().plies() >= 4);
              }) > 0);
        CHECK(check_formula("zugzwang", [](const PlainPosition& one) {
                  return one.value.wdl() < opposite(plain().turned_result(one.position));
              }) > 0);
    }
    SECTION("moves") {
        CHECK(check_formula("capture", [](const PlainPosition& one) { return captured(one) > 0; }) > 0);
        CHECK(check_formula("capture of 0-1", [](const PlainPosition& one) { return captured(one) <= 1; }) > 0);
        CHECK(check_formula("capture of 2-3", [](const PlainPosition& one) { return captured(one) > 1; }) == 0);
        CHECK(check_formula("moves 2-9", [](const PlainPosition& one) {
                  const std::size_t moves = rules::successors(one.position).size();
                  return moves >= 2 && moves <= 9;
              }) > 0);
        CHECK(check_formula("winning moves 1-2", [](const PlainPosition& one) {
                  const int winning = moves_worth(one, [](Value worth) { return worth.wdl() == Wdl::Win; });
                  return winning == 1 || winning == 2;
              }) > 0);
        CHECK(check_formula("best moves 1", [](const PlainPosition& one) {
                  return moves_worth(one, [&](Value worth) { return worth == one.value; }) == 1;
              }) > 0);
        CHECK(check_formula("some move leads to loss in 2", [](const PlainPosition& one) {
                  return moves_worth(one, [](Value worth) { return worth == Value::win_in(3); }) > 0;
              }) > 0);
        CHECK(check_formula("every move leads to a win", [](const PlainPosition& one) {
                  return moves_worth(one, [](Value worth) { return worth.wdl() != Wdl::Loss; }) == 0;
              }) > 0);
    }
    SECTION("and binds closer than or, not closer than both, and parentheses closest") {
        const auto won = [](const PlainPosition& one) { return has_result(one, Wdl::Win); };
        const auto drawn = [](const PlainPosition& one) { return has_result(one, Wdl::Draw); };
        const auto quiet = [](const PlainPosition& one) { return captured(one) == 0; };
        CHECK(check_formula("win or draw and not capture",
                            [&](const PlainPosition& one) { return won(one) || (drawn(one) && quiet(one)); }) > 0);
        CHECK(check_formula("(win or draw) and not capture",
                            [&](const PlainPosition& one) { return (won(one) || drawn(one)) && quiet(one); }) > 0);
        CHECK(check_formula("not (win or draw) and not capture",
                            [&](const PlainPosition& one) { return !won(one) && !drawn(one) && quiet(one); }) > 0);
        CHECK(check_formula("some move leads to not (capture or win) and draw", [&](const PlainPosition& one) {
                  const auto successors = rules::successors(one.position);
                  return drawn(one) && std::ranges::any_of(successors, [](const Position& successor) {
                             return !rules::must_capture(successor) && plain().value(successor).wdl() != Wdl::Win;
                         });
              }) > 0);
    }
}

TEST_CASE("mutual zugzwangs are lost for whoever is to move") {
    std::uint64_t placements = 0;
    tests::for_each_placement(class_of("MMvK"), [&](const Position& position) {
        const bool lost = plain().value(position).wdl() == Wdl::Loss;
        placements += lost && plain().turned_result(position) == Wdl::Loss ? 1 : 0;
    });
    CHECK(placements > 0);
    CHECK(is_true("exactly " + std::to_string(placements) + " placements of MMvK, white to move: mutual zugzwang"));
    CHECK(is_true("exactly " + std::to_string(placements) + " placements of MMvK, black to move: mutual zugzwang"));
    CHECK(is_true("position W:Wa2,c2:BKe2: mutual zugzwang and zugzwang and loss in 14"));
    CHECK(is_true("position W:WKa1:BKh8: not zugzwang and not mutual zugzwang"));
}

TEST_CASE("scopes: with pieces on squares, where a formula holds, with either side to move") {
    const Square b3{1, 2};
    for (const PlainClass& positions : plain().classes()) {
        CAPTURE(positions.material, positions.side);
        const bool king = positions.material[0] == 'K';
        const auto in_scope = [&](const PlainPosition& one) {
            return (king ? one.position.white().kings : one.position.white().men).contains(b3) && captured(one) == 0;
        };
        const PlainCount scope{positions, in_scope};
        const PlainCount drawn{positions,
                               [&](const PlainPosition& one) { return in_scope(one) && has_result(one, Wdl::Draw); }};
        const std::string text =
            scope_text(positions) + (king ? ", with WKb3:B" : ", with Wb3:B") + ", where not capture: draw\n";
        const Answer found = answer("exactly 99999 placements" + text + "exactly 99999 distinct placements" + text);
        CHECK(found.findings.at(0).tally.in_scope == scope.placements);
        CHECK(found.findings.at(0).tally.holding == drawn.placements);
        CHECK(found.findings.at(1).tally.in_scope == scope.twins.size());
        CHECK(found.findings.at(1).tally.holding == drawn.twins.size());
        CHECK(fens(found.findings.at(0).examples) == drawn.first_fens());
        CHECK(drawn.placements > 0);
    }
    CHECK(is_true("placements of KvK, either to move: 1344 wins, 6720 draws, 0 losses"));
    CHECK(is_true("placements of KvM, either to move: 3542 wins, 862 draws, 2652 losses"));
}

TEST_CASE("quantities") {
    const std::string draws = " placements of KKvK, white to move: draw";
    CHECK(is_true("exactly 160" + draws));
    CHECK_FALSE(is_true("exactly 159" + draws));
    CHECK_FALSE(is_true("exactly 161" + draws));
    CHECK(is_true("at least 160" + draws));
    CHECK_FALSE(is_true("at least 161" + draws));
    CHECK(is_true("at most 160" + draws));
    CHECK_FALSE(is_true("at most 159" + draws));
    CHECK(is_true("all but 124832" + draws));
    CHECK_FALSE(is_true("all but 124831" + draws));
    CHECK_FALSE(is_true("all but 124833" + draws));
    CHECK_FALSE(is_true("all" + draws));
    CHECK_FALSE(is_true("no" + draws));
    CHECK(is_true("no placements of KKvK, white to move: loss"));
    CHECK(is_true("all placements of KKvK, white to move: win or draw"));
    CHECK(is_true("placements of KKvK, white to move: 124832 wins, 160 draws"));
    CHECK_FALSE(is_true("placements of KKvK, white to move: 124832 wins, 161 draws"));
    // A statement about all of no placements is not true: its author made a slip.
    CHECK_FALSE(is_true("all placements of KKvK, white to move, where loss: win"));
    CHECK_FALSE(is_true("all but 0 placements of KKvK, white to move, where loss: win"));
    CHECK(is_true("no placements of KKvK, white to move, where loss: win"));
}

TEST_CASE("longest wins and losses") {
    for (const PlainClass& positions : plain().classes()) {
        for (const Wdl wdl : {Wdl::Win, Wdl::Loss}) {
            CAPTURE(positions.material, positions.side, static_cast<int>(wdl));
            int longest = -1;
            for (const PlainPosition& one : positions.positions) {
                longest = has_result(one, wdl) ? std::max(longest, one.value.dtm().plies()) : longest;
            }
            const auto statement = [&](int plies) {
                return "longest " + std::string{to_string(wdl)} + scope_text(positions) + ": " + std::to_string(plies) +
                       " plies";
            };
            if (longest < 0) {
                const Answer none = answer(statement(wdl == Wdl::Win ? 1 : 0));
                CHECK(none.verdict == Verdict::False);
                CHECK_FALSE(none.findings.at(0).tally.longest);
                CHECK(none.findings.at(0).examples.empty());
                continue;
            }
            CHECK(is_true(statement(longest)));
            const PlainCount slowest{positions, [&](const PlainPosition& one) {
                                         return has_result(one, wdl) && one.value.dtm().plies() == longest;
                                     }};
            const Answer wrong = answer(statement(longest + 2));
            CHECK(wrong.verdict == Verdict::False);
            CHECK(wrong.findings.at(0).tally.longest->dtm().plies() == longest);
            CHECK(fens(wrong.findings.at(0).examples) == slowest.first_fens());
        }
    }
    CHECK(is_true("longest win of KKvK, white to move, where winning moves 1: 3 plies"));
    CHECK(is_true("longest win of KKvK, white to move, with W:BKd4, where capture: 1 ply"));
}

TEST_CASE("positions") {
    CHECK(is_true("position W:WKa7,Kh8:BKa1: win in 5 and not win in 7 and best moves 1- and not capture"));
    CHECK(is_true("position B:WKb2,Kh8:BKa1: loss in 8 and every move leads to win in 1-7"));
    CHECK(is_true("position W:WKb1,Kd1:BKc1: draw and every move leads to capture"));
    // A position need not be canonical, unlike a class: here Black has more pieces.
    CHECK(is_true("position B:WKa1:BKa7,Kh8: not loss"));
    const Answer wrong = answer("position W:WKa7,Kh8:BKa1: win in 7");
    CHECK(wrong.verdict == Verdict::False);
    CHECK(fens(wrong.findings.at(0).examples) == std::vector<std::string>{"W:WKa7,Kh8:BKa1"});
    CHECK(wrong.findings.at(0).examples.at(0).value == Value::win_in(5));
    // The rules alone answer this, without a table.
    CHECK(is_true("position W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7: some move leads to moves 1 and not capture"));
    CHECK_FALSE(is_true("position W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7: capture of 1-"));
}

TEST_CASE("lines") {
    const std::string from = " from W:WKa7,Kh8:BKa1: ";
    CHECK(is_true("line 1. a7-g7 a1-b1 2. g7-b7 b1xb8 3. h8xa8" + from + "optimal, ends the game"));
    CHECK(is_true("line a7-g7 a1-b1" + from + "optimal"));
    CHECK(is_true("line a7-b7 a1-b1" + from + "legal"));

    const Answer goes_on = answer("line a7-g7 a1-b1" + from + "legal, ends the game");
    REQUIRE(goes_on.findings.at(0).failure);
    CHECK(goes_on.findings[0].failure->move == 2);
    CHECK(fens(goes_on.findings[0].examples) == std::vector<std::string>{"W:WKg7,Kh8:BKb1"});

    const Answer illegal = answer("line a7-g7 a1-b3 g7-g8" + from + "legal");
    REQUIRE(illegal.findings.at(0).failure);
    CHECK(illegal.findings[0].failure->move == 1);
    CHECK_THAT(illegal.findings[0].failure->why_illegal, Catch::Contains("from a1 to b3"));
    CHECK(fens(illegal.findings[0].examples) == std::vector<std::string>{"B:WKg7,Kh8:BKa1"});

    const Answer slow = answer("line a7-b7" + from + "optimal");
    CHECK(slow.verdict == Verdict::False);
    REQUIRE(slow.findings.at(0).failure);
    CHECK(slow.findings[0].failure->move == 0);
    CHECK(slow.findings[0].failure->best == Value::win_in(5));
    CHECK(slow.findings[0].failure->left == Value::win_in(7));

    const Answer loses = answer("line a7-a2" + from + "optimal");
    REQUIRE(loses.findings.at(0).failure);
    CHECK(loses.findings[0].failure->left->wdl() != Wdl::Win);
}

TEST_CASE("claims without tables are skipped, each as a whole") {
    const auto found = answers(
        "source \"S\"\n"
        "claim \"by a class\"\n"
        "  position W:WKa7,Kh8:BKa1: win\n"
        "  all placements of KMvM, white to move: loss\n"
        "claim \"by a position\"\n"
        "  position W:WKa7,a3:Bf5: win\n"
        "claim \"by a position after a move\"\n"
        "  position W:WKa7,Kh8,Kb4:BKa1: every move leads to (win or draw or loss)\n"
        "claim \"there\"\n"
        "  all placements of KvK, white to move: win or draw\n"
        "claim \"not so\"\n"
        "  all placements of KvK, white to move: win\n");
    REQUIRE(found.size() == 5);
    for (std::size_t i = 0; i < 3; ++i) {
        CHECK(found[i].verdict == Verdict::Skipped);
        CHECK(found[i].findings.empty());
        CHECK(found[i].missing == std::vector{class_of(i < 2 ? "KMvM" : "KKKvK")});
    }
    CHECK(found[3].verdict == Verdict::True);
    CHECK(found[4].verdict == Verdict::False);
}

TEST_CASE("answers do not depend on the threads, and a stopped run has none") {
    const std::string text =
        "source \"S\"\nclaim \"C\"\nno placements of MMvK, black to move: loss in 2\nall placements of KMvK, either to "
        "move: win\n";
    const auto one = answers(text, 1);
    const auto three = answers(text, 3);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(one.at(0).findings.at(i).tally.holding == three.at(0).findings.at(i).tally.holding);
        CHECK(one[0].findings[i].examples.size() == 3);
        CHECK(fens(one[0].findings[i].examples) == fens(three[0].findings[i].examples));
    }
    const auto all = claims::parse_claims(text, "x.claims");
    const std::atomic<bool> stop = true;
    const analysis::RunOptions options{.directory = table_directory(), .stop = &stop};
    claims::Judge judge{all, options};
    judge.answer_positions();
    CHECK_FALSE(judge.answer_classes());
}

TEST_CASE("a bound that is too small for the last class is refused before the first one is read") {
    const auto least = [](const char* name) {
        const analysis::ClassValues values{table_directory(), 1, nullptr, 1};
        try {
            values.require_room(class_of(name));
        } catch (const memory::MemoryBoundError& error) {
            return error.needed_bytes();
        }
        return std::uint64_t{0};
    };
    REQUIRE(least("KvK") > 0);
    REQUIRE(least("KvK") < least("KMvK"));
    const auto all = claims::parse_claims(
        "source \"S\"\nclaim \"C\"\nno placements of KvK, white to move: loss\nno placements of KMvK, white to move: "
        "loss\n",
        "x.claims");
    int reports = 0;
    const analysis::RunOptions options{.directory = table_directory(),
                                       .memory_bytes = least("KMvK") - 1,
                                       .on_progress = [&](const analysis::ClassProgress&) { ++reports; }};
    claims::Judge judge{all, options};
    judge.answer_positions();
    CHECK_THROWS_AS(judge.answer_classes(), memory::MemoryBoundError);
    CHECK(reports == 0);
}

TEST_CASE("under a draw rule, claims are counted by its definition") {
    const DrawRule rule{5};
    const tests::MadeTables made{index::with_dependencies({class_of("KMvK")}), rule};
    tests::RuleReference under_rule{rule};
    tests::ReferenceSolver without_rule;
    const std::string under = ", under the rule of 5 plies";
    const auto judged = [&](const std::string& statements) {
        const auto all = claims::parse_claims("source \"S\"\nclaim \"C\"\n" + statements + "\n", "x.claims");
        const analysis::RunOptions options{.directory = made.path(), .threads = 2};
        claims::Judge judge{all, options};
        judge.answer_positions();
        REQUIRE(judge.answer_classes());
        return judge.answers().front();
    };
    for (const char* name : {"KKvK", "KMvK"}) {
        for (const Colour side : both_colours) {
            // In the order of the statement below; last those that need most plies.
            std::array<std::uint64_t, 6> counts{};
            int most = -1;
            tests::for_each_placement(class_of(name), side, [&](const Position& position) {
                const RuleValue value = under_rule.value(position);
                const bool quiet = !rules::must_capture(position);
                counts[0] += value.wdl() == Wdl::Win ? 1 : 0;
                counts[1] += value.wdl() == Wdl::Draw ? 1 : 0;
                counts[2] += value.wdl() == Wdl::Loss && value.plies() >= 1 && value.plies() <= 3 ? 1 : 0;
                counts[3] += value.wdl() != without_rule.value(position).wdl() ? 1 : 0;
                counts[4] += quiet && value.wdl() == Wdl::Win && value.plies() == 2 ? 1 : 0;
                counts[5] += quiet || value.wdl() == Wdl::Loss ? 1 : 0;
                most = value.wdl() == Wdl::Win ? std::max(most, value.plies()) : most;
            });
            REQUIRE(counts[3] > 0);
            const std::string scope =
                std::string{" of "} + name + ", " + (side == Colour::White ? "white" : "black") + " to move" + under;
            const auto number = [&](std::size_t i) { return std::to_string(counts.at(i)); };
            CHECK(judged("placements" + scope + ": " + number(0) + " wins, " + number(1) + " draws, " + number(2) +
                         " loss in 1-3, " + number(3) + " draws by the rule, " + number(4) +
                         " (win in 2 and not capture), " + number(5) + " (not capture or loss)")
                      .verdict == Verdict::True);
            const std::string longest = "longest win" + scope + ": ";
            CHECK(judged(longest + std::to_string(most) + " plies").verdict == Verdict::True);
            const Answer wrong = judged(longest + std::to_string(most % 5 + 1) + " plies");
            CHECK(wrong.verdict == Verdict::False);
            REQUIRE_FALSE(wrong.findings.at(0).examples.empty());
            for (const claims::Example& example : wrong.findings[0].examples) {
                CHECK(example.rule_value == RuleValue::win_in(most));
                CHECK(under_rule.value(example.position) == RuleValue::win_in(most));
            }
        }
    }
}

TEST_CASE("positions that no table has are proved") {
    // Tables of all classes of up to 3 pieces but KMvM.
    tests::ReferenceSolver reference;
    std::string text = "source \"S\"\n";
    int positions = 0;
    tests::for_each_placement(class_of("KMvM"), Colour::White, [&](const Position& position) {
        if (positions++ % 2000 == 0) {
            const std::string fen = rules::to_fen(position);
            const Value value = reference.value(position);
            const std::string result{to_string(value.wdl())};
            text += "claim \"result\"\nposition " + fen + ": " + result + "\n";
            text += "claim \"plies\"\nposition " + fen + ": " + to_string(probe::Outcome::of(value)) + "\n";
            text += "refuted \"other result\"\nposition " + fen + ": not " + result + "\n";
            text += "refuted \"other plies\"\nposition " + fen + ": not " + to_string(probe::Outcome::of(value)) + "\n";
        }
    });
    REQUIRE(positions > 100'000);
    const auto all = claims::parse_claims(text, "x.claims");
    const analysis::RunOptions options{.directory = table_directory()};
    int searches = 0;
    const query::ProofOptions to_prove{.time = std::chrono::seconds{100},
                                       .on_search = [&](const Position&) { ++searches; }};
    claims::Judge judge{all, options};
    judge.answer_positions(to_prove);
    REQUIRE(judge.answer_classes());
    CHECK(searches > 0);
    for (std::size_t i = 0; i < all.size(); ++i) {
        CAPTURE(all[i].name, all[i].statements[0].text);
        CHECK(judge.answers()[i].verdict == (all[i].refuted ? Verdict::False : Verdict::True));
    }
}

TEST_CASE("what is not proved in time is undecided only if it matters") {
    const std::string position =
        "position W:Wa1,b1,c1,d1,e1,f1,g1,h1,b2,c2,d2,e2:Ba8,b8,c8,d8,e8,f8,g8,h8,b7,c7,d7,e7: ";
    const auto verdict = [&](const std::string& formula) {
        const auto all = claims::parse_claims("source \"S\"\nclaim \"C\"\n" + position + formula + "\n", "x.claims");
        std::atomic<bool> stop = true;
        const analysis::RunOptions options{.directory = table_directory(), .stop = &stop};
        claims::Judge judge{all, options};
        judge.answer_positions({.time = std::chrono::seconds{100}});
        stop = false;
        REQUIRE(judge.answer_classes());
        const Answer found = judge.answers().front();
        CHECK((found.verdict == Verdict::Undecided) == found.not_proved.has_value());
        return found.verdict;
    };
    CHECK(verdict("win") == Verdict::Undecided);
    CHECK(verdict("not win") == Verdict::Undecided);
    CHECK(verdict("win or moves 2-") == Verdict::True);
    CHECK(verdict("moves 2- or win") == Verdict::True);
    CHECK(verdict("win or capture") == Verdict::Undecided);
    CHECK(verdict("win and capture") == Verdict::False);
    CHECK(verdict("win and moves 2-") == Verdict::Undecided);
    CHECK(verdict("some move leads to loss") == Verdict::Undecided);
    CHECK(verdict("some move leads to (loss or moves 2-)") == Verdict::True);
    CHECK(verdict("every move leads to (loss and capture)") == Verdict::False);
    CHECK(verdict("every move leads to (loss or capture)") == Verdict::Undecided);
}
