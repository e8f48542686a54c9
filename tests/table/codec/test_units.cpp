// Codes units of invented and of random values and reads them back, whole and in part; and decodes any bytes.
#include "catch.hpp"
#include "plain_model.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "units.hpp"

using namespace dameotb;
using index::ClassIndex;
using index::Material;
using rules::Colour;
using rules::Position;
using table::Metric;
using table::Model;
using table::UnitCodes;
using table::UnitSpace;
using tests::Codes;
using tests::Unit;

namespace {

constexpr std::array metrics{Metric::Wdl, Metric::Dtm};

/// In MMvK, KMvMM and KvM the mover, or the side that waits, has no king.
constexpr std::array class_names{"KvM", "KMvK", "KKvM", "MMvK", "KKvKM", "KKvMM", "KMMvMM", "KKKvKM", "KKMvKKM"};

ClassIndex class_index(const char* name) {
    return ClassIndex{Material::parse(name).value()};
}

/// Returns some units of the class: the first, the last and others.
std::vector<Unit> some_units(const ClassIndex& index, Colour mover, std::uint64_t count) {
    const std::uint64_t all = (index.size() + table::unit_places - 1) / table::unit_places;
    std::vector<Unit> units;
    for (std::uint64_t i = 0; i < std::min(count, all); ++i) {
        const std::uint64_t ordinal = count == 1 ? 0 : i * (all - 1) / (std::min(count, all) - (all > 1 ? 1 : 0));
        const std::uint64_t first = ordinal * table::unit_places;
        units.push_back(tests::make_unit(index, mover, first,
                                         std::min<std::uint64_t>(table::unit_places, index.size() - first),
                                         tests::invented_code));
    }
    return units;
}

/// Returns a unit of values without any order. All codes that there are occur.
Unit random_unit(tests::Random& random, const ClassIndex& index, Colour mover, std::uint64_t first,
                 std::uint64_t count) {
    return tests::make_unit(index, mover, first, count, [&](const Position&) { return random() % 253; });
}

/// Fails unless every code may be where it is.
void require_allowed(const Codes& codes, const Unit& unit, Metric metric) {
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const bool open = unit.wdl[i] == table::dont_care_code;
        const bool allowed = open ? codes[i] == table::dont_care_code
                             : metric == Metric::Wdl
                                 ? codes[i] <= 2
                                 : codes[i] <= 252 && table::wdl_code_of_dtm_code(codes[i]) == unit.wdl[i];
        if (!allowed) {
            FAIL("place " << i << " has the code " << int{codes[i]});
        }
    }
}

std::vector<std::byte> random_unit_bytes(tests::Random& random, std::size_t size) {
    std::vector<std::byte> bytes(size);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random());
    }
    return bytes;
}

}  // namespace

TEST_CASE("units come back, and those of like values take less than plain ones", "[codec]") {
    for (const char* name : class_names) {
        const ClassIndex index = class_index(name);
        for (const Colour mover : {Colour::White, Colour::Black}) {
            const std::vector<Unit> units = some_units(index, mover, 6);
            UnitSpace space;
            for (const Metric metric : metrics) {
                CAPTURE(name, static_cast<int>(mover), static_cast<int>(metric));
                const Model model = tests::trained(index, mover, metric, units, {.table_bits = 12, .passes = 2});
                std::size_t bytes = 0;
                std::size_t places = 0;
                for (const Unit& unit : units) {
                    const std::vector<std::byte> encoded = space.encode(model, unit.codes(metric));
                    REQUIRE(tests::decoded(space, model, unit.codes(metric), encoded) ==
                            (metric == Metric::Wdl ? unit.wdl : unit.dtm));
                    REQUIRE(space.encode(model, unit.codes(metric)) == encoded);
                    bytes += encoded.size();
                    places += unit.dtm.size();
                }
                CHECK(bytes * 2 < places);
            }
        }
    }
}

