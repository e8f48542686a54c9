// Compares queries with their definitions, applied to every placement of all classes of up to 3 pieces, one at a time.
#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include <dameotb/analysis/query/search.hpp>
#include <dameotb/analysis/query/successors.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "reference.hpp"
#include "samples.hpp"

using namespace dameotb;
using query::Found;
using query::IntRange;
using query::Query;
using query::SearchEnd;
using query::Zugzwang;
using tests::class_of;

namespace {

#ifdef __SANITIZE_ADDRESS__
const std::vector<std::string> class_names{"KvK", "MvM", "KvM", "KKvM", "MMvK"};
#else
const std::vector<std::string> class_names{"KvK", "MvM", "KvM", "KKvK", "KKvM", "KMvK", "KMvM", "MMvK", "MMvM"};
#endif

std::vector<index::Material> classes() {
    std::vector<index::Material> all;
    std::ranges::transform(class_names, std::back_inserter(all), class_of);
    return all;
}

using Key = std::array<std::uint64_t, 5>;
Key key_of(const Position& p) {
    return {p.white().men.bits(), p.white().kings.bits(), p.black().men.bits(), p.black().kings.bits(),
            static_cast<std::uint64_t>(p.side_to_move)};
}

struct KeyHash {
    std::size_t operator()(const Key& key) const {
        std::size_t hash = 0;
        for (const std::uint64_t word : key) {
            hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
            hash ^= hash >> 32;
        }
        return hash;
    }
};

Pieces image(int symmetry, const Pieces& pieces) {
    return {index::apply(symmetry, pieces.men), index::apply(symmetry, pieces.kings)};
}

/// Returns the images of a position by the symmetries of the board. With `flips`, also those with colours swapped; that
/// is for a class with the same pieces for both sides.
std::vector<Position> images(const Position& position, bool flips) {
    const index::Material material = index::Material::of(position);
    std::vector<Position> all;
    for (int symmetry = 0; symmetry < (material.men() == 0 ? index::symmetries : 2); ++symmetry) {
        all.push_back({{image(symmetry, position.white()), image(symmetry, position.black())}, position.side_to_move});
        if (flips && material.is_symmetric()) {
            all.push_back(all.back().flipped());
        }
    }
    return all;
}

/// Returns one key for all positions that are twins for a query.
Key twin_key(const Position& position, bool flips) {
    Key least = key_of(position);
    for (const Position& twin : images(position, flips)) {
        least = std::min(least, key_of(twin));
    }
    return least;
}

/// Everything that a query can ask about a position, by definition.
struct Facts {
    Value value;
    Value other;  ///< With the other side to move.
    bool forced = false;
    int winning = 0;
    int best = 0;
};

struct PlainPosition {
    Position position;
    Facts facts;
};

const std::filesystem::path& table_directory() {
    static const tests::MadeTables made{index::build_order(3)};
    return made.path();
}

class Plain {
public:
    Plain() {
        for (const index::Material& material : classes()) {
            tests::for_each_placement(material, [&](Position position) {
                for (const Colour side : both_colours) {
                    position.side_to_move = side;
                    add(position);
                }
            });
        }
    }

    /// Returns one position of each set of images by the board's symmetries.
    [[nodiscard]] const std::vector<PlainPosition>& positions() const { return positions_; }
    [[nodiscard]] Value value(const Position& position) { return solver_.value(position); }

    [[nodiscard]] int longest(Wdl wdl, const Position& position) const {
        const auto found = longest_.find({index::Material::of(position), position.side_to_move, wdl});
        return found == longest_.end() ? -1 : found->second;
    }

    [[nodiscard]] bool has_unique_solution(const Position& position) {
        const Key key = key_of(position);
        const auto known = unique_.find(key);
        if (known != unique_.end()) {
            return known->second;
        }
        const Value own = value(position);
        int winning = 0;
        bool unique = own.wdl() != Wdl::Draw;
        for (const Position& successor : rules::successors(position)) {
            const Value worth = value(successor).before_move();
            winning += worth.wdl() == Wdl::Win ? 1 : 0;
            unique = unique && (worth != own || has_unique_solution(successor));
        }
        unique = unique && (own.wdl() == Wdl::Loss || winning == 1 || own == Value::win_in(1));
        unique_[key] = unique;
        return unique;
    }

private:
    void add(const Position& position) {
        Position turned = position;
        turned.side_to_move = opponent(position.side_to_move);
        Facts facts{value(position), value(turned), rules::must_capture(position)};
        int& longest = longest_[{index::Material::of(position), position.side_to_move, facts.value.wdl()}];
        longest = std::max(longest, facts.value.dtm().plies());
        if (twin_key(position, false) != key_of(position)) {
            return;
        }
        for (const Position& successor : rules::successors(position)) {
            const Value worth = value(successor).before_move();
            facts.winning += worth.wdl() == Wdl::Win ? 1 : 0;
            facts.best += worth == facts.value ? 1 : 0;
        }
        positions_.push_back({position, facts});
    }

