// Codes blocks of invented and of random values and reads them back, whole and in part; and decodes any bytes.
#include "blocks.hpp"
#include "catch.hpp"
#include "plain_model.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::ClassIndex;
using index::Material;
using table::BlockCodes;
using table::BlockSpace;
using table::Metric;
using table::Model;
using tests::Block;
using tests::Codes;

namespace {

/// In MMvK, KMvMM and KvM the mover, or the side that waits, has no king.
constexpr std::array class_names{"KvM", "KMvK", "KKvM", "MMvK", "KKvKM", "KKvMM", "KMMvMM", "KKKvKM", "KKMvKKM"};

ClassIndex class_index(const char* name) {
    return ClassIndex{Material::parse(name).value()};
}

/// Returns some blocks of the class: the first, the last and others.
std::vector<Block> some_blocks(const ClassIndex& index, Colour mover, std::uint64_t count) {
    const std::uint64_t all = (index.size() + table::block_positions - 1) / table::block_positions;
    std::vector<Block> blocks;
    for (std::uint64_t i = 0; i < std::min(count, all); ++i) {
        const std::uint64_t block_index = count == 1 ? 0 : i * (all - 1) / (std::min(count, all) - (all > 1 ? 1 : 0));
        const std::uint64_t first = block_index * table::block_positions;
        blocks.push_back(tests::make_block(index, mover, first,
                                           std::min<std::uint64_t>(table::block_positions, index.size() - first),
                                           tests::invented_code));
    }
    return blocks;
}

/// Returns a block of values without any order. All codes that there are occur.
Block random_block(tests::Random& random, const ClassIndex& index, Colour mover, std::uint64_t first,
                   std::uint64_t count) {
    return tests::make_block(index, mover, first, count, [&](const Position&) { return random() % 253; });
}

/// Fails unless every code may be where it is.
void require_allowed(const Codes& codes, const Block& block, Metric metric) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const bool open = block.wdl[i] == table::dont_care_code;
        const bool allowed = open ? codes[i] == table::dont_care_code
                             : metric == Metric::Wdl
                                 ? codes[i] <= 2
                                 : codes[i] <= 252 && table::result_code_of(codes[i]) == block.wdl[i];
        if (!allowed) {
            FAIL("position " << i << " has the code " << int{codes[i]});
        }
    }
}

std::vector<std::byte> random_block_bytes(tests::Random& random, std::size_t size) {
    std::vector<std::byte> bytes(size);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random());
    }
    return bytes;
}

}  // namespace

TEST_CASE("blocks come back, and those of like values take less than plain ones", "[codec]") {
    for (const char* name : class_names) {
        const ClassIndex index = class_index(name);
        for (const Colour mover : both_colours) {
            const std::vector<Block> blocks = some_blocks(index, mover, 6);
            BlockSpace space;
            for (const Metric metric : metrics_under({})) {
                CAPTURE(name, static_cast<int>(mover), static_cast<int>(metric));
                const Model model = tests::trained(index, mover, metric, blocks, {.table_bits = 12, .passes = 2});
                std::size_t bytes = 0;
                std::size_t positions = 0;
                for (const Block& block : blocks) {
                    const std::vector<std::byte> encoded = space.encode(model, block.codes(metric));
                    REQUIRE(tests::decoded(space, model, block.codes(metric), encoded) ==
                            (metric == Metric::Wdl ? block.wdl : block.dtm));
                    REQUIRE(space.encode(model, block.codes(metric)) == encoded);
                    bytes += encoded.size();
                    positions += block.dtm.size();
                }
                CHECK(bytes * 2 < positions);
            }
        }
    }
}

TEST_CASE("a block decoded up to any position is the whole block up to there", "[codec]") {
    for (const char* name : {"KvM", "KKvKM", "KKvMM"}) {
        const ClassIndex index = class_index(name);
        for (const Colour mover : both_colours) {
            const std::vector<Block> blocks = some_blocks(index, mover, 3);
            BlockSpace space;
            for (const Metric metric : metrics_under({})) {
                CAPTURE(name, static_cast<int>(mover), static_cast<int>(metric));
                const Model model = tests::trained(index, mover, metric, blocks, {.table_bits = 10, .passes = 1});
                const BlockCodes block = blocks.back().codes(metric);
                const std::vector<std::byte> bytes = space.encode(model, block);
                REQUIRE(bytes.size() < block.codes.size());
                const std::uint32_t step = tests::sampled ? 37 : 1;
                for (std::uint32_t last = 0; last < block.codes.size(); last += step) {
                    Codes codes(block.codes.size(), 77);
                    // No result behind the last position is there to be read.
                    const Codes results(block.results.begin(),
                                        block.results.begin() + (metric == Metric::Dtm ? last + 1 : 0));
                    REQUIRE(space.decode(model, block.first, bytes, results, codes, last));
                    if (!std::equal(codes.begin(), codes.begin() + last + 1, block.codes.begin())) {
                        FAIL("up to position " << last);
                    }
                }
            }
        }
    }
}

