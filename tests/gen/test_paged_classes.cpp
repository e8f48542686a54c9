// Classes whose pages of scores come and go. Whatever little is in memory at a time, they must be solved, written and
// read as if all were there; and what one task brings in must be within what was planned for it.
#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <utility>

#include <dameotb/gen/run/generate.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/scores/captures/reached_slices.hpp>
#include <dameotb/scores/captures/row_capture_resolver.hpp>
#include <dameotb/scores/slice/class_scores.hpp>
#include <dameotb/scores/slice/slice_layout.hpp>
#include <dameotb/store/class_reader.hpp>
#include <dameotb/store/class_writer.hpp>
#include <dameotb/store/code_source.hpp>
#include <dameotb/store/distance_sides.hpp>

#include <dameotb/gen/run/class_solver.hpp>
#include <dameotb/gen/run/memory_plan.hpp>
#include <dameotb/gen/run/slice_schedule.hpp>
#include <dameotb/gen/slice/slices_solver.hpp>
#include "catch.hpp"
#include "directory_contents.hpp"
#include "men/men_row_solver.hpp"
#include "plain_tables.hpp"
#include "samples.hpp"
#include "sampling.hpp"
#include "slice/slice_solver.hpp"
#include "temporary_directory.hpp"

using namespace dameotb;
using memory::ScoreMemory;
using scores::ClassScores;
using scores::SolvedClasses;
using tests::class_of;

namespace {

constexpr std::uint64_t no_bound = ~std::uint64_t{0} / 2;

/// Returns whether the scores of a slice are the same where a position is.
bool equal(const scores::SliceLayout& layout, const index::Slice& slice, const scores::Score* a,
           const scores::Score* b) {
    if (!layout.has_pivot()) {
        return *a == *b;
    }
    for (std::uint32_t row = 0; row < layout.rows(); ++row) {
        const std::uint64_t first = std::uint64_t{row} * scores::SliceLayout::row_cells;
        if (!layout.is_legal(row, slice.men()) ||
            std::memcmp(a + first, b + first, scores::SliceLayout::row_cells) == 0) {
            continue;
        }
        for (const Square square : layout.vacant(row, slice.men())) {
            const std::uint64_t cell = first + static_cast<std::uint64_t>(square.index());
            if (a[cell] != b[cell]) {
                return false;
            }
        }
    }
    return true;
}

/// Classes of which no more is in memory than the plan says that a step needs at least. None is dropped.
class Paged {
public:
    explicit Paged(int threads) : threads_{threads} {}

    [[nodiscard]] ScoreMemory& memory() { return memory_; }
    /// Begins the next epoch, with that much room.
    void make_room(std::uint64_t bytes) { memory_.make_room(bytes, threads_); }
    /// Makes a step's room, as a run does. `reach`: what the step brings in at least.
    void begin(const index::Material& material, std::uint64_t reach) {
        metadata_ += scores::metadata_bytes(material);
        memory_.set_bound(metadata_ + reach);
        memory_.make_room(scores::metadata_bytes(material), threads_);
    }
    /// Leaves that much room from the next epoch on.
    void set_room(std::uint64_t reach) { memory_.set_bound(metadata_ + reach); }
    ClassScores& add(std::unique_ptr<ClassScores> scores) {
        ClassScores& added = *scores;
        by_class_[added.material()] = &added;
        solved_classes_.add(std::move(scores));
        return added;
    }
    ClassScores& add_copy(const ClassScores& right) {
        begin(right.material(), scores::class_bytes(right.material()));
        auto copy = std::make_unique<ClassScores>(right.material(), &memory_, std::filesystem::path{}, right.rule());
        make_room(scores::class_bytes(right.material()));
        std::copy_n(right.scores_from(0, right.size()), right.size(), copy->cells_from(0, right.size()));
        return add(std::move(copy));
    }
    [[nodiscard]] const SolvedClasses& solved_classes() const { return solved_classes_; }
    [[nodiscard]] const tests::TemporaryDirectory& scratch() const { return scratch_; }

