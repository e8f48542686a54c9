// Compares the encoder and training, which take whole rows, with those that go square by square.
#include <functional>

#include "catch.hpp"
#include "plain_encoder.hpp"
#include "plain_model.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "units.hpp"

using namespace dameotb;
using codec::Model;
using codec::UnitSpace;
using format::Metric;
using index::ClassIndex;
using index::Material;
using rules::Colour;
using rules::Position;
using tests::Unit;

namespace {

constexpr std::array both_metrics{Metric::Wdl, Metric::Dtm};

/// Returns all classes with kings and men that have so many pieces at most.
std::vector<Material> classes_up_to(int pieces) {
    std::vector<Material> classes;
    for (unsigned code = 0; code < 6 * 6 * 6 * 6; ++code) {
        const auto digit = [code](unsigned place) { return static_cast<std::uint8_t>(code / place % 6); };
        Material material;
        material.white = {digit(1), digit(6)};
        material.black = {digit(36), digit(216)};
        if (material.men() > 0 && material.kings() > 0 && material.white.kings + material.white.men > 0 &&
            material.black.kings + material.black.men > 0 && material.pieces() <= pieces) {
            classes.push_back(material);
        }
    }
    return classes;
}

/// Values of several kinds: like true ones, any, those at the ends, draws alone, one value, and draws but for a few.
const std::array<std::function<unsigned(tests::Random&, const Position&)>, 6> kinds_of_values{
    [](tests::Random&, const Position& position) { return tests::invented_code(position); },
    [](tests::Random& random, const Position&) { return static_cast<unsigned>(random() % 253); },
    [](tests::Random& random, const Position&) {
        return static_cast<unsigned>(random() % 3 == 0 ? random() % 5 : 248 + random() % 5);
    },
    [](tests::Random&, const Position&) { return 0U; },
    [](tests::Random&, const Position&) { return 251U; },
    [](tests::Random& random, const Position&) { return static_cast<unsigned>(random() % 20 == 0 ? random() % 9 : 0); },
};

Unit any_unit(tests::Random& random, const ClassIndex& index, Colour mover, std::size_t kind, std::uint64_t most) {
    const std::uint64_t count = std::min<std::uint64_t>(random() % 4 == 0 ? 1 + random() % 40 : most, index.size());
    const std::uint64_t first = random() % (index.size() - count + 1);
    return tests::make_unit(index, mover, first, count,
                            [&](const Position& position) { return kinds_of_values[kind](random, position); });
}

}  // namespace

TEST_CASE("units of all kinds of classes and values have the bytes that coding square by square gives", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    UnitSpace space;
    for (const Material& material : classes_up_to(5)) {
        const ClassIndex index{material};
        for (std::size_t kind = 0; kind < kinds_of_values.size(); ++kind) {
            const auto mover = static_cast<Colour>(random() % 2);
            const Unit unit = any_unit(random, index, mover, kind, tests::sampled ? 200 : 2048);
            for (const Metric metric : both_metrics) {
                CAPTURE(material.name(), kind, static_cast<int>(mover), static_cast<int>(metric), unit.first,
                        unit.dtm.size());
                const Model model =
                    tests::model_of(index, mover, metric, tests::random_parts(random, 8, random() % 3 == 0 ? 127 : 20));
                const std::vector<std::byte> bytes = space.encode(model, unit.codes(metric));
                REQUIRE((bytes == tests::plainly_encoded(model, unit.codes(metric))));
                REQUIRE((tests::decoded(space, model, unit.codes(metric), bytes) ==
                         (metric == Metric::Wdl ? unit.wdl : unit.dtm)));
            }
        }
    }
}

TEST_CASE("units of 65,536 places have the bytes that coding square by square gives", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index{*Material::parse("KKvKM")};
    UnitSpace space;
    for (const std::size_t kind : {0, 1}) {
        const Unit unit = tests::make_unit(index, Colour::White, 12'345, 65'536, [&](const Position& position) {
            return kinds_of_values[kind](random, position);
        });
        for (const Metric metric : both_metrics) {
            const Model model = tests::model_of(index, Colour::White, metric, tests::random_parts(random, 12, 20));
            REQUIRE((space.encode(model, unit.codes(metric)) == tests::plainly_encoded(model, unit.codes(metric))));
        }
    }
}

TEST_CASE("models are those that are learnt square by square", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvM", "KKvM", "MMvK", "KKvKM", "KMvMM", "KKMvKM"}) {
        const ClassIndex index{*Material::parse(name)};
        for (const Colour mover : {Colour::White, Colour::Black}) {
            std::vector<Unit> units;
            for (const std::size_t kind : {0, 0, 0, 5, 3, 1}) {
                units.push_back(any_unit(random, index, mover, kind, 2048));
            }
            std::ranges::sort(units, {}, &Unit::first);
            for (const Metric metric : both_metrics) {
                CAPTURE(name, static_cast<int>(mover), static_cast<int>(metric));
                std::vector<codec::UnitCodes> sample;
                for (const Unit& unit : units) {
                    sample.push_back(unit.codes(metric));
                }
                const codec::TrainingEffort effort{.table_bits = 10, .passes = 3};
                const Model model = Model::train(index, mover, metric, sample, effort);
                codec::CodingSpace space;
                space.rows.take(index, mover);
                codec::SideModel plain{metric, effort.table_bits};
                if (metric == Metric::Wdl) {
                    tests::learn_plainly<Metric::Wdl>(space, plain, sample, effort);
                } else {
                    tests::learn_plainly<Metric::Dtm>(space, plain, sample, effort);
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
