// Tests plans of what is in memory. Sizes are compared with the solver's own. Every plan is replayed step by step. Real
// runs follow a plan with such a bound that they must drop classes and read them back, and must leave the same bytes.
#include <algorithm>
#include <set>

#include <dameotb/gen/generate.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/store/slice/slice_layout.hpp>

#include "catch.hpp"
#include "directory_contents.hpp"
#include "run/memory_plan.hpp"
#include "sampling.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using gen::MemoryPlanner;
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

/// Follows a plan as a run would. Every class that a step needs must be in memory, every class that it reads must be in
/// the directory, and nothing may exceed the bound. At the end all classes must be in the directory, each made once.
void replay(const MemoryPlanner& planner, std::vector<MemoryPlanner::Class> classes, std::uint64_t bound_bytes) {
    const auto plans = planner.plan(bound_bytes);
    std::set<std::size_t> held;
    for (const MemoryPlanner::ClassPlan& plan : plans) {
        std::uint64_t peak = 0;
        for (const MemoryPlanner::Step& step : plan.steps) {
            if (step.action == Action::Drop) {
                REQUIRE(held.erase(step.ordinal) == 1);
                continue;
            }
            const bool makes = step.action == Action::Make;
            for (const std::size_t needed :
                 makes ? planner.needed_to_make(step.ordinal) : planner.needed_to_read(step.ordinal)) {
                REQUIRE(held.contains(needed));
            }
            REQUIRE(held.insert(step.ordinal).second);
            REQUIRE(classes[step.ordinal].is_present == !makes);
            classes[step.ordinal].is_present = true;
            std::uint64_t bytes = planner.fixed_bytes() +
                                  (makes ? planner.memory(step.ordinal).making : planner.memory(step.ordinal).reading);
            for (const std::size_t ordinal : held) {
                bytes += planner.memory(ordinal).held;
            }
            peak = std::max(peak, bytes);
        }
        REQUIRE(peak == plan.peak_bytes);
        REQUIRE(peak <= bound_bytes);
    }
    CHECK(std::ranges::all_of(classes, &MemoryPlanner::Class::is_present));
}

gen::GenerateResult generate(const std::filesystem::path& directory, const std::vector<index::Material>& classes,
                             std::optional<std::uint64_t> memory_bytes,
                             std::uint64_t one_side_from = store::never_one_side) {
    gen::GenerateOptions options;
    options.directory = directory;
    options.classes = classes;
    options.memory_bytes = memory_bytes;
    options.one_side_from = one_side_from;
    return gen::generate(options);
}

}  // namespace

TEST_CASE("a class is planned with the size of the scores that the solver allocates") {
    for (const index::Material& material : index::build_order(5)) {
        CAPTURE(material.name());
        const std::uint64_t slices = index::SliceIndex{material.white.men, material.black.men}.count();
        const gen::ClassMemory memory = gen::class_memory(material, 1);
        CHECK(memory.held == 2 * store::SliceLayout{material}.cells() * slices);
        CHECK(memory.reading >= index::ClassIndex{material}.size());
        CHECK(memory.making >= memory.reading);
        CHECK(gen::class_memory(material, 8).making >= memory.making);
    }
}

TEST_CASE("what reading and making need are direct dependencies") {
    const auto classes = index::build_order(5);
    const MemoryPlanner planner{none(classes), 1};
    const MemoryPlanner of_one_side{none(classes, 1), 1};
    for (std::size_t ordinal = 0; ordinal < classes.size(); ++ordinal) {
        CAPTURE(classes[ordinal].name());
        std::vector<index::Material> to_make;
        for (const std::size_t needed : planner.needed_to_make(ordinal)) {
            REQUIRE(needed < ordinal);
            to_make.push_back(classes[needed]);
        }
        CHECK(to_make == index::direct_dependencies(classes[ordinal]));
        for (const std::size_t needed : planner.needed_to_read(ordinal)) {
            CHECK(std::ranges::count(planner.needed_to_make(ordinal), needed) == 1);
        }
        const bool has_one = index::stored_sides(classes[ordinal]) == 2;
        CHECK(of_one_side.needed_to_read(ordinal) ==
              (has_one ? planner.needed_to_make(ordinal) : planner.needed_to_read(ordinal)));
    }
}

