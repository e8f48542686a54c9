// Decodes whole units. If a batch ends inside a unit, that unit is decoded again for the next batch.
#include <dameotb/scores/load/table_stream.hpp>

#include <algorithm>

#include <dameotb/index/quiet_places.hpp>
#include <dameotb/scores/load/first_damage.hpp>
#include <dameotb/scores/threads/parallel.hpp>
#include <dameotb/table/codec/value_codes.hpp>

namespace dameotb::scores {

void PlacesReader::read_unit(std::uint64_t ordinal, std::span<std::uint8_t> codes) {
    reader_.read(table_, ordinal, codes, static_cast<std::uint32_t>(codes.size() - 1));
    if (forced_ == ForcedPlaces::Open && !table_.has_models()) {
        open_forced(ordinal, codes);
    }
}

bool PlacesReader::read_together(std::uint64_t first, std::uint64_t end, std::span<std::uint8_t> codes) {
    if (!table_.has_models()) {
        return false;
    }
    try {
        reader_.read_all(table_, first, end, codes);
        return true;
    } catch (const table::TablebaseError&) {  // unit by unit the first damaged one is found
        return false;
    }
}

void PlacesReader::open_forced(std::uint64_t ordinal, std::span<std::uint8_t> codes) {
    const table::UnitPlace at = table_.place_of(ordinal);
    const index::QuietPlaces quiet{table_.index()};
    marks_.resize((codes.size() + 63) / 64);
    quiet.mark(static_cast<std::uint64_t>(at.mover) * table_.index().size() + at.first, codes.size(), marks_);
    for (std::size_t i = 0; i < codes.size(); ++i) {
        codes[i] = index::is_quiet(marks_, i) ? codes[i] : table::dont_care_code;
    }
}

std::span<const std::uint8_t> PlacesReader::read(rules::Colour mover, std::uint64_t first, std::uint32_t count) {
    const table::Header& header = table_.header();
    const auto side = static_cast<rules::Colour>(mover);
    const std::uint64_t first_unit = header.unit_of(side, first);
    const std::uint64_t last_unit = header.unit_of(side, first + count - 1);
    const std::uint64_t begin = header.first_of(first_unit);
    codes_.resize(header.first_of(last_unit) + header.places_in_unit(last_unit) - begin);
    read_units(first_unit, last_unit + 1, codes_, [](std::uint64_t, const auto& read) { read(); });
    return std::span{codes_}.subspan(first - begin, count);
}

std::uint64_t TableStream::unit_at(std::uint64_t place) const {
    const table::Header& header = table_.header();
    return place / header.places_per_side * header.units_per_side() +
           place % header.places_per_side / header.unit_places;
}

std::uint64_t TableStream::first_place(std::uint64_t unit) const {
    const table::Header& header = table_.header();
    return unit / header.units_per_side() * header.places_per_side + header.first_of(unit);
}

std::span<std::uint8_t> TableStream::read(std::uint64_t first, std::uint64_t end, const Team& team) {
    const std::uint64_t first_unit = unit_at(first);
    const std::uint64_t end_unit = unit_at(end - 1) + 1;
    codes_.resize(first_place(end_unit) - first_place(first_unit));
    decode(first_unit, end_unit, codes_, team);
    return std::span{codes_}.subspan(first - first_place(first_unit), end - first);
}

/// Decodes the units `first_unit` to `end_unit` - 1 into `codes`, one after the other from its beginning.
void TableStream::decode(std::uint64_t first_unit, std::uint64_t end_unit, std::span<std::uint8_t> codes,
                         const Team& team) const {
    const std::uint64_t page_units = table_.header().page_units;
    const std::uint64_t first_page = first_unit / page_units;
    const std::uint64_t pages = (end_unit + page_units - 1) / page_units - first_page;
    FirstDamage damage;
    std::vector<PlacesReader> readers;
    for (int i = 0; i < team.threads; ++i) {
        readers.emplace_back(table_, forced_);
    }
    parallel_for(pages, team, [&](std::size_t thread, std::uint64_t page) {
        const std::uint64_t end = std::min(end_unit, (first_page + page + 1) * page_units);
        const std::uint64_t begin = std::max(first_unit, (first_page + page) * page_units);
        const auto of_units =
            codes.subspan(first_place(begin) - first_place(first_unit), first_place(end) - first_place(begin));
        readers[thread].read_units(begin, end, of_units,
                                   [&](std::uint64_t unit, const auto& read) { damage.guard(unit, read); });
    });
    damage.rethrow();
}

}  // namespace dameotb::scores
