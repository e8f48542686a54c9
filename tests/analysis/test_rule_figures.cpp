// Compares values and statistics under a draw rule with its definition, on every placement of up to three pieces.
#include <dameotb/analysis/figures/figures.hpp>

#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "made_tables.hpp"
#include "reference.hpp"
#include "rule_reference.hpp"
#include "sampling.hpp"

using namespace dameotb;
using analysis::SideStatistics;
using index::Material;

namespace {

std::vector<Material> some_classes() {
    return tests::sampled ? index::with_dependencies({Material::parse("KMvK").value()}) : index::build_order(3);
}

/// What the definitions say of single positions, with and without the rule.
struct Definitions {
    explicit Definitions(DrawRule rule) : under_rule{rule} {}

    [[nodiscard]] std::optional<Wdl> drawn_by_rule(const Position& position) {
        const Wdl without = without_rule.value(position).wdl();
        return under_rule.value(position).wdl() == without ? std::nullopt : std::optional{without};
    }

    tests::RuleReference under_rule;
    tests::ReferenceSolver without_rule;
};

SideStatistics plainly_counted(const Material& material, Colour side, Definitions& definitions) {
    SideStatistics counted;
    const auto add = [](std::vector<std::uint64_t>& by_plies, int plies) {
        by_plies.resize(std::max(by_plies.size(), static_cast<std::size_t>(plies) + 1));
        ++by_plies[static_cast<std::size_t>(plies)];
    };
    tests::for_each_placement(material, side, [&](const Position& position) {
        const RuleValue value = definitions.under_rule.value(position);
        const auto drawn = definitions.drawn_by_rule(position);
        counted.drawn_wins += drawn == Wdl::Win ? 1 : 0;
        counted.drawn_losses += drawn == Wdl::Loss ? 1 : 0;
        switch (value.wdl()) {
            case Wdl::Win:
                ++counted.wins;
                add(counted.wins_by_plies, value.plies());
                break;
            case Wdl::Draw:
                ++counted.draws;
                break;
            case Wdl::Loss:
                ++counted.losses;
                add(counted.losses_by_plies, value.plies());
        }
    });
    return counted;
}

void check_equal(const SideStatistics& found, const SideStatistics& expected, Colour side, Definitions& definitions) {
    CHECK(found.wins == expected.wins);
    CHECK(found.draws == expected.draws);
    CHECK(found.losses == expected.losses);
    CHECK(found.drawn_wins == expected.drawn_wins);
    CHECK(found.drawn_losses == expected.drawn_losses);
    CHECK(found.wins_by_plies == expected.wins_by_plies);
    CHECK(found.losses_by_plies == expected.losses_by_plies);
    REQUIRE(found.longest_win.has_value() == (expected.wins > 0));
    REQUIRE(found.longest_loss.has_value() == (expected.losses > 0));
    if (found.longest_win) {
        CHECK(found.longest_win->side_to_move == side);
        CHECK(definitions.under_rule.value(*found.longest_win) ==
              RuleValue::win_in(expected.longest_win_plies().value()));
    }
    if (found.longest_loss) {
        CHECK(found.longest_loss->side_to_move == side);
        CHECK(definitions.under_rule.value(*found.longest_loss) ==
              RuleValue::loss_in(expected.longest_loss_plies().value()));
    }
}

}  // namespace

TEST_CASE("statistics under a rule equal a count by the definition, whatever the files store") {
    const std::vector<Material> classes = some_classes();
    for (const int plies : tests::sampled ? std::vector{5} : std::vector{50, 5}) {
        Definitions definitions{{plies}};
        std::vector<ColourArray<SideStatistics>> expected;
        std::uint64_t changed = 0;
        for (const Material& material : classes) {
            expected.push_back({plainly_counted(material, Colour::White, definitions),
                                plainly_counted(material, Colour::Black, definitions)});
            for (const SideStatistics& side : expected.back()) {
                changed += side.drawn_wins + side.drawn_losses;
            }
        }
        CHECK((changed > 0) == (plies == 5));
        for (const std::uint64_t one_side_from : {store::never_one_side, std::uint64_t{0}}) {
            const tests::MadeTables tables{classes, {plies}, one_side_from};
            for (const auto& memory : {std::optional<std::uint64_t>{}, std::optional{std::uint64_t{48} << 20}}) {
                CAPTURE(plies, one_side_from, memory.has_value());
                std::size_t number = 0;
                const analysis::RunOptions options{
                    .directory = tables.path(), .threads = 2, .memory_bytes = memory, .rule = {plies}};
                CHECK(analysis::count_figures(classes, options, [&](const analysis::ClassFigures& figures) {
                    INFO(figures.material.name());
                    REQUIRE(figures.material == classes[number]);
                    for (const Colour side : both_colours) {
                        check_equal(figures.side(side), expected[number][static_cast<std::size_t>(side)], side,
                                    definitions);
                    }
                    ++number;
                }));
                CHECK(number == classes.size());
            }
        }
    }
}

TEST_CASE("each value of a class under a rule is what the definition says, and so is what the rule draws") {
    const std::vector<Material> classes = some_classes();
    const DrawRule rule{1};  // With a greater one, captures lead to no result that changes.
    Definitions definitions{rule};
    std::uint64_t captures_drawn = 0;
    for (const std::uint64_t one_side_from : {store::never_one_side, std::uint64_t{0}}) {
        const tests::MadeTables tables{classes, rule, one_side_from};
        analysis::ClassValues values{tables.path(), 2, nullptr, {}, rule};
        for (const Material& material : classes) {
            INFO(material.name() << ' ' << one_side_from);
            REQUIRE(values.load(material));
            for (const Colour side : both_colours) {
                for (std::uint64_t part = 0; part < values.parts(); ++part) {
                    values.visit_part(part, side, [&](const analysis::ValueRow& row) {
                        const Bitboard drawn_wins = row.drawn_by_rule(Wdl::Win);
                        const Bitboard drawn_losses = row.drawn_by_rule(Wdl::Loss);
                        const Bitboard draws = row.between(RuleValue{}, RuleValue{});
                        const Bitboard wins = row.between(RuleValue::win_in(1), RuleValue::win_in(1));
                        for (const Square square : row.squares()) {
                            const Position position = row.position(square);
                            const RuleValue value = definitions.under_rule.value(position);
                            const auto drawn = definitions.drawn_by_rule(position);
                            const bool is_win = value == RuleValue::win_in(1);
                            if (row.rule_value(square) != value || draws.contains(square) != (value == RuleValue{}) ||
                                wins.contains(square) != is_win || drawn_wins.contains(square) != (drawn == Wdl::Win) ||
                                drawn_losses.contains(square) != (drawn == Wdl::Loss)) {
                                FAIL(rules::to_fen(position));
                            }
                        }
                        captures_drawn +=
                            static_cast<std::uint64_t>((row.forced() & (drawn_wins | drawn_losses)).count());
                    });
                }
            }
        }
    }
    CHECK(captures_drawn > 0);
}

TEST_CASE("files of another rule are refused") {
    const std::vector<Material> classes = index::with_dependencies({Material::parse("KvK").value()});
    const tests::MadeTables tables{classes, {5}};
    analysis::ClassValues values{tables.path(), 1, nullptr, {}, {6}};
    CHECK_THROWS_WITH(values.load(classes.back()), Catch::Contains("has a draw rule of 5 plies, not of 6"));
}
