// Probes one position or many, and answers questions. resolution.hpp finds the value of one position, ranking.hpp ranks
// its moves, site_tables.hpp answers.
#include <dameotb/probe/tablebase.hpp>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include <dameotb/table/format/error.hpp>

#include "ranking.hpp"
#include "resolution.hpp"
#include "site_tables.hpp"
#include "table_set.hpp"

namespace dameotb::probe {

namespace {

/// The tables as one question sees them: every answer of theirs is a step of its budget, if it has one.
class BudgetedTables {
public:
    using Table = probe::Table;

    BudgetedTables(TableSet& tables, WorkBudget* budget) : tables_{tables}, budget_{budget} {}

    void count_step() {
        if (budget_ != nullptr) {
            budget_->count();
        }
    }
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
        count_step();
        tables_.read(table, block, positions, codes);
    }
    [[nodiscard]] table::TablebaseError contradiction(const Position& position, table::Metric metric) const {
        const index::Material material = index::Material::of(position).canonical();
        return {tables_.path(material, metric).string(),
                "a value does not follow from its successors: the tables contradict each other; run dameotb verify"};
    }

private:
    TableSet& tables_;
    WorkBudget* budget_;
};

/// The tables as far as they are in memory.
class TablesInMemory {
public:
    using Table = probe::Table;

    explicit TablesInMemory(TableSet& tables) : tables_{tables} {}

    [[nodiscard]] const Table* find(const Position& stored, table::Metric metric) {
        return tables_.find_open(stored, metric, is_lacking_);
    }
    /// Returns no rule if it is in files that are not open.
    [[nodiscard]] DrawRule draw_rule() {
        const std::optional<DrawRule> rule = tables_.known_draw_rule();
        is_lacking_ = is_lacking_ || !rule;
        return rule.value_or(DrawRule{});
    }
    /// Returns any code if it is not in memory.
    [[nodiscard]] unsigned code(const Table& table, const table::StoredAt& at) {
        const std::optional<unsigned> code = tables_.code_in_memory(table, at);
        is_lacking_ = is_lacking_ || !code;
        return code.value_or(0);
    }
    /// Returns whether something was asked for that is not in memory, so that answers mean nothing.
    [[nodiscard]] bool is_lacking() const { return is_lacking_; }

private:
    TableSet& tables_;
    bool is_lacking_ = false;
};

template <class Probe>
std::optional<Answer<typename Probe::Result>> resolve_in_memory(TableSet& tables, const Position& position) {
    TablesInMemory in_memory{tables};
    const Answer<typename Probe::Result> answer = resolve<Probe>(in_memory, position);
    return in_memory.is_lacking() ? std::nullopt : std::optional{answer};
}

/// A position to be read for one of many positions.
struct Wanted {
    const Table* in;
    table::StoredAt at;
    std::size_t position;

