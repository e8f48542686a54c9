// Codes whole solved classes and reads them back.
#include <map>

#include <dameotb/scores/slice/class_scores.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include "blocks.hpp"
#include "catch.hpp"
#include "plain_tables.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "table_codes.hpp"

using namespace dameotb;
using index::ClassIndex;
using index::Material;
using table::BlockSpace;
using table::Metric;
using table::Model;
using tests::Block;

namespace {

/// The .dtm codes of all positions of some classes and of those that they depend on.
std::map<Material, tests::TableCodes> solved_codes(const std::vector<std::string>& names) {
    std::vector<Material> classes;
    for (const std::string& name : names) {
        classes.push_back(tests::class_of(name));
    }
    scores::SolvedClasses solved_classes;
    std::map<Material, tests::TableCodes> codes;
    for (const Material& material : index::with_dependencies(classes)) {
        auto solved = gen::solve_class(material, solved_classes, {});
        codes[material] = tests::to_codes(*solved, 1);
        solved_classes.add(std::move(solved));
    }
    return codes;
}

/// Returns the blocks of a side to move, of which the last one is shorter.
std::vector<Block> blocks_of(const ClassIndex& index, Colour mover, const tests::TableCodes& codes) {
    std::vector<Block> blocks;
    for (std::uint64_t first = 0; first < index.size(); first += table::block_positions) {
        Block block{first, {}, {}};
        for (std::uint64_t number = first; number < std::min(index.size(), first + table::block_positions); ++number) {
            const std::uint8_t code = codes[static_cast<std::size_t>(mover) * index.size() + number];
            block.dtm.push_back(code);
            block.wdl.push_back(code == table::dont_care_code ? code : table::result_code_of(code));
        }
        blocks.push_back(std::move(block));
    }
    return blocks;
}

/// Codes blocks and reads them back. Returns their bytes.
std::size_t check_blocks(const ClassIndex& index, Colour mover, Metric metric, const std::vector<Block>& blocks) {
    CAPTURE(index.material().name(), static_cast<int>(mover), static_cast<int>(metric));
    const Model model = tests::trained(index, mover, metric, blocks, {.table_bits = 12, .passes = 2});
    BlockSpace space;
    std::size_t all_bytes = 0;
    for (const Block& one : blocks) {
        const table::BlockCodes block = one.codes(metric);
        CAPTURE(block.first);
        const std::vector<std::byte> bytes = space.encode(model, block);
        REQUIRE(std::ranges::equal(tests::decoded(space, model, block, bytes), block.codes));
        all_bytes += bytes.size();
    }
    return all_bytes;
}

}  // namespace

TEST_CASE("all blocks of the classes of up to 3 pieces come back", "[codec]") {
    const auto codes = solved_codes({"KMvK", "KKvM", "KMvM", "MMvK"});
    int classes = 0;
    for (const auto& [material, its_codes] : codes) {
        if (material.men() == 0 || material.kings() == 0) {
            continue;
        }
        ++classes;
        const ClassIndex index{material};
        for (const Colour mover : both_colours) {
            const std::vector<Block> blocks = blocks_of(index, mover, its_codes);
            CHECK(blocks.back().dtm.size() < table::block_positions);
            const std::size_t wdl = check_blocks(index, mover, Metric::Wdl, blocks);
            const std::size_t dtm = check_blocks(index, mover, Metric::Dtm, blocks);
            CHECK(wdl * 20 < index.size());
            CHECK(dtm * 4 < index.size());
        }
    }
    CHECK(classes == 5);
}

TEST_CASE("blocks of slices that are their own mirror image come back up to each position", "[codec]") {
    const ClassIndex index{tests::class_of("MMvK")};
    const auto codes = solved_codes({"MMvK"});
    for (const Colour mover : both_colours) {  // White to move has no king
        const std::vector<Block> blocks = blocks_of(index, mover, codes.at(index.material()));
        BlockSpace space;
        const auto has_self_mirrored = [&](const Block& block) {
            for (std::uint64_t offset = 0; offset < block.dtm.size(); offset += index.slice_size()) {
                const index::SliceId id{(block.first + offset) / index.slice_size()};
                if (index.slices().unrank(id).is_self_mirrored()) {
                    return true;
                }
            }
            return false;
        };
        const auto found = std::ranges::find_if(blocks, has_self_mirrored);
        REQUIRE(found != blocks.end());
        for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
            CAPTURE(static_cast<int>(mover), static_cast<int>(metric), found->first);
            const Model model = tests::trained(index, mover, metric, blocks, {.table_bits = 12, .passes = 2});
            const table::BlockCodes block = found->codes(metric);
            const std::vector<std::byte> bytes = space.encode(model, block);
            for (std::uint32_t last = 0; last < block.codes.size(); last += tests::sampled ? 41 : 1) {
                tests::Codes codes_so_far(block.codes.size());
                const bool good = space.decode(model, block.first, bytes, block.results, codes_so_far, last);
                if (!good || !std::equal(block.codes.begin(), block.codes.begin() + last + 1, codes_so_far.begin())) {
                    FAIL("up to position " << last);
                }
            }
        }
    }
}

TEST_CASE("blocks of classes of 4 pieces come back", "[codec]") {
    if (tests::sampled) {
        return;
    }
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const std::vector<std::string> names{"KKvKM", "KKKvM", "KMvKM", "KKvMM", "MMMvK", "KKMvM"};
    const auto codes = solved_codes(names);
    for (const std::string& name : names) {
        const ClassIndex index{tests::class_of(name)};
        for (int side = 0; side < index::stored_sides(index.material()); ++side) {
            const auto mover = static_cast<Colour>(side);
            std::vector<Block> blocks = blocks_of(index, mover, codes.at(index.material()));
            std::shuffle(blocks.begin(), blocks.end(), random);
            blocks.resize(20);
            std::ranges::sort(blocks, {}, &Block::first);
            check_blocks(index, mover, Metric::Wdl, blocks);
            check_blocks(index, mover, Metric::Dtm, blocks);
        }
    }
}