TEST_CASE("blocks of any size that begin anywhere come back", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : class_names) {
        const ClassIndex index = class_index(name);
        for (int i = 0; i < 30; ++i) {
            const auto mover = static_cast<Colour>(i % 2);
            BlockSpace space;
            const std::uint64_t count = std::min<std::uint64_t>(i < 10 ? i / 2 + 1 : random() % 300 + 1, index.size());
            const std::uint64_t first = random() % (index.size() - count + 1);
            const Block block = i % 3 == 0 ? random_block(random, index, mover, first, count)
                                           : tests::make_block(index, mover, first, count, tests::invented_code);
            for (const Metric metric : metrics_under({})) {
                CAPTURE(name, i, first, count, static_cast<int>(metric));
                const Model model = tests::model_of(index, mover, metric, tests::random_parts(random, 8, 20));
                const std::vector<std::byte> bytes = space.encode(model, block.codes(metric));
                REQUIRE(bytes.size() <= count);
                REQUIRE(tests::decoded(space, model, block.codes(metric), bytes) ==
                        (metric == Metric::Wdl ? block.wdl : block.dtm));
            }
        }
    }
}

TEST_CASE("blocks of 65,536 positions come back", "[codec]") {
    const ClassIndex index = class_index("KKvKM");
    const Block block = tests::make_block(index, Colour::White, 12'345, 65'536, tests::invented_code);
    BlockSpace space;
    for (const Metric metric : metrics_under({})) {
        const Model model = tests::trained(index, Colour::White, metric, {block}, {.table_bits = 12, .passes = 1});
        const std::vector<std::byte> bytes = space.encode(model, block.codes(metric));
        CHECK((tests::decoded(space, model, block.codes(metric), bytes) ==
               (metric == Metric::Wdl ? block.wdl : block.dtm)));
    }
}

TEST_CASE("a .wdl block of one value takes next to nothing, whatever the value", "[codec]") {
    const ClassIndex index = class_index("KKvKM");
    for (const unsigned code : {0U, 1U, 2U}) {
        std::vector<Block> blocks;
        for (std::uint64_t i = 0; i < 12; ++i) {
            blocks.push_back(
                tests::make_block(index, Colour::White, i * 4096, 2048, [&](const Position&) { return code; }));
        }
        BlockSpace space;
        const Model model = tests::trained(index, Colour::White, Metric::Wdl, blocks, {.table_bits = 8, .passes = 2});
        const std::vector<std::byte> bytes = space.encode(model, blocks[3].codes(Metric::Wdl));
        CHECK(bytes.size() <= 1);
        CHECK((tests::decoded(space, model, blocks[3].codes(Metric::Wdl), bytes) == blocks[3].wdl));
    }
}

TEST_CASE("blocks that coding would make longer lie plain", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index = class_index("KvM");
    BlockSpace space;
    for (const Metric metric : metrics_under({})) {
        const Block block = tests::make_block(index, Colour::White, 0, index.size(), [&](const Position&) {
            return random() % (metric == Metric::Wdl ? 3 : 253);
        });
        // Votes that are sure of every yes are often wrong here.
        tests::ModelParts parts = tests::random_parts(random, 8, 20);
        std::ranges::fill(parts.candidates, table::Vote{127});
        const Model model = tests::model_of(index, Colour::White, metric, parts);
        const BlockCodes codes = block.codes(metric);
        const std::vector<std::byte> bytes = space.encode(model, codes);
        const auto plain = std::as_bytes(codes.codes);
        REQUIRE(std::equal(bytes.begin(), bytes.end(), plain.begin(), plain.end()));
        CHECK((tests::decoded(space, model, codes, bytes) == (metric == Metric::Wdl ? block.wdl : block.dtm)));
    }
}

