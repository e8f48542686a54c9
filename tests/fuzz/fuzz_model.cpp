// Takes any bytes as the model of a small class of either metric. Most models begin with a byte and a size that can be,
// so that the input is read as decisions. The bytes must be refused, or be a model that writes bytes which read as the
// same model; a block of a .wdl must be decoded with it as it was encoded with it.
// Input: class and metric (1 byte), whether front bytes are given (1), bits (1), the model.
#include <algorithm>

#include "small_classes.hpp"

using namespace dameotb;

namespace {

void check_coding(const table::Model& model, table::Metric metric, std::uint32_t noise) {
    const tests::Block block = fuzz::block_of(model.index(), model.mover(), noise);
    const table::BlockCodes codes = block.codes(metric);
    table::BlockSpace space;
    const std::vector<std::byte> bytes = space.encode(model, codes);
    fuzz::require(bytes.size() <= codes.codes.size(), "a block has no more bytes than positions");
    std::vector<std::uint8_t> decoded(codes.codes.size());
    fuzz::require(
        space.decode(model, codes.first, bytes, codes.results, decoded, static_cast<std::uint32_t>(decoded.size() - 1)),
        "an encoded block is decoded");
    fuzz::require(std::ranges::equal(decoded, codes.codes), "a block is decoded as it was encoded");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::Input input{data, size};
    const fuzz::SmallClass small = fuzz::small_class(input.take(1));
    const bool as_given = input.take(1) % 4 == 0;
    const auto bits = static_cast<int>(8 + input.take(1) % 5);
    std::vector<std::byte> bytes = as_given ? std::vector<std::byte>{input.rest().begin(), input.rest().end()}
                                            : fuzz::model_bytes(bits, input.rest());
    std::span<const std::byte> left{bytes};
    const auto model = table::Model::read(small.index, small.mover, table::coding_of(small.metric), left);
    if (!model) {
        return 0;
    }
    fuzz::require(left.size() < bytes.size(), "a model takes bytes");
    const std::vector<std::byte> written = model->to_bytes();
    std::span<const std::byte> again{written};
    const auto same = table::Model::read(small.index, small.mover, table::coding_of(small.metric), again);
    fuzz::require(same && again.empty() && same->to_bytes() == written, "a model that was read is written and read");
    // The trees of a .dtm that was read may lack distances.
    if (small.metric == table::Metric::Wdl) {
        check_coding(*model, small.metric, static_cast<std::uint32_t>(size));
    }
    return 0;
}
