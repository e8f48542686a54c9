// The places that are no forced captures, against the rules asked for one position after the other.
#include "quiet_places.hpp"

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "plain_tables.hpp"

using namespace dameotb;
using gen::QuietPlaces;
using rules::Position;

namespace {

constexpr unsigned seed = 20261122;

Position position_at(const index::ClassIndex& index, std::uint64_t place) {
    return index.unrank(place % index.size(), static_cast<rules::Colour>(place / index.size()));
}

/// Marks one part and compares every `step`-th place. Returns how many of these were forced.
std::uint64_t check_part(const index::ClassIndex& index, const QuietPlaces& quiet, std::uint64_t first,
                         std::uint64_t step) {
    std::vector<std::uint8_t> marks(std::min(quiet.part(), quiet.places() - first), 7);
    quiet.mark(first, marks);
    std::uint64_t forced = 0;
    for (std::uint64_t i = 0; i < marks.size(); i += step) {
        const Position position = position_at(index, first + i);
        const bool is_forced = rules::must_capture(position);
        forced += is_forced ? 1 : 0;
        if (marks[i] != (is_forced ? 0 : 0xFF)) {
            FAIL(rules::to_fen(position) << " is marked " << int{marks[i]});
        }
    }
    return forced;
}

}  // namespace

TEST_CASE("quiet places: every place of the classes of up to 3 pieces") {
    for (const index::Material& material : index::build_order(3)) {
        CAPTURE(material.name());
        const index::ClassIndex index{material};
        const QuietPlaces quiet{index};
        CHECK(quiet.places() == index.size() * static_cast<std::uint64_t>(index::stored_sides(material)));
        std::uint64_t forced = 0;
        for (std::uint64_t first = 0; first < quiet.places(); first += quiet.part()) {
            forced += check_part(index, quiet, first, 1);
        }
        CHECK(forced > 0);
        CHECK(forced < quiet.places());
    }
}

TEST_CASE("quiet places: some places of the classes of 4 and 5 pieces") {
    CAPTURE(seed);
    std::mt19937_64 random{seed};
    for (const index::Material& material : index::build_order(5)) {
        if (material.pieces() < 4) {
            continue;
        }
        CAPTURE(material.name());
        const index::ClassIndex index{material};
        const QuietPlaces quiet{index};
        const std::uint64_t parts = (quiet.places() + quiet.part() - 1) / quiet.part();
        CHECK(check_part(index, quiet, random() % parts * quiet.part(), quiet.part() / 5000 + 1) > 0);
        check_part(index, quiet, (parts - 1) * quiet.part(), quiet.part() / 1000 + 1);
    }
}

TEST_CASE("quiet places: a side with more kings than rows are made for") {
    // Only the first and the last part: the class is large.
    const index::ClassIndex index{tests::class_of("KKKKKKMvM")};
    const QuietPlaces quiet{index};
    CHECK(check_part(index, quiet, 0, 7) > 0);
    const std::uint64_t last = (quiet.places() - 1) / quiet.part() * quiet.part();
    CHECK(check_part(index, quiet, last, 7) > 0);
}
