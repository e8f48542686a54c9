// Measures the codec of units on classes of a directory of tables: size, and processor time to train, encode and
// decode. Usage: codec_classes DIRECTORY PLACES CLASS... Takes units of so many places a side at scattered spots, and
// as many others to train on; all of a class, if it has no more. Every unit is decoded again and compared.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include <dameotb/codec/unit_codec.hpp>
#include <dameotb/codec/value_codes.hpp>
#include <dameotb/files/block_codes.hpp>
#include <dameotb/files/table_directory.hpp>
#include <dameotb/index/quiet_places.hpp>

#include "support.hpp"

namespace {

using namespace dameotb;
using Codes = std::vector<std::uint8_t>;

double cpu_ns() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

struct Unit {
    std::uint64_t first;
    Codes dtm;
    Codes wdl;
    [[nodiscard]] codec::UnitCodes codes(format::Metric metric) const {
        return metric == format::Metric::Wdl ? codec::UnitCodes{first, wdl, {}} : codec::UnitCodes{first, dtm, wdl};
    }
};

class Places {
public:
    Places(const std::filesystem::path& directory, const index::Material& material)
        : index{material},
          quiet_{index},
          reader_{files::open_table(directory, {material, format::Metric::Dtm})},
          decoder_{reader_, quiet_, files::ForcedPlaces::Open} {}

    Unit unit(int side, std::uint64_t ordinal) {
        Unit unit{ordinal * codec::unit_places, {}, {}};
        const std::uint64_t count = std::min<std::uint64_t>(codec::unit_places, index.size() - unit.first);
        const std::uint64_t block_places = reader_.header().block_places;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t place = static_cast<std::uint64_t>(side) * index.size() + unit.first + i;
            if (place / block_places != block_) {
                block_ = place / block_places;
                block_codes_.resize(reader_.places_in_block(block_));
                decoder_.decode(block_, block_codes_);
            }
            const std::uint8_t code = block_codes_[place % block_places];
            unit.dtm.push_back(code);
            unit.wdl.push_back(code == codec::open_code ? code : codec::wdl_code_of_dtm_code(code));
        }
        return unit;
    }

    index::ClassIndex index;

private:
    index::QuietPlaces quiet_;
    format::TableReader reader_;
    files::BlockCodesDecoder decoder_;
    std::uint64_t block_ = ~std::uint64_t{0};
    Codes block_codes_;
};

struct Sums {
    double bits = 0;
    double model_bits = 0;
    double encode_ns = 0;
    double decode_ns = 0;
    double train_ns = 0;
};

std::vector<Unit> units(Places& places, int side, std::uint64_t count, std::uint64_t offset) {
    const std::uint64_t all = (places.index.size() + codec::unit_places - 1) / codec::unit_places;
    std::vector<std::uint64_t> ordinals;
    for (std::uint64_t i = 0; i < std::min(count, all); ++i) {
        ordinals.push_back(
            count >= all ? i : i * all / count + bench::scattered(i + offset, std::max<std::uint64_t>(all / count, 1)));
    }
    std::vector<Unit> taken;
    for (const std::uint64_t ordinal : ordinals) {
        taken.push_back(places.unit(side, ordinal));
    }
    return taken;
}

