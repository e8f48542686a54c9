// Very many positions of four and five pieces against the tables' values.
#include "catch.hpp"
#include "sampling.hpp"
#include "truth.hpp"

using namespace dameotb;
using namespace dameotb::tests;

TEST_CASE("no bound of very many positions that is proven is false", "[proof][slow]") {
    struct Sample {
        int pieces;
        int seen_pieces;
        int positions;
        std::size_t hash_bytes;
    };
    static constexpr std::size_t large = std::size_t{1} << 27;
    static constexpr std::size_t small = std::size_t{1} << 18;
    const auto [pieces, seen_pieces, positions, hash_bytes] =
        GENERATE(Sample{4, 3, 100'000, large}, Sample{4, 2, 30'000, small}, Sample{5, 3, 50'000, large},
                 Sample{5, 4, 50'000, small});
    // To make tables of five pieces takes a quarter of an hour with sanitizers.
    static const MadeTables made{index::build_order(sampled ? 4 : 5)};
    if (sampled && pieces > 4) {
        return;
    }
    const Truth truth{made.path(), seen_pieces};
    const std::vector<index::Material> classes = classes_of(pieces);
    INFO("seed " << sample_seed);
    Random random{sample_seed};
    proof::Prover prover{truth.seen(), hash_bytes};
    int decided = 0;
    const int count = sampled ? positions / 50 : positions;
    for (int i = 0; i < count; ++i) {
        const Position position = random_position(random, classes[random() % classes.size()]);
        const proof::Proof proof = prover.prove({{position}}, {.nodes = 1000});
        decided += proof.is_decided();
        if (const Value value = truth.value(position); !is_true(proof.bounds, value)) {
            FAIL(in_words(position, proof) << ", and it is a " << to_string(probe::Outcome::of(value)));
        }
    }
    CHECK(decided > count / 3);
}
