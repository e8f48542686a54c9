// Takes any bytes as a unit of a small class of either metric, with a trained model or with one of any bytes, or as a
// zstd unit. The bytes must be refused, or give values of the metric where no capture is forced, and of a .dtm those of
// the results; decoded as far as a place they must give the same as decoded whole. What is not plain and comes from a
// trained model must be encoded and decoded as what it gave.
// Input: class and metric (1 byte), kind of model (1), how far (2), bytes of the model (2) if it has any, the model,
// and the unit.
#include <algorithm>
#include <map>

#include <dameotb/table/codec/zstd_units.hpp>

#include "small_classes.hpp"

using namespace dameotb;
using table::Metric;

namespace {

const table::Model& trained(const fuzz::SmallClass& small) {
    static std::map<std::size_t, table::Model> models;
    if (const auto known = models.find(small.number); known != models.end()) {
        return known->second;
    }
    fuzz::UnitOfClass unit{small.index, small.mover};
    unit.fill(1);
    const table::UnitCodes sample = unit.codes(small.metric);
    return models
        .emplace(small.number, table::Model::train(small.index, small.mover, small.metric, {&sample, 1}, {8, 2}))
        .first->second;
}

/// Returns a model of any bytes; nothing if they are none.
std::optional<table::Model> any_model(const fuzz::SmallClass& small, std::span<const std::byte> bytes) {
    const std::vector<std::byte> whole = fuzz::model_bytes(8, bytes);
    std::span<const std::byte> left{whole};
    return table::Model::read(small.index, small.mover, small.metric, left);
}

bool is_value(Metric metric, std::uint8_t code) {
    return metric == Metric::Wdl ? table::is_result(code) : code <= table::most_dtm_code;
}

void check_unit(const fuzz::SmallClass& small, const table::Model& model, bool is_trained, std::uint32_t last,
                std::span<const std::byte> bytes) {
    fuzz::UnitOfClass unit{small.index, small.mover};
    unit.fill(static_cast<std::uint32_t>(bytes.size()));
    const std::span<const std::uint8_t> results = unit.codes(small.metric).results;
    table::UnitSpace space;
    std::vector<std::uint8_t> whole(fuzz::unit_places);
    if (!space.decode(model, unit.first(), bytes, results, whole, fuzz::unit_places - 1)) {
        return;
    }
    std::vector<std::uint8_t> expected_open(fuzz::unit_places, table::dont_care_code);
    for (const std::uint32_t place : unit.quiet()) {
        fuzz::require(is_value(small.metric, whole[place]), "a quiet place has a value");
        expected_open[place] = whole[place];
    }
    fuzz::require(whole == expected_open, "a place with a forced capture is open");

    std::vector<std::uint8_t> front(fuzz::unit_places);
    fuzz::require(space.decode(model, unit.first(), bytes, results, front, last), "the front of a unit is decoded");
    fuzz::require(std::equal(front.begin(), front.begin() + last + 1, whole.begin()),
                  "the front of a unit is that of the whole");
    if (!is_trained) {
        return;
    }
    for (const std::uint32_t place : unit.quiet()) {
        fuzz::require(small.metric == Metric::Wdl || table::wdl_code_of_dtm_code(whole[place]) == results[place],
                      "a distance has the result of the .wdl");
    }
    const std::vector<std::byte> again = space.encode(model, {unit.first(), whole, results});
    std::vector<std::uint8_t> decoded(fuzz::unit_places);
    fuzz::require(space.decode(model, unit.first(), again, results, decoded, fuzz::unit_places - 1) && decoded == whole,
                  "what was decoded is encoded and decoded");
}

void check_zstd(std::span<const std::byte> bytes) {
    std::vector<std::uint8_t> codes(fuzz::unit_places);
    if (!table::decode_zstd(bytes, codes)) {
        return;
    }
    table::ZstdEncoder encoder;
    std::vector<std::uint8_t> again(fuzz::unit_places);
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
    const std::uint32_t last = input.take(2) % fuzz::unit_places;
    if (kind == 0) {
        check_zstd(input.rest());
    } else if (kind == 1) {
        const std::size_t wanted = input.take(2);  // before the rest, which it shortens
        const std::size_t front = std::min(wanted, input.rest().size());
        if (const auto model = any_model(small, input.rest().first(front))) {
            check_unit(small, *model, false, last, input.rest().subspan(front));
        }
    } else {
        check_unit(small, trained(small), true, last, input.rest());
    }
    return 0;
}