TEST_CASE("a unit decoded up to any place is the whole unit up to there", "[codec]") {
    for (const char* name : {"KvM", "KKvKM", "KKvMM"}) {
        const ClassIndex index = class_index(name);
        for (const Colour mover : {Colour::White, Colour::Black}) {
            const std::vector<Unit> units = some_units(index, mover, 3);
            UnitSpace space;
            for (const Metric metric : metrics) {
                CAPTURE(name, static_cast<int>(mover), static_cast<int>(metric));
                const Model model = tests::trained(index, mover, metric, units, {.table_bits = 10, .passes = 1});
                const UnitCodes unit = units.back().codes(metric);
                const std::vector<std::byte> bytes = space.encode(model, unit);
                REQUIRE(bytes.size() < unit.codes.size());
                const std::uint32_t step = tests::sampled ? 37 : 1;
                for (std::uint32_t last = 0; last < unit.codes.size(); last += step) {
                    Codes codes(unit.codes.size(), 77);
                    // No result behind the last place is there to be read.
                    const Codes results(unit.results.begin(),
                                        unit.results.begin() + (metric == Metric::Dtm ? last + 1 : 0));
                    REQUIRE(space.decode(model, unit.first, bytes, results, codes, last));
                    if (!std::equal(codes.begin(), codes.begin() + last + 1, unit.codes.begin())) {
                        FAIL("up to place " << last);
                    }
                }
            }
        }
    }
}

TEST_CASE("units of any size that begin anywhere come back", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : class_names) {
        const ClassIndex index = class_index(name);
        for (int i = 0; i < 30; ++i) {
            const auto mover = static_cast<Colour>(i % 2);
            UnitSpace space;
            const std::uint64_t count = std::min<std::uint64_t>(i < 10 ? i / 2 + 1 : random() % 300 + 1, index.size());
            const std::uint64_t first = random() % (index.size() - count + 1);
            const Unit unit = i % 3 == 0 ? random_unit(random, index, mover, first, count)
                                         : tests::make_unit(index, mover, first, count, tests::invented_code);
            for (const Metric metric : metrics) {
                CAPTURE(name, i, first, count, static_cast<int>(metric));
                const Model model = tests::model_of(index, mover, metric, tests::random_parts(random, 8, 20));
                const std::vector<std::byte> bytes = space.encode(model, unit.codes(metric));
                REQUIRE(bytes.size() <= count);
                REQUIRE(tests::decoded(space, model, unit.codes(metric), bytes) ==
                        (metric == Metric::Wdl ? unit.wdl : unit.dtm));
            }
        }
    }
}

TEST_CASE("units of 65,536 places come back", "[codec]") {
    const ClassIndex index = class_index("KKvKM");
    const Unit unit = tests::make_unit(index, Colour::White, 12'345, 65'536, tests::invented_code);
    UnitSpace space;
    for (const Metric metric : metrics) {
        const Model model = tests::trained(index, Colour::White, metric, {unit}, {.table_bits = 12, .passes = 1});
        const std::vector<std::byte> bytes = space.encode(model, unit.codes(metric));
        CHECK(
            (tests::decoded(space, model, unit.codes(metric), bytes) == (metric == Metric::Wdl ? unit.wdl : unit.dtm)));
    }
}

TEST_CASE("a .wdl unit of one value takes next to nothing, whatever the value", "[codec]") {
    const ClassIndex index = class_index("KKvKM");
    for (const unsigned code : {0U, 1U, 2U}) {
        std::vector<Unit> units;
        for (std::uint64_t i = 0; i < 12; ++i) {
            units.push_back(
                tests::make_unit(index, Colour::White, i * 4096, 2048, [&](const Position&) { return code; }));
        }
        UnitSpace space;
        const Model model = tests::trained(index, Colour::White, Metric::Wdl, units, {.table_bits = 8, .passes = 2});
        const std::vector<std::byte> bytes = space.encode(model, units[3].codes(Metric::Wdl));
        CHECK(bytes.size() <= 1);
        CHECK((tests::decoded(space, model, units[3].codes(Metric::Wdl), bytes) == units[3].wdl));
    }
}

TEST_CASE("units that coding would make longer lie plain", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index = class_index("KvM");
    UnitSpace space;
    for (const Metric metric : metrics) {
        const Unit unit = tests::make_unit(index, Colour::White, 0, index.size(), [&](const Position&) {
            return random() % (metric == Metric::Wdl ? 3 : 253);
        });
        // Votes that are sure of every yes are often wrong here.
        tests::ModelParts parts = tests::random_parts(random, 8, 20);
        std::ranges::fill(parts.candidates, table::Vote{127});
        const Model model = tests::model_of(index, Colour::White, metric, parts);
        const UnitCodes codes = unit.codes(metric);
        const std::vector<std::byte> bytes = space.encode(model, codes);
        const auto plain = std::as_bytes(codes.codes);
        REQUIRE(std::equal(bytes.begin(), bytes.end(), plain.begin(), plain.end()));
        CHECK((tests::decoded(space, model, codes, bytes) == (metric == Metric::Wdl ? unit.wdl : unit.dtm)));
    }
}

