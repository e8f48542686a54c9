// Compares the encoder and training, which take whole rows, with those that go square by square.
#include "block_kinds.hpp"
#include "blocks.hpp"
#include "catch.hpp"
#include "plain_encoder.hpp"
#include "plain_model.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::ClassIndex;
using index::Material;
using table::BlockSpace;
using table::Metric;
using table::Model;
using tests::Block;

namespace {

constexpr std::array both_metrics{Metric::Wdl, Metric::Dtm};

}  // namespace

TEST_CASE("blocks of all kinds of classes and values have the bytes that coding square by square gives", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    BlockSpace space;
    for (const Material& material : tests::classes_up_to(tests::sampled ? 4 : 5)) {
        const ClassIndex index{material};
        for (std::size_t kind = 0; kind < tests::kinds_of_values.size(); ++kind) {
            const auto mover = static_cast<Colour>(random() % 2);
            const Block block = tests::any_block(random, index, mover, kind, tests::sampled ? 200 : 2048);
            for (const Metric metric : both_metrics) {
                CAPTURE(material.name(), kind, static_cast<int>(mover), static_cast<int>(metric), block.first,
                        block.dtm.size());
                const Model model =
                    tests::model_of(index, mover, metric, tests::random_parts(random, 8, random() % 3 == 0 ? 127 : 20));
                const std::vector<std::byte> bytes = space.encode(model, block.codes(metric));
                REQUIRE((bytes == tests::plainly_encoded(model, block.codes(metric))));
                REQUIRE((tests::decoded(space, model, block.codes(metric), bytes) ==
                         (metric == Metric::Wdl ? block.wdl : block.dtm)));
            }
        }
    }
}

TEST_CASE("blocks of 65,536 positions have the bytes that coding square by square gives", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index{*Material::parse("KKvKM")};
    BlockSpace space;
    for (const std::size_t kind : {0, 1}) {
        const Block block = tests::make_block(index, Colour::White, 12'345, 65'536, [&](const Position& position) {
            return tests::kinds_of_values[kind](random, position);
        });
        for (const Metric metric : both_metrics) {
            const Model model = tests::model_of(index, Colour::White, metric, tests::random_parts(random, 12, 20));
            REQUIRE((space.encode(model, block.codes(metric)) == tests::plainly_encoded(model, block.codes(metric))));
        }
    }
}

TEST_CASE("models are those that are learnt square by square", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvM", "KKvM", "MMvK", "KKvKM", "KMvMM", "KKMvKM"}) {
        const ClassIndex index{*Material::parse(name)};
        for (const Colour mover : both_colours) {
            std::vector<Block> blocks;
            for (const std::size_t kind : {0, 0, 0, 5, 3, 1}) {
                blocks.push_back(tests::any_block(random, index, mover, kind, 2048));
            }
            std::ranges::sort(blocks, {}, &Block::first);
            for (const Metric metric : both_metrics) {
                CAPTURE(name, static_cast<int>(mover), static_cast<int>(metric));
                const std::vector<table::BlockCodes> sample = tests::codes_of(blocks, metric);
                const table::TrainingEffort effort{.table_bits = 10, .passes = 3};
                const Model model = Model::train(index, mover, coding_of(metric), sample, effort);
                table::CodingSpace space;
                space.rows.take(index, mover);
                table::SideModel plain{coding_of(metric), effort.table_bits};
                if (metric == Metric::Wdl) {
                    tests::learn_plainly<table::Coding::Results>(space, plain, sample, effort);
                } else {
                    tests::learn_plainly<table::Coding::Distances>(space, plain, sample, effort);
                }
                CHECK((model.side().candidates.all() == plain.candidates.all()));
                CHECK((model.side().rows.all() == plain.rows.all()));
                CHECK((model.side().escapes.all() == plain.escapes.all()));
                CHECK(model.side().by_frequency == plain.by_frequency);
                for (const std::size_t above : {0, 1}) {
                    CHECK((model.side().escape_trees[above].lengths() == plain.escape_trees[above].lengths()));
                }
            }
        }
    }
}
