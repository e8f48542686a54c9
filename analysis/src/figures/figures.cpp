// Makes one scan per side to move. Each part of the class is counted separately, then the counts are summed. Also says
// which counts, of another program or of a damaged file, cannot be the class's.
#include <dameotb/analysis/figures/figures.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/rules/movegen.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/table/format/error.hpp>

#include "run/class_run.hpp"

namespace dameotb::analysis {

namespace {

constexpr std::size_t most_examples = 4;  ///< For each kind of zugzwang.

bool goes_before(const ZugzwangExample& a, const ZugzwangExample& b) {
    const auto key = [](const ZugzwangExample& e) {
        const auto& [white, black] = e.position.sides;
        return std::tuple{e.has_capture,    -e.white_to_move.dtm().plies() - e.black_to_move.dtm().plies(),
                          white.men.bits(), white.kings.bits(),
                          black.men.bits(), black.kings.bits()};
    };
    return key(a) < key(b);
}

void add_example(ZugzwangFigures& figures, const ZugzwangExample& example) {
    auto& examples = figures.examples;
    if (examples.size() == most_examples && !goes_before(example, examples.back())) {
        return;
    }
    examples.insert(std::ranges::upper_bound(examples, example, goes_before), example);
    if (examples.size() > most_examples) {
        examples.pop_back();
    }
}

/// The counts of one part of the class.
struct Part {
    SideCounts counts;
    std::array<ZugzwangFigures, zugzwang_kinds.size()> zugzwangs{};