TEST_CASE("a plan stays within every bound that it accepts, and does all that is to be done") {
    const int pieces = GENERATE(2, 3, 4, 5, 6);
    if (tests::sampled && pieces > 5) {
        return;
    }
    const auto classes = index::build_order(pieces);
    // In the directory: nothing, all smaller classes, or any classes.
    const int kind = GENERATE(0, 1, 2);
    const auto one_side_from = GENERATE(store::never_one_side, std::uint64_t{1});
    auto planned = none(classes, one_side_from);
    for (std::size_t ordinal = 0; ordinal < classes.size(); ++ordinal) {
        planned[ordinal].is_present = kind == 1 ? classes[ordinal].pieces() < pieces : kind == 2 && ordinal % 3 != 1;
    }
    CAPTURE(pieces, kind, one_side_from);
    const MemoryPlanner planner{planned, 2};
    const auto need = planner.greatest_need();
    REQUIRE(need);
    CHECK_FALSE(planned[need->ordinal].is_present);
    for (const std::uint64_t percent : {100, 101, 110, 150, 400}) {
        CAPTURE(percent);
        replay(planner, planned, need->bytes / 100 * percent + need->bytes % 100);
    }
}

TEST_CASE("without a bound nothing is read twice, and nothing is held that no later class needs") {
    const auto classes = index::build_order(5);
    const MemoryPlanner planner{none(classes), 2};
    const auto plans = planner.plan(std::nullopt);
    CHECK(count(plans, Action::Read) == 0);
    CHECK(count(plans, Action::Make) == classes.size());
    CHECK(count(plans, Action::Drop) == classes.size());
    // A bound that lets every class stay changes nothing but the drops.
    const auto generous = planner.plan(std::uint64_t{1} << 50);
    CHECK(count(generous, Action::Read) == 0);
    CHECK(count(generous, Action::Drop) == 0);
    // A tight bound changes more.
    const auto tight = planner.plan(planner.greatest_need()->bytes);
    CHECK(count(tight, Action::Drop) > 0);
}

TEST_CASE("where all classes are present, nothing is planned") {
    const auto classes = index::build_order(3);
    auto planned = none(classes);
    std::ranges::for_each(planned, [](MemoryPlanner::Class& one) { one.is_present = true; });
    const MemoryPlanner planner{planned, 1};
    CHECK_FALSE(planner.greatest_need());
    for (const MemoryPlanner::ClassPlan& plan : planner.plan(0)) {
        CHECK(plan.steps.empty());
    }
}

// One large class sets the least bound; most other classes are made with room to spare. So each class is also made by a
// run of its own that has the least bound for that class.
TEST_CASE("a run that has to drop and read back leaves the bytes of a run that has not") {
    const auto one_side_from = GENERATE(store::never_one_side, std::uint64_t{1});
    const tests::TemporaryDirectory free;
    const tests::TemporaryDirectory bounded;
    auto classes = index::build_order(3);
    classes.push_back(index::Material::parse("KKKvM").value());
    classes = index::with_dependencies(classes);
    generate(free.path(), classes, std::nullopt, one_side_from);

    std::size_t reads = 0;
    for (const index::Material& material : classes) {
        const auto needed = index::with_dependencies({material});
        auto planned = none(needed, one_side_from);
        std::for_each(planned.begin(), planned.end() - 1, [](MemoryPlanner::Class& one) { one.is_present = true; });
        const MemoryPlanner planner{planned, 1};
        const std::uint64_t least = planner.greatest_need()->bytes;
        reads += count(planner.plan(least), Action::Read);
        CHECK_THROWS_AS(generate(bounded.path(), needed, least - 1, one_side_from), gen::MemoryBoundError);
        CHECK(generate(bounded.path(), needed, least, one_side_from) == gen::GenerateResult::Complete);
    }
    CHECK(reads > classes.size());
    CHECK(contents(bounded.path()) == contents(free.path()));

    const tests::TemporaryDirectory in_one_run;
    const MemoryPlanner planner{none(classes, one_side_from), 1};
    const std::uint64_t least = planner.greatest_need()->bytes;
    CHECK(count(planner.plan(least), Action::Drop) > 0);
    generate(in_one_run.path(), classes, least, one_side_from);
    CHECK(contents(in_one_run.path()) == contents(free.path()));
}

TEST_CASE("a bound that is too small is refused before anything is done") {
    const tests::TemporaryDirectory directory;
    const auto classes = index::build_order(4);
    const MemoryPlanner planner{none(classes), 1};
    const auto need = planner.greatest_need();
    try {
        generate(directory / "tables", classes, need->bytes - 1);
        FAIL("not refused");
    } catch (const gen::MemoryBoundError& error) {
        CHECK(error.material() == classes[need->ordinal]);
        CHECK(error.needed_bytes() == need->bytes);
        CHECK(std::string{error.what()}.find(error.material().name()) == 0);
    }
    CHECK_FALSE(std::filesystem::exists(directory / "tables"));
}