    tests::ReferenceSolver solver_{2};
    std::vector<PlainPosition> positions_;
    std::map<std::tuple<index::Material, Colour, Wdl>, int> longest_;
    std::unordered_map<Key, bool, KeyHash> unique_;
};

Plain& plain() {
    static Plain made;
    return made;
}

bool contains(const Pieces& pieces, const Pieces& part) {
    return (part.men - pieces.men).empty() && (part.kings - pieces.kings).empty();
}

/// Returns whether the position answers the query, by the definition of each predicate.
bool answers(const Query& query, const Position& position, const Facts& facts) {
    const Wdl wdl = facts.value.wdl();
    const int plies = facts.value.dtm().plies();
    const bool decided = wdl != Wdl::Draw;
    const auto in = [](const std::optional<IntRange>& range, int number) {
        return !range || (number >= range->least && number <= range->most);
    };
    return (!query.result || *query.result == wdl) && (!query.plies || (decided && in(query.plies, plies))) &&
           (!query.longest || (decided && plies == plain().longest(wdl, position))) &&
           (!query.side_to_move || *query.side_to_move == position.side_to_move) &&
           (!query.capture || *query.capture == facts.forced) &&
           (!query.zugzwang || (*query.zugzwang == Zugzwang::Mutual ? wdl == Wdl::Loss && facts.other.wdl() == Wdl::Loss
                                                                    : wdl < opposite(facts.other.wdl()))) &&
           in(query.winning_moves, facts.winning) && in(query.best_moves, facts.best) &&
           (!query.unique_solution || (decided && plain().has_unique_solution(position))) &&
           contains(position.white(), query.placed[0]) && contains(position.black(), query.placed[1]);
}

std::vector<Found> all_found(const Query& query, int threads) {
    std::vector<Found> found;
    const analysis::RunOptions options{.directory = table_directory(), .threads = threads};
    const SearchEnd end = query::search(query, classes(), options, [&](const Found& one) {
        found.push_back(one);
        return true;
    });
    CHECK(end == SearchEnd::Complete);
    return found;
}

/// Tests that each set of twins with a position that answers the query by definition is found once, as a position that
/// does. Returns how many sets there are.
std::size_t check_query(const Query& query) {
    const bool flips = !query.side_to_move;
    std::vector<Key> expected;
    for (const PlainPosition& plain_position : plain().positions()) {
        const auto& [position, facts] = plain_position;
        const std::vector<Position> tried =
            query.asks_for_squares() ? images(position, false) : std::vector<Position>{position};
        if (std::ranges::any_of(tried,
                                [&, &known = facts](const Position& one) { return answers(query, one, known); })) {
            expected.push_back(twin_key(position, flips));
        }
    }
    std::ranges::sort(expected);
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    Query without_moves = query;
    without_moves.winning_moves = without_moves.best_moves = std::nullopt;
    without_moves.unique_solution = false;
    std::vector<Key> found;
    for (const Found& one : all_found(query, 1)) {
        found.push_back(twin_key(one.position, flips));
        Position turned = one.position;
        turned.side_to_move = opponent(turned.side_to_move);
        const Facts facts{one.value, plain().value(turned), rules::must_capture(one.position)};
        if (one.value != plain().value(one.position) || !answers(without_moves, one.position, facts)) {
            FAIL(rules::to_fen(one.position));
        }
    }
    std::ranges::sort(found);
    CHECK((found == expected));
    return expected.size();
}

Query query_of(const std::function<void(Query&)>& set) {
    Query query;
    set(query);
    return query;
}

Bitboard squares(std::initializer_list<const char*> names) {
    Bitboard set;
    for (const char* name : names) {
        set |= Square{name[0] - 'a', name[1] - '1'};
    }
    return set;
}

}  // namespace

