// Probes one position or many, and finds lines of best play. resolution.hpp finds the value of one position,
// ranking.hpp ranks its moves, under_rule.hpp does both under a draw rule.
#include <dameotb/probe/tablebase.hpp>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include <dameotb/rules/bare_side.hpp>
#include <dameotb/table/format/error.hpp>

#include "ranking.hpp"
#include "resolution.hpp"
#include "table_set.hpp"
#include "under_rule.hpp"

namespace dameotb::probe {

namespace {

table::TablebaseError contradiction(const TableSet& tables, const Position& position, table::Metric metric) {
    const index::Material material = index::Material::of(position).canonical();
    return {tables.path(material, metric).string(), contradiction_text};
}

/// A set of tables whose every answer is a step of a budget.
class CountedTables {
public:
    using Table = probe::Table;

    CountedTables(TableSet& tables, WorkBudget& budget) : tables_{tables}, budget_{budget} {}

    void count_step() { budget_.count(); }
    [[nodiscard]] const Table* find(const Position& stored, table::Metric metric) {
        return tables_.find(stored, metric);
    }
    [[nodiscard]] DrawRule draw_rule() { return tables_.draw_rule(); }
    [[nodiscard]] unsigned code(const Table& table, const table::StoredAt& at) { return tables_.code(table, at); }
    [[nodiscard]] std::optional<unsigned> code_in_memory(const Table& table, const table::StoredAt& at) {
        return tables_.code_in_memory(table, at);
    }
    void prefetch(const Table& table, const table::StoredAt& at) const { tables_.prefetch(table, at); }
    void read(const Table& table, std::uint64_t block, std::span<const std::uint32_t> positions,
              std::span<std::uint8_t> codes) {
        budget_.count();
        tables_.read(table, block, positions, codes);
    }

private:
    TableSet& tables_;
    WorkBudget& budget_;
};

/// Calls ask(tables), within the budget if there is one.
template <class Ask>
auto within(WorkBudget* budget, TableSet& tables, const Ask& ask) {
    if (budget == nullptr) {
        return ask(tables);
    }
    CountedTables counted{tables, *budget};
    return ask(counted);
}

/// A position to be read for one of many positions.
struct Wanted {
    const Table* in;
    table::StoredAt at;
    std::size_t position;
};

/// Reads positions in the order of the files, those of a block together, and calls take(position, code).
template <class Set, class Take>
void read_in_order(Set& tables, std::vector<Wanted>& wanted, const Take& take) {
    std::ranges::sort(wanted, {}, [](const Wanted& w) {
        return std::tuple{reinterpret_cast<std::uintptr_t>(w.in), w.at.block, w.at.offset};
    });
    std::vector<std::uint32_t> positions;
    std::vector<std::uint8_t> codes;
    for (auto first = wanted.begin(); first != wanted.end();) {
        const auto end = std::find_if(
            first, wanted.end(), [&](const Wanted& w) { return w.in != first->in || w.at.block != first->at.block; });
        positions.clear();
        std::transform(first, end, std::back_inserter(positions), [](const Wanted& w) { return w.at.offset; });
        codes.resize(positions.size());
        tables.read(*first->in, first->at.block, positions, codes);
        for (const std::uint8_t code : codes) {
            take(first++->position, code);
        }
    }
}

/// Answers many positions. Of some at a time, first finds all positions, so that the processor fetches them while
/// others are found, then looks at them. What is not in memory comes last.
template <class Probe, class Set>
void resolve_all(Set& tables, std::span<const Position> positions, std::span<Answer<typename Probe::Result>> answers) {
    constexpr std::size_t at_a_time = 32;  // Their lines of memory fit the processor's first cache.
    std::array<Wanted, at_a_time> found;
    std::vector<Wanted> not_in_memory;
    const auto take = [&](std::size_t position, unsigned code) { answers[position] = Probe::of_code(code); };
    for (std::size_t next = 0; next < positions.size();) {
        std::size_t count = 0;
        for (; count < at_a_time && next < positions.size(); ++next) {
            const Resolution<Probe, Set> resolution = look_up<Probe>(tables, positions[next]);
            if (resolution.in != nullptr) {
                tables.prefetch(*resolution.in, resolution.at);
                found[count++] = {resolution.in, resolution.at, next};
            } else {
                answers[next] = resolution.bounds.answer();
            }
        }
        for (const Wanted& wanted : std::span{found}.first(count)) {
            if (const auto code = tables.code_in_memory(*wanted.in, wanted.at)) {
                take(wanted.position, *code);
            } else {
                not_in_memory.push_back(wanted);
            }
        }
    }
    read_in_order(tables, not_in_memory, take);
}

}  // namespace

Tablebase::Tablebase(const table::TableDirectories& directories, TablebaseOptions options)
    : tables_{std::make_unique<TableSet>(directories, options)} {}
Tablebase::~Tablebase() = default;
Tablebase::Tablebase(Tablebase&&) noexcept = default;
Tablebase& Tablebase::operator=(Tablebase&&) noexcept = default;

std::vector<index::Material> Tablebase::classes() const {
    return tables_->classes();
}

std::vector<TableFile> Tablebase::files() const {
    return tables_->files();
}

const std::vector<table::DuplicateTable>& Tablebase::duplicates() const {
    return tables_->duplicates();
}

PreloadAnswer Tablebase::preload(std::span<const index::Material> classes, Preload what) const {
    return tables_->preload(classes, what);
}

PreloadAnswer Tablebase::preload_all(Preload what) const {
    return tables_->preload_all(what);
}

Answer<Wdl> Tablebase::probe_wdl(const Position& position, WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) { return resolve<WdlProbe>(tables, position); });
}