    /// Returns whether all scores equal those of classes that are in memory, slice by slice.
    [[nodiscard]] bool equals(const index::Material& material, const ClassScores& right) {
        const ClassScores& own = *by_class_.at(material);
        for (std::uint64_t number = 0; number < own.slices().count(); ++number) {
            const index::SliceId id{number};
            if (number % 64 == 0) {
                memory_.set_bound(metadata_ + 64 * 2 * scores::slice_bytes(material));
                memory_.make_room(64 * 2 * scores::slice_bytes(material), threads_);
            }
            for (const Colour mover : both_colours) {
                if (!equal(own.layout(), own.slices().unrank(id), own.scores(mover, id), right.scores(mover, id))) {
                    return false;
                }
            }
        }
        return true;
    }

private:
    int threads_;
    tests::TemporaryDirectory scratch_;
    ScoreMemory memory_{no_bound, scratch_.path()};
    SolvedClasses solved_classes_{&memory_};
    std::map<index::Material, ClassScores*> by_class_;
    std::uint64_t metadata_ = 0;
};

/// A class and all that it depends on, solved under a rule and all in memory.
class Whole {
public:
    Whole(const index::Material& material, DrawRule rule) : material_{material}, rule_{rule} {
        for (const index::Material& one : index::with_dependencies({material})) {
            gen::ClassSolverOptions options;
            options.threads = 2;
            options.rule = rule;
            auto solved = gen::solve_class(one, solved_classes_, options);
            if (one != material) {
                store::reduce_to_results(*solved, 2);
            }
            by_class_[one] = solved.get();
            solved_classes_.add(std::move(solved));
        }
    }
    [[nodiscard]] const index::Material& material() const { return material_; }
    [[nodiscard]] DrawRule rule() const { return rule_; }
    [[nodiscard]] const ClassScores& scores(const index::Material& material) const { return *by_class_.at(material); }
    [[nodiscard]] const SolvedClasses& solved_classes() const { return solved_classes_; }

private:
    index::Material material_;
    DrawRule rule_;
    SolvedClasses solved_classes_;
    std::map<index::Material, const ClassScores*> by_class_;
};

/// Returns the class under a draw rule of so many plies; nothing if it has more than 4 pieces and tests are not large.
std::optional<Whole> whole_class(const std::pair<const char*, int>& tried) {
    const index::Material material = class_of(tried.first);
    return material.pieces() > 4 && !tests::with_large_classes
               ? std::nullopt
               : std::optional<Whole>{std::in_place, material, DrawRule{tried.second}};
}

}  // namespace

TEST_CASE("a class that is all in memory gives its codes without leaving it") {
    const index::Material material = class_of("KKvK");
    SolvedClasses smaller;
    smaller.add(gen::solve_class(class_of("KvK"), smaller, {1, {}, nullptr}));
    const auto right = gen::solve_class(material, smaller, {1, {}, nullptr});
    const tests::TemporaryDirectory scratch;
    ScoreMemory memory{scores::metadata_bytes(material) + scores::class_bytes(material), scratch.path()};
    ClassScores paged{material, &memory};
    for (const Colour mover : both_colours) {
        CHECK_FALSE(paged.is_resident(mover));
        std::copy_n(right->scores(mover, index::SliceId{}), paged.size() / 2, paged.scores(mover, index::SliceId{}));
        CHECK(paged.is_resident(mover));
    }
    const index::ClassIndex index{material};
    const store::CodeSource codes = store::codes_of_scores(paged, index, 2);
    const store::CodeSource right_codes = store::codes_of_scores(*right, index, 2);
    for (int round = 0; round < 3; ++round) {
        for (const Colour mover : both_colours) {
            std::vector<std::uint8_t> read(index.size());
            std::vector<std::uint8_t> expected(index.size());
            store::read_codes(codes, mover, 0, read, 2);
            store::read_codes(right_codes, mover, 0, expected, 2);
            CHECK(read == expected);
        }
    }
    CHECK(memory.scratch_bytes() == 0);
    CHECK((paged.is_resident(Colour::White) && paged.is_resident(Colour::Black)));
}