TEST_CASE("ranges of whole numbers") {
    CHECK(IntRange::parse("5") == IntRange{5, 5});
    CHECK(IntRange::parse("5-9") == IntRange{5, 9});
    CHECK(IntRange::parse("5-") == IntRange{.least = 5});
    CHECK(IntRange::parse("-9") == IntRange{0, 9});
    CHECK(IntRange::parse("0-0") == IntRange{0, 0});
    for (const char* text : {"", "-", "9-5", "x", "5x", "5-x", "+5", " 5", "--5", "5--9", "1-2-3", "9999999999"}) {
        CAPTURE(text);
        CHECK_FALSE(IntRange::parse(text));
        CHECK(IntRange::is_reversed(text) == (std::string_view{text} == "9-5"));
    }
    CHECK_FALSE(IntRange::is_reversed("5-9"));
    CHECK_FALSE(IntRange::is_reversed("5-5"));
}

TEST_CASE("successors one after the other are those of the rules") {
    tests::Random random{tests::sample_seed};
    INFO("seed " << tests::sample_seed);
    const auto check = [](const Position& position) {
        std::vector<Key> expected;
        for (const Position& successor : rules::successors(position)) {
            expected.push_back(key_of(successor));
        }
        std::vector<Key> visited;
        query::for_each_successor_while(position, [&](const Position& successor) {
            visited.push_back(key_of(successor));
            return true;
        });
        std::ranges::sort(expected);
        std::ranges::sort(visited);
        INFO(rules::to_fen(position));
        CHECK(visited == expected);
        std::size_t seen = 0;
        query::for_each_successor_while(position, [&](const Position&) { return ++seen < 2; });
        CHECK(seen == std::min<std::size_t>(2, expected.size()));
    };
    for (const char* name : {"KMMvKM", "KKvKM", "KKvMMM", "MMMvMM"}) {
        for (int sample = 0; sample < 300; ++sample) {
            check(tests::random_position(random, class_of(name)));
        }
    }
    // Either king captures all six pieces and ends where it began.
    check(rules::parse_position("W:WKe1,Kb3:BKg1,Kh2,Ke3,Kf6,Kb7,Kc8"));
}

TEST_CASE("queries find what their definitions say") {
    SECTION("values") {
        CHECK(check_query({}) > 0);
        for (const Wdl wdl : {Wdl::Win, Wdl::Draw, Wdl::Loss}) {
            CHECK(check_query(query_of([&](Query& q) { q.result = wdl; })) > 0);
        }
        for (const char* plies : {"5", "0-1", "6-9", "11-"}) {
            CAPTURE(plies);
            CHECK(check_query(query_of([&](Query& q) { q.plies = IntRange::parse(plies); })) > 0);
        }
        CHECK(check_query(query_of([](Query& q) { q.plies = IntRange::parse("200-"); })) == 0);
        CHECK(check_query(query_of([](Query& q) { q.longest = true; })) > 0);
        CHECK(check_query(query_of([](Query& q) {
                  q.longest = true;
                  q.result = Wdl::Loss;
                  q.side_to_move = Colour::White;
              })) > 0);
        for (const Colour side : both_colours) {
            CHECK(check_query(query_of([&](Query& q) {
                      q.side_to_move = side;
                      q.result = Wdl::Win;
                  })) > 0);
        }
    }
    SECTION("zugzwang and captures") {
        const std::size_t any = check_query(query_of([](Query& q) { q.zugzwang = Zugzwang::Any; }));
        const std::size_t mutual = check_query(query_of([](Query& q) { q.zugzwang = Zugzwang::Mutual; }));
        CHECK(mutual > 0);
        CHECK(any > mutual);
        for (const bool forced : {true, false}) {
            CHECK(check_query(query_of([&](Query& q) {
                      q.capture = forced;
                      q.result = Wdl::Loss;
                  })) > 0);
        }
        CHECK(check_query(query_of([](Query& q) {
                  q.zugzwang = Zugzwang::Any;
                  q.capture = false;
                  q.side_to_move = Colour::Black;
              })) > 0);
    }
    SECTION("moves") {
        for (const char* number : {"1", "2-3", "0"}) {
            CAPTURE(number);
            CHECK(check_query(query_of([&](Query& q) { q.winning_moves = IntRange::parse(number); })) > 0);
        }
        for (const char* number : {"1", "0", "12-"}) {
            CAPTURE(number);
            CHECK(check_query(query_of([&](Query& q) { q.best_moves = IntRange::parse(number); })) > 0);
        }
        for (const Wdl wdl : {Wdl::Win, Wdl::Loss}) {
            CHECK(check_query(query_of([&](Query& q) {
                      q.unique_solution = true;
                      q.result = wdl;
                      q.plies = IntRange::parse("3-8");
                  })) > 0);
        }
        CHECK(check_query(query_of([](Query& q) {
                  q.unique_solution = true;
                  q.plies = IntRange::parse("5-");
                  q.best_moves = IntRange::parse("1");
              })) > 0);
    }
    SECTION("squares, in whichever image they are") {
        CHECK(check_query(query_of([](Query& q) {
                  q.placed[0].men = squares({"b3"});
                  q.result = Wdl::Win;
              })) > 0);
        CHECK(check_query(query_of([](Query& q) {
                  q.placed[0].kings = squares({"g2"});
                  q.placed[1].kings = squares({"c7"});
              })) > 0);
        CHECK(check_query(query_of([](Query& q) {
                  q.placed[1].men = squares({"h4"});
                  q.side_to_move = Colour::White;
              })) > 0);
        CHECK(check_query(query_of([](Query& q) { q.placed[0].kings = squares({"a1", "b2", "c3"}); })) == 0);
    }
}

