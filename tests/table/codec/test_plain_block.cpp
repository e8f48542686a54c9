// Compares the decoder with the plain one, on any bytes and on encoded blocks.
#include "blocks.hpp"
#include "catch.hpp"
#include "plain_block.hpp"
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
using tests::Codes;
using tests::PlainBlock;

TEST_CASE("any bytes decode as docs/codec.md says, under any model", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : {"KvM", "KMvK", "KKvM", "KMvM", "MMvK", "KKvKM", "KKKvM", "KKvMM", "KMMvM", "KKMvK",
                             "KMMvMM", "KKKvKM", "KKMvKKM", "KKKvMMM"}) {
        const ClassIndex index{Material::parse(name).value()};
        for (int i = 0; i < (tests::sampled ? 2 : 12); ++i) {
            const auto mover = static_cast<Colour>(i % 2);
            const std::uint64_t count =
                std::min<std::uint64_t>(i < 4 ? table::block_positions : 1 + random() % 1000, index.size());
            const std::uint64_t first = random() % (index.size() - count + 1);
            const Block block = tests::make_block(index, mover, first, count,
                                                  [&](const Position&) { return random() % (i % 3 == 0 ? 253 : 20); });
            BlockSpace space;
            for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
                CAPTURE(name, i, first, count, static_cast<int>(metric));
                const Model model = tests::model_of(index, mover, metric,
                                                    tests::random_parts_to_decode(random, 8 + i % 3, i < 6 ? 10 : 60));
                std::vector<std::byte> bytes(random() % count);
                for (std::byte& byte : bytes) {
                    byte = static_cast<std::byte>(random());
                }
                const auto results = block.codes(metric).results;
                PlainBlock plain{index, mover, model, first, static_cast<std::uint32_t>(count), results};
                const auto expected = plain.decode(bytes);
                REQUIRE(expected.has_value());
                REQUIRE((tests::decoded(space, model, block.codes(metric), bytes) == *expected));
            }
        }
    }
}

TEST_CASE("encoded blocks decode as docs/codec.md says", "[codec]") {
    for (const char* name : {"KvM", "KKvM", "MMvK", "KKvKM", "KKvMM", "KKKvKM"}) {
        const ClassIndex index{Material::parse(name).value()};
        for (const Colour mover : {Colour::White, Colour::Black}) {
            std::vector<Block> blocks;
            const std::uint64_t count = std::min<std::uint64_t>(table::block_positions, index.size());
            for (std::uint64_t i = 0; i < 4; ++i) {
                blocks.push_back(
                    tests::make_block(index, mover, i * (index.size() - count) / 3, count, tests::invented_code));
            }
            BlockSpace space;
            for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
                CAPTURE(name, static_cast<int>(mover), static_cast<int>(metric));
                const Model model = tests::trained(index, mover, metric, blocks, {.table_bits = 12, .passes = 2});
                for (std::size_t i = 0; i < blocks.size(); i += tests::sampled ? 3 : 1) {
                    const table::BlockCodes block = blocks[i].codes(metric);
                    PlainBlock plain{index,        mover, model, block.first, static_cast<std::uint32_t>(count),
                                     block.results};
                    const auto expected = plain.decode(space.encode(model, block));
                    REQUIRE(expected.has_value());
                    REQUIRE(std::ranges::equal(*expected, block.codes));
                }
            }
        }
    }
}

TEST_CASE("plain blocks are accepted and refused as docs/codec.md says", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index{Material::parse("KvM").value()};
    BlockSpace space;
    int accepted = 0;
    for (int i = 0; i < 600; ++i) {
        const Metric metric = i % 2 == 0 ? Metric::Wdl : Metric::Dtm;
        const std::uint64_t count = 1 + random() % 20;
        const Block block = tests::make_block(index, Colour::White, random() % (index.size() - count), count,
                                              [&](const Position&) { return random() % 253; });
        const Model model = tests::model_of(index, Colour::White, metric, tests::random_parts(random, 8, 20));
        const table::BlockCodes codes = block.codes(metric);
        const auto front = std::as_bytes(codes.codes);
        std::vector<std::byte> bytes{front.begin(), front.end()};
        if (i % 4 >= 2) {
            bytes[random() % count] = static_cast<std::byte>(random() % 2 == 0 ? random() % 4 : 250 + random() % 6);
        }
        if (i % 50 == 0) {
            bytes.push_back(std::byte{0});
        }
        PlainBlock plain{index, Colour::White, model, block.first, static_cast<std::uint32_t>(count), codes.results};
        const auto expected = plain.decode(bytes);
        REQUIRE((tests::decoded(space, model, codes, bytes) == expected.value_or(Codes{})));
        accepted += expected ? 1 : 0;
    }
    CHECK(accepted > 300);
    CHECK(accepted < 500);
}