// As with more than 6 pieces, where Black's kings lead the index: they stay for many numbers, and so do the rows.
TEST_CASE("codes of a class without men that its fewer kings lead need only the rows of its leaders") {
    const index::Material material = class_of("KKKvKK");
    const index::ClassIndex index{material, Colour::Black};
    constexpr std::uint32_t at_a_time = 4096;
    const memory::WorkingSet needed = store::working_set_of_indices(material, index.leader(), at_a_time);
    CHECK(needed.per_task < needed.total / 2);
    CHECK(store::working_set_of_indices(material, Colour::White, at_a_time).per_task == needed.total);

    const tests::TemporaryDirectory scratch;
    ScoreMemory memory{scores::metadata_bytes(material) + scores::class_bytes(material), scratch.path()};
    ClassScores paged{material, &memory};
    ClassScores whole{material};
    for (std::uint64_t cell = 0; cell < whole.size(); ++cell) {
        *whole.cells_from(cell, 1) = static_cast<scores::Score>(cell * 0x9E3779B97F4A7C15U >> 58);
    }
    std::copy_n(whole.scores_from(0, whole.size()), whole.size(), paged.cells_from(0, whole.size()));
    memory.set_bound(scores::metadata_bytes(material) + needed.per_task);
    const store::CodeSource codes = store::codes_of_scores(paged, index, 1);
    const store::CodeSource right_codes = store::codes_of_scores(whole, index, 1);
    for (std::uint64_t first = 0; first + at_a_time <= index.size(); first += tests::sampled ? 1'000'003 : 50'021) {
        for (const Colour mover : both_colours) {
            memory.make_room(needed.per_task, 1);
            if (!std::ranges::equal(codes.at(0, mover, first, at_a_time), right_codes.at(0, mover, first, at_a_time))) {
                FAIL(first);
            }
        }
    }
    CHECK(memory.overrun_bytes() == 0);
    CHECK(memory.scratch_bytes() > 0);
}

// KKKKvK's others lead; a leading set of KKvKK takes less than a page, one of KKKvKK many.
TEST_CASE("a class without men is solved alike in parts, with no more in memory than its plan says", "[parts]") {
    const auto right = whole_class(
        GENERATE(std::pair{"KKvKK", 0}, std::pair{"KKvKK", 50}, std::pair{"KKKKvK", 0}, std::pair{"KKKvKK", 0}));
    if (!right) {
        return;
    }
    const index::Material& material = right->material();
    CAPTURE(material.name(), right->rule().plies);
    for (const int threads : {1, 2}) {
        CAPTURE(threads);
        Paged paged{threads};
        for (const index::Material& one : index::direct_dependencies(material)) {
            paged.add_copy(right->scores(one));
        }
        const memory::WorkingSet working_set = gen::working_set_to_solve(material);
        // What comes in at a time is a part of a slice. The second thread has room, too.
        const std::uint64_t room = working_set.shared + static_cast<std::uint64_t>(threads) * working_set.per_task;
        CHECK(room < gen::working_set_of_slices(material, 1).least());
        paged.begin(material, room);
        gen::ClassSolverOptions options;
        options.threads = threads;
        options.rule = right->rule();
        (void)paged.add(gen::solve_class(material, paged.solved_classes(), options));
        CHECK(paged.memory().overrun_bytes() == 0);
        CHECK(paged.equals(material, right->scores(material)));
        CHECK(paged.memory().scratch_bytes() > 0);
    }
}