TEST_CASE("what is found, and its order, do not depend on the threads") {
    const Query query = query_of([](Query& q) { q.winning_moves = IntRange{1, 1}; });
    const std::vector<Found> found = all_found(query, 1);
    CHECK(found.size() > 1000);
    CHECK(all_found(query, 3) == found);
    std::vector<index::Material> in_order;
    for (const Found& one : found) {
        const index::Material material = index::Material::of(one.position);
        if (in_order.empty() || in_order.back() != material) {
            in_order.push_back(material);
        }
    }
    CHECK(in_order == classes());
}

TEST_CASE("a search ends when it has enough, or is stopped") {
    const analysis::RunOptions options{.directory = table_directory()};
    std::vector<Found> found;
    CHECK(query::search({}, classes(), options, [&](const Found& one) {
              found.push_back(one);
              return found.size() < 5;
          }) == SearchEnd::Enough);
    CHECK(found.size() == 5);
    const std::vector<Found> all = all_found({}, 1);
    CHECK(std::equal(found.begin(), found.end(), all.begin()));

    std::atomic<bool> stop = true;
    analysis::RunOptions stopped = options;
    stopped.stop = &stop;
    CHECK(query::search({}, classes(), stopped, [](const Found&) { return true; }) == SearchEnd::Stopped);

    // A stop is noticed between two positions, because `take` may need seconds for thousands of them.
    stop = false;
    int taken = 0;
    const auto stop_at_third = [&](const Found&) {
        stop = ++taken == 3;
        return true;
    };
    CHECK(query::search({}, classes(), stopped, stop_at_third) == SearchEnd::Stopped);
    CHECK(taken == 3);
}

TEST_CASE("a selection is the front of a stable sort") {
    const std::vector<Found> all = all_found(query_of([](Query& q) { q.zugzwang = Zugzwang::Any; }), 2);
    REQUIRE(all.size() > 100);
    for (const query::Order order : {query::Order::Shortest, query::Order::Longest}) {
        std::vector<Found> sorted = all;
        std::ranges::stable_sort(sorted, [order](const Found& a, const Found& b) {
            const int first = a.value.dtm().plies();
            const int second = b.value.dtm().plies();
            return order == query::Order::Shortest ? first < second : first > second;
        });
        for (const std::size_t most : {std::size_t{1}, std::size_t{50}, 2 * all.size()}) {
            query::Selection selection{order, most};
            std::ranges::for_each(all, [&](const Found& one) { selection.add(one); });
            const std::vector<Found> front{sorted.begin(),
                                           sorted.begin() + static_cast<std::ptrdiff_t>(std::min(most, all.size()))};
            CHECK(selection.take() == front);
            CHECK(selection.take().empty());
        }
    }
}

TEST_CASE("a search for a selection finds what a search for all and the selection find") {
    const auto [wdl, threads] = GENERATE(std::pair{std::optional<Wdl>{}, 1}, std::pair{std::optional{Wdl::Loss}, 3},
                                         std::pair{std::optional{Wdl::Draw}, 2});
    const Query query = query_of([result = wdl](Query& q) { q.result = result; });
    for (const query::Order order : {query::Order::Shortest, query::Order::Longest}) {
        for (const std::size_t most : {1, 7, 400}) {
            query::Selection wanted{order, most};
            std::ranges::for_each(all_found(query, threads), [&](const Found& one) { wanted.add(one); });
            query::Selection selection{order, most};
            const analysis::RunOptions options{.directory = table_directory(), .threads = threads};
            CHECK(query::search(query, classes(), options, selection) == SearchEnd::Complete);
            CHECK(selection.take() == wanted.take());
        }
    }
}
