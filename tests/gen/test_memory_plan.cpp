// Tests plans of what a run holds. Sizes are compared with the real objects. Every plan is replayed step by step. Real
// runs have such bounds that nearly all pages of scores must go and come back, and must leave the same bytes.
#include <algorithm>
#include <set>

#include <dameotb/gen/run/generate.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/memory/memory_need.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/distance_sides.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/run/memory_plan.hpp>
#include <dameotb/gen/slice/slices_solver.hpp>
#include "catch.hpp"
#include "directory_contents.hpp"
#include "plain_tables.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using gen::MemoryPlanner;
using tests::class_of;
using tests::contents;
using Action = MemoryPlanner::Action;

namespace {

/// Returns classes of a run of which no files are there.
std::vector<MemoryPlanner::Class> none(const std::vector<index::Material>& classes,
                                       std::uint64_t one_side_from = store::never_one_side) {
    std::vector<MemoryPlanner::Class> planned;
    for (const index::Material& material : classes) {
        planned.push_back({material, store::sides_to_store(material, one_side_from)});
    }
    return planned;
}

std::size_t count(const std::vector<MemoryPlanner::ClassPlan>& plans, Action action) {
    std::size_t found = 0;
    for (const MemoryPlanner::ClassPlan& plan : plans) {
        found += static_cast<std::size_t>(
            std::ranges::count_if(plan.steps, [action](const auto& step) { return step.action == action; }));
    }
    return found;
}

/// Follows a plan as a run would. Every class that a step needs must be held, a class that it reads must have its
/// files, and nothing may be read that is held or was. At the end all classes must have their files, each made once,
/// and none is held.
void replay(const MemoryPlanner& planner, std::vector<MemoryPlanner::Class> classes) {
    std::set<std::size_t> held;
    std::set<std::size_t> taken;
    std::vector<std::size_t> last_plan_with(classes.size());
    std::uint64_t peak_of_all = 0;
    std::uint64_t least_of_all = 0;
    for (std::size_t class_index = 0; class_index < classes.size(); ++class_index) {
        const MemoryPlanner::ClassPlan& plan = planner.plans()[class_index];
        REQUIRE(plan.steps.empty() == classes[class_index].is_present);
        std::set<std::size_t> used;
        std::uint64_t peak = 0;
        std::uint64_t least = 0;
        std::uint64_t least_to_read = 0;
        for (const MemoryPlanner::Step& step : plan.steps) {
            if (step.action == Action::Drop) {
                REQUIRE(held.erase(step.class_index) == 1);
                least_to_read = step.class_index == class_index ? 0 : least_to_read;
                // What is dropped was of use for this class: otherwise it could have gone earlier.
                REQUIRE(used.contains(step.class_index));
                continue;
            }
            const bool makes = step.action == Action::Make;
            REQUIRE((step.class_index == class_index) == makes);
            const auto& needs =
                makes ? planner.needed_to_make(step.class_index) : planner.needed_to_read(step.class_index);
            for (const std::size_t needed : needs) {
                REQUIRE(held.contains(needed));
                used.insert(needed);
            }
            used.insert(step.class_index);
            REQUIRE(held.insert(step.class_index).second);
            REQUIRE(taken.insert(step.class_index).second);
            REQUIRE(classes[step.class_index].is_present == !makes);
            const gen::ClassMemory& memory = planner.memory(step.class_index);
            std::uint64_t scores = 0;
            std::uint64_t metadata = 0;
            for (const std::size_t other : held) {
                scores += planner.memory(other).scores;
                metadata += planner.memory(other).metadata;
            }
            const std::uint64_t pages = planner.uses_pages({}) ? metadata : 0;  // for checkpoints
            peak = std::max(peak, planner.fixed_bytes() + pages + scores + (makes ? memory.solver : 0));
            const std::uint64_t step_bytes =
                makes ? std::max(memory.solver + memory.working_set_to_solve, memory.working_set_to_write)
                      : memory.working_set_to_read;
            least = std::max(least, planner.fixed_bytes() + metadata + step_bytes);
            const bool reads_later = makes && gen::can_be_solved_in_parts(classes[class_index].material);
            least_to_read = reads_later ? planner.fixed_bytes() + metadata + memory.working_set_to_read : least_to_read;
        }
        // A class solved in parts that a later one needs can be read with the same bound, should the run be
        // interrupted.
        least = std::max(least, least_to_read);
        REQUIRE(peak == plan.peak_bytes);
        REQUIRE(least == plan.least_bytes);
        if (!plan.steps.empty()) {
            classes[class_index].is_present = true;
        }
        peak_of_all = std::max(peak_of_all, peak);
        least_of_all = std::max(least_of_all, least);
    }
    CHECK(held.empty());
    CHECK(std::ranges::all_of(classes, &MemoryPlanner::Class::is_present));
    CHECK(planner.peak_bytes() == peak_of_all);
    REQUIRE(planner.greatest_need());
    CHECK(planner.greatest_need()->bytes == std::min(least_of_all, peak_of_all));
    CHECK(planner.plans()[planner.greatest_need()->class_index].least_bytes == least_of_all);
}

gen::GenerateResult generate(const std::filesystem::path& directory, const std::vector<index::Material>& classes,
                             std::optional<std::uint64_t> memory_bytes,
                             std::uint64_t one_side_from = store::never_one_side, int threads = 1) {
    gen::GenerateOptions options;
    options.directory = directory;
    options.classes = classes;
    options.memory_bytes = memory_bytes;
    options.one_side_from = one_side_from;
    options.threads = threads;
    return gen::generate(options);
}

}  // namespace

