// The parts of the prover: what is remembered, and what makes facts of conjectures.
#include "closed_set.hpp"
#include "odds.hpp"
#include "path.hpp"
#include "position_table.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>

#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "truth.hpp"

using namespace dameotb;
using namespace dameotb::tests;
using proof::Key;
using proof::Numbers;
using proof::PositionTable;

namespace {

constexpr Numbers open{3, 4};

Key key_of(std::string_view fen) {
    return Key::of(rules::parse_fen(fen).position);
}

/// Tables of which a part is there only once it has been asked for.
class LateTables final : public proof::TableAnswers {
public:
    LateTables(const probe::Tablebase& tables, bool& lacks) : tables_{proof::answers_of(tables)}, lacks_{lacks} {}

    std::vector<index::Material> classes() override { return tables_->classes(); }
    probe::Answer<Wdl> probe_wdl(const Position& position, probe::WorkBudget* budget) override {
        return is_there(position, budget) ? tables_->probe_wdl(position, budget) : probe::NoTable{};
    }
    probe::Answer<Value> probe_dtm(const Position& position, probe::WorkBudget* budget) override {
        return is_there(position, budget) ? tables_->probe_dtm(position, budget) : probe::NoTable{};
    }
    probe::Known known(const probe::Question& question, bool by_moves, probe::WorkBudget* budget) override {
        return is_there(question.fen.position, budget) ? tables_->known(question, by_moves, budget) : probe::Known{};
    }
    probe::Answer<std::vector<Move>> best_line(const probe::Question& question, probe::WorkBudget* budget) override {
        return is_there(question.fen.position, budget) ? tables_->best_line(question, budget) : probe::NoTable{};
    }

private:
    bool is_there(const Position& position, probe::WorkBudget* budget) {
        // Once something is missing, there is nothing more until the search is asked again.
        constexpr std::uint64_t blocks = 100;
        lacks_ = read_.insert(Key::of(position).place % blocks).second || lacks_;
        if (lacks_ && budget != nullptr) {
            budget->end();
        }
        return !lacks_;
    }

    std::unique_ptr<proof::TableAnswers> tables_;
    std::set<std::uint64_t> read_;
    bool& lacks_;
};

}  // namespace

TEST_CASE("a position table takes no more than it was given", "[proof]") {
    for (const std::size_t bytes : {std::size_t{0}, std::size_t{64}, std::size_t{1000}, std::size_t{1} << 20}) {
        CHECK(PositionTable{bytes}.bytes() <= std::max<std::size_t>(64, bytes));
    }
    // With one cluster, new positions take the place of those that took the least work.
    PositionTable table{64};
    const Key key = key_of("W:WKa1:BKh7");
    table.store(key, Colour::White, open, 1000);
    Random random{sample_seed};
    for (int i = 0; i < 100; ++i) {
        table.store(Key::of(random_position(random, index::Material::parse("KKvK").value())), Colour::White, open, 1);
    }
    CHECK(table.find(key, Colour::White) == open);
}

TEST_CASE("a position table keeps facts", "[proof]") {
    PositionTable table{1 << 16};
    const Key key = key_of("W:WKa1:BKh7");
    CHECK(!table.find(key));
    CHECK(table.find(key, Colour::White) == Numbers{});
    table.store(key, Colour::White, Numbers::conjectured(), 1);
    CHECK(table.find(key, Colour::White).is_conjecture());
    CHECK(table.find(key, Colour::Black).is_open());
    table.forget_conjecture(key, Colour::White);
    CHECK(table.find(key, Colour::White) == Numbers{});
    table.store(key, Colour::White, open, 1);
    table.forget_conjecture(key, Colour::White);
    CHECK(table.find(key, Colour::White) == open);
    table.store(key, Colour::White, Numbers::proved(7), 1);
    CHECK(table.find(key, Colour::White).plies() == 7);
    CHECK(table.find(key, Colour::Black).is_disproved());
    table.store(key, Colour::White, open, 1);
    table.store(key, Colour::Black, Numbers::conjectured(), 1);
    table.forget_conjecture(key, Colour::White);
    CHECK(table.find(key, Colour::White).is_proved());
    CHECK(table.find(key, Colour::Black).is_disproved());
    CHECK(!table.find(key_of("B:WKa1:BKh7")));
}

TEST_CASE("what to expect of a position follows its material", "[proof]") {
    const proof::Odds odds;
    const auto numbers = [&](const char* fen, Colour attacker) {
        return odds.numbers(rules::parse_fen(fen).position, attacker);
    };
    // A king more is almost won, a man more is better than none, and it is good to have the move.
    CHECK(numbers("W:WKa1,Ka3,b2:BKh7,g6", Colour::White) == Numbers{1, 9});
    CHECK(numbers("W:WKa1,Ka3,b2:BKh7,g6", Colour::Black) == Numbers{9, 1});
    CHECK(numbers("W:WKa1,b2,c2:BKh7,g6", Colour::White).proof < numbers("W:WKa1,b2:BKh7,g6", Colour::White).proof);
    CHECK(numbers("W:WKa1,b2:BKh7,g6", Colour::White).proof < numbers("B:WKa1,b2:BKh7,g6", Colour::White).proof);
    Random random{sample_seed};
    for (const char* name : {"KvK", "KKKvM", "KMMMvKKM", "MMMMMMMvK", "KKKKKKKvM"}) {
        for (int i = 0; i < 100; ++i) {
            const Position position = random_position(random, index::Material::parse(name).value());
            for (const Colour attacker : both_colours) {
                const Numbers found = odds.numbers(position, attacker);
                CHECK((found.is_open() && !found.is_unknown() && found.proof + found.disproof == 10));
                CHECK(found == odds.numbers(position.flipped(), opponent(attacker)));
                CHECK(found == odds.numbers(position.mirrored(), attacker));
            }
        }
    }
}

