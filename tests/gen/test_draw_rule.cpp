// Under a draw rule the solver must equal the definition, which looks at every counter by itself: on every placement of
// every class of up to three pieces, on whole slices of larger classes, and on samples where slices are too large. A
// rule of few plies matters everywhere: it changes results, and not only the plies.
#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/row/row_scores.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/store/class_reader.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include "catch.hpp"
#include "reference.hpp"
#include "rule_reference.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using index::Material;

namespace {

RuleValue value_in(const scores::ClassScores& solved, const Position& position) {
    return scores::to_rule_value(solved.view(index::Slice::of(position), position.side_to_move).at(position));
}

/// Solves classes in build order. Calls visit(class, scores, after_reset) for each one. after_reset(position): the
/// result with counter 0 of any position that a move from the class leads to.
template <class Visit>
void for_each_solved(const std::vector<Material>& classes, DrawRule rule, const Visit& visit) {
    scores::SolvedClasses results;
    for (const Material& material : classes) {
        gen::ClassSolverOptions options;
        options.threads = 2;
        options.rule = rule;
        auto solved = gen::solve_class(material, results, options);
        visit(material, *solved, [&](const Position& position) {
            const Material reached = Material::of(position);
            if (reached.is_bare()) {
                return rules::legal_moves(position).empty() ? Wdl::Loss : Wdl::Win;
            }
            return reached == material ? value_in(*solved, position).wdl()
                                       : scores::to_rule_value(results.score(position)).wdl();
        });
        store::reduce_to_results(*solved, 2);
        results.add(std::move(solved));
    }
}

std::vector<Material> with_dependencies(const char* name) {
    return index::with_dependencies({Material::parse(name).value()});
}

}  // namespace

TEST_CASE("scores under a rule: a move backs up what it leads to") {
    for (const int plies : {1, 2, 3, 50, most_rule_plies}) {
        const DrawRule rule{plies};
        CAPTURE(plies);
        for (int z = 0; z <= plies; ++z) {
            const scores::Score loss = scores::loss_under_rule(z);
            CHECK(scores::to_rule_value(loss) == RuleValue::loss_in(z));
            CHECK(scores::to_rule_value(scores::before_move(scores::after_reset(loss))) == RuleValue::win_in(1));
            CHECK(scores::to_rule_value(scores::before_move(scores::after_count(loss, rule))) ==
                  (z < plies ? RuleValue::win_in(z + 1) : RuleValue{}));
            if (z == 0) {
                continue;
            }
            const scores::Score win = scores::win_under_rule(z);
            CHECK(scores::to_rule_value(win) == RuleValue::win_in(z));
            CHECK(scores::to_rule_value(scores::before_move(scores::after_reset(win))) == RuleValue::loss_in(1));
            CHECK(scores::to_rule_value(scores::before_move(scores::after_count(win, rule))) ==
                  (z < plies ? RuleValue::loss_in(z + 1) : RuleValue{}));
        }
        for (const int draw : {-3, 0, 3}) {
            const auto score = static_cast<scores::Score>(draw);
            CHECK(scores::to_rule_value(score) == RuleValue{});
            CHECK(scores::after_reset(score) == scores::draw_score);
            CHECK(scores::after_count(score, rule) == scores::draw_score);
        }
    }
}

TEST_CASE("scores under a rule: rows do what single scores do") {
    for (const int plies : {0, 1, 7, most_rule_plies}) {
        const DrawRule rule{plies};
        for (int first = -127; first <= 127; first += 64) {
            scores::RowScores reached;
            for (int i = 0; i < 64; ++i) {
                reached.cells[static_cast<std::size_t>(i)] = static_cast<scores::Score>(std::min(first + i, 127));
            }
            scores::RowScores reset;
            scores::RowScores count;
            const scores::Score* const after_reset = scores::after_reset(reached.data(), rule, reset.data());
            const scores::Score* const after_count = scores::after_count(reached.data(), rule, count.data());
            for (std::size_t i = 0; i < 64; ++i) {
                const scores::Score score = reached.cells[i];
                CAPTURE(plies, int{score});
                CHECK(after_reset[i] == (rule.exists() ? scores::after_reset(score) : score));
                CHECK(after_count[i] == (rule.exists() ? scores::after_count(score, rule) : score));
            }
        }
    }
}

