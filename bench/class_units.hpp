// Units of a class of real tables, as the codec takes them.
#pragma once

#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

#include <dameotb/scores/load/table_stream.hpp>
#include <dameotb/table/codec/unit_codec.hpp>
#include <dameotb/table/codec/value_codes.hpp>

#include "support.hpp"

namespace dameotb::bench {

/// The codes of a unit in both metrics.
struct Unit {
    std::uint64_t first;
    std::vector<std::uint8_t> wdl;
    std::vector<std::uint8_t> dtm;

    [[nodiscard]] table::UnitCodes codes(table::Metric metric) const {
        return metric == table::Metric::Wdl ? table::UnitCodes{first, wdl, {}} : table::UnitCodes{first, dtm, wdl};
    }
    [[nodiscard]] std::size_t places() const { return wdl.size(); }
};

[[nodiscard]] inline std::vector<table::UnitCodes> codes_of(const std::vector<Unit>& units, table::Metric metric) {
    std::vector<table::UnitCodes> codes;
    for (const Unit& unit : units) {
        codes.push_back(unit.codes(metric));
    }
    return codes;
}
[[nodiscard]] inline double places_of(const std::vector<Unit>& units) {
    std::size_t places = 0;
    for (const Unit& unit : units) {
        places += unit.places();
    }
    return static_cast<double>(places);
}

/// Calls run(arguments) of a program "DIRECTORY PLACES CLASS...". Returns its exit status.
template <class Run>
int run_on_classes(int argc, char** argv, const Run& run) {
    if (argc < 4) {
        std::fprintf(stderr, "usage: %s DIRECTORY PLACES CLASS...\n", argv[0]);
        return 2;
    }
    try {
        run({argv + 1, argv + argc});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
    return 0;
}

/// Cuts the places of a class into units, whatever units its files have.
class ClassUnits {
public:
    /// Throws table::TablebaseError if the class has no tables there.
    ClassUnits(const std::filesystem::path& directory, const index::Material& material,
               std::uint32_t unit_places = table::unit_places)
        : class_{directory, material, table::Metric::Dtm},
          reader_{class_.table(table::Metric::Dtm), scores::ForcedPlaces::Open},
          unit_places_{unit_places} {}

    [[nodiscard]] const index::ClassIndex& index() const { return class_.index(); }

    /// Returns units of `places` places together, in stretches at scattered spots, which `offset` moves; all units of
    /// the side if it has no more. In ascending order. Whatever the unit, the places are the same, but for a few.
    [[nodiscard]] std::vector<Unit> take(rules::Colour mover, std::uint64_t places, std::uint64_t offset) {
        constexpr std::uint64_t stretch_places = 4096;
        const std::uint64_t all_units = (index().size() + unit_places_ - 1) / unit_places_;
        const std::uint64_t stretch = std::max<std::uint64_t>(stretch_places / unit_places_, 1);
        const std::uint64_t all = (all_units + stretch - 1) / stretch;
        const std::uint64_t count = std::clamp<std::uint64_t>(places / (stretch * unit_places_), 1, all);
        std::vector<Unit> units;
        for (std::uint64_t i = 0; i < count; ++i) {
            const std::uint64_t first = (i * all / count + bench::scattered(i + offset, all / count)) * stretch;
            for (std::uint64_t ordinal = first; ordinal < std::min(first + stretch, all_units); ++ordinal) {
                units.push_back(unit(mover, ordinal));
            }
        }
        return units;
    }

private:
    [[nodiscard]] Unit unit(rules::Colour mover, std::uint64_t ordinal) {
        const std::uint64_t first = ordinal * unit_places_;
        const auto count = static_cast<std::uint32_t>(std::min<std::uint64_t>(unit_places_, index().size() - first));
        const std::span<const std::uint8_t> codes = reader_.read(mover, first, count);
        Unit unit{first, {}, {codes.begin(), codes.end()}};
        std::ranges::transform(codes, std::back_inserter(unit.wdl), table::wdl_code_at);
        return unit;
    }

    table::OpenClass class_;
    scores::PlacesReader reader_;
    std::uint32_t unit_places_;
};

}  // namespace dameotb::bench
