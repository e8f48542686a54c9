// Codes whole solved classes and reads them back, also with the plain decoder of docs/codec.md.
#include <map>

#include <dameotb/scores/slice/class_scores.hpp>

#include <dameotb/gen/class_solver.hpp>
#include "catch.hpp"
#include "plain_tables.hpp"
#include "plain_unit.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "table_codes.hpp"
#include "units.hpp"

using namespace dameotb;
using index::ClassIndex;
using index::Material;
using rules::Colour;
using table::Metric;
using table::Model;
using table::UnitSpace;
using tests::Unit;

namespace {

/// The .dtm codes of all places of some classes and of those that they depend on.
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

/// Returns the units of a side to move, of which the last one is shorter.
std::vector<Unit> units_of(const ClassIndex& index, Colour mover, const tests::TableCodes& codes) {
    std::vector<Unit> units;
    for (std::uint64_t first = 0; first < index.size(); first += table::unit_places) {
        Unit unit{first, {}, {}};
        for (std::uint64_t number = first; number < std::min(index.size(), first + table::unit_places); ++number) {
            const std::uint8_t code = codes[static_cast<std::size_t>(mover) * index.size() + number];
            unit.dtm.push_back(code);
            unit.wdl.push_back(code == table::dont_care_code ? code : table::wdl_code_of_dtm_code(code));
        }
        units.push_back(std::move(unit));
    }
    return units;
}

/// Codes units and compares what both decoders give. The plain one decodes every `plain_step`-th unit. Returns the
/// bytes of the units.
std::size_t check_units(const ClassIndex& index, Colour mover, Metric metric, const std::vector<Unit>& units,
                        std::size_t plain_step) {
    CAPTURE(index.material().name(), static_cast<int>(mover), static_cast<int>(metric));
    const Model model = tests::trained(index, mover, metric, units, {.table_bits = 12, .passes = 2});
    UnitSpace space;
    std::size_t all_bytes = 0;
    for (std::size_t i = 0; i < units.size(); ++i) {
        const table::UnitCodes unit = units[i].codes(metric);
        CAPTURE(unit.first);
        const std::vector<std::byte> bytes = space.encode(model, unit);
        REQUIRE(std::ranges::equal(tests::decoded(space, model, unit, bytes), unit.codes));
        if (i % plain_step == 0 || i + 1 == units.size()) {
            tests::PlainUnit plain{index,       mover, model, unit.first, static_cast<std::uint32_t>(unit.codes.size()),
                                   unit.results};
            const auto decoded = plain.decode(bytes);
            REQUIRE(decoded.has_value());
            REQUIRE(std::ranges::equal(*decoded, unit.codes));
        }
        all_bytes += bytes.size();
    }
    return all_bytes;
}

}  // namespace

TEST_CASE("all units of the classes of up to 3 pieces come back, from the plain decoder too", "[codec]") {
    const auto codes = solved_codes({"KMvK", "KKvM", "KMvM", "MMvK"});
    int classes = 0;
    for (const auto& [material, its_codes] : codes) {
        if (material.men() == 0 || material.kings() == 0) {
            continue;
        }
        ++classes;
        const ClassIndex index{material};
        for (const Colour mover : {Colour::White, Colour::Black}) {
            const std::vector<Unit> units = units_of(index, mover, its_codes);
            CHECK(units.back().dtm.size() < table::unit_places);
            const std::size_t wdl = check_units(index, mover, Metric::Wdl, units, tests::sampled ? 10 : 1);
            const std::size_t dtm = check_units(index, mover, Metric::Dtm, units, tests::sampled ? 10 : 1);
            CHECK(wdl * 20 < index.size());
            CHECK(dtm * 4 < index.size());
        }
    }
    CHECK(classes == 5);
}

TEST_CASE("units of slices that are their own mirror image come back up to each place", "[codec]") {
    const ClassIndex index{tests::class_of("MMvK")};
    const auto codes = solved_codes({"MMvK"});
    for (const Colour mover : {Colour::White, Colour::Black}) {  // White to move has no king
        const std::vector<Unit> units = units_of(index, mover, codes.at(index.material()));
        UnitSpace space;
        const auto has_self_mirrored = [&](const Unit& unit) {
            for (std::uint64_t place = 0; place < unit.dtm.size(); place += index.slice_size()) {
                const index::SliceId id{(unit.first + place) / index.slice_size()};
                if (index.slices().unrank(id).is_self_mirrored()) {
                    return true;
                }
            }
            return false;
        };
        const auto found = std::ranges::find_if(units, has_self_mirrored);
        REQUIRE(found != units.end());
        for (const Metric metric : {Metric::Wdl, Metric::Dtm}) {
            CAPTURE(static_cast<int>(mover), static_cast<int>(metric), found->first);
            const Model model = tests::trained(index, mover, metric, units, {.table_bits = 12, .passes = 2});
            const table::UnitCodes unit = found->codes(metric);
            const std::vector<std::byte> bytes = space.encode(model, unit);
            for (std::uint32_t last = 0; last < unit.codes.size(); last += tests::sampled ? 41 : 1) {
                tests::Codes codes_so_far(unit.codes.size());
                const bool good = space.decode(model, unit.first, bytes, unit.results, codes_so_far, last);
                if (!good || !std::equal(unit.codes.begin(), unit.codes.begin() + last + 1, codes_so_far.begin())) {
                    FAIL("up to place " << last);
                }
            }
        }
    }
}

TEST_CASE("units of classes of 4 pieces come back, from the plain decoder too", "[codec]") {
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
            std::vector<Unit> units = units_of(index, mover, codes.at(index.material()));
            std::shuffle(units.begin(), units.end(), random);
            units.resize(20);
            std::ranges::sort(units, {}, &Unit::first);
            check_units(index, mover, Metric::Wdl, units, 4);
            check_units(index, mover, Metric::Dtm, units, 4);
        }
    }
}