void measure(Places& places, int side, format::Metric metric, const std::vector<Unit>& sample,
             const std::vector<Unit>& measured, const codec::TrainingEffort& effort, Sums& sums) {
    const auto mover = static_cast<rules::Colour>(side);
    std::vector<codec::UnitCodes> training;
    double training_places = 0;
    for (const Unit& unit : sample) {
        training.push_back(unit.codes(metric));
        training_places += static_cast<double>(unit.dtm.size());
    }
    double begin = cpu_ns();
    codec::Model model = codec::Model::train(places.index, mover, metric, training, effort);
    const double train_ns = cpu_ns() - begin;
    const std::vector<std::byte> bytes = model.to_bytes();
    std::span<const std::byte> left{bytes};
    begin = cpu_ns();
    model = codec::Model::read(places.index, mover, metric, left).value();
    const double read_ns = cpu_ns() - begin;
    codec::UnitSpace space;
    std::vector<std::vector<std::byte>> encoded;
    double unit_bytes = 0;
    double unit_places = 0;
    begin = cpu_ns();
    for (const Unit& unit : measured) {
        encoded.push_back(space.encode(model, unit.codes(metric)));
    }
    const double encode_ns = cpu_ns() - begin;
    Codes codes;
    std::vector<double> times;
    int wrong = 0;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        const codec::UnitCodes unit = measured[i].codes(metric);
        codes.assign(unit.codes.size(), 0);
        begin = cpu_ns();
        const bool decodes = space.decode(model, unit.first, encoded[i], unit.results, codes,
                                          static_cast<std::uint32_t>(codes.size() - 1));
        times.push_back(cpu_ns() - begin);
        wrong += decodes && std::ranges::equal(codes, unit.codes) ? 0 : 1;
        unit_bytes += static_cast<double>(encoded[i].size());
        unit_places += static_cast<double>(codes.size());
    }
    double decode_ns = 0;
    for (const double time : times) {
        decode_ns += time;
    }
    std::ranges::sort(times);
    std::printf(
        "%s %s %d: %.4f bits, model %zu bytes, %.1f ns encode, %.1f ns decode (unit: median %.1f us, p99 %.1f), "
        "train %.1f ns, read model %.2f ms%s\n",
        places.index.material().name().c_str(), metric == format::Metric::Wdl ? "wdl" : "dtm", side,
        unit_bytes * 8 / unit_places, bytes.size(), encode_ns / unit_places, decode_ns / unit_places,
        times[times.size() / 2] / 1e3, times[times.size() * 99 / 100] / 1e3, train_ns / training_places, read_ns / 1e6,
        wrong > 0 ? "  WRONG" : "");
    std::fflush(stdout);
    const auto all = static_cast<double>(places.index.size());
    sums.bits += unit_bytes * 8 / unit_places * all;
    sums.model_bits += static_cast<double>(bytes.size()) * 8;
    sums.encode_ns += encode_ns / unit_places * all;
    sums.decode_ns += decode_ns / unit_places * all;
    sums.train_ns += train_ns;
}

}  // namespace

int main(int argc, char** argv) {
    const std::filesystem::path directory = argv[1];
    const std::uint64_t count = std::strtoull(argv[2], nullptr, 10) / codec::unit_places;
    codec::TrainingEffort effort;
    if (const char* bits = std::getenv("BITS")) {
        effort.table_bits = std::atoi(bits);
    }
    if (const char* passes = std::getenv("PASSES")) {
        effort.passes = std::atoi(passes);
    }
    const char* train = std::getenv("TRAIN");
    const std::uint64_t train_count = train != nullptr ? std::strtoull(train, nullptr, 10) / codec::unit_places : count;
    Sums wdl;
    Sums dtm;
    double all = 0;
    for (int i = 3; i < argc; ++i) {
        Places places{directory, *index::Material::parse(argv[i])};
        for (int side = 0; side < index::stored_sides(places.index.material()); ++side) {
            const std::vector<Unit> sample = units(places, side, train_count, 1);
            const std::vector<Unit> measured = units(places, side, count, 12345);
            measure(places, side, format::Metric::Wdl, sample, measured, effort, wdl);
            measure(places, side, format::Metric::Dtm, sample, measured, effort, dtm);
            all += static_cast<double>(places.index.size());
        }
    }
    for (const auto& [name, sums] : {std::pair{"wdl", wdl}, std::pair{"dtm", dtm}}) {
        std::printf("%s: %.4f bits a place + models %.4f, encode %.1f ns, decode %.1f, training %.1f\n", name,
                    sums.bits / all, sums.model_bits / all, sums.encode_ns / all, sums.decode_ns / all,
                    sums.train_ns / all);
    }
}
