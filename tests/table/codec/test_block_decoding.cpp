// Compares the decoder with the one that goes square by square, on good blocks and on damaged ones, whole and in part,
// one by one and in turns.
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
using tests::Codes;

namespace {

/// Returns the bytes with a flipped bit, cut short, with a byte that is another, or as many of any others.
std::vector<std::byte> damaged(tests::Random& random, std::vector<std::byte> bytes) {
    if (bytes.empty()) {
        return bytes;
    }
    std::byte& any = bytes[random() % bytes.size()];
    const std::uint64_t how = random() % 4;
    if (how == 0) {
        any ^= std::byte{1} << random() % 8;
    } else if (how == 1) {
        any = static_cast<std::byte>(random());
    } else if (how == 2) {
        std::ranges::generate(bytes, [&] { return static_cast<std::byte>(random()); });
    } else {
        bytes.resize(random() % bytes.size());
    }
    return bytes;
}

}  // namespace

TEST_CASE("blocks decode as going square by square does, and damaged ones too", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    BlockSpace space;
    for (const Material& material : tests::classes_up_to(tests::sampled ? 4 : 5)) {
        const ClassIndex index{material};
        for (std::size_t kind = 0; kind < tests::kinds_of_values.size(); ++kind) {
            const auto mover = static_cast<Colour>(random() % 2);
            const Block block = tests::any_block(random, index, mover, kind, tests::sampled ? 200 : 1000);
            for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
                CAPTURE(material.name(), kind, static_cast<int>(mover), static_cast<int>(metric), block.first);
                const Model model = tests::model_of(index, mover, metric,
                                                    tests::random_parts_to_decode(random, 8, kind % 2 == 0 ? 20 : 127));
                const table::BlockCodes codes = block.codes(metric);
                const Model writer = tests::model_of(index, mover, metric, tests::random_parts(random, 8, 20));
                std::vector<std::byte> bytes = space.encode(writer, codes);
                for (int n = 0; n < 3; ++n) {
                    if (bytes.size() == codes.codes.size()) {
                        break;  // plain codes
                    }
                    const Model& reader = n == 2 ? model : writer;
                    const auto last =
                        static_cast<std::uint32_t>(n == 0 ? codes.codes.size() - 1 : random() % codes.codes.size());
                    Codes decoded(codes.codes.size());
                    REQUIRE(space.decode(reader, codes.first, bytes, codes.results, decoded, last));
                    const Codes expected =
                        tests::plainly_decoded(reader, codes.first, bytes, codes.results, decoded.size(), last);
                    REQUIRE(std::equal(expected.begin(), expected.begin() + last + 1, decoded.begin()));
                    // The values of a .dtm have the results that they were decoded with, whatever the bytes.
                    for (std::size_t offset = 0; metric == Metric::Dtm && offset <= last; ++offset) {
                        REQUIRE((codes.results[offset] == table::dont_care_code ||
                                 table::result_code_of(decoded[offset]) == codes.results[offset]));
                    }
                    bytes = damaged(random, bytes);
                }
            }
        }
    }
}

TEST_CASE("blocks decode in turns as they do one by one", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    BlockSpace together;
    CHECK(together.decode_all({}));
    for (const char* name : {"KvM", "KKvKM", "KKKvM", "MMvK", "KMvMM", "KKMvKM"}) {
        const ClassIndex index{*Material::parse(name)};
        for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
            for (int n = 0; n < 10; ++n) {
                // Of both sides to move, some plain, some of one value, some damaged.
                std::array<Model, 2> models{
                    tests::model_of(index, Colour::White, metric, tests::random_parts(random, 8, 20)),
                    tests::model_of(index, Colour::Black, metric, tests::random_parts(random, 8, 20))};
                std::vector<Block> blocks;
                std::vector<std::vector<std::byte>> bytes;
                std::vector<Codes> expected;
                std::vector<Codes> decoded;
                std::vector<table::EncodedBlock> all;
                const std::size_t count = 1 + random() % 7;
                blocks.reserve(count);
                bytes.reserve(count);
                bool good = true;
                for (std::size_t i = 0; i < count; ++i) {
                    const std::size_t side = random() % 2;
                    blocks.push_back(tests::any_block(random, index, static_cast<Colour>(side), random() % 6, 300));
                    const table::BlockCodes codes = blocks.back().codes(metric);
                    bytes.push_back(together.encode(models[side], codes));
                    if (random() % 4 == 0) {
                        bytes.back() = damaged(random, bytes.back());
                    }
                    BlockSpace alone;
                    expected.emplace_back(codes.codes.size());
                    good &= alone.decode(models[side], codes.first, bytes.back(), codes.results, expected.back(),
                                         static_cast<std::uint32_t>(codes.codes.size() - 1));
                    decoded.emplace_back(codes.codes.size());
                    all.push_back({&models[side], codes.first, bytes.back(), codes.results, decoded.back()});
                }
                CAPTURE(name, static_cast<int>(metric), n, count);
                REQUIRE(together.decode_all(all) == good);
                REQUIRE((!good || decoded == expected));
            }
        }
    }
}