TEST_CASE("a class is planned with the size of the scores that the solver allocates") {
    const tests::TemporaryDirectory scratch;
    for (const index::Material& material : index::build_order(5)) {
        CAPTURE(material.name());
        const std::uint64_t slices = index::SliceIndex{material.white.men, material.black.men}.count();
        const scores::SliceLayout layout{material};
        CHECK(scores::slice_rows(material) == layout.rows());
        const std::uint64_t cells = 2 * layout.cells() * slices;
        const gen::ClassMemory memory = gen::class_memory(material, store::DistanceSides::All, 1);
        CHECK(memory.scores == scores::class_bytes(material));
        CHECK(memory.scores >= cells);
        // Not much more: in whole pages of at most 256 KB, for each side to move.
        CHECK(memory.scores <= cells + (std::uint64_t{4} << 18));
        CHECK(scores::slice_bytes(material) >= layout.cells());
        CHECK(scores::slices_bytes(material, slices) * 2 == memory.scores);
        CHECK(scores::slice_bytes(material) <= scores::slices_bytes(material, slices));

        memory::ScoreMemory bounded{0, scratch.path()};
        const scores::ClassScores scores{material, &bounded};
        CHECK(bounded.used_bytes() == memory.metadata);
        CHECK(memory.metadata == scores::metadata_bytes(material));
    }
}

TEST_CASE("what has to be in memory of a class and its dependencies is never more than all of them") {
    for (const index::Material& material : index::build_order(6)) {
        CAPTURE(material.name());
        std::uint64_t all = scores::class_bytes(material);
        for (const index::Material& other : index::direct_dependencies(material)) {
            all += scores::class_bytes(other);
        }
        for (const auto sides : {store::DistanceSides::All, store::DistanceSides::One}) {
            const gen::ClassMemory one = gen::class_memory(material, sides, 1);
            const gen::ClassMemory eight = gen::class_memory(material, sides, 8);
            // If it comes in parts, less than a slice is enough.
            CHECK((gen::can_be_solved_in_parts(material) ||
                   one.working_set_to_solve >= 2 * scores::slice_bytes(material)));
            CHECK(one.working_set_to_solve > 0);
            CHECK(one.working_set_to_write > 0);
            CHECK(one.working_set_to_read >= 2 * scores::slice_bytes(material));
            CHECK(one.working_set_to_solve <= all);
            CHECK(one.working_set_to_write <= all);
            CHECK(one.working_set_to_read <= all);
            // If there is room for one thread alone, the others wait.
            CHECK(one.working_set_to_solve == eight.working_set_to_solve);
            CHECK(one.working_set_to_write == eight.working_set_to_write);
            CHECK(one.working_set_to_read == eight.working_set_to_read);
            CHECK(one.solver <= eight.solver);
            CHECK(one.least_to_make() <= one.solver + std::max(one.working_set_to_solve, one.working_set_to_write));
            CHECK(one.solver > 0);
        }
        CHECK(gen::class_memory(material, store::DistanceSides::All, 2).working_set_to_read <=
              gen::class_memory(material, store::DistanceSides::One, 2).working_set_to_read);
    }
}