TEST_CASE("plain blocks that cannot be are refused, as far as they are asked for", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index = class_index("KKvKM");
    BlockSpace space;
    constexpr std::uint32_t count = 500;
    const Block block = random_block(random, index, Colour::White, 40'960, count);
    for (const Metric metric : metrics_under({})) {
        CAPTURE(static_cast<int>(metric));
        const Model model = tests::model_of(index, Colour::White, metric, tests::random_parts(random, 8, 20));
        const BlockCodes codes = block.codes(metric);
        const auto plain = std::as_bytes(codes.codes);
        const std::vector<std::byte> good{plain.begin(), plain.end()};
        const auto accepts = [&](const std::vector<std::byte>& bytes, std::uint32_t last) {
            Codes out(count);
            return space.decode(model, codes.first, bytes, codes.results, out, last);
        };
        REQUIRE(accepts(good, count - 1));
        std::vector<std::byte> longer = good;
        longer.push_back(std::byte{0});
        CHECK_FALSE(accepts(longer, count - 1));
        int open = 0;
        for (std::uint32_t offset = 0; offset < count; ++offset) {
            const bool is_open = codes.codes[offset] == table::dont_care_code;
            open += is_open ? 1 : 0;
            for (unsigned code = 0; code < 256; ++code) {
                const bool allowed = is_open ? code == 255
                                     : metric == Metric::Wdl
                                         ? code <= 2
                                         : code <= 252 && table::result_code_of(code) == block.wdl[offset];
                std::vector<std::byte> other = good;
                other[offset] = static_cast<std::byte>(code);
                if (code % 50 == offset % 50 || code > 250 || code < 3) {
                    CAPTURE(offset, code);
                    REQUIRE(accepts(other, offset) == allowed);
                    REQUIRE((offset == 0 || accepts(other, offset - 1)));
                    REQUIRE(accepts(other, count - 1) == allowed);
                }
            }
        }
        CHECK(open > 20);
        CHECK(open < 400);
    }
}

TEST_CASE("any bytes decode to codes that may be there", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : class_names) {
        const ClassIndex index = class_index(name);
        for (int i = 0; i < (tests::sampled ? 4 : 40); ++i) {
            const auto mover = static_cast<Colour>(i % 2);
            BlockSpace space;
            const std::uint64_t count = std::min<std::uint64_t>(table::block_positions, index.size());
            const std::uint64_t first = random() % (index.size() - count + 1);
            const Block block = random_block(random, index, mover, first, count);
            for (const Metric metric : metrics_under({})) {
                CAPTURE(name, i, first, static_cast<int>(metric));
                const Model model =
                    tests::model_of(index, mover, metric, tests::random_parts_to_decode(random, 8, 1 + i * 3));
                const std::vector<std::byte> bytes = random_block_bytes(random, random() % (i % 4 == 0 ? 5 : count));
                const Codes codes = tests::decoded(space, model, block.codes(metric), bytes);
                REQUIRE(codes.size() == count);
                require_allowed(codes, block, metric);
                const auto last = static_cast<std::uint32_t>(random() % count);
                Codes front(count);
                REQUIRE(space.decode(model, first, bytes, block.codes(metric).results, front, last));
                REQUIRE(std::equal(front.begin(), front.begin() + last + 1, codes.begin()));
            }
        }
    }
}

TEST_CASE("one space codes both metrics and any blocks in turns", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index = class_index("KKvKM");
    BlockSpace shared;
    const Model wdl = tests::model_of(index, Colour::White, Metric::Wdl, tests::random_parts(random, 10, 20));
    const Model dtm = tests::model_of(index, Colour::White, Metric::Dtm, tests::random_parts(random, 10, 20));
    for (int i = 0; i < 40; ++i) {
        const std::uint64_t count = 1 + random() % 300;
        const Block block = random_block(random, index, Colour::White, random() % (index.size() - count), count);
        const Metric metric = random() % 2 == 0 ? Metric::Wdl : Metric::Dtm;
        const Model& model = metric == Metric::Wdl ? wdl : dtm;
        BlockSpace fresh;
        const std::vector<std::byte> bytes = shared.encode(model, block.codes(metric));
        REQUIRE(bytes == fresh.encode(model, block.codes(metric)));
        REQUIRE((tests::decoded(shared, model, block.codes(metric), bytes) ==
                 (metric == Metric::Wdl ? block.wdl : block.dtm)));
    }
}