TEST_CASE("positions have keys of their own", "[proof]") {
    std::vector<std::uint64_t> tags;
    std::vector<std::uint64_t> places;
    for (const char* name : {"KvK", "KvM", "MvM", "MvK", "KKvM"}) {
        for_each_placement(index::Material::parse(name).value(), [&](Position position) {
            for (const Colour side : both_colours) {
                position.side_to_move = side;
                const Key key = Key::of(position);
                tags.push_back(key.tag >> 4);
                places.push_back(key.place);
            }
        });
    }
    for (auto* hashes : {&tags, &places}) {
        std::ranges::sort(*hashes);
        CHECK(std::ranges::adjacent_find(*hashes) == hashes->end());
    }
    // With simpler hashes these were the same.
    CHECK(!(key_of("B:WKf3,Kh7,Kh8:Bh4") == key_of("B:WKf3,Kh7:Bh8")));
}

TEST_CASE("a path knows its positions", "[proof]") {
    proof::Path path;
    path.clear();
    Random random{sample_seed};
    std::vector<Key> keys;
    while (!path.is_full()) {
        const Key key = Key::of(random_position(random, index::Material::parse("KKvKK").value()));
        REQUIRE(!path.contains(key));
        path.push(key);
        keys.push_back(key);
    }
    while (!keys.empty()) {
        REQUIRE(path.contains(keys.front()));
        REQUIRE(path.contains(keys.back()));
        path.pop(keys.back());
        REQUIRE(!path.contains(keys.back()));
        keys.pop_back();
    }
    CHECK(path.plies() == 0);
}

// In WebAssembly tables are read between searches: one that asks for what is not there yet ends, and is asked again.
TEST_CASE("a search that waits for tables finds out the same as one that has them", "[proof]") {
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    int decided = 0;
    int rounds = 0;
    const std::vector<index::Material> classes = classes_of(4);
    for (int i = 0; i < (sampled ? 30 : 200); ++i) {
        const Position position = random_position(random, classes[random() % classes.size()]);
        bool lacks = false;
        proof::Prover late{std::make_unique<LateTables>(four_pieces().seen(), lacks), std::size_t{1} << 22};
        proof::Proof proof;
        do {
            lacks = false;
            probe::WorkBudget budget{std::chrono::hours{1}};
            proof = late.prove({{position}}, {.nodes = 4000, .budget = &budget});
            INFO(in_words(position, proof));
            REQUIRE(is_true(proof.bounds, four_pieces().value(position)));
            ++rounds;
        } while (lacks);
        // The order of the search is another one, so it may take more nodes.
        const auto at_once =
            proof::Prover{four_pieces().seen(), std::size_t{1} << 22}.prove({{position}}, {.nodes = 1000});
        decided += at_once.is_decided();
        INFO(in_words(position, at_once));
        CHECK((!at_once.is_decided() || proof.is_decided()));
    }
    CHECK(decided > (sampled ? 15 : 100));
    CHECK(rounds > 2 * decided);
}

// Of all positions of a class it is conjectured that White does not win. What is then left of that, and becomes fact,
// is what is true: the greatest closed set is what retrograde analysis leaves.
TEST_CASE("a closed set makes facts of all conjectures that are true, and of no other", "[proof]") {
    INFO("seed " << sample_seed);
    const index::Material material = index::Material::parse("KKvK").value();
    const MadeTruth made{{material}, 2};
    const Truth& truth = made.truth;
    std::vector<Position> positions;
    for_each_placement(material, [&](Position position) {
        positions.push_back(position);
        position.side_to_move = Colour::Black;
        positions.push_back(position);
    });
    const Colour attacker = GENERATE(Colour::White, Colour::Black);
    // With room for few positions some are not reached, and remain unproven.
    const bool has_room = GENERATE(true, false);
    PositionTable table{std::size_t{1} << 26};
    const auto tables = proof::answers_of(truth.seen());
    proof::Leaves leaves{*tables};
    proof::Search search{table, leaves};
    proof::ClosedSet set{table, search, has_room ? std::size_t{1} << 26 : std::size_t{1} << 16};
    proof::Effort effort{.most_nodes = ~std::uint64_t{0}};
    for (const Position& position : positions) {
        table.store(Key::of(position), attacker, Numbers::conjectured(), 1);
    }
    Random random{sample_seed};
    for (int i = 0; i < 100; ++i) {
        const Position& root = positions[random() % positions.size()];
        if (table.find(Key::of(root), attacker).is_conjecture()) {
            const Wdl result = truth.result(root);
            const bool wins = result == (root.side_to_move == attacker ? Wdl::Win : Wdl::Loss);
            INFO(rules::to_fen(root));
            const bool is_in = set.settle(root, attacker, proof::ClosedSet::no_limit, effort);
            CHECK((has_room ? is_in == !wins : !(is_in && wins)));
        }
    }
    int facts = 0;
    for (const Position& position : positions) {
        const Wdl result = truth.result(position);
        const bool wins = result == (position.side_to_move == attacker ? Wdl::Win : Wdl::Loss);
        const Numbers numbers = table.find(Key::of(position), attacker);
        facts += numbers.is_disproved();
        if (wins && numbers.is_disproved()) {
            FAIL(rules::to_fen(position));
        }
    }
    CHECK(facts > (has_room ? 10'000 : 0));
}