TEST_CASE("what reading and making need are direct dependencies") {
    const auto classes = index::build_order(5);
    const MemoryPlanner planner{none(classes), 1};
    const MemoryPlanner of_one_side{none(classes, 1), 1};
    for (std::size_t class_index = 0; class_index < classes.size(); ++class_index) {
        CAPTURE(classes[class_index].name());
        std::vector<index::Material> to_make;
        for (const std::size_t needed : planner.needed_to_make(class_index)) {
            REQUIRE(needed < class_index);
            to_make.push_back(classes[needed]);
        }
        CHECK(to_make == index::direct_dependencies(classes[class_index]));
        for (const std::size_t needed : planner.needed_to_read(class_index)) {
            CHECK(std::ranges::count(planner.needed_to_make(class_index), needed) == 1);
        }
        const bool has_one = index::stored_sides(classes[class_index]) == 2;
        CHECK(of_one_side.needed_to_read(class_index) ==
              (has_one ? planner.needed_to_make(class_index) : planner.needed_to_read(class_index)));
    }
}

TEST_CASE("a plan does all that is to be done, takes each class once, and holds no class longer than it is needed") {
    const int pieces = GENERATE(2, 3, 4, 5, 6);
    if (tests::sampled && pieces > 5) {
        return;
    }
    const auto classes = index::build_order(pieces);
    // In the directory: nothing, all smaller classes, or any classes.
    const int kind = GENERATE(0, 1, 2, 3);
    const auto one_side_from = GENERATE(as<std::uint64_t>{}, store::never_one_side, 1);
    auto planned = none(classes, one_side_from);
    for (std::size_t class_index = 0; class_index < classes.size(); ++class_index) {
        planned[class_index].is_present = kind == 1   ? classes[class_index].pieces() < pieces
                                          : kind == 2 ? class_index % 3 != 1
                                          : kind == 3 ? class_index % 3 == 1
                                                      : false;
    }
    CAPTURE(pieces, kind, one_side_from);
    const MemoryPlanner planner{planned, 2};
    const auto need = planner.greatest_need();
    REQUIRE(need);
    CHECK_FALSE(planned[need->class_index].is_present);
    replay(planner, planned);
}

TEST_CASE("a plan of all classes reads none, and makes and drops each once") {
    const auto classes = index::build_order(5);
    const MemoryPlanner planner{none(classes), 2};
    CHECK(count(planner.plans(), Action::Read) == 0);
    CHECK(count(planner.plans(), Action::Make) == classes.size());
    CHECK(count(planner.plans(), Action::Drop) == classes.size());
    // Pages that come and go are what makes a run of large classes possible with little.
    CHECK(planner.greatest_need()->bytes < planner.peak_bytes() / 4);
}

TEST_CASE("what one class needs alone is no more than what it needs in a run") {
    const auto classes = index::build_order(5);
    const MemoryPlanner planner{none(classes), 2};
    for (std::size_t class_index = 0; class_index < classes.size(); ++class_index) {
        CAPTURE(classes[class_index].name());
        CHECK(planner.alone(class_index).least_bytes <= planner.plans()[class_index].least_bytes);
        auto planned = none(index::with_dependencies({classes[class_index]}));
        std::for_each(planned.begin(), planned.end() - 1, [](MemoryPlanner::Class& one) { one.is_present = true; });
        // Its run reads what it needs, and what that needs. That may be more classes, whose metadata count too.
        const MemoryPlanner alone{planned, 2};
        CHECK(alone.alone(planned.size() - 1).least_bytes - alone.fixed_bytes() ==
              planner.alone(class_index).least_bytes - planner.fixed_bytes());
        CHECK(alone.plans().back().least_bytes >= alone.alone(planned.size() - 1).least_bytes);
    }
}