// The man moves to other slices, and makes KKKvKK of it. No smaller class has men and slices of many parts.
TEST_CASE("slices with men are solved alike in parts, with no more in memory than their plan says", "[parts]") {
    const DrawRule rule{GENERATE(0, 50)};
    const index::Material material = class_of("KKMvKK");
    if (tests::sampled || (rule.plies > 0 && !tests::with_large_classes)) {
        return;
    }
    CAPTURE(rule.plies);
    const Whole right{material, rule};
    Paged paged{2};
    for (const index::Material& one : index::direct_dependencies(material)) {
        paged.add_copy(right.scores(one));
    }
    ClassScores& solved = paged.add_copy(right.scores(material));
    const memory::WorkingSet part = gen::working_set_to_solve(material);
    CHECK(2 * part.per_task < gen::working_set_of_slices(material, 1).per_task);
    paged.set_room(2 * part.per_task);
    paged.make_room(0);
    gen::SliceSolver solver{paged.solved_classes(), solved, 2, &paged.memory()};
    // On the rank before the last, in the middle, and where it begins.
    for (const Square man : {Square{51}, Square{24}, Square{1}}) {
        CAPTURE(man.index());
        const index::Slice slice{Bitboard{man}, {}};
        const auto [id, mirrored] = solved.slices().locate(slice);
        // Nothing of it is there before.
        for (const Colour mover : both_colours) {
            paged.make_room(scores::slice_bytes(material));
            std::fill_n(solved.scores(mover, id), solved.layout().cells(), scores::no_score);
        }
        solver.solve(id, solved.slices().unrank(id));
        CHECK(paged.memory().overrun_bytes() == 0);
    }
    CHECK(paged.memory().scratch_bytes() > 0);
    CHECK(paged.equals(material, right.scores(material)));
}

TEST_CASE("threads that share each slice find what one thread finds in it", "[parts]") {
    const auto right = whole_class(GENERATE(std::pair{"KKvKM", 0}, std::pair{"KKvKM", 50}, std::pair{"KKMvK", 0},
                                            std::pair{"KKKKvM", 0}, std::pair{"KKKKvM", 50}, std::pair{"KKvKK", 0},
                                            std::pair{"KKKvKK", 0}, std::pair{"KKKvKK", 50}));
    if (!right) {
        return;
    }
    const index::Material& material = right->material();
    CAPTURE(material.name(), right->rule().plies);
    for (const int threads : {1, 4}) {
        CAPTURE(threads);
        ClassScores solved{material, nullptr, {}, right->rule()};
        gen::SlicesSolver solver{right->solved_classes(), solved, 1, threads};
        for (const auto& level : gen::levels_of(material, 1)) {
            for (const index::SliceId id : level) {
                (void)solver.solve(0, id);
                for (const Colour mover : both_colours) {
                    REQUIRE(equal(solved.layout(), solved.slices().unrank(id), solved.scores(mover, id),
                                  right->scores(material).scores(mover, id)));
                }
            }
        }
    }
}

