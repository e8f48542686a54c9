// Trains models: the same sample teaches the same everywhere, and what it teaches helps.
#include "blocks.hpp"
#include "catch.hpp"
#include "plain_model.hpp"

using namespace dameotb;
using table::Metric;
using table::Model;
using table::TrainingEffort;
using tests::Block;

namespace {

/// Returns the 64-bit FNV-1a hash.
std::uint64_t hash_of(const std::vector<std::byte>& bytes) {
    std::uint64_t hash = 0xCBF29CE484222325;
    for (const std::byte byte : bytes) {
        hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001B3;
    }
    return hash;
}

/// Returns the whole of KvM, solved plainly: a block for each side to move.
const std::vector<Block>& solved_blocks() {
    static const index::ClassIndex index{tests::class_of("KvM")};
    static const std::vector<Block> blocks{tests::solved_block(index, Colour::White),
                                           tests::solved_block(index, Colour::Black)};
    return blocks;
}

Model trained_on_solved(Colour mover, Metric metric, const TrainingEffort& effort) {
    static const index::ClassIndex index{tests::class_of("KvM")};
    return tests::trained(index, mover, metric, {solved_blocks()[static_cast<std::size_t>(mover)]}, effort);
}

}  // namespace

TEST_CASE("models of KvM are the same wherever they are trained", "[codec]") {
    // Black to move has no king: the runner waits.
    const auto check = [](Colour mover, Metric metric, std::size_t size, std::uint64_t hash) {
        CAPTURE(static_cast<int>(mover), static_cast<int>(metric));
        const std::vector<std::byte> bytes =
            trained_on_solved(mover, metric, {.table_bits = 10, .passes = 3}).to_bytes();
        CHECK(bytes.size() == size);
        CHECK(hash_of(bytes) == hash);
        CHECK(trained_on_solved(mover, metric, {.table_bits = 10, .passes = 3}).to_bytes() == bytes);
    };
    check(Colour::White, Metric::Wdl, 67, 0xB059AB28F01311ED);
    check(Colour::White, Metric::Dtm, 291, 0xDE0375AC2C61CD34);
    check(Colour::Black, Metric::Wdl, 114, 0x80E444B6571001D1);
    check(Colour::Black, Metric::Dtm, 334, 0x84E91D5DB6813ADB);
}

TEST_CASE("what is trained helps, and more passes help more", "[codec]") {
    const index::ClassIndex index{tests::class_of("KvM")};
    for (const Colour mover : both_colours) {
        table::BlockSpace space;
        const Block& block = solved_blocks()[static_cast<std::size_t>(mover)];
        for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
            CAPTURE(static_cast<int>(mover), static_cast<int>(metric));
            const auto size = [&](const Model& model) { return space.encode(model, block.codes(metric)).size(); };
            tests::ModelParts untaught;
            untaught.candidates.resize(table::candidate_votes << 8);
            untaught.rows.resize(table::row_votes << 8);
            untaught.escapes.resize(table::escape_votes << 8);
            std::mt19937_64 random{1};
            untaught.lengths = {tests::random_lengths(random, false, 126), tests::random_lengths(random, true, 126)};
            const std::size_t once = size(trained_on_solved(mover, metric, {.table_bits = 12, .passes = 1}));
            const std::size_t often = size(trained_on_solved(mover, metric, {.table_bits = 12, .passes = 6}));
            CHECK(3 * once < 2 * size(tests::model_of(index, mover, metric, untaught)));
            CHECK(often < once);
        }
    }
}

TEST_CASE("contexts that occur seldom get no vote", "[codec]") {
    const index::ClassIndex index{tests::class_of("KvM")};
    // Seven positions cannot show a context eight times.
    const Block few = tests::make_block(index, Colour::White, 700, 7, tests::invented_code);
    for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
        const Model model = tests::trained(index, Colour::White, metric, {few}, {.table_bits = 16, .passes = 2});
        const auto is_zero = [](table::Vote vote) { return vote == 0; };
        CHECK(std::ranges::all_of(model.side().candidates.all(), is_zero));
        CHECK(std::ranges::all_of(model.side().rows.all(), is_zero));
        const Model more =
            tests::trained(index, Colour::White, metric, std::vector<Block>(8, few), {.table_bits = 16, .passes = 2});
        CHECK_FALSE(std::ranges::all_of(more.side().candidates.all(), is_zero));
    }
}

TEST_CASE("relative values of a .wdl are sorted by frequency, and trees have every distance", "[codec]") {
    const index::ClassIndex index{tests::class_of("KvM")};
    for (const Colour mover : both_colours) {
        const Block& block = solved_blocks()[static_cast<std::size_t>(mover)];
        const Model wdl = trained_on_solved(mover, Metric::Wdl, {.table_bits = 8, .passes = 1});
        const table::RelativeValuesByFrequency& relative_values = wdl.side().by_frequency;
        const auto frequency = [&](table::RelativeValue relative_value) {
            const int code = mover == Colour::White ? relative_value - 1 : 3 - relative_value;
            return std::ranges::count(block.wdl, code);
        };
        CHECK(frequency(relative_values[0]) >= frequency(relative_values[1]));
        CHECK(frequency(relative_values[1]) >= frequency(relative_values[2]));
        CHECK(frequency(relative_values[0]) > frequency(relative_values[2]));
        const Model model = trained_on_solved(mover, Metric::Dtm, {.table_bits = 8, .passes = 1});
        for (const bool above : {false, true}) {
            for (unsigned relative_value = 0; relative_value < 256; ++relative_value) {
                CHECK((model.side().escape_trees[above ? 1 : 0].lengths()[relative_value] > 0) ==
                      table::is_decided_relative_value(relative_value, above));
            }
        }
    }
}
