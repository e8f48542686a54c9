// Takes any bytes as a block of a small class of either metric, with a trained model or with one of any bytes, or as a
// zstd block. The bytes must be refused, or give values of the metric where no capture is forced, and of a .dtm those
// of the results; decoded as far as a position they must give the same as decoded whole. What is not plain and comes
// from a trained model must be encoded and decoded as what it gave. Input: class and metric (1 byte), kind of model
// (1), how far (2), bytes of the model (2) if it has any, the model, and the block.
#include <algorithm>
#include <map>

#include <dameotb/table/codec/zstd_blocks.hpp>

#include "small_classes.hpp"

using namespace dameotb;
using table::Metric;

namespace {

const table::Model& trained(const fuzz::SmallClass& small) {
    static std::map<std::size_t, table::Model> models;
    if (const auto known = models.find(small.number); known != models.end()) {
        return known->second;
    }
    const tests::Block block = fuzz::block_of(small.index, small.mover, 1);
    const table::BlockCodes sample = block.codes(small.metric);
    return models
        .emplace(small.number,
                 table::Model::train(small.index, small.mover, table::coding_of(small.metric), {&sample, 1}, {8, 2}))
        .first->second;
}

/// Returns a model of any bytes; nothing if they are none.
std::optional<table::Model> any_model(const fuzz::SmallClass& small, std::span<const std::byte> bytes) {
    const std::vector<std::byte> whole = fuzz::model_bytes(8, bytes);
    std::span<const std::byte> left{whole};
    return table::Model::read(small.index, small.mover, table::coding_of(small.metric), left);
}

bool is_value(Metric metric, std::uint8_t code) {
    return metric == Metric::Wdl ? table::is_result(code) : code <= table::most_distance_code;
}

void check_block(const fuzz::SmallClass& small, const table::Model& model, bool is_trained, std::uint32_t last,
                 std::span<const std::byte> bytes) {
    const tests::Block block = fuzz::block_of(small.index, small.mover, static_cast<std::uint32_t>(bytes.size()));
    const std::span<const std::uint8_t> results = block.codes(small.metric).results;
    table::BlockSpace space;
    std::vector<std::uint8_t> whole(fuzz::block_positions);
    if (!space.decode(model, block.first, bytes, results, whole, fuzz::block_positions - 1)) {
        return;
    }
    for (std::uint32_t offset = 0; offset < fuzz::block_positions; ++offset) {
        if (!fuzz::is_quiet(block, offset)) {
            fuzz::require(whole[offset] == table::dont_care_code, "a position with a forced capture is open");
            continue;
        }
        fuzz::require(is_value(small.metric, whole[offset]), "a quiet position has a value");
        fuzz::require(
            !is_trained || small.metric == Metric::Wdl || table::result_code_of(whole[offset]) == results[offset],
            "a distance has the result of the .wdl");
    }

    std::vector<std::uint8_t> front(fuzz::block_positions);
    fuzz::require(space.decode(model, block.first, bytes, results, front, last), "the front of a block is decoded");
    fuzz::require(std::equal(front.begin(), front.begin() + last + 1, whole.begin()),
                  "the front of a block is that of the whole");
    if (!is_trained) {
        return;
    }
    const std::vector<std::byte> again = space.encode(model, {block.first, whole, results});
    std::vector<std::uint8_t> decoded(fuzz::block_positions);
    fuzz::require(
        space.decode(model, block.first, again, results, decoded, fuzz::block_positions - 1) && decoded == whole,
        "what was decoded is encoded and decoded");
}

void check_zstd(std::span<const std::byte> bytes) {
    std::vector<std::uint8_t> codes(fuzz::block_positions);
    if (!table::decode_zstd(bytes, codes)) {
        return;
    }
    table::ZstdEncoder encoder;
    std::vector<std::uint8_t> again(fuzz::block_positions);
    if (std::ranges::find(codes, table::dont_care_code) == codes.end()) {
        fuzz::require(table::decode_zstd(encoder.encode(codes), again) && again == codes,
                      "what was decoded is encoded and decoded");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const fuzz::SmallClass small = fuzz::small_class(input.take(1));
    const std::uint32_t kind = input.take(1) % 4;
    const std::uint32_t last = input.take(2) % fuzz::block_positions;
    if (kind == 0) {
        check_zstd(input.rest());
    } else if (kind == 1) {
        const std::size_t wanted = input.take(2);  // before the rest, which it shortens
        const std::size_t front = std::min(wanted, input.rest().size());
        if (const auto model = any_model(small, input.rest().first(front))) {
            check_block(small, *model, false, last, input.rest().subspan(front));
        }
    } else {
        check_block(small, trained(small), true, last, input.rest());
    }
    return 0;
}
