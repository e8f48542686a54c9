// Measures the block codec on classes of a directory of tables: size, and processor time to train, encode and decode,
// block by block and two in turns. Usage: codec_classes DIRECTORY POSITIONS CLASS... Uses blocks with POSITIONS
// positions per side at scattered places, and as many others to train on; all of a class that has no more. Every block
// is decoded again and compared. Environment: TRAIN (positions to train on), BITS (of the tables of votes), PASSES.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <dameotb/index/quiet_positions.hpp>

#include "class_blocks.hpp"

namespace {

using namespace dameotb;
using bench::cpu_ns;
using table::Metric;

/// The cost of a metric over some classes, weighted by their size.
struct Sums {
    double bits = 0;
    double model_bits = 0;
    double encode_ns = 0;
    double decode_ns = 0;
    double turns_ns = 0;
    double train_ns = 0;
};

/// Decodes all blocks in turns, one block group at a time. Returns the processor time in ns.
double decode_interleaved(const table::Model& model, Metric metric, const std::vector<bench::Block>& blocks,
                          const std::vector<std::vector<std::byte>>& encoded) {
    constexpr std::size_t group_blocks = 64;
    table::BlockSpace space;
    double ns = 0;
    for (std::size_t first = 0; first < blocks.size(); first += group_blocks) {
        std::vector<std::vector<std::uint8_t>> codes;
        std::vector<table::EncodedBlock> group;
        for (std::size_t i = first; i < std::min(first + group_blocks, blocks.size()); ++i) {
            codes.emplace_back(blocks[i].positions());
            group.push_back({&model, blocks[i].first, encoded[i], blocks[i].codes(metric).results, codes.back()});
        }
        const double begin = cpu_ns();
        const bool decodes = space.decode_all(group);
        ns += cpu_ns() - begin;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            if (!decodes || !std::ranges::equal(codes[i], blocks[first + i].codes(metric).codes)) {
                throw std::logic_error{"blocks of " + model.index().material().name() + " are decoded wrongly"};
            }
        }
    }
    return ns;
}

void measure(const index::ClassIndex& index, Colour mover, Metric metric, const std::vector<bench::Block>& sample,
             const std::vector<bench::Block>& measured, const table::TrainingEffort& effort, Sums& sums) {
    const std::vector<table::BlockCodes> training = bench::codes_of(sample, metric);
    double begin = cpu_ns();
    table::Model model = table::Model::train(index, mover, table::coding_of(metric), training, effort);
    const double train_ns = cpu_ns() - begin;
    const std::vector<std::byte> bytes = model.to_bytes();
    std::span<const std::byte> left{bytes};
    begin = cpu_ns();
    model = table::Model::read(index, mover, table::coding_of(metric), left).value();
    const double read_ns = cpu_ns() - begin;

    table::BlockSpace space;
    std::vector<std::vector<std::byte>> encoded;
    begin = cpu_ns();
    for (const bench::Block& block : measured) {
        encoded.push_back(space.encode(model, block.codes(metric)));
    }
    const double encode_ns = cpu_ns() - begin;

    std::vector<std::uint8_t> codes;
    std::vector<double> times;
    double bits = 0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const table::BlockCodes block = measured[i].codes(metric);
        codes.assign(block.codes.size(), 0);
        begin = cpu_ns();
        const bool decodes = space.decode(model, block.first, encoded[i], block.results, codes,
                                          static_cast<std::uint32_t>(codes.size() - 1));
        times.push_back(cpu_ns() - begin);
        if (!decodes || !std::ranges::equal(codes, block.codes)) {
            throw std::logic_error{"a block of " + index.material().name() + " is decoded wrongly"};
        }
        bits += static_cast<double>(encoded[i].size() * 8);
    }
    double decode_ns = 0;
    for (const double time : times) {
        decode_ns += time;
    }
    std::ranges::sort(times);
    const double turns_ns = decode_interleaved(model, metric, measured, encoded);
    const double positions = bench::positions_of(measured);
    std::printf(
        "%s %s %d: %.4f bits, model %zu bytes, %.1f ns encode, %.1f ns decode (block: median %.1f us, p99 %.1f), "
        "%.1f in turns, train %.1f ns, read model %.2f ms\n",
        index.material().name().c_str(), metric == Metric::Wdl ? "wdl" : "dtm", static_cast<int>(mover),
        bits / positions, bytes.size(), encode_ns / positions, decode_ns / positions, times[times.size() / 2] / 1e3,
        times[times.size() * 99 / 100] / 1e3, turns_ns / positions, train_ns / bench::positions_of(sample),
        read_ns / 1e6);
    std::fflush(stdout);
    const double share = static_cast<double>(index.size()) / positions;
    sums.bits += bits * share;
    sums.model_bits += static_cast<double>(bytes.size() * 8);
    sums.encode_ns += encode_ns * share;
    sums.decode_ns += decode_ns * share;
    sums.turns_ns += turns_ns * share;
    sums.train_ns += train_ns;
}

std::uint64_t number(const char* name, std::uint64_t otherwise) {
    const char* const given = std::getenv(name);
    return given == nullptr ? otherwise : std::stoull(given);
}

void measure_classes(const std::vector<std::string>& arguments) {
    const std::uint64_t positions = std::stoull(arguments.at(1));
    const std::uint64_t trained = number("TRAIN", positions);
    const table::TrainingEffort effort{.table_bits = static_cast<int>(number("BITS", 14)),
                                       .passes = static_cast<int>(number("PASSES", 2))};
    Sums wdl;
    Sums dtm;
    double all = 0;
    for (std::size_t i = 2; i < arguments.size(); ++i) {
        const auto material = index::Material::parse(arguments[i]);
        if (!material || !index::QuietPositions::lie_in_rows(*material)) {
            throw std::invalid_argument{arguments[i] + " is no class with kings and men"};
        }
        bench::ClassBlocks blocks{arguments[0], *material};
        for (int side = 0; side < index::stored_sides(*material); ++side) {
            const auto mover = static_cast<Colour>(side);
            const std::vector<bench::Block> sample = blocks.take(mover, trained, 1);
            const std::vector<bench::Block> measured = blocks.take(mover, positions, 12345);
            measure(blocks.index(), mover, Metric::Wdl, sample, measured, effort, wdl);
            measure(blocks.index(), mover, Metric::Dtm, sample, measured, effort, dtm);
            all += static_cast<double>(blocks.index().size());
        }
    }
    for (const auto& [name, sums] : {std::pair{"wdl", wdl}, std::pair{"dtm", dtm}}) {
        std::printf(
            "%s: %.4f bits a position + models %.4f, encode %.1f ns, decode %.1f, in turns %.1f, training %.1f\n", name,
            sums.bits / all, sums.model_bits / all, sums.encode_ns / all, sums.decode_ns / all, sums.turns_ns / all,
            sums.train_ns / all);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return bench::run_on_classes(argc, argv, measure_classes);
}