    void add(const Part& other);
    /// Adds the zugzwangs of a row. Requires: White to move.
    void add_zugzwangs(const ValueRow& row);
};

void Part::add(const Part& other) {
    counts.add(other.counts);
    for (std::size_t kind = 0; kind < zugzwangs.size(); ++kind) {
        zugzwangs[kind].placements += other.zugzwangs[kind].placements;
        zugzwangs[kind].without_capture += other.zugzwangs[kind].without_capture;
        for (const ZugzwangExample& example : other.zugzwangs[kind].examples) {
            add_example(zugzwangs[kind], example);
        }
    }
}

void Part::add_zugzwangs(const ValueRow& row) {
    const Bitboard found = query::in_zugzwang(row, query::Zugzwang::Any);
    if (found.empty()) {
        return;
    }
    const ValueRow other = row.other_side_to_move();
    const Bitboard mutual = query::in_zugzwang(row, query::Zugzwang::Mutual);
    const Bitboard draws_for_white = row.between(Value::draw(), Value::draw());
    const Bitboard captures = row.forced() | other.forced();
    for (const Square square : found) {
        const ZugzwangKind kind = mutual.contains(square)            ? ZugzwangKind::Mutual
                                  : draws_for_white.contains(square) ? ZugzwangKind::White
                                                                     : ZugzwangKind::Black;
        ZugzwangFigures& figures = zugzwangs[static_cast<std::size_t>(kind)];
        const bool has_capture = captures.contains(square);
        const auto weight = static_cast<std::uint64_t>(row.weight(square));
        figures.placements += weight;
        figures.without_capture += has_capture ? 0 : weight;
        add_example(figures, {row.position(square), row.value(square), other.value(square), has_capture});
    }
}

bool are_possible(const std::optional<Position>& longest, std::uint64_t count, Colour side_to_move,
                  const index::Material& material) {
    return longest.has_value() == (count > 0) &&
           (!longest || (longest->side_to_move == side_to_move && index::Material::of(*longest) == material));
}

bool are_possible(const SideStatistics& side, Colour side_to_move, const index::Material& material) {
    const std::uint64_t placements = index::all_placements(material);
    std::uint64_t left = placements;  // no sum can overflow
    ResultCounts sums{.draws = side.draws};
    const auto take = [&left](std::uint64_t count) {
        const bool fits = count <= left;
        left -= fits ? count : 0;
        return fits;
    };
    const std::vector<std::uint64_t> by_plies = side.by_plies();
    if (by_plies.size() > scores::longest_plies + 1 || (!by_plies.empty() && by_plies.back() == 0) ||
        !take(side.draws) || !std::ranges::all_of(by_plies, take) || left > 0) {
        return false;
    }
    for (std::size_t plies = 0; plies < by_plies.size(); ++plies) {
        (plies % 2 == 1 ? sums.wins : sums.losses) += by_plies[plies];
    }
    return static_cast<const ResultCounts&>(side) == sums && side.quiet.wins <= side.wins &&
           side.quiet.draws <= side.draws && side.quiet.losses <= side.losses &&
           are_possible(side.longest_win, side.wins, side_to_move, material) &&
           are_possible(side.longest_loss, side.losses, side_to_move, material);
}

Position with_black_to_move(Position position) {
    position.side_to_move = Colour::Black;
    return position;
}

bool is_possible(const ZugzwangExample& example, ZugzwangKind kind, const index::Material& material) {
    using enum Wdl;
    return example.position.side_to_move == Colour::White && index::Material::of(example.position) == material &&
           example.white_to_move.wdl() == (kind == ZugzwangKind::White ? Draw : Loss) &&
           example.black_to_move.wdl() == (kind == ZugzwangKind::Black ? Draw : Loss) &&
           example.has_capture ==
               (rules::must_capture(example.position) || rules::must_capture(with_black_to_move(example.position)));
}

bool are_possible(const ZugzwangFigures& figures, ZugzwangKind kind, const index::Material& material) {
    const auto& examples = figures.examples;
    return figures.without_capture <= figures.placements && examples.empty() == (figures.placements == 0) &&
           examples.size() <= std::min<std::uint64_t>(most_examples, figures.placements) &&
           std::ranges::all_of(examples, [&](const auto& example) { return is_possible(example, kind, material); }) &&
           // Each is another one, and the first has no capture if there is any without.
           std::ranges::adjacent_find(examples, std::not_fn(goes_before)) == examples.end() &&
           (examples.empty() || examples.front().has_capture == (figures.without_capture == 0));
}

}  // namespace

bool are_possible(const ClassCounts& counts, const index::Material& material) {
    for (const Colour side : both_colours) {
        if (!are_possible(counts.side(side), side, material)) {
            return false;
        }
    }
    for (const ZugzwangKind kind : zugzwang_kinds) {
        if (!are_possible(counts.zugzwang(kind), kind, material)) {
            return false;
        }
    }
    // Each placement is one of the two results that its kind of zugzwang has.
    const auto fit = [&](std::uint64_t all, ZugzwangKind some, ZugzwangKind others) {
        const std::uint64_t of_some = counts.zugzwang(some).placements;
        return of_some <= all && counts.zugzwang(others).placements <= all - of_some;
    };
    const auto& [white, black] = counts.sides;
    return fit(white.losses, ZugzwangKind::Mutual, ZugzwangKind::Black) &&
           fit(black.losses, ZugzwangKind::Mutual, ZugzwangKind::White) &&
           counts.zugzwang(ZugzwangKind::White).placements <= white.draws &&
           counts.zugzwang(ZugzwangKind::Black).placements <= black.draws &&
           (!material.is_symmetric() || black == white.flipped());
}

bool agree(const ClassCounts& counts, const probe::Tablebase& tables) {
    const auto is_worth = [&tables](const Position& position, Value value) {
        try {
            const probe::Answer<Value> answer = tables.probe_dtm(position);
            return std::holds_alternative<probe::NoTable>(answer) || std::get<Value>(answer) == value;
        } catch (const table::TablebaseError&) {
            return true;  // a damaged table says nothing
        }
    };
    for (const SideStatistics& side : counts.sides) {
        if ((side.longest_win && !is_worth(*side.longest_win, Value::win_in(*side.longest_win_plies()))) ||
            (side.longest_loss && !is_worth(*side.longest_loss, Value::loss_in(*side.longest_loss_plies())))) {
            return false;
        }
    }
    return std::ranges::all_of(counts.zugzwangs, [&](const ZugzwangFigures& figures) {
        return std::ranges::all_of(figures.examples, [&](const ZugzwangExample& example) {
            return is_worth(example.position, example.white_to_move) &&
                   is_worth(with_black_to_move(example.position), example.black_to_move);
        });
    });
}

std::uint64_t ClassCounts::zugzwang_placements() const {
    return std::transform_reduce(zugzwangs.begin(), zugzwangs.end(), std::uint64_t{0}, std::plus{},
                                 [](const ZugzwangFigures& figures) { return figures.placements; });
}

std::optional<ClassCounts> class_counts(const ClassValues& values, const ScanOptions& options) {
    const index::Material& material = values.material();
    const index::ClassIndex index{material};
    const DrawRule rule = values.draw_rule();
    ClassCounts counts;
    for (const Colour side : both_colours) {
        SideStatistics& of_side = counts.sides[side];
        if (side == Colour::Black && material.is_symmetric()) {
            of_side = counts.side(Colour::White).flipped();
            break;
        }
        Part sum;
        const bool complete = scan<Part>(
            values, side, options,
            [&](Part& part, const ValueRow& row) {
                part.counts.add(index, row, rule);
                if (side == Colour::White && !rule.exists()) {
                    part.add_zugzwangs(row);
                }
            },
            [&](const Part& part) { sum.add(part); });
        if (!complete) {
            return std::nullopt;
        }
        of_side = sum.counts.statistics(index, side);
        if (side == Colour::White) {
            counts.zugzwangs = sum.zugzwangs;
        }
    }
    return counts;
}

ClassFigures with_sizes(ClassCounts counts, const index::Material& material, const table::TableDirectories& directory) {
    ClassFigures figures{std::move(counts)};
    figures.material = material;
    figures.stored = index::stored_positions(material);
    for (const table::Metric metric : table::metrics) {
        if (const table::TableName name{material, metric}; table::has_table(directory, name)) {
            figures.file_bytes[metric] = std::filesystem::file_size(directory.find(name));
        }
    }
    return figures;
}

bool count_figures(const std::vector<index::Material>& classes, const RunOptions& options,
                   const std::function<void(const ClassFigures&)>& take) {
    ClassRun run{options, classes.size()};
    for (const index::Material& material : classes) {
        if (!run.load(material)) {
            return false;
        }
        auto counts = class_counts(run.values(), run.scan_options());
        if (!counts) {
            return false;
        }
        ClassFigures figures = with_sizes(std::move(*counts), material, options.directory);
        figures.rule = options.rule;
        take(figures);
    }
    return true;
}

}  // namespace dameotb::analysis
