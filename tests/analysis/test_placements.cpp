// Compares what is listed with all placements, one at a time, and their probes; and sums with statistics.
#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include <dameotb/analysis/figures/figures.hpp>
#include <dameotb/analysis/query/placements.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/index/symmetry.hpp>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using query::ListedPlacement;
using query::Listing;
using tests::class_of;

namespace {

const tests::MadeTables& made() {
    static const tests::MadeTables tables{index::with_dependencies({class_of("MMvM"), class_of("KKvKK")})};
    return tables;
}

analysis::RunOptions with_threads(int threads) {
    return {.directory = made().path(), .threads = threads};
}

std::vector<ListedPlacement> listed(const Listing& listing, int threads = 2) {
    std::vector<ListedPlacement> all;
    REQUIRE(query::list(listing, with_threads(threads), [&](const ListedPlacement& one) { all.push_back(one); }));
    CHECK(all.size() == listing.size());
    return all;
}

/// The squares alone, as something to sort by.
using Squares = std::array<std::uint64_t, 4>;
Squares squares_of(const Position& p) {
    return {p.white().men.bits(), p.white().kings.bits(), p.black().men.bits(), p.black().kings.bits()};
}

/// Returns all placements of a class, in order.
std::vector<Squares> all_squares_of(const index::Material& material) {
    std::vector<Squares> all;
    tests::for_each_placement(material, [&](const Position& position) { all.push_back(squares_of(position)); });
    std::ranges::sort(all);
    return all;
}

/// Returns the different images of a placement.
std::set<Squares> images_of(const Position& position) {
    std::set<Squares> images;
    const int symmetries = index::Material::of(position).men() == 0 ? index::symmetries : 2;
    for (int symmetry = 0; symmetry < symmetries; ++symmetry) {
        Squares image = squares_of(position);
        for (std::uint64_t& squares : image) {
            squares = index::apply(symmetry, Bitboard{squares}).bits();
        }
        images.insert(image);
    }
    return images;
}

/// Returns how many of the placements have a value and a forced capture, counted by what they weigh.
std::map<std::tuple<Wdl, int, bool>, std::uint64_t> sums_of(const std::vector<ListedPlacement>& all) {
    std::map<std::tuple<Wdl, int, bool>, std::uint64_t> sums;
    for (const ListedPlacement& one : all) {
        sums[{one.value.wdl(), one.value.dtm().plies(), one.must_capture}] += static_cast<std::uint64_t>(one.weight);
    }
    return sums;
}

/// Compares sums with the statistics of a class and side to move.
void check_sums(const std::vector<ListedPlacement>& all, const analysis::SideStatistics& expected) {
    std::map<Wdl, std::uint64_t> quiet;
    std::map<Wdl, std::vector<std::uint64_t>> by_plies{{Wdl::Win, {}}, {Wdl::Draw, {}}, {Wdl::Loss, {}}};
    for (const auto& [what, count] : sums_of(all)) {
        const auto& [wdl, plies, must_capture] = what;
        by_plies[wdl].resize(std::max(by_plies[wdl].size(), static_cast<std::size_t>(plies) + 1));
        by_plies[wdl][static_cast<std::size_t>(plies)] += count;
        quiet[wdl] += must_capture ? 0 : count;
    }
    CHECK(by_plies[Wdl::Win] == expected.wins_by_plies);
    CHECK(by_plies[Wdl::Loss] == expected.losses_by_plies);
    CHECK(by_plies[Wdl::Draw] == (expected.draws > 0 ? std::vector{expected.draws} : std::vector<std::uint64_t>{}));
    CHECK(analysis::ResultCounts{quiet[Wdl::Win], quiet[Wdl::Draw], quiet[Wdl::Loss]} == expected.quiet);
}

}  // namespace

TEST_CASE("every placement is listed once, with the value that a probe gives") {
    const probe::Tablebase tables{made().path()};
    for (const index::Material& material : index::build_order(tests::sampled ? 2 : 3)) {
        CAPTURE(material.name());
        const std::vector<Squares> expected = all_squares_of(material);
        for (const Colour side : both_colours) {
            const auto all = listed({.classes = {material}, .side_to_move = side});
            std::vector<Squares> found;
            for (const ListedPlacement& one : all) {
                found.push_back(squares_of(one.position));
                const bool is_right = one.position.side_to_move == side && one.weight == 1 &&
                                      one.must_capture == rules::must_capture(one.position) &&
                                      tables.probe_dtm(one.position) == probe::Answer<Value>{one.value};
                if (!is_right) {
                    FAIL(rules::to_fen(one.position));
                }
            }
            std::ranges::sort(found);
            CHECK(found == expected);
        }
    }
}

TEST_CASE("up to symmetry a placement stands for its images, which are all placements") {
    for (const index::Material& material : index::build_order(tests::sampled ? 2 : 3)) {
        CAPTURE(material.name());
        const std::vector<Squares> expected = all_squares_of(material);
        for (const Colour side : both_colours) {
            const auto orbits = listed({.classes = {material}, .side_to_move = side, .up_to_symmetry = true});
            std::vector<Squares> found;
            for (const ListedPlacement& one : orbits) {
                const std::set<Squares> images = images_of(one.position);
                if (static_cast<int>(images.size()) != one.weight) {
                    FAIL(rules::to_fen(one.position));
                }
                found.insert(found.end(), images.begin(), images.end());
            }
            std::ranges::sort(found);
            CHECK(found == expected);
            CHECK(sums_of(orbits) == sums_of(listed({.classes = {material}, .side_to_move = side})));
        }
    }
}

TEST_CASE("sums over what is listed are the statistics") {
    const std::vector<index::Material> classes =
        tests::sampled ? std::vector{class_of("KvK"), class_of("MvM"), class_of("KKvM")} : made().classes();
    const bool counted = analysis::count_figures(classes, with_threads(2), [](const analysis::ClassFigures& figures) {
        CAPTURE(figures.material.name());
        for (const Colour side : both_colours) {
            check_sums(listed({{figures.material}, side, true}), figures.side(side));
        }
    });
    CHECK(counted);
}

TEST_CASE("placements are listed by class and side to move, whatever the threads") {
    const Listing listing{.classes = {class_of("KvM"), class_of("KKvK"), class_of("MvM")}, .up_to_symmetry = true};
    const auto all = listed(listing, 1);
    CHECK(listed(listing, 3) == all);
    std::vector<ListedPlacement> one_by_one;
    for (const index::Material& material : listing.classes) {
        for (const Colour side : both_colours) {
            const auto part = listed({{material}, side, true});
            one_by_one.insert(one_by_one.end(), part.begin(), part.end());
        }
    }
    CHECK(one_by_one == all);
}

TEST_CASE("listing stops when it is told to, and with an error") {
    std::atomic<bool> stop = false;
    analysis::RunOptions options = with_threads(2);
    options.stop = &stop;
    const Listing listing{.classes = {class_of("KvK"), class_of("KKvK")}};
    std::uint64_t taken = 0;
    CHECK_FALSE(query::list(listing, options, [&](const ListedPlacement&) { stop = ++taken >= 1000; }));
    CHECK(taken >= 1000);
    CHECK(taken < listing.size());
    CHECK_THROWS_AS(
        query::list(listing, with_threads(2), [](const ListedPlacement&) { throw std::runtime_error{"full"}; }),
        std::runtime_error);
}
