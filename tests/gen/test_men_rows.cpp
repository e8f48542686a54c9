// Compares classes of men alone, which are solved a row at a time, with the same one position at a time. What they lead
// to need not be real: it has random scores.
#include <algorithm>
#include <span>

#include <dameotb/rules/movegen.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/scores/captures/capture_resolver.hpp>
#include <dameotb/scores/slice/slice_context.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include "catch.hpp"
#include "men/men_rows.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;
using namespace dameotb::scores;

namespace {

/// Returns a win, a draw or a loss for each byte. Longer games than 100 plies are not among them: moves of men add some
/// more.
Score score_of_byte(std::uint64_t bits) {
    const auto ply = static_cast<int>(bits & 0x7F);
    return ply < 100 ? score_at_ply(ply) : draw_score;
}

/// Returns a class with random scores. It has no more than one king, and mirror images have the same score.
std::unique_ptr<ClassScores> random_class(const index::Material& material, tests::Random& random) {
    auto made = std::make_unique<ClassScores>(material);
    for (const Colour side : both_colours) {
        const std::span scores{made->scores(side, {}), made->slices().count() * made->layout().cells()};
        if (material.kings() == 0) {
            std::ranges::generate(scores, [&] { return score_of_byte(random()); });
            continue;
        }
        for (std::size_t first = 0; first < scores.size(); first += 8) {
            const std::uint64_t bits = random();
            for (std::size_t file = 0; file < 4; ++file) {
                scores[first + file] = scores[first + 7 - file] = score_of_byte(bits >> (8 * file));
            }
        }
    }
    return made;
}

/// Returns all classes that the class's moves lead to, with random scores.
SolvedClasses random_dependencies(const index::Material& material, tests::Random& random) {
    SolvedClasses solved_classes;
    for (const index::Material& needed : index::direct_dependencies(material)) {
        REQUIRE(needed.kings() <= 1);
        solved_classes.add(random_class(needed, random));
    }
    return solved_classes;
}

/// Returns the best of what all moves are worth, or a loss if there is none.
Score plain_score(const SolvedClasses& solved_classes, const ClassScores& own, const index::Slice& slice,
                  Colour mover) {
    const Position position = position_of(slice, Kings{}, mover);
    if (rules::must_capture(position)) {
        return CaptureResolver{solved_classes}.resolve(position);
    }
    Score best = score_at_ply(0);
    for_each_man_move(solved_classes, own, slice, mover, ViewLoads::Slice, [&](const ManMove& move) {
        Kings kings;
        if (move.promotes) {
            kings[mover] |= move.to;
        }
        best = std::max(best, before_move(move.target.at(opponent(mover), kings)));
    });
    return best;
}

/// Solves the class and compares one of every `step` slices with the plain definition.
void require_plain_scores(const index::Material& material, int threads, std::uint64_t step) {
    CAPTURE(material.name(), threads, tests::sample_seed);
    tests::Random random{tests::sample_seed};
    const SolvedClasses solved_classes = random_dependencies(material, random);
    const auto solved = gen::solve_class(material, solved_classes, {threads, {}, nullptr});
    for (std::uint64_t number = 0; number < solved->slices().count(); number += step) {
        const index::Slice slice = solved->slices().unrank(index::SliceId{number});
        for (const Colour mover : both_colours) {
            if (*solved->scores(mover, index::SliceId{number}) != plain_score(solved_classes, *solved, slice, mover)) {
                FAIL(rules::to_fen(position_of(slice, Kings{}, mover)));
            }
        }
    }
}

std::vector<index::Material> classes_of_men(int most_pieces) {
    std::vector<index::Material> classes = index::build_order(most_pieces);
    std::erase_if(classes, [](const index::Material& material) { return material.kings() > 0; });
    return classes;
}

}  // namespace

TEST_CASE("rows of men have the scores that single positions have") {
    const int threads = GENERATE(1, 2);
    for (const index::Material& material : classes_of_men(dameotb::tests::sampled ? 3 : 4)) {
        require_plain_scores(material, threads, threads == 1 ? 1 : 7);
    }
}

TEST_CASE("rows of five men have the scores that single positions have") {
    if (!dameotb::tests::sampled) {
        require_plain_scores(index::Material::parse("MMMvMM").value(), 2, 97);
    }
}

TEST_CASE("rows of men take the memory that is planned for them") {
    std::vector<index::Material> classes = classes_of_men(4);
    classes.push_back(index::Material::parse("MMMvMM").value());
    classes.push_back(index::Material::parse("MMMMvMMM").value());
    for (const index::Material& material : classes) {
        CAPTURE(material.name());
        gen::MenRows rows{material};
        const std::size_t sets = rows.other_sets().size();
        CHECK(gen::MenRows::other_set_count(material) == sets);
        // A man's move passes over at most all others, so it leads at most as many levels on as there are men.
        const auto& levels = rows.levels();
        std::uint64_t most_sets = 0;
        for (std::size_t level = 0; level < levels.size(); ++level) {
            const std::size_t furthest = level - std::min<std::size_t>(level, material.white.men);
            most_sets = std::max<std::uint64_t>(most_sets, levels[level].end - levels[furthest].first);
        }
        const std::uint64_t row_bytes = most_sets * rows.co_man_sets().size() * sizeof(RowScores);
        const std::uint64_t planned = gen::MenRows::bytes(material);
        CHECK(planned > row_bytes);
        CHECK(planned - row_bytes <= 32 * (sets + rows.co_man_sets().size()));
        CHECK(gen::solver_bytes(material, 1) == planned);
        if (material.men() <= 5) {
            std::uint64_t most = 0;
            for (std::size_t level = 0; level < levels.size(); ++level) {
                rows.begin_level(level);
                most = std::max(most, rows.row_bytes());
            }
            CHECK(most == row_bytes);
        }
    }
}