TEST_CASE("plain units that cannot be are refused, as far as they are asked for", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index = class_index("KKvKM");
    UnitSpace space;
    constexpr std::uint32_t count = 500;
    const Unit unit = random_unit(random, index, Colour::White, 40'960, count);
    for (const Metric metric : metrics) {
        CAPTURE(static_cast<int>(metric));
        const Model model = tests::model_of(index, Colour::White, metric, tests::random_parts(random, 8, 20));
        const UnitCodes codes = unit.codes(metric);
        const auto plain = std::as_bytes(codes.codes);
        const std::vector<std::byte> good{plain.begin(), plain.end()};
        const auto accepts = [&](const std::vector<std::byte>& bytes, std::uint32_t last) {
            Codes out(count);
            return space.decode(model, codes.first, bytes, codes.results, out, last);
        };
        REQUIRE(accepts(good, count - 1));
        std::vector<std::byte> longer = good;
        longer.push_back(std::byte{0});
        CHECK_FALSE(accepts(longer, count - 1));
        int open = 0;
        for (std::uint32_t place = 0; place < count; ++place) {
            const bool is_open = codes.codes[place] == table::dont_care_code;
            open += is_open ? 1 : 0;
            for (unsigned code = 0; code < 256; ++code) {
                const bool allowed = is_open ? code == 255
                                     : metric == Metric::Wdl
                                         ? code <= 2
                                         : code <= 252 && table::wdl_code_of_dtm_code(code) == unit.wdl[place];
                std::vector<std::byte> other = good;
                other[place] = static_cast<std::byte>(code);
                if (code % 50 == place % 50 || code > 250 || code < 3) {
                    CAPTURE(place, code);
                    REQUIRE(accepts(other, place) == allowed);
                    REQUIRE((place == 0 || accepts(other, place - 1)));
                    REQUIRE(accepts(other, count - 1) == allowed);
                }
            }
        }
        CHECK(open > 20);
        CHECK(open < 400);
    }
}

TEST_CASE("any bytes decode to codes that may be there", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    for (const char* name : class_names) {
        const ClassIndex index = class_index(name);
        for (int i = 0; i < (tests::sampled ? 4 : 40); ++i) {
            const auto mover = static_cast<Colour>(i % 2);
            UnitSpace space;
            const std::uint64_t count = std::min<std::uint64_t>(table::unit_places, index.size());
            const std::uint64_t first = random() % (index.size() - count + 1);
            const Unit unit = random_unit(random, index, mover, first, count);
            for (const Metric metric : metrics) {
                CAPTURE(name, i, first, static_cast<int>(metric));
                const Model model =
                    tests::model_of(index, mover, metric, tests::random_parts_to_decode(random, 8, 1 + i * 3));
                const std::vector<std::byte> bytes = random_unit_bytes(random, random() % (i % 4 == 0 ? 5 : count));
                const Codes codes = tests::decoded(space, model, unit.codes(metric), bytes);
                REQUIRE(codes.size() == count);
                require_allowed(codes, unit, metric);
                const auto last = static_cast<std::uint32_t>(random() % count);
                Codes front(count);
                REQUIRE(space.decode(model, first, bytes, unit.codes(metric).results, front, last));
                REQUIRE(std::equal(front.begin(), front.begin() + last + 1, codes.begin()));
            }
        }
    }
}

TEST_CASE("one space codes both metrics and any units in turns", "[codec]") {
    CAPTURE(tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const ClassIndex index = class_index("KKvKM");
    UnitSpace shared;
    const Model wdl = tests::model_of(index, Colour::White, Metric::Wdl, tests::random_parts(random, 10, 20));
    const Model dtm = tests::model_of(index, Colour::White, Metric::Dtm, tests::random_parts(random, 10, 20));
    for (int i = 0; i < 40; ++i) {
        const std::uint64_t count = 1 + random() % 300;
        const Unit unit = random_unit(random, index, Colour::White, random() % (index.size() - count), count);
        const Metric metric = random() % 2 == 0 ? Metric::Wdl : Metric::Dtm;
        const Model& model = metric == Metric::Wdl ? wdl : dtm;
        UnitSpace fresh;
        const std::vector<std::byte> bytes = shared.encode(model, unit.codes(metric));
        REQUIRE(bytes == fresh.encode(model, unit.codes(metric)));
        REQUIRE((tests::decoded(shared, model, unit.codes(metric), bytes) ==
                 (metric == Metric::Wdl ? unit.wdl : unit.dtm)));
    }
}
