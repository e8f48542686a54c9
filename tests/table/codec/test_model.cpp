// Writes models and reads them back, by the codec and by what docs/codec.md says of their bytes.
#include "blocks.hpp"
#include "catch.hpp"
#include "plain_model.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using table::Metric;
using table::Model;
using table::PathLengths;

namespace {

using Bytes = std::vector<std::byte>;

/// Bytes do not tell a model's class and side to move: these are as good as any.
std::optional<Model> read_model(Metric metric, std::span<const std::byte>& rest) {
    static const index::ClassIndex index{*index::Material::parse("KvM")};
    return Model::read(index, Colour::White, coding_of(metric), rest);
}

std::optional<Model> read_model(Metric metric, const Bytes& bytes) {
    std::span<const std::byte> rest{bytes};
    return read_model(metric, rest);
}

Bytes random_model_bytes(tests::Random& random, std::size_t size, unsigned bits) {
    Bytes bytes(size + 5);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random());
    }
    bytes[0] = static_cast<std::byte>(bits);
    for (std::size_t i = 0; i < 4; ++i) {
        bytes[1 + i] = static_cast<std::byte>(size >> (8 * i));
    }
    return bytes;
}

/// Returns lengths by which each of these relative values has a path.
PathLengths lengths_over(const std::vector<unsigned>& relative_values) {
    std::array<std::uint32_t, 256> counts{};
    for (const unsigned relative_value : relative_values) {
        counts[relative_value] = 1;
    }
    return table::EscapeTree::lengths_for(counts);
}

}  // namespace

TEST_CASE("models have the bytes that docs/codec.md says, and come back from them", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
        for (const int bits : {8, 9, 12, tests::sampled ? 10 : 15}) {
            const tests::ModelParts parts = tests::random_parts_to_decode(random, bits, bits % 2 == 0 ? 20 : 127);
            const Bytes bytes = tests::plain_bytes(metric, parts);
            CAPTURE(static_cast<int>(metric), bits, bytes.size());
            Bytes with_more = bytes;
            with_more.insert(with_more.end(), 3, std::byte{7});
            std::span<const std::byte> rest{with_more};
            const auto model = read_model(metric, rest);
            REQUIRE(model.has_value());
            CHECK(rest.size() == 3);
            CHECK(model->coding() == coding_of(metric));
            CHECK((model->side().candidates.all() == parts.candidates));
            if (metric == Metric::Wdl) {
                CHECK((model->side().rows.all() == parts.rows));
                CHECK(model->side().by_frequency == parts.by_frequency);
            } else {
                CHECK((model->side().escapes.all() == parts.escapes));
                CHECK(model->side().escape_trees[0].lengths() == parts.lengths[0]);
                CHECK(model->side().escape_trees[1].lengths() == parts.lengths[1]);
            }
            CHECK(model->to_bytes() == bytes);
            CHECK(model->memory_bytes() >= parts.candidates.size());
        }
    }
}

TEST_CASE("a model without votes takes few bytes", "[codec]") {
    for (const int bits : {8, 14, 20}) {
        tests::ModelParts parts;
        parts.bits = bits;
        parts.candidates.resize(table::candidate_votes << bits);
        parts.rows.resize(table::row_votes << bits);
        parts.candidates.back() = -127;
        CHECK(tests::plain_bytes(Metric::Wdl, parts).size() < 60 + (std::size_t{1} << bits) / 700);
        CHECK((read_model(Metric::Wdl, tests::plain_bytes(Metric::Wdl, parts))->side().candidates.all() ==
               parts.candidates));
    }
}

TEST_CASE("models that end too early, or have other tables than may be, are refused", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
        const Bytes bytes = tests::plain_bytes(metric, tests::random_parts(random, 8, 20));
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            const Bytes front{bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)};
            std::span<const std::byte> rest{front};
            REQUIRE_FALSE(read_model(metric, rest).has_value());
            REQUIRE(rest.size() == size);
        }
        for (int bits = 0; bits < 256; ++bits) {
            if (bits < 8 || bits > 20) {
                Bytes other = bytes;
                other[0] = static_cast<std::byte>(bits);
                REQUIRE_FALSE(read_model(metric, other).has_value());
            }
        }
        Bytes endless = bytes;
        endless[4] = std::byte{0xFF};
        CHECK_FALSE(read_model(metric, endless).has_value());
    }
}

TEST_CASE("models with wrong relative values or trees are refused", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const tests::ModelParts good = tests::random_parts(random, 8, 20);
    const auto is_read = [](Metric metric, const tests::ModelParts& parts) {
        return read_model(metric, tests::plain_bytes(metric, parts)).has_value();
    };
    for (const table::RelativeValuesByFrequency& relative_values :
         {table::RelativeValuesByFrequency{1, 1, 3}, {0, 1, 2}, {1, 2, 2}, {3, 3, 3}, {0, 0, 0}}) {
        tests::ModelParts parts = good;
        parts.by_frequency = relative_values;
        CHECK_FALSE(is_read(Metric::Wdl, parts));
    }
    for (unsigned above = 0; above < 2; ++above) {
        CAPTURE(above);
        const auto with_tree = [&](const PathLengths& lengths) {
            tests::ModelParts parts = good;
            parts.lengths[above] = lengths;
            return is_read(Metric::Dtm, parts);
        };
        const unsigned first = above == 1 ? 128 : 1;
        CHECK(with_tree(lengths_over({first, first + 1})));
        CHECK(with_tree(lengths_over({first, first + 60, first + 125})));
        for (const unsigned relative_value : {0U, 127U, 254U, 255U}) {
            CAPTURE(relative_value);
            CHECK_FALSE(with_tree(lengths_over({first, relative_value})));
        }
        PathLengths lengths{};
        CHECK_FALSE(with_tree(lengths));
        lengths[first] = 1;
        CHECK_FALSE(with_tree(lengths));
        lengths[first + 1] = lengths[first + 2] = 1;
        CHECK_FALSE(with_tree(lengths));
    }
}

TEST_CASE("any bytes are read as a model or refused", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    int models = 0;
    for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
        for (int i = 0; i < 300; ++i) {
            const auto model = read_model(metric, random_model_bytes(random, random() % 3000, 8));
            models += model ? 1 : 0;
            if (model) {
                const auto again = read_model(metric, model->to_bytes());
                REQUIRE(again.has_value());
                CHECK((again->side().candidates.all() == model->side().candidates.all()));
            }
        }
    }
    CHECK(models > 0);
    // The largest tables of a few bytes: nothing is read behind them.
    for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
        const auto model = read_model(metric, random_model_bytes(random, 10, tests::sampled ? 14 : 20));
        CHECK_FALSE((model && metric == Metric::Dtm));
    }
}
