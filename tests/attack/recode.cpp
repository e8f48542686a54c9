#include "recode.hpp"

#include <array>

#include <dameotb/index/quiet_places.hpp>
#include <dameotb/table/codec/value_codes.hpp>
#include <dameotb/table/codec/zstd_units.hpp>
#include <dameotb/table/directory/open_class.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/directory/unit_reader.hpp>
#include <dameotb/table/format/page.hpp>
#include <dameotb/table/format/values_digest.hpp>

namespace dameotb::attack {

namespace {

using table::Metric;
using Codes = std::vector<std::uint8_t>;

/// The codes of all places of a class by metric, table::dont_care_code where a capture is forced.
using ClassCodes = std::array<Codes, 2>;

/// How a table is cut and encoded.
struct Cut {
    table::Encoding encoding;
    std::uint32_t unit_places;
    std::uint32_t page_units;
};

Codes read_codes(const table::OpenTable& table) {
    const index::QuietPlaces quiet{table.index()};
    table::UnitReader reader;
    Codes codes;
    for (std::uint64_t unit = 0; unit < table.header().units(); ++unit) {
        Codes of_unit(table.header().places_in_unit(unit));
        reader.read(table, unit, of_unit, static_cast<std::uint32_t>(of_unit.size() - 1));
        codes.insert(codes.end(), of_unit.begin(), of_unit.end());
    }
    std::vector<std::uint64_t> marks((codes.size() + 63) / 64);
    quiet.mark(0, codes.size(), marks);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codes[i] = index::is_quiet(marks, i) ? codes[i] : table::dont_care_code;
    }
    return codes;
}

/// Returns all units of a table, in their order.
std::vector<table::UnitCodes> cut_units(const table::Header& header, const ClassCodes& codes) {
    const bool has_results = header.metric == Metric::Dtm;
    std::vector<table::UnitCodes> units;
    for (std::uint64_t ordinal = 0; ordinal < header.units(); ++ordinal) {
        const std::uint64_t side = ordinal / header.units_per_side();
        const std::uint64_t first = ordinal % header.units_per_side() * header.unit_places;
        const auto part = [&](Metric metric) {
            return std::span{codes[static_cast<std::size_t>(metric)]}.subspan(side * header.places_per_side + first,
                                                                              header.places_in_unit(ordinal));
        };
        units.push_back({first, part(header.metric), has_results ? part(Metric::Wdl) : std::span<std::uint8_t>{}});
    }
    return units;
}

/// Encodes units with models, or without.
class Encoder {
public:
    Encoder(const table::Header& header, const index::ClassIndex& index, std::span<const table::UnitCodes> units)
        : units_per_side_{header.units_per_side()} {
        constexpr table::TrainingEffort little{.table_bits = 8, .passes = 1};
        for (std::uint64_t side = 0; header.encoding == table::Encoding::Neighbours && side < header.sides; ++side) {
            models_.push_back(table::Model::train(index, static_cast<rules::Colour>(side), header.metric,
                                                  units.subspan(side * units_per_side_, units_per_side_), little));
        }
    }
    [[nodiscard]] tests::Bytes models() const {
        tests::Bytes bytes;
        for (const table::Model& model : models_) {
            const tests::Bytes own = model.to_bytes();
            bytes.insert(bytes.end(), own.begin(), own.end());
        }
        return bytes;
    }
    [[nodiscard]] tests::Bytes encode(std::uint64_t ordinal, const table::UnitCodes& unit) {
        return models_.empty() ? zstd_.encode(unit.codes) : space_.encode(models_[ordinal / units_per_side_], unit);
    }

private:
    std::uint64_t units_per_side_;
    std::vector<table::Model> models_;
    table::UnitSpace space_;
    table::ZstdEncoder zstd_;
};

tests::Contents encode_table(table::Header& header, const Cut& cut, const index::ClassIndex& index,
                             const ClassCodes& codes) {
    header.encoding = cut.encoding;
    header.unit_places = cut.unit_places;
    header.page_units = cut.page_units;
    const std::vector<table::UnitCodes> units = cut_units(header, codes);
    Encoder encoder{header, index, units};
    tests::Contents contents{encoder.models(), {}};
    for (std::uint64_t ordinal = 0; ordinal < units.size(); ++ordinal) {
        contents.units.push_back(encoder.encode(ordinal, units[ordinal]));
    }
    header.models_bytes = static_cast<std::uint32_t>(contents.models.size());
    header.seed = table::seed_of(header, contents.models);
    return contents;
}

void recode_class(const std::filesystem::path& directory, const index::Material& material, const Cut& cut) {
    std::array<table::Header, 2> headers;
    std::array<tests::Contents, 2> contents;
    {
        const table::OpenClass open{directory, material, Metric::Dtm};
        ClassCodes codes;
        for (const Metric metric : table::metrics) {
            codes[static_cast<std::size_t>(metric)] = read_codes(open.table(metric));
        }
        for (const Metric metric : table::metrics) {
            const auto i = static_cast<std::size_t>(metric);
            headers[i] = open.table(metric).header();
            contents[i] = encode_table(headers[i], cut, open.index(), codes);
        }
    }
    for (const Metric metric : table::metrics) {
        const auto i = static_cast<std::size_t>(metric);
        tests::write_table(table::table_path(directory, {material, metric}), headers[i], contents[i]);
    }
}

}  // namespace

void recode_tables(const std::filesystem::path& directory, Choices& random) {
    constexpr std::array<std::uint32_t, 4> unit_places{100, 512, 2048, 5000};
    constexpr std::array<std::uint32_t, 4> page_units{1, 3, 16, 64};
    for (const index::Material& material : table::classes_of(table::list_tables(directory))) {
        const bool has_models = index::QuietPlaces::lie_in_rows(material) && random.below(4) != 0;
        recode_class(
            directory, material,
            {has_models ? table::Encoding::Neighbours : table::Encoding::Zstd,
             unit_places.at(random.below(unit_places.size())), page_units.at(random.below(page_units.size()))});
    }
}

}  // namespace dameotb::attack