Answer<Value> Tablebase::probe_dtm(const Position& position, WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) { return resolve<DtmProbe>(tables, position); });
}

Answer<RuleValue> Tablebase::probe_dtz(const Position& position, WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) { return resolve<DtzProbe>(tables, position); });
}

Answer<RuleOutcome> Tablebase::probe_rule(const Position& position, DrawRule rule, int counter,
                                          WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) { return rule_outcome(tables, position, rule, counter); });
}

DrawRule Tablebase::draw_rule() const {
    return tables_->draw_rule();
}

void Tablebase::probe_wdl(std::span<const Position> positions, std::span<Answer<Wdl>> answers,
                          WorkBudget* budget) const {
    within(budget, *tables_, [&](auto& tables) { resolve_all<WdlProbe>(tables, positions, answers); });
}

void Tablebase::probe_dtm(std::span<const Position> positions, std::span<Answer<Value>> answers,
                          WorkBudget* budget) const {
    within(budget, *tables_, [&](auto& tables) { resolve_all<DtmProbe>(tables, positions, answers); });
}

Answer<Outcome> Tablebase::probe_outcome(const Position& position, WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) { return outcome_of(tables, position); });
}

Answer<std::vector<RankedMove>> Tablebase::ranked_moves(const Position& position, WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) { return rank(tables, position, true); });
}

std::vector<RankedMove> Tablebase::known_moves(const Position& position, WorkBudget* budget,
                                               OutcomeBounds* bounds) const {
    return within(budget, *tables_, [&](auto& tables) {
        auto evaluated = std::get<Evaluated>(evaluate(tables, position, distinct_moves(position), false));
        if (bounds != nullptr) {
            *bounds = bounds_of(outcome_of(tables, position), evaluated.moves);
        }
        return ranked(std::move(evaluated));
    });
}

Answer<Outcome> Tablebase::probe_outcome(const Position& position, const rules::CaptureUnderWay& under_way,
                                         WorkBudget* budget) const {
    const std::vector<RankedMove> ends = known_ends(position, under_way, budget);
    const Outcome best = ends.front().outcome.value_or(Outcome{});
    const auto unknown = std::ranges::find_if(ends, [](const RankedMove& end) { return !end.outcome; });
    if (unknown == ends.end()) {
        return best;
    }
    if (best.wdl == Wdl::Win) {
        return Outcome::of(Wdl::Win);  // another end may win sooner
    }
    return probe_outcome(rules::after(position, unknown->move), budget);
}

OutcomeBounds Tablebase::probe_bounds(const Position& position, WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) {
        const Answer<Outcome> answer = outcome_of(tables, position);
        const std::vector<Move> moves = is_exact(answer) ? std::vector<Move>{} : distinct_moves(position);
        return bounds_of(answer, std::get<Evaluated>(evaluate(tables, position, moves, false)).moves);
    });
}

OutcomeBounds Tablebase::probe_bounds(const Position& position, const rules::CaptureUnderWay& under_way,
                                      WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) {
        const std::vector<Move> ends = rules::legal_ends(position, under_way);
        return bounds_of_best(std::get<Evaluated>(evaluate(tables, position, ends, false)).moves);
    });
}

std::vector<RankedMove> Tablebase::known_ends(const Position& position, const rules::CaptureUnderWay& under_way,
                                              WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) {
        return std::get<std::vector<RankedMove>>(rank(tables, position, rules::legal_ends(position, under_way), false));
    });
}

std::vector<RuleMove> Tablebase::known_moves(const Position& position, DrawRule rule, int counter,
                                             WorkBudget* budget) const {
    return within(budget, *tables_, [&](auto& tables) { return rank_under(tables, position, rule, counter); });
}

Answer<std::vector<Move>> Tablebase::best_line(const Position& position, WorkBudget* budget) const {
    std::vector<Move> line;
    Position at = position;
    const Answer<Value> answer = probe_dtm(position, budget);
    const auto* known = std::get_if<Value>(&answer);
    const OutcomeBounds bounds = known != nullptr ? OutcomeBounds{} : probe_bounds(position, budget);
    if (known == nullptr && (bounds.at_least != bounds.at_most || !bounds.at_least.plies)) {
        return std::get<NoTable>(answer);
    }
    for (Value value = known != nullptr ? *known : bounds.at_least.value(); value.wdl() != Wdl::Draw;) {
        const Answer<std::vector<RankedMove>> moves = ranked_moves(at, budget);
        if (const auto* missing = std::get_if<NoTable>(&moves)) {
            return *missing;
        }
        const auto& ranked = std::get<std::vector<RankedMove>>(moves);
        // Every step is verified, down to the position without moves, so that a wrong table gives no wrong line.
        if (value != (ranked.empty() ? Value::loss_in(0) : ranked.front().outcome->value())) {
            throw contradiction(*tables_, at, table::Metric::Dtm);
        }
        if (ranked.empty()) {
            break;
        }
        line.push_back(ranked.front().move);
        at = rules::after(at, ranked.front().move);
        const int left = value.dtm().plies() - 1;
        value = value.wdl() == Wdl::Win ? Value::loss_in(left) : Value::win_in(left);
    }
    return line;
}

Answer<std::vector<Move>> Tablebase::best_line(const Position& position, DrawRule rule, int counter,
                                               WorkBudget* budget) const {
    return line_under(
        position, counter, [&](const Position& at, int h) { return probe_rule(at, rule, h, budget); },
        [&](const Position& at, int h) { return known_moves(at, rule, h, budget); },
        [&](const Position& at) { return contradiction(*tables_, at, table::Metric::Dtz); });
}

}  // namespace dameotb::probe
