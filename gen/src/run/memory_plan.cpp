// The sizes of classes, and the simulation of a run.
#include "memory_plan.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <dameotb/index/class_index.hpp>
#include <dameotb/index/combinatorics.hpp>
#include <dameotb/store/slice/leading_sets.hpp>

#include "men/men_rows.hpp"

namespace dameotb::gen {

namespace {

constexpr std::uint64_t kib = 1024;
constexpr std::uint64_t mib = 1024 * kib;

/// The sizes of the two sets of kings that make a row (store::SliceLayout).
struct RowSets {
    int fellows;
    int others;

    // In a class without men one set leads, and has rows only up to symmetry.
    [[nodiscard]] int leaders() const { return fellows > 0 ? fellows : others; }
    [[nodiscard]] int followers() const { return fellows > 0 ? others : fellows; }
};

RowSets row_sets(const index::Material& material) {
    const int fewer = std::min(material.white.kings, material.black.kings);
    const int more = std::max(material.white.kings, material.black.kings);
    return fewer == 0 ? RowSets{std::max(more - 1, 0), 0} : RowSets{fewer - 1, more};
}

/// Returns store::SliceLayout::rows() without making the layout's lists of sets.
std::uint64_t rows_of(const index::Material& material) {
    const RowSets sets = row_sets(material);
    return material.men() > 0 ? index::binomial(64, sets.fellows) * index::binomial(64, sets.others)
                              : index::king_orbits(static_cast<std::size_t>(sets.leaders()), 0) *
                                    index::binomial(64, sets.followers());
}

std::uint64_t slices_of(const index::Material& material) {
    return index::SliceIndex{material.white.men, material.black.men}.count();
}

/// The memory of the slice solver, of each thread that solves slices of its own. It keeps 68 bytes per row, and up to
/// 16 bytes for lists of rows. Measured as resident memory (release build, GCC 12, x86-64), with all that comes and
/// goes with it: 82 bytes per row for KKMvKK, 84 for KKKMvK and 85 for KKKvKM, for each of two threads as for one.
/// Without men it was 82 bytes for KKvKK, 81 for KKKvKK, KKKKvK and KKKKKvK, besides the lists of sets (fixed_memory).
constexpr std::uint64_t solver_bytes_a_row = 96;
/// The schedule of the slices, or of the sets of others, consists of lists of 8-byte numbers. While they grow, their
/// vectors have spare room.
constexpr std::uint64_t schedule_bytes_each = 16;

std::uint64_t solving_bytes(const index::Material& material, int threads) {
    if (material.kings() == 0) {
        return MenRows::bytes(material) + MenRows::other_set_count(material) * schedule_bytes_each;
    }
    const std::uint64_t schedule = slices_of(material) * schedule_bytes_each;
    // Without men there is one slice, and all threads work on it.
    const std::uint64_t solvers = material.men() == 0 ? 1 : static_cast<std::uint64_t>(threads);
    return schedule + rows_of(material) * solver_bytes_a_row * solvers;
}

/// Returns the bytes of the index of a class without men. Measured: 0.5, 6 and 55 MB for 4, 5 and 6 pieces.
std::uint64_t index_bytes(const index::Material& material) {
    if (material.men() > 0) {
        return 0;
    }
    return material.pieces() < 5 ? mib : material.pieces() == 5 ? 8 * mib : 64 * mib;
}

}  // namespace

ClassMemory class_memory(const index::Material& material, int threads) {
    const std::uint64_t cells = material.kings() == 0 ? 1 : rows_of(material) * 64;
    // The codes take one byte per place, both when a file is written and when it is read.
    const std::uint64_t codes = index::stored_positions(material);
    return {2 * cells * slices_of(material), codes, std::max(solving_bytes(material, threads), codes)};
}

std::uint64_t fixed_memory(const std::vector<index::Material>& classes, int threads) {
    // The program itself takes 6 MB, the sample that models are trained on 4, and the models of a class 1. Each thread
    // has the votes that it trains, 2 MB; a zstd context, 3 MB for the largest units; pages that wait for the writer, 1
    // MB; and caches of views, a stack and what its heap keeps, together under 2 MB.
    std::uint64_t bytes = (8 + 6 + 9 * static_cast<std::uint64_t>(threads)) * mib;
    std::uint64_t index = 0;
    int listed = 0;   // the most squares of sets that are all listed (store::subsets)
    int leading = 0;  // the most squares of sets that lead (store::leading_sets)
    for (const index::Material& material : classes) {
        index = std::max(index, index_bytes(material));
        const RowSets sets = row_sets(material);
        listed = std::max({listed, material.men() > 0 ? std::max(sets.fellows, sets.others) : sets.followers()});
        leading = std::max(leading, material.men() > 0 ? 0 : sets.leaders());
    }
    for (int count = 0; count <= listed; ++count) {
        bytes += index::binomial(64, count) * sizeof(rules::Bitboard);
    }
    for (int count = 0; count <= leading; ++count) {
        bytes += index::binomial(64, count) * sizeof(store::LeadingSets::Leader) +
                 index::king_orbits(static_cast<std::size_t>(count), 0) * sizeof(rules::Bitboard);
    }
    return bytes + index;
}

MemoryPlanner::MemoryPlanner(std::vector<Class> classes, int threads) : classes_{std::move(classes)} {
    const auto ordinals = [this](const std::vector<index::Material>& materials) {
        std::vector<std::size_t> found;
        for (const index::Material& material : materials) {
            const auto at = std::ranges::find(classes_, material, &Class::material);
            found.push_back(static_cast<std::size_t>(at - classes_.begin()));
        }
        return found;
    };
    std::vector<index::Material> materials;
    for (const Class& one : classes_) {
        materials.push_back(one.material);
        memory_.push_back(class_memory(one.material, threads));
        make_needs_.push_back(ordinals(index::direct_dependencies(one.material)));
        read_needs_.push_back(ordinals(store::needed_to_read(one.material, one.sides)));
    }
    fixed_bytes_ = fixed_memory(materials, threads);
}

std::optional<MemoryPlanner::Need> MemoryPlanner::greatest_need() const {
    std::optional<Need> greatest;
    for (std::size_t ordinal = 0; ordinal < classes_.size(); ++ordinal) {
        if (classes_[ordinal].is_present) {
            continue;
        }
        const std::uint64_t bytes = make(ordinal, Held(classes_.size()), OnlyRead::Goes).plan.peak_bytes;
        if (!greatest || bytes > greatest->bytes) {
            greatest = {ordinal, bytes};
        }
    }
    return greatest;
}

std::vector<MemoryPlanner::ClassPlan> MemoryPlanner::plan(std::optional<std::uint64_t> bound_bytes) const {
    std::vector<ClassPlan> plans(classes_.size());
    Held held(classes_.size());
    for (std::size_t ordinal = 0; ordinal < classes_.size(); ++ordinal) {
        if (classes_[ordinal].is_present) {
            continue;
        }
        Trial trial =
            bound_bytes ? make_within(ordinal, held, *bound_bytes) : make(ordinal, std::move(held), OnlyRead::Stays);
        plans[ordinal] = std::move(trial.plan);
        held = std::move(trial.held);
        for (std::size_t other = 0; other <= ordinal && !bound_bytes; ++other) {
            if (held[other] && next_use(other, ordinal + 1) == classes_.size()) {
                plans[ordinal].steps.push_back({Action::Drop, other});
                held[other] = false;
            }
        }
    }
    return plans;
}

MemoryPlanner::Trial MemoryPlanner::make(std::size_t ordinal, Held held, OnlyRead only_read) const {
    const auto needs_of = [&](std::size_t user) -> const std::vector<std::size_t>& {
        return user == ordinal ? make_needs_[user] : read_needs_[user];
    };
    // For each class, the last class to be read or made here that needs it. A class needs only classes with lower
    // ordinals.
    std::vector<std::size_t> last_use(ordinal + 1);  // 0: not needed, since the class with ordinal 0 needs no other
    last_use[ordinal] = ordinal;
    for (std::size_t user = ordinal + 1; user-- > 0;) {
        if (last_use[user] == 0 || held[user]) {
            continue;
        }
        for (const std::size_t needed : needs_of(user)) {
            last_use[needed] = std::max(last_use[needed], user);
        }
    }
    std::uint64_t bytes = fixed_bytes_;
    for (std::size_t other = 0; other < held.size(); ++other) {
        bytes += held[other] ? memory_[other].held : 0;
    }
    const Held held_before = held;
    Trial trial;
    for (std::size_t next = 0; next <= ordinal; ++next) {
        if (held[next] || (last_use[next] == 0 && next != ordinal)) {
            continue;
        }
        bytes += memory_[next].held;
        const std::uint64_t meanwhile = next == ordinal ? memory_[next].making : memory_[next].reading;
        trial.plan.peak_bytes = std::max(trial.plan.peak_bytes, bytes + meanwhile);
        trial.plan.steps.push_back({next == ordinal ? Action::Make : Action::Read, next});
        held[next] = true;
        for (const std::size_t used : needs_of(next)) {
            if (only_read == OnlyRead::Goes && last_use[used] == next && next != ordinal && !held_before[used]) {
                trial.plan.steps.push_back({Action::Drop, used});
                held[used] = false;
                bytes -= memory_[used].held;
            }
        }
    }
    trial.held = std::move(held);
    return trial;
}

MemoryPlanner::Trial MemoryPlanner::make_within(std::size_t ordinal, Held held, std::uint64_t bound_bytes) const {
    std::vector<Step> drops;
    const std::vector<std::size_t> candidates = least_useful_first(held, ordinal);
    auto next_drop = candidates.begin();
    while (true) {
        Trial trial = make(ordinal, held, OnlyRead::Stays);
        if (trial.plan.peak_bytes > bound_bytes) {
            trial = make(ordinal, held, OnlyRead::Goes);
        }
        if (trial.plan.peak_bytes <= bound_bytes || next_drop == candidates.end()) {
            trial.plan.steps.insert(trial.plan.steps.begin(), drops.begin(), drops.end());
            return trial;
        }
        held[*next_drop] = false;
        drops.push_back({Action::Drop, *next_drop++});
    }
}

std::vector<std::size_t> MemoryPlanner::least_useful_first(const Held& held, std::size_t ordinal) const {
    std::vector<std::pair<std::size_t, std::size_t>> by_use;
    for (std::size_t other = 0; other < ordinal; ++other) {
        if (held[other]) {
            by_use.emplace_back(next_use(other, ordinal), other);
        }
    }
    std::ranges::sort(by_use, std::greater{});
    std::vector<std::size_t> ordinals(by_use.size());
    std::ranges::transform(by_use, ordinals.begin(), [](const auto& entry) { return entry.second; });
    return ordinals;
}

std::size_t MemoryPlanner::next_use(std::size_t of, std::size_t ordinal) const {
    while (ordinal < classes_.size() &&
           (classes_[ordinal].is_present || std::ranges::count(make_needs_[ordinal], of) == 0)) {
        ++ordinal;
    }
    return ordinal;
}

}  // namespace dameotb::gen
