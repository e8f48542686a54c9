// Makes one scan per side to move. Each part of the class is counted separately, then the counts are summed.
#include <dameotb/analysis/figures.hpp>

#include <algorithm>
#include <numeric>
#include <tuple>

#include <dameotb/analysis/query/matcher.hpp>
#include <dameotb/index/class_index.hpp>
#include <dameotb/table/directory/table_directory.hpp>

#include "run/class_run.hpp"

namespace dameotb::analysis {

namespace {

using rules::Bitboard;
using rules::Colour;
using rules::Square;
using rules::Value;

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

}  // namespace

std::uint64_t ClassCounts::zugzwang_placements() const {
    return std::transform_reduce(zugzwangs.begin(), zugzwangs.end(), std::uint64_t{0}, std::plus{},
                                 [](const ZugzwangFigures& figures) { return figures.placements; });
}

std::optional<ClassCounts> class_counts(const ClassValues& values, const ScanOptions& options) {
    const index::Material& material = values.material();
    const index::ClassIndex index{material};
    ClassCounts counts;
    for (const Colour side : {Colour::White, Colour::Black}) {
        SideStatistics& of_side = counts.sides[static_cast<std::size_t>(side)];
        if (side == Colour::Black && material.is_symmetric()) {
            of_side = counts.side(Colour::White).flipped();
            break;
        }
        Part sum;
        const bool complete = scan<Part>(
            values, side, options,
            [&](Part& part, const ValueRow& row) {
                part.counts.add(index, row);
                if (side == Colour::White) {
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
        take(with_sizes(std::move(*counts), material, options.directory));
    }
    return true;
}

}  // namespace dameotb::analysis