TEST_CASE("classes are solved, written and read alike whether their pages come and go or stay") {
    const auto sides = GENERATE(store::DistanceSides::All, store::DistanceSides::One);
    auto classes = index::build_order(3);
    if (!tests::sampled && sides == store::DistanceSides::All) {
        classes.push_back(class_of("KKKvM"));
        classes = index::with_dependencies(classes);
    }
    const tests::TemporaryDirectory right_files;
    SolvedClasses right;
    std::map<index::Material, const ClassScores*> right_scores;
    // In files one side of two may be stored, if there are two.
    const auto sides_of = [&](const index::Material& material) {
        return store::sides_to_store(material, sides == store::DistanceSides::One ? 1 : store::never_one_side);
    };
    for (const index::Material& material : classes) {
        auto solved = gen::solve_class(material, right, {2, {}, nullptr});
        store::write_class_files(right_files.path(), *solved, sides_of(material), 2);
        right_scores[material] = solved.get();
        right.add(std::move(solved));
    }
    const auto right_bytes = tests::contents(right_files.path());

    const bool one = tests::sampled || sides == store::DistanceSides::One;
    for (const int threads : one ? std::vector{2} : std::vector{1, 2, 3}) {
        const tests::TemporaryDirectory files;
        Paged solved{threads};
        Paged read{threads};
        for (const index::Material& material : classes) {
            CAPTURE(material.name(), threads);
            const gen::ClassMemory needs = gen::class_memory(material, sides_of(material), threads);

            solved.begin(material, needs.working_set_to_solve);
            ClassScores& scores =
                solved.add(gen::solve_class(material, solved.solved_classes(), {threads, {}, nullptr}));
            CHECK(solved.memory().overrun_bytes() == 0);
            solved.set_room(needs.working_set_to_write);
            store::write_class_files(files.path(), scores, sides_of(material), threads);
            CHECK(solved.memory().overrun_bytes() == 0);
            CHECK(solved.equals(material, *right_scores[material]));

            read.begin(material, needs.working_set_to_read);
            read.add(store::read_class(right_files.path(), material, {}, read.solved_classes(), threads));
            CHECK(read.memory().overrun_bytes() == 0);
            CHECK(read.equals(material, *right_scores[material]));
        }
        CHECK(tests::contents(files.path()) == right_bytes);
        CHECK(solved.memory().scratch_bytes() > 0);
        CHECK(read.memory().scratch_bytes() > 0);
        CHECK(tests::contents(solved.scratch().path()).empty());
    }
}

namespace {

/// A class and all that it depends on, none of it solved. What a task brings in depends on where pieces stand and not
/// on any score.
class Unsolved {
public:
    explicit Unsolved(const index::Material& material) {
        for (const index::Material& needed : index::direct_dependencies(material)) {
            auto scores = std::make_unique<ClassScores>(needed, &memory_);
            by_class_[needed] = scores.get();
            solved_classes_.add(std::move(scores));
        }
        own_ = std::make_unique<ClassScores>(material, &memory_);
    }
    [[nodiscard]] ClassScores& own() { return *own_; }
    [[nodiscard]] const SolvedClasses& solved_classes() const { return solved_classes_; }

