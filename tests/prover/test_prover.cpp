// What is proven, against the tables' values; and what ends a proof.
#include <dameotb/proof/prover.hpp>

#include <algorithm>
#include <string_view>

#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "rule_reference.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"
#include "truth.hpp"

using namespace dameotb;
using namespace dameotb::tests;

namespace {

probe::Question question(std::string_view fen) {
    return {rules::parse_fen(fen)};
}

/// Returns where a line of legal moves leads to; nothing if one is not legal.
std::optional<Position> after_line(Position position, const std::vector<Move>& line) {
    for (const Move& move : line) {
        const std::vector<Move> moves = rules::legal_moves(position);
        if (std::ranges::find(moves, move) == moves.end()) {
            return std::nullopt;
        }
        position = rules::after(position, move);
    }
    return position;
}

/// Proves positions one after the other and checks each. Returns how many were decided.
int count_decided(proof::Prover& prover, const Truth& truth, const std::vector<Position>& positions,
                  std::uint64_t nodes) {
    int decided = 0;
    for (const Position& position : positions) {
        const Value value = truth.value(position);
        const proof::Proof proof = prover.prove({{position}}, {.nodes = nodes});
        INFO(in_words(position, proof) << ", and it is a " << to_string(probe::Outcome::of(value)));
        REQUIRE(is_true(proof.bounds, value));
        REQUIRE(after_line(position, proof.line));
        decided += proof.is_decided();
    }
    return decided;
}

std::vector<Position> random_positions(Random& random, const std::vector<index::Material>& classes, int count) {
    std::vector<Position> positions;
    while (static_cast<int>(positions.size()) < count) {
        positions.push_back(random_position(random, classes[random() % classes.size()]));
    }
    return positions;
}

}  // namespace

TEST_CASE("no bound that is proven is false", "[proof]") {
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    // What one position has left in the hash table serves, and must not mislead, the next one. A small one forgets.
    const std::size_t hash_bytes = GENERATE(std::size_t{1} << 24, std::size_t{1} << 14);
    proof::Prover prover{four_pieces().seen(), hash_bytes};
    const int count = sampled ? 100 : 1000;
    const auto positions = random_positions(random, classes_of(4), count);
    CHECK(count_decided(prover, four_pieces(), positions, 2000) > count * 7 / 10);
}

TEST_CASE("no bound of five pieces that is proven from tables of three is false", "[proof]") {
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    const std::vector<index::Material> classes{index::Material::parse("KKKvKK").value(),
                                               index::Material::parse("KKKKvK").value()};
    const MadeTruth made{classes, 3};
    const Truth& truth = made.truth;
    proof::Prover prover{truth.seen()};
    const int count = sampled ? 50 : 500;
    CHECK(count_decided(prover, truth, random_positions(random, classes, count), 5000) > count / 2);
}

TEST_CASE("the shortest win is that of the tables, and so long is its line", "[proof]") {
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    proof::Prover prover{four_pieces().seen()};
    int exact = 0;
    int decisive = 0;
    for (const Position& position : random_positions(random, classes_of(4), sampled ? 100 : 500)) {
        const proof::Proof proof = prover.prove({{position}}, {.nodes = 5000, .shortest = true});
        const Value value = four_pieces().value(position);
        INFO(in_words(position, proof) << ", and it is a " << to_string(probe::Outcome::of(value)));
        REQUIRE(is_true(proof.bounds, value));
        decisive += proof.is_decided() && value.wdl() != Wdl::Draw;
        const bool is_exact = proof.bounds.at_least == proof.bounds.at_most && proof.bounds.at_least.plies.has_value();
        if (!is_exact || value.wdl() == Wdl::Draw) {
            continue;
        }
        ++exact;
        REQUIRE(proof.bounds.at_least == probe::Outcome::of(value));
        const auto end = after_line(position, proof.line);
        REQUIRE(end);
        // The line may be cut short by the limit.
        CHECK(static_cast<int>(proof.line.size()) <= value.dtm().plies());
        if (static_cast<int>(proof.line.size()) == value.dtm().plies()) {
            CHECK(rules::legal_moves(*end).empty());
        }
    }
    CHECK(exact > decisive / 2);
}