TEST_CASE("under a rule the solver equals the definition on every class of up to three pieces") {
    const std::vector<Material> classes = tests::sampled ? with_dependencies("KMvK") : index::build_order(3);
    for (const int plies : tests::sampled ? std::vector{6, 1} : std::vector{50, 12, 6, 3, 1}) {
        CAPTURE(plies);
        tests::RuleReference reference{{plies}};
        for_each_solved(classes, {plies}, [&](const Material& material, const scores::ClassScores& solved, auto&&) {
            INFO(material.name());
            std::uint64_t compared = 0;
            for (const Colour side : both_colours) {
                tests::for_each_placement(material, side, [&](const Position& position) {
                    ++compared;
                    const RuleValue value = value_in(solved, position);
                    const RuleValue expected = reference.value(position);
                    if (value != expected) {  // the macro is too slow to be used for every placement
                        INFO(rules::to_fen(position)
                             << ": " << static_cast<int>(value.wdl()) << " in " << value.plies() << " against "
                             << static_cast<int>(expected.wdl()) << " in " << expected.plies());
                        REQUIRE(value == expected);
                    }
                });
            }
            REQUIRE(compared == 2 * index::all_placements(material));
        });
    }
}

TEST_CASE("under a rule the solver equals the definition on slices of four pieces") {
    for (const char* name : {"KMMvK", "KKMvK", "KMvKM", "KMMvM", "MMvMM"}) {
        if (tests::sampled && name != std::string{"KKMvK"}) {
            continue;
        }
        const Material wanted = Material::parse(name).value();
        for (const int plies : tests::sampled ? std::vector{5} : std::vector{2, 5, 9}) {
            for_each_solved(
                with_dependencies(name), {plies},
                [&](const Material& material, const scores::ClassScores& solved, const auto& after_reset) {
                    if (material != wanted) {
                        return;
                    }
                    tests::Random random{tests::sample_seed};
                    CAPTURE(name, plies, tests::sample_seed);
                    const int slices = material.kings() > 2 ? 2 : 20;
                    for (int i = 0; i < slices; ++i) {
                        const index::Slice slice = index::Slice::of(tests::random_position(random, material));
                        const tests::SliceByCounters by_counters{
                            material, slice, {.name = {}, .draw_rule = {plies}}, after_reset};
                        std::uint64_t wrong = 0;
                        const Material kings{{material.white.kings, 0}, {material.black.kings, 0}};
                        for (const Colour side : both_colours) {
                            tests::for_each_placement(kings, side, [&](Position position) {
                                if (!position.occupied().intersects(slice.men())) {
                                    position[Colour::White].men = slice.white_men;
                                    position[Colour::Black].men = slice.black_men;
                                    wrong += value_in(solved, position) == by_counters.value(position) ? 0 : 1;
                                }
                            });
                        }
                        CHECK(wrong == 0);
                    }
                });
        }
    }
}

TEST_CASE("under a rule the solver equals the definition on samples of classes of kings") {
    for (const char* name : {"KKvKK", "KKKvK"}) {
        if (tests::sampled && name != std::string{"KKKvK"}) {
            continue;
        }
        const Material wanted = Material::parse(name).value();
        for (const int plies : tests::sampled ? std::vector{2} : std::vector{1, 2, 3}) {
            for_each_solved(with_dependencies(name), {plies},
                            [&](const Material& material, const scores::ClassScores& solved, const auto& after_reset) {
                                if (material != wanted) {
                                    return;
                                }
                                tests::Random random{tests::sample_seed};
                                CAPTURE(name, plies, tests::sample_seed);
                                for (int i = 0; i < 300; ++i) {
                                    const Position position = tests::random_position(random, material);
                                    INFO(rules::to_fen(position));
                                    for (int counter = 0; counter <= plies; ++counter) {
                                        REQUIRE(value_in(solved, position).with(counter, {plies}) ==
                                                tests::result_by_search(position, counter, {plies}, after_reset));
                                    }
                                }
                            });
        }
    }
}
