// What one process shares of a class, others read.
#include "shared_class.hpp"

#include <algorithm>

#include <dameotb/memory/score_memory.hpp>
#include <dameotb/rules/movegen.hpp>

#include "catch.hpp"
#include "random_classes.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

/// Returns whether a move that takes nothing leads to the position from another class.
bool is_behind_promotion(const Position& position) {
    const index::Material own = index::Material::of(position);
    return std::ranges::any_of(rules::quiet_predecessors(position),
                               [&](const Position& before) { return index::Material::of(before) != own; });
}

/// A class with random scores, and what others see of it.
struct Shared {
    Shared(const std::string& name, cluster::SharedScores scores)
        : material{index::Material::parse(name).value()}, classes{{material}, random} {
        const cluster::SharedDirectory shared{directory.path()};
        bytes = cluster::share_class(own(), scores, shared, memory::Team{2});
        seen = cluster::shared_class(material, memory, shared);
    }
    [[nodiscard]] const ClassScores& own() const { return *classes.by_class.at(material); }
    [[nodiscard]] static Score score(const ClassScores& scores, const Position& position) {
        return scores.view(index::Slice::of(position), position.side_to_move).at(position);
    }

    index::Material material;
    tests::Random random{tests::sample_seed};
    tests::RandomClasses classes;
    tests::TemporaryDirectory directory;
    memory::ScoreMemory memory{memory::ScoreMemory::no_bound, directory.path()};
    std::unique_ptr<ClassScores> seen;
    std::uint64_t bytes = 0;
};

/// Counts the positions of a class by what others see of them.
class Seen {
public:
    explicit Seen(const Shared& shared) : shared_{shared} {}

    void take(const Position& position) {
        const Score expected = Shared::score(shared_.own(), position);
        const Score score = Shared::score(*shared_.seen, position);
        hidden_ += score != expected ? 1 : 0;
        const bool must_be_right = is_behind_promotion(position);
        promoted_ += must_be_right ? 1 : 0;
        wrong_ += score != expected && (must_be_right || score != draw_score) ? 1 : 0;
    }
    [[nodiscard]] int hidden() const { return hidden_; }
    [[nodiscard]] int promoted() const { return promoted_; }
    [[nodiscard]] int wrong() const { return wrong_; }

private:
    const Shared& shared_;
    int hidden_ = 0;
    int promoted_ = 0;
    int wrong_ = 0;
};

}  // namespace

TEST_CASE("others see all scores of a class that is shared for promotions which a promotion leads to") {
    for (const char* name : tests::sampled ? std::vector{"KvM", "KKvM"} : std::vector{"KvM", "KMvK", "KMvM", "KKvM"}) {
        CAPTURE(name);
        const Shared shared{name, cluster::SharedScores::Promoted};
        Seen seen{shared};
        tests::for_each_placement(shared.material, [&](Position position) {
            seen.take(position);
            position.side_to_move = Colour::Black;
            seen.take(position);
        });
        CHECK(seen.wrong() == 0);
        CHECK(seen.promoted() > 0);
        CHECK(seen.hidden() > 2 * seen.promoted());
    }
}

// KMvKM is symmetric; in KKvMM the pivot king is White's.
TEST_CASE("so they do of larger classes") {
    INFO("seed " << tests::sample_seed);
    for (const char* name :
         tests::sampled ? std::vector{"KMvKM", "KKvMM"} : std::vector{"KMvKM", "KKvKM", "KKvMM", "KKKvM"}) {
        CAPTURE(name);
        Shared shared{name, cluster::SharedScores::Promoted};
        Seen seen{shared};
        for (int i = 0; i < (tests::sampled ? 10'000 : 300'000); ++i) {
            seen.take(tests::random_position(shared.random, shared.material));
        }
        CHECK(seen.wrong() == 0);
        CHECK(seen.promoted() > 0);
        CHECK(seen.hidden() > seen.promoted());
    }
}

TEST_CASE("of a class that is shared whole, and of kings alone, they see all") {
    const auto [name, scores] = GENERATE(
        Catch::Generators::table<std::string, cluster::SharedScores>({{"KMvKM", cluster::SharedScores::All},
                                                                      {"KKvM", cluster::SharedScores::All},
                                                                      {"MMvM", cluster::SharedScores::All},
                                                                      {"KKvK", cluster::SharedScores::Promoted}}));
    CAPTURE(name);
    const Shared shared{name, scores};
    REQUIRE(shared.seen->size() == shared.own().size());
    const Score* const own = shared.own().scores_from(0, shared.own().size());
    const Score* const seen = shared.seen->scores_from(0, shared.own().size());
    CHECK(std::equal(own, own + shared.own().size(), seen));
}

TEST_CASE("what is shared for promotions takes less") {
    const std::string name = tests::sampled ? "KMvM" : "KKvKM";
    CHECK(Shared{name, cluster::SharedScores::Promoted}.bytes < Shared{name, cluster::SharedScores::All}.bytes / 2);
}