TEST_CASE("where all classes are present, nothing is planned") {
    const auto classes = index::build_order(3);
    auto planned = none(classes);
    std::ranges::for_each(planned, [](MemoryPlanner::Class& one) { one.is_present = true; });
    const MemoryPlanner planner{planned, 1};
    CHECK_FALSE(planner.greatest_need());
    CHECK(planner.peak_bytes() == 0);
    for (const MemoryPlanner::ClassPlan& plan : planner.plans()) {
        CHECK(plan.steps.empty());
    }
}

// One large class sets the least bound of a run. So each class is also made by a run of its own that has the least
// bound for that class, and reads the others.
TEST_CASE("a run whose pages come and go leaves the bytes of a run that has room for all") {
    const auto one_side_from = GENERATE(as<std::uint64_t>{}, store::never_one_side, 1);
    const tests::TemporaryDirectory free;
    const tests::TemporaryDirectory bounded;
    auto classes = index::build_order(3);
    if (!tests::sampled && one_side_from == store::never_one_side) {
        classes.push_back(class_of("KKKvM"));
        classes = index::with_dependencies(classes);
    }
    generate(free.path(), classes, std::nullopt, one_side_from, 2);

    std::size_t paged = 0;
    for (const index::Material& material : classes) {
        CAPTURE(material.name(), one_side_from);
        const auto needed = index::with_dependencies({material});
        auto planned = none(needed, one_side_from);
        std::for_each(planned.begin(), planned.end() - 1, [](MemoryPlanner::Class& one) { one.is_present = true; });
        const MemoryPlanner planner{planned, 1};
        const std::uint64_t least = planner.greatest_need()->bytes;
        paged += least < planner.peak_bytes() ? 1 : 0;
        CHECK_THROWS_AS(generate(bounded.path(), needed, least - 1, one_side_from), memory::MemoryBoundError);
        CHECK(generate(bounded.path(), needed, least, one_side_from) == gen::GenerateResult::Complete);
    }
    CHECK(paged >= classes.size() / 2);
    CHECK(contents(bounded.path()) == contents(free.path()));

    const int threads = one_side_from == store::never_one_side ? 3 : 1;
    const tests::TemporaryDirectory in_one_run;
    const MemoryPlanner planner{none(classes, one_side_from), threads};
    const std::uint64_t least = planner.greatest_need()->bytes;
    CHECK(least <= planner.peak_bytes());
    CHECK_THROWS_AS(generate(in_one_run.path(), classes, least - 1, one_side_from, threads), memory::MemoryBoundError);
    generate(in_one_run.path(), classes, least, one_side_from, threads);
    CHECK(contents(in_one_run.path()) == contents(free.path()));
}

TEST_CASE("a run is not refused for what pages would take if it has room for all scores") {
    const tests::TemporaryDirectory directory;
    const auto classes = index::build_order(2);
    const MemoryPlanner planner{none(classes), 1};
    CHECK(planner.greatest_need()->bytes <= planner.peak_bytes());
    CHECK(generate(directory.path(), classes, planner.peak_bytes()) == gen::GenerateResult::Complete);
}

TEST_CASE("a bound that is too small is refused before anything is done") {
    const tests::TemporaryDirectory directory;
    const auto classes = index::build_order(4);
    const MemoryPlanner planner{none(classes), 1};
    const auto need = planner.greatest_need();
    try {
        generate(directory / "tables", classes, need->bytes - 1);
        FAIL("not refused");
    } catch (const memory::MemoryBoundError& error) {
        CHECK(error.material() == classes[need->class_index]);
        CHECK(error.needed_bytes() == need->bytes);
        CHECK(std::string{error.what()}.find(error.material().name()) == 0);
    }
    CHECK_FALSE(std::filesystem::exists(directory / "tables"));
}