    /// Returns how much a task brings into memory, when nothing is there before.
    template <class Task>
    std::uint64_t bytes_of(const Task& task) {
        memory_.set_bound(0);
        memory_.make_room(0, 1);
        const std::uint64_t before = memory_.used_bytes();
        task();
        return memory_.used_bytes() - before;
    }
    /// Returns whether the row of these kings, all but the pivot king, is in memory. Requires: a canonical class.
    [[nodiscard]] bool has_row(const index::Material& material, const index::Slice& slice, const scores::Kings& kings,
                               Colour side_to_move) {
        ClassScores& reached = material == own_->material() ? *own_ : *by_class_.at(material);
        const auto [id, mirrored] = reached.slices().locate(slice);
        const scores::SquareMap map{mirrored, false};
        const Colour pivot = reached.layout().pivot();
        const std::uint32_t row = reached.layout().image(map(kings[pivot]), map(kings[opponent(pivot)])).row;
        const std::ptrdiff_t first = reached.cells_of_slice(side_to_move, id) - reached.pages().data();
        constexpr std::uint64_t row_cells = scores::SliceLayout::row_cells;
        return reached.pages().is_resident(static_cast<std::uint64_t>(first) + row * row_cells, row_cells);
    }

private:
    tests::TemporaryDirectory scratch_;
    ScoreMemory memory_{no_bound, scratch_.path()};
    SolvedClasses solved_classes_{&memory_};
    std::map<index::Material, ClassScores*> by_class_;
    std::unique_ptr<ClassScores> own_;
};

/// Returns slices with the men together, in lines and before the far ranks, and any others.
std::vector<index::SliceId> slices_to_try(const ClassScores& scores, std::size_t count, std::mt19937_64& random) {
    const index::SliceIndex& slices = scores.slices();
    const index::Material& material = scores.material();
    std::vector<index::SliceId> tried;
    if (slices.count() <= count) {
        for (std::uint64_t number = 0; number < slices.count(); ++number) {
            tried.emplace_back(number);
        }
        return tried;
    }
    while (tried.size() < count) {
        index::Slice slice;
        const bool crowded = tried.size() % 4 != 0;
        const auto file = static_cast<int>(random() % 8);
        // In a crowd all men are on three files, and with luck a few rows before promotion.
        const auto add_men = [&](Bitboard& men, int wanted, int lowest_row) {
            while (men.count() < wanted) {
                const int f = crowded ? (file + static_cast<int>(random() % 3)) % 8 : static_cast<int>(random() % 8);
                const int near = lowest_row == 0 ? 4 : 1;
                const int r = crowded && random() % 4 != 0 ? near + static_cast<int>(random() % 3)
                                                           : lowest_row + static_cast<int>(random() % 7);
                const Square square{8 * r + f};
                if (!slice.men().contains(square)) {
                    men |= square;
                }
            }
        };
        add_men(slice.white_men, material.white.men, 0);
        add_men(slice.black_men, material.black.men, 1);
        tried.push_back(slices.locate(slice).id);
    }
    return tried;
}

/// Resolves the forced captures of all rows of a slice, for both sides to move.
void resolve_all(Unsolved& unsolved, const index::Slice& slice) {
    const scores::SliceLayout& layout = unsolved.own().layout();
    scores::RowCaptureResolver resolver{unsolved.solved_classes()};
    scores::RowScores cells;
    for (std::uint32_t row = 0; row < layout.rows(); ++row) {
        if (layout.is_legal(row, slice.men())) {
            for (const Colour mover : both_colours) {
                (void)resolver.resolve(position_of(slice, layout.kings_of(row), mover), layout.pivot(), cells.data());
            }
        }
    }
}

void check_reach(const index::Material& material, std::size_t slices) {
    CAPTURE(material.name());
    std::mt19937_64 random{tests::sampled ? 7U : 11U};
    Unsolved unsolved{material};
    if (material.kings() == 0) {
        gen::MenRows rows{material};
        gen::MenRowSolver solver{unsolved.solved_classes(), rows, unsolved.own()};
        const std::uint64_t bound = gen::working_set_to_solve(material).per_task;
        for (std::size_t level = 0; level < rows.levels().size(); ++level) {
            rows.begin_level(level);
            const auto [first, end] = rows.levels()[level];
            for (std::size_t i = 0; i <= slices / rows.levels().size(); ++i) {
                const std::size_t others = first + random() % (end - first);
                CAPTURE(others);
                CHECK(unsolved.bytes_of([&] { solver.solve(others); }) <= bound);
            }
        }
        return;
    }
    gen::SliceSolver solver{unsolved.solved_classes(), unsolved.own(), 1};
    const std::uint64_t of_moves = scores::moves_working_set(material).per_task;
    const std::uint64_t of_captures = scores::capture_working_set(material, 1);
    for (const index::SliceId id : slices_to_try(unsolved.own(), slices, random)) {
        const index::Slice slice = unsolved.own().slices().unrank(id);
        CAPTURE(id.value());
        CHECK(unsolved.bytes_of([&] { solver.solve(id, slice); }) <= of_moves);
        CHECK(unsolved.bytes_of([&] { resolve_all(unsolved, slice); }) <= of_captures);
        CHECK(unsolved.bytes_of([&] { (void)unsolved.own().scores(Colour::White, id); }) <=
              scores::slice_bytes(material));
    }
}

}  // namespace

TEST_CASE("solving a slice brings in no more than its moves and captures can lead to") {
    for (const index::Material& material : index::build_order(tests::sampled ? 3 : 4)) {
        check_reach(material, material.kings() > 2 ? 6 : 40);
    }
    // Some with lines of men, and with few kings, so that a slice takes little time.
    if (!tests::sampled) {
        for (const char* name : {"KMMMvM", "KMMvMM", "MMMvKM", "MMMMvK"}) {
            check_reach(class_of(name), 60);
        }
    }
}