TEST_CASE("the Turkish stroke is a proven win", "[proof]") {
    proof::Prover prover{four_pieces().seen()};
    const probe::Question asked = question("W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7");
    const proof::Proof proof = prover.prove(asked, {.nodes = 1000});
    // The line is forced, so its length is what the proof takes.
    CHECK(proof.bounds.at_least == probe::Outcome::of(Value::win_in(5)));
    CHECK(proof.is_decided());
    REQUIRE(!proof.line.empty());
    CHECK(rules::to_text(asked.fen.position, proof.line.front()) == "c1-e3");
    const auto end = after_line(asked.fen.position, proof.line);
    REQUIRE(end);
    CHECK(rules::legal_moves(*end).empty());
    CHECK(end->side_to_move == Colour::Black);
    const proof::Proof shortest = prover.prove(asked, {.nodes = 100'000, .shortest = true});
    CHECK(shortest.bounds.outcome() == probe::Outcome::of(Value::win_in(5)));
    CHECK(shortest.line == proof.line);
}

TEST_CASE("endless play is a proven draw", "[proof]") {
    const TemporaryDirectory empty;
    const probe::Tablebase no_tables{empty.path()};
    proof::Prover prover{no_tables};
    for (const char* fen : {"W:WKa1:BKc8", "B:WKa1:BKc8", "W:WKb1,Kd1:BKc1"}) {
        INFO(fen);
        const proof::Proof proof = prover.prove(question(fen), {.nodes = 500'000});
        CHECK(proof.bounds == probe::OutcomeBounds{probe::Outcome::of(Wdl::Draw), probe::Outcome::of(Wdl::Draw)});
        CHECK(proof.line.size() == 1);
    }
}

TEST_CASE("what the tables have is their answer, with its plies", "[proof]") {
    proof::Prover prover{four_pieces().seen()};
    const proof::Proof proof = prover.prove(question("W:WKa7,Kh8:BKa1"), {});
    CHECK(proof.bounds.at_least == probe::Outcome::of(Value::win_in(5)));
    CHECK(proof.bounds.at_most == probe::Outcome::of(Value::win_in(5)));
    CHECK(proof.line.size() == 5);
    CHECK(proof.nodes == 0);
    // Nor does it take a search to see that the game is over.
    CHECK(prover.prove(question("B:Wa1,a3,a4,b1,c6:Ba2"), {}).bounds.at_most.wdl == Wdl::Loss);
}

TEST_CASE("a proof ends with its limits, and goes on when it is asked for again", "[proof]") {
    const probe::Question asked = question("W:WKc8:Ba2,Kh2,e4,b6,b7,f7,e8,g8,h8");
    const proof::Proof unlimited = proof::Prover{four_pieces().seen()}.prove(asked, {.nodes = 2'000'000});
    REQUIRE(unlimited.is_decided());
    proof::Prover prover{four_pieces().seen()};
    const proof::Proof first = prover.prove(asked, {.nodes = 100});
    CHECK(!first.is_decided());
    CHECK(first.nodes <= 100);
    std::uint64_t nodes = first.nodes;
    for (proof::Proof next = first; !next.is_decided() && nodes < 3 * unlimited.nodes;) {
        next = prover.prove(asked, {.nodes = 1000});
        nodes += next.nodes;
    }
    CHECK(nodes < 3 * unlimited.nodes);
    const proof::Proof again = prover.prove(asked, {});
    // Another way to the same result, which may be longer.
    CHECK(again.bounds.at_least.wdl == unlimited.bounds.at_least.wdl);
    CHECK(again.nodes < unlimited.nodes / 10);
    CHECK(prover.prove(asked, {}) == again);
}

TEST_CASE("a proof that nobody waits for ends", "[proof]") {
    proof::Prover prover{four_pieces().seen()};
    const Position start = initial_position();
    int asked = 0;
    probe::WorkBudget given_up{std::chrono::hours{1}, [&] { return ++asked > 3; }};
    const proof::Proof proof = prover.prove({{start}}, {.budget = &given_up});
    CHECK(proof == proof::Proof{.nodes = proof.nodes, .probes = proof.probes});
    CHECK(proof.nodes < 1000);
    probe::WorkBudget no_time{std::chrono::milliseconds{20}};
    CHECK(!prover.prove({{start}}, {.budget = &no_time}).is_decided());
}

TEST_CASE("a budget that ends again and again, also within probes, loses nothing", "[proof]") {
    const probe::Question asked = question("W:WKc8:Ba2,Kh2,e4,b6,b7,f7,e8,g8,h8");
    const proof::Proof unlimited = proof::Prover{four_pieces().seen()}.prove(asked, {});
    REQUIRE(unlimited.is_decided());
    proof::Prover prover{four_pieces().seen()};
    proof::Proof last;
    std::uint64_t nodes = 0;
    int calls = 0;
    while (!last.is_decided() && nodes < 5 * unlimited.nodes) {
        int looks = 0;
        probe::WorkBudget budget{std::chrono::hours{1}, [&] { return ++looks > 30; }};
        last = prover.prove(asked, {.budget = &budget});
        nodes += last.nodes;
        ++calls;
    }
    CHECK(calls > 5);
    CHECK(last.bounds.at_most.wdl == Wdl::Loss);
    CHECK(!last.line.empty());
    // Nor does a certificate that takes too long.
    int looks = 0;
    probe::WorkBudget little{std::chrono::hours{1}, [&] { return ++looks > 3; }};
    CHECK(!prover.certificate(asked.fen.position, {.budget = &little}));
    CHECK(prover.certificate(asked.fen.position, {}));
    CHECK(prover.prove(asked, {}).bounds.at_most.wdl == Wdl::Loss);
}

TEST_CASE("under a draw rule a win is one if it ends before the counter does", "[proof]") {
    proof::Prover prover{four_pieces().seen()};
    const auto bounds = [&](int plies, int counter) {
        probe::Question asked = question("W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7");
        asked.site.draw_rule = {plies};
        asked.fen.halfmove_clock = counter;
        return prover.prove(asked, {.nodes = 10'000}).bounds;
    };
    const probe::Outcome draw = probe::Outcome::of(Wdl::Draw);
    const probe::Outcome win = probe::Outcome::of(Wdl::Win);
    // It takes 5 plies, the first of them a man's move, which resets the counter.
    CHECK(bounds(50, 0) == probe::OutcomeBounds{win, win});
    CHECK(bounds(50, 45) == probe::OutcomeBounds{win, win});
    CHECK(bounds(50, 49) == probe::OutcomeBounds{win, win});
    CHECK(bounds(50, 50) == probe::OutcomeBounds{draw, draw});
    CHECK(bounds(5, 0) == probe::OutcomeBounds{win, win});
    CHECK(bounds(4, 0) == probe::OutcomeBounds{win, win});
    CHECK(bounds(3, 0) == probe::OutcomeBounds{win, win});  // Black has to capture
    CHECK(bounds(2, 0) == probe::OutcomeBounds{draw, win});
}

TEST_CASE("under a draw rule a line goes as far as what it shows", "[proof]") {
    const MadeTruth made{classes_of(3), 2};
    proof::Prover prover{made.truth.seen()};
    probe::Question asked = question("W:WKa7,Kh8,Kh1:BKa1");
    asked.site.draw_rule = {50};
    asked.fen.halfmove_clock = 49;
    const proof::Proof late = prover.prove(asked, {.nodes = 10'000});
    CHECK(late.bounds.at_least.wdl == Wdl::Draw);
    CHECK(late.line.size() <= 1);
    asked = question("W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7");
    asked.site.draw_rule = {50};
    asked.fen.halfmove_clock = 49;
    CHECK(prover.prove(asked, {.nodes = 10'000}).line.size() == 5);
}

TEST_CASE("where a site draws a game before it is lost, a win has a ply less", "[proof]") {
    const TemporaryDirectory empty;
    const probe::Tablebase no_tables{empty.path()};
    // White's move is the last ply of the counter, and Black cannot move then.
    probe::Question asked = question("W:WKb1,Kh8:Ba2:H49");
    for (const auto& [name, at_least] : {std::pair{"playstrategy", Wdl::Win}, std::pair{"abstractplay", Wdl::Draw}}) {
        INFO(name);
        asked.site = rules::parse_site_rules(name).value();
        proof::Prover prover{no_tables};
        CHECK(prover.prove(asked, {.nodes = 10'000}).bounds.at_least.wdl == at_least);
    }
}

TEST_CASE("no bound is false by the rules of a site, with any counter", "[proof]") {
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    const MadeTruth made{classes_of(3), 2};
    const std::vector<index::Material> classes = classes_of(3);
    for (const char* name : {"3", "playstrategy", "abstractplay"}) {
        const rules::SiteRules site = rules::parse_site_rules(name).value();
        RuleReference reference{site};
        proof::Prover prover{made.truth.seen()};
        int wins = 0;
        int draws_of_wins = 0;
        for (const Position& position : random_positions(random, classes, sampled ? 50 : 300)) {
            // Half of the counters leave little time.
            const int plies = site.draw_rule.plies;
            const int least = random() % 2 == 0 ? 0 : std::max(0, plies - 8);
            const int counter = least + static_cast<int>(random() % static_cast<unsigned>(plies - least + 1));
            const probe::Question asked{{position, counter}, site};
            const auto [at_least, at_most] = prover.prove(asked, {.nodes = 5000}).bounds;
            const Wdl result = reference.value(position).with(counter, site.draw_rule);
            INFO(name << ", counter " << counter << ", " << rules::to_fen(position) << ": at least "
                      << to_string(at_least) << ", at most " << to_string(at_most) << ", and it is a "
                      << to_string(result));
            REQUIRE(at_least.wdl <= result);
            REQUIRE(result <= at_most.wdl);
            const auto by_moves = made.truth.seen().prove(asked).wdl();
            REQUIRE((!by_moves || (at_least.wdl == by_moves && at_most.wdl == by_moves)));
            wins += at_least.wdl == Wdl::Win || at_most.wdl == Wdl::Loss;
            draws_of_wins += result == Wdl::Draw && made.truth.result(position) != Wdl::Draw;
        }
        CHECK(wins > (sampled ? 3 : 10));
        CHECK((sampled || draws_of_wins > 10));
    }
}

TEST_CASE("the least hash table proves nothing false", "[proof]") {
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    proof::Prover prover{four_pieces().seen(), 0};
    count_decided(prover, four_pieces(), random_positions(random, classes_of(4), sampled ? 50 : 300), 500);
}
