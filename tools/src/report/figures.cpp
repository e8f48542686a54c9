// One scan a side: each part of the class counts for itself, and sums do not depend on the order of parts.
#include "report/figures.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include <dameotb/format/header.hpp>
#include <dameotb/gen/stats.hpp>
#include <dameotb/index/class_index.hpp>

#include "query/matcher.hpp"

namespace dameotb::tools::report {

namespace {

using gen::ValueRow;
using rules::Bitboard;
using rules::Colour;
using rules::Square;
using rules::Value;
using rules::Wdl;

constexpr std::size_t most_examples = 4;  ///< Of a kind of zugzwang.

/// Whether `a` is shown rather than `b`.
bool goes_before(const ZugzwangExample& a, const ZugzwangExample& b) {
    const auto key = [](const ZugzwangExample& e) {
        const auto& [white, black] = e.position.sides;
        return std::tuple{e.has_capture,    -e.white_to_move.dtm().plies() - e.black_to_move.dtm().plies(),
                          white.men.bits(), white.kings.bits(),
                          black.men.bits(), black.kings.bits()};
    };
    return key(a) < key(b);
}

void add(ZugzwangFigures& figures, const ZugzwangExample& example) {
    auto& examples = figures.examples;
    if (examples.size() == most_examples && !goes_before(example, examples.back())) {
        return;
    }
    examples.insert(std::ranges::upper_bound(examples, example, goes_before), example);
    if (examples.size() > most_examples) {
        examples.pop_back();
    }
}

/// What is counted of one part of the class.
struct Part {
    std::uint64_t draws = 0;
    std::array<std::uint64_t, gen::most_plies + 1> by_plies{};
    gen::Longest longest_win{1};
    gen::Longest longest_loss{0};
    std::array<ZugzwangFigures, zugzwang_kinds.size()> zugzwangs{};

    void add(const Part& other);
    void add_values(const index::ClassIndex& index, const ValueRow& row);
    /// Requires: White to move.
    void add_zugzwangs(const ValueRow& row);
};

void Part::add(const Part& other) {
    draws += other.draws;
    std::ranges::transform(by_plies, other.by_plies, by_plies.begin(), std::plus{});
    longest_win.add(other.longest_win);
    longest_loss.add(other.longest_loss);
    for (std::size_t kind = 0; kind < zugzwangs.size(); ++kind) {
        zugzwangs[kind].placements += other.zugzwangs[kind].placements;
        zugzwangs[kind].without_capture += other.zugzwangs[kind].without_capture;
        for (const ZugzwangExample& example : other.zugzwangs[kind].examples) {
            report::add(zugzwangs[kind], example);
        }
    }
}

void Part::add_values(const index::ClassIndex& index, const ValueRow& row) {
    for (const Square square : row.squares()) {
        const Value value = row.value(square);
        std::uint64_t& count =
            value.wdl() == Wdl::Draw ? draws : by_plies[static_cast<std::size_t>(value.dtm().plies())];
        count += static_cast<std::uint64_t>(row.weight(square));
    }
    longest_win.add_wins(index, row);
    longest_loss.add_losses(index, row);
}

void Part::add_zugzwangs(const ValueRow& row) {
    const Bitboard found = query::in_zugzwang(row, query::Zugzwang::Any);
    if (found.empty()) {
        return;
    }
    const ValueRow other = row.other_side_to_move();
    const Bitboard full = query::in_zugzwang(row, query::Zugzwang::Full);
    const Bitboard draws_for_white = row.between(Value::draw(), Value::draw());
    const Bitboard captures = row.forced() | other.forced();
    for (const Square square : found) {
        const ZugzwangKind kind = full.contains(square)              ? ZugzwangKind::Full
                                  : draws_for_white.contains(square) ? ZugzwangKind::White
                                                                     : ZugzwangKind::Black;
        ZugzwangFigures& figures = zugzwangs[static_cast<std::size_t>(kind)];
        const bool has_capture = captures.contains(square);
        const auto weight = static_cast<std::uint64_t>(row.weight(square));
        figures.placements += weight;
        figures.without_capture += has_capture ? 0 : weight;
        report::add(figures, {row.position(square), row.value(square), other.value(square), has_capture});
    }
}

SideFigures side_figures(const Part& sum, const index::ClassIndex& index, Colour side) {
    SideFigures figures;
    figures.draws = sum.draws;
    figures.by_plies.assign(sum.by_plies.begin(), sum.by_plies.end());
    while (!figures.by_plies.empty() && figures.by_plies.back() == 0) {
        figures.by_plies.pop_back();
    }
    for (std::size_t plies = 0; plies < figures.by_plies.size(); ++plies) {
        (plies % 2 == 1 ? figures.wins : figures.losses) += figures.by_plies[plies];
    }
    if (figures.wins > 0) {
        figures.longest_win = index.unrank(sum.longest_win.number, side);
    }
    if (figures.losses > 0) {
        figures.longest_loss = index.unrank(sum.longest_loss.number, side);
    }
    return figures;
}

SideFigures flipped(SideFigures figures) {
    for (std::optional<rules::Position>* longest : {&figures.longest_win, &figures.longest_loss}) {
        if (*longest) {
            *longest = (*longest)->flipped();
        }
    }
    return figures;
}

std::filesystem::path table(const std::filesystem::path& directory, const index::Material& material,
                            format::Metric metric) {
    return directory / (material.name() + "." + format::extension(metric));
}

}  // namespace

std::optional<int> SideFigures::longest_plies(int parity) const {
    for (int plies = static_cast<int>(by_plies.size()) - 1; plies >= 0; --plies) {
        if (plies % 2 == parity && by_plies[static_cast<std::size_t>(plies)] > 0) {
            return plies;
        }
    }
    return std::nullopt;
}

std::uint64_t ClassFigures::zugzwang_placements() const {
    return std::transform_reduce(zugzwangs.begin(), zugzwangs.end(), std::uint64_t{0}, std::plus{},
                                 [](const ZugzwangFigures& figures) { return figures.placements; });
}

std::optional<ClassFigures> class_figures(const gen::ClassValues& values, const std::filesystem::path& directory,
                                          const gen::ScanOptions& options) {
    const index::Material& material = values.material();
    const index::ClassIndex index{material};
    ClassFigures figures;
    figures.material = material;
    figures.stored = index.size() * static_cast<std::uint64_t>(index::stored_sides(material));
    for (const Colour side : {Colour::White, Colour::Black}) {
        SideFigures& side_sum = figures.sides[static_cast<std::size_t>(side)];
        if (side == Colour::Black && material.is_symmetric()) {
            side_sum = flipped(figures.side(Colour::White));
            break;
        }
        Part sum;
        const bool complete = gen::scan<Part>(
            values, side, options,
            [&](Part& part, const ValueRow& row) {
                part.add_values(index, row);
                if (side == Colour::White) {
                    part.add_zugzwangs(row);
                }
            },
            [&](const Part& part) { sum.add(part); });
        if (!complete) {
            return std::nullopt;
        }
        side_sum = side_figures(sum, index, side);
        if (side == Colour::White) {
            figures.zugzwangs = sum.zugzwangs;
        }
    }
    figures.dtm_bytes = std::filesystem::file_size(table(directory, material, format::Metric::Dtm));
    if (const auto wdl = table(directory, material, format::Metric::Wdl); std::filesystem::exists(wdl)) {
        figures.wdl_bytes = std::filesystem::file_size(wdl);
    }
    return figures;
}

}  // namespace dameotb::tools::report
