// Measures the codec of units on classes of a directory of tables: size, and processor time to train, encode and
// decode, one unit after the other and two in turns. Usage: codec_classes DIRECTORY PLACES CLASS... Takes units of so
// many places a side at scattered spots, and as many others to train on; all of a class, if it has no more. Every unit
// is decoded again and compared. Environment: TRAIN (places to train on), BITS (of the tables of votes), PASSES.
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include <dameotb/index/quiet_places.hpp>

#include "class_units.hpp"

namespace {

using namespace dameotb;
using bench::cpu_ns;
using table::Metric;

/// What a metric of some classes costs, each class as large as it is.
struct Sums {
    double bits = 0;
    double model_bits = 0;
    double encode_ns = 0;
    double decode_ns = 0;
    double turns_ns = 0;
    double train_ns = 0;
};

/// Decodes all units in turns, those of a page at a time. Returns the processor time in ns.
double decode_in_turns(const table::Model& model, Metric metric, const std::vector<bench::Unit>& units,
                       const std::vector<std::vector<std::byte>>& encoded) {
    constexpr std::size_t page_units = 64;
    table::UnitSpace space;
    double ns = 0;
    for (std::size_t first = 0; first < units.size(); first += page_units) {
        std::vector<std::vector<std::uint8_t>> codes;
        std::vector<table::EncodedUnit> page;
        for (std::size_t i = first; i < std::min(first + page_units, units.size()); ++i) {
            codes.emplace_back(units[i].places());
            page.push_back({&model, units[i].first, encoded[i], units[i].codes(metric).results, codes.back()});
        }
        const double begin = cpu_ns();
        const bool decodes = space.decode_all(page);
        ns += cpu_ns() - begin;
        for (std::size_t i = 0; i < codes.size(); ++i) {
            if (!decodes || !std::ranges::equal(codes[i], units[first + i].codes(metric).codes)) {
                throw std::logic_error{"units of " + model.index().material().name() + " are decoded wrongly"};
            }
        }
    }
    return ns;
}

void measure(const index::ClassIndex& index, rules::Colour mover, Metric metric, const std::vector<bench::Unit>& sample,
             const std::vector<bench::Unit>& measured, const table::TrainingEffort& effort, Sums& sums) {
    const std::vector<table::UnitCodes> training = bench::codes_of(sample, metric);
    double begin = cpu_ns();
    table::Model model = table::Model::train(index, mover, metric, training, effort);
    const double train_ns = cpu_ns() - begin;
    const std::vector<std::byte> bytes = model.to_bytes();
    std::span<const std::byte> left{bytes};
    begin = cpu_ns();
    model = table::Model::read(index, mover, metric, left).value();
    const double read_ns = cpu_ns() - begin;

    table::UnitSpace space;
    std::vector<std::vector<std::byte>> encoded;
    begin = cpu_ns();
    for (const bench::Unit& unit : measured) {
        encoded.push_back(space.encode(model, unit.codes(metric)));
    }
    const double encode_ns = cpu_ns() - begin;

    std::vector<std::uint8_t> codes;
    std::vector<double> times;
    double bits = 0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const table::UnitCodes unit = measured[i].codes(metric);
        codes.assign(unit.codes.size(), 0);
        begin = cpu_ns();
        const bool decodes = space.decode(model, unit.first, encoded[i], unit.results, codes,
                                          static_cast<std::uint32_t>(codes.size() - 1));
        times.push_back(cpu_ns() - begin);
        if (!decodes || !std::ranges::equal(codes, unit.codes)) {
            throw std::logic_error{"a unit of " + index.material().name() + " is decoded wrongly"};
        }
        bits += static_cast<double>(encoded[i].size() * 8);
    }
    double decode_ns = 0;
    for (const double time : times) {
        decode_ns += time;
    }
    std::ranges::sort(times);
    const double turns_ns = decode_in_turns(model, metric, measured, encoded);
    const double places = bench::places_of(measured);
    std::printf(
        "%s %s %d: %.4f bits, model %zu bytes, %.1f ns encode, %.1f ns decode (unit: median %.1f us, p99 %.1f), "
        "%.1f in turns, train %.1f ns, read model %.2f ms\n",
        index.material().name().c_str(), metric == Metric::Wdl ? "wdl" : "dtm", static_cast<int>(mover), bits / places,
        bytes.size(), encode_ns / places, decode_ns / places, times[times.size() / 2] / 1e3,
        times[times.size() * 99 / 100] / 1e3, turns_ns / places, train_ns / bench::places_of(sample), read_ns / 1e6);
    std::fflush(stdout);
    const double share = static_cast<double>(index.size()) / places;
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
    const std::uint64_t places = std::stoull(arguments.at(1));
    const std::uint64_t trained = number("TRAIN", places);
    const table::TrainingEffort effort{.table_bits = static_cast<int>(number("BITS", 14)),
                                       .passes = static_cast<int>(number("PASSES", 2))};
    Sums wdl;
    Sums dtm;
    double all = 0;
    for (std::size_t i = 2; i < arguments.size(); ++i) {
        const auto material = index::Material::parse(arguments[i]);
        if (!material || !index::QuietPlaces::lie_in_rows(*material)) {
            throw std::invalid_argument{arguments[i] + " is no class with kings and men"};
        }
        bench::ClassUnits units{arguments[0], *material};
        for (int side = 0; side < index::stored_sides(*material); ++side) {
            const auto mover = static_cast<rules::Colour>(side);
            const std::vector<bench::Unit> sample = units.take(mover, trained, 1);
            const std::vector<bench::Unit> measured = units.take(mover, places, 12345);
            measure(units.index(), mover, Metric::Wdl, sample, measured, effort, wdl);
            measure(units.index(), mover, Metric::Dtm, sample, measured, effort, dtm);
            all += static_cast<double>(units.index().size());
        }
    }
    for (const auto& [name, sums] : {std::pair{"wdl", wdl}, std::pair{"dtm", dtm}}) {
        std::printf("%s: %.4f bits a place + models %.4f, encode %.1f ns, decode %.1f, in turns %.1f, training %.1f\n",
                    name, sums.bits / all, sums.model_bits / all, sums.encode_ns / all, sums.decode_ns / all,
                    sums.turns_ns / all, sums.train_ns / all);
    }
}

}  // namespace

int main(int argc, char** argv) {
    return bench::run_on_classes(argc, argv, measure_classes);
}