// In KKMvKK and KKKMvKKK, which has two co-kings, White's man promotes; in KKKvKKM the man becomes a co-king.
TEST_CASE("the rows of some co-kings and those that men's moves lead to are all that their initial values need") {
    const char* name = GENERATE("KKMvKK", "KKKvKKM", "KKKMvKKK");
    CAPTURE(name, tests::sample_seed);
    const index::Material material = class_of(name);
    if (tests::sampled && material.pieces() > 5) {
        return;
    }
    REQUIRE(scores::man_moves_preserve_co_kings(material));
    tests::Random random{tests::sample_seed};
    Unsolved unsolved{material};
    const scores::SliceLayout& layout = unsolved.own().layout();
    int promotions = 0;
    for (int tried = 0; tried < 20; ++tried) {
        const bool is_white = material.white.men > 0;
        const int rank_of_man = tried % 2 == 0 ? (is_white ? 6 : 1) : 1 + static_cast<int>(random() % 6);
        const Bitboard man{Square{8 * rank_of_man + static_cast<int>(random() % 8)}};
        const index::Slice slice = unsolved.own().slices().unrank(
            unsolved.own().slices().locate({is_white ? man : Bitboard{}, is_white ? Bitboard{} : man}).id);
        const Bitboard co_kings = layout.co_kings_of(static_cast<std::uint32_t>(random() % layout.rows()));
        CAPTURE(slice.men().bits(), co_kings.bits());
        const std::uint64_t bytes = unsolved.bytes_of(
            [&] { scores::bring_in_rows_after_men_moves(unsolved.solved_classes(), unsolved.own(), slice, co_kings); });
        CHECK(bytes + 2 * scores::rows_bytes(material, layout.other_sets()) <=
              scores::men_moves_of_rows_bytes(material));
        for (int row = 0; row < 200; ++row) {
            scores::Kings kings;
            kings[layout.pivot()] = co_kings;
            kings[opponent(layout.pivot())] =
                layout.others_of(static_cast<std::uint32_t>(random() % layout.other_sets()));
            for (const Colour mover : both_colours) {
                scores::for_each_slice_after_man_move(
                    material, slice, mover,
                    [&](Square to, bool promotes, const index::Material& after, const index::Slice& target) {
                        if ((kings[Colour::White] | kings[Colour::Black]).contains(to)) {
                            return;
                        }
                        promotions += promotes ? 1 : 0;
                        scores::Kings next = kings;
                        next[mover] |= promotes ? Bitboard{to} : Bitboard{};
                        if (!unsolved.has_row(after, target, next, opponent(mover))) {
                            FAIL(row);
                        }
                    });
            }
        }
    }
    CHECK(promotions > 0);
}

// A man that passes over others to the far rank can also make a move that does not promote it.
TEST_CASE("men in a line before the far rank lead to as many slices as was planned for") {
    const index::Material material = class_of("KMMvK");
    Unsolved unsolved{material};
    gen::SliceSolver solver{unsolved.solved_classes(), unsolved.own(), 1};
    index::Slice slice;
    for (const int row : {5, 6}) {
        slice.white_men |= Square{8 * row + 1};  // b6, b7
    }
    const std::uint64_t used =
        unsolved.bytes_of([&] { solver.solve(unsolved.own().slices().locate(slice).id, slice); });
    const std::uint64_t own = scores::slice_bytes(material);
    const std::uint64_t promoted = scores::slice_bytes(class_of("KKMvK"));
    // Itself; b6-b8 and b7's moves; b6-a7 and b6-c7.
    CHECK(used >= 2 * own + 2 * promoted + own);
    CHECK(used <= scores::moves_working_set(material).per_task);
}