    /// Returns its place in the order of the files.
    [[nodiscard]] auto place() const { return std::tuple{reinterpret_cast<std::uintptr_t>(in), at.block, at.offset}; }
};

/// Reads positions in the order of the files, those of a block together, and calls take(position, code).
template <class Take>
void read_in_order(BudgetedTables& tables, std::vector<Wanted>& wanted, const Take& take) {
    std::ranges::sort(wanted, {}, &Wanted::place);
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
template <class Probe>
void resolve_all(BudgetedTables tables, std::span<const Position> positions,
                 std::span<Answer<typename Probe::Result>> answers) {
    constexpr std::size_t at_a_time = 32;  // Their lines of memory fit the processor's first cache.
    std::array<Wanted, at_a_time> found;
    std::vector<Wanted> not_in_memory;
    const auto take = [&](std::size_t position, unsigned code) { answers[position] = Probe::of_code(code); };
    for (std::size_t next = 0; next < positions.size();) {
        std::size_t count = 0;
        for (; count < at_a_time && next < positions.size(); ++next) {
            const Resolution<Probe, BudgetedTables> resolution = look_up<Probe>(tables, positions[next]);
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

/// Returns where the answer to a question is read first, as far as that is known without following captures.
Wanted first_read(TableSet& tables, const Question& question, std::size_t number) {
    const Position stored = index::stored_form(question.fen.position);
    for (const table::Metric metric : {table::Metric::Dtz, table::Metric::Dtm, table::Metric::Wdl}) {
        if (const Table* in = has_rule(metric) && !question.has_rule() ? nullptr : tables.find(stored, metric)) {
            return {in, in->open.find(stored).value_or(table::StoredAt{}), number};
        }
    }
    return {nullptr, {}, number};
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

bool Tablebase::has(const index::Material& material, table::Metric metric) const {
    return tables_->has(material, metric);
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
    BudgetedTables tables{*tables_, budget};
    return resolve<WdlProbe>(tables, position);
}

Answer<Value> Tablebase::probe_dtm(const Position& position, WorkBudget* budget) const {
    BudgetedTables tables{*tables_, budget};
    return resolve<DtmProbe>(tables, position);
}

Answer<RuleValue> Tablebase::probe_dtz(const Position& position, WorkBudget* budget) const {
    BudgetedTables tables{*tables_, budget};
    return resolve<DtzProbe>(tables, position);
}

std::optional<Answer<Wdl>> Tablebase::probe_wdl_in_memory(const Position& position) const {
    return resolve_in_memory<WdlProbe>(*tables_, position);
}

std::optional<Answer<Value>> Tablebase::probe_dtm_in_memory(const Position& position) const {
    return resolve_in_memory<DtmProbe>(*tables_, position);
}

std::optional<Known> Tablebase::probe_in_memory(const Question& question) const {
    TablesInMemory in_memory{*tables_};
    const Known known = SiteTables{in_memory, question.site}.probe(question);
    return in_memory.is_lacking() ? std::nullopt : std::optional{known};
}

CacheStatistics Tablebase::statistics() const {
    return tables_->statistics();
}

void Tablebase::reset_statistics() const {
    tables_->reset_statistics();
}

DrawRule Tablebase::draw_rule() const {
    return tables_->draw_rule();
}

void Tablebase::probe_wdl(std::span<const Position> positions, std::span<Answer<Wdl>> answers,
                          WorkBudget* budget) const {
    resolve_all<WdlProbe>({*tables_, budget}, positions, answers);
}

void Tablebase::probe_dtm(std::span<const Position> positions, std::span<Answer<Value>> answers,
                          WorkBudget* budget) const {
    resolve_all<DtmProbe>({*tables_, budget}, positions, answers);
}

Known Tablebase::probe(const Question& question, WorkBudget* budget) const {
    BudgetedTables tables{*tables_, budget};
    return SiteTables{tables, question.site}.probe(question);
}

void Tablebase::probe(std::span<const Question> questions, std::span<Known> answers, WorkBudget* budget) const {
    std::vector<Wanted> order;
    for (const Question& question : questions) {
        order.push_back(first_read(*tables_, question, order.size()));
    }
    std::ranges::sort(order, {}, &Wanted::place);
    for (const Wanted& wanted : order) {
        answers[wanted.position] = probe(questions[wanted.position], budget);
    }
}

Known Tablebase::prove(const Question& question, WorkBudget* budget) const {
    BudgetedTables tables{*tables_, budget};
    return SiteTables{tables, question.site}.prove(question);
}

Answer<std::vector<RankedMove>> Tablebase::ranked_moves(const Position& position, WorkBudget* budget) const {
    BudgetedTables tables{*tables_, budget};
    return rank(tables, position);
}

std::vector<RankedMove> Tablebase::known_moves(const Question& question, WorkBudget* budget, Known* known,
                                               Known* without) const {
    BudgetedTables tables{*tables_, budget};
    return SiteTables{tables, question.site}.known_moves(question, known, without);
}

Answer<std::vector<Move>> Tablebase::best_line(const Question& question, WorkBudget* budget) const {
    BudgetedTables tables{*tables_, budget};
    return SiteTables{tables, question.site}.best_line(question);
}

}  // namespace dameotb::probe
