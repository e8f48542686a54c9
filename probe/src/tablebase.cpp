// Probing: bare sides by rule, forced captures by search, everything else from the tables; where a table is not there,
// a side without a legal move has lost all the same.
#include <dameotb/probe/tablebase.hpp>

#include <algorithm>
#include <tuple>

#include <dameotb/format/error.hpp>

#include "table_set.hpp"

namespace dameotb::probe {

namespace {

using rules::Position;
using rules::Value;
using rules::Wdl;

format::TablebaseError bad_value(const TableSet& tables, const index::Material& material, format::Metric metric,
                                 unsigned raw) {
    return {tables.path(material, metric).string(), "holds the impossible value " + std::to_string(raw)};
}

format::TablebaseError contradiction(const TableSet& tables, const Position& position) {
    const index::Material material = index::Material::of(position).canonical();
    return {tables.path(material, format::Metric::Dtm).string(),
            "a value does not follow from its successors: the tables contradict each other; run dameotb verify"};
}

/// The two metrics differ in what they read and in when the best value is known.
struct DtmProbe {
    using Result = Value;
    static constexpr Value lost = Value::loss_in(0);
    static constexpr Value won_next = Value::win_in(1);
    static Value before_move(Value value) { return value.before_move(); }
    static bool is_best(Value value) { return value == won_next; }

    static Answer<Value> read(TableSet& tables, const Position& stored) {
        const index::Material material = index::Material::of(stored);
        const auto raw = tables.raw_value(stored, format::Metric::Dtm);
        if (!raw) {
            return NoTable{material};
        }
        constexpr unsigned longest = 32000;
        if (*raw > longest) {
            throw bad_value(tables, material, format::Metric::Dtm, *raw);
        }
        const int plies = static_cast<int>(*raw) - 1;
        return *raw == 0 ? Value::draw() : plies % 2 != 0 ? Value::win_in(plies) : Value::loss_in(plies);
    }
};

struct WdlProbe {
    using Result = Wdl;
    static constexpr Wdl lost = Wdl::Loss;
    static constexpr Wdl won_next = Wdl::Win;
    static Wdl before_move(Wdl wdl) { return opposite(wdl); }
    static bool is_best(Wdl wdl) { return wdl == Wdl::Win; }

    static Answer<Wdl> read(TableSet& tables, const Position& stored) {
        const index::Material material = index::Material::of(stored);
        const auto raw = tables.raw_value(stored, format::Metric::Wdl);
        if (!raw) {
            const Answer<Value> value = DtmProbe::read(tables, stored);
            return std::holds_alternative<Value>(value) ? Answer<Wdl>{std::get<Value>(value).wdl()} : NoTable{material};
        }
        constexpr unsigned win = 2;
        if (*raw > win) {
            throw bad_value(tables, material, format::Metric::Wdl, *raw);
        }
        return static_cast<Wdl>(static_cast<int>(*raw) - 1);
    }
};

/// The value of any position. In a forced capture one missing table makes the answer unknown, unless another capture
/// is already as good as can be.
template <class Probe>
Answer<typename Probe::Result> probe(TableSet& tables, const Position& position) {
    using Result = typename Probe::Result;
    if (position.own().all().empty()) {
        return Probe::lost;
    }
    if (position.enemy().all().empty()) {
        return rules::quiet_moves(position).empty() ? Probe::lost : Probe::won_next;
    }
    if (!rules::must_capture(position)) {
        const Answer<Result> answer = Probe::read(tables, index::stored_form(position));
        // Moves are generated only where there is no table: one that is there says 0 plies by itself.
        const bool blocked = std::holds_alternative<NoTable>(answer) && rules::quiet_moves(position).empty();
        return blocked ? Answer<Result>{Probe::lost} : answer;
    }
    std::optional<Result> best;
    std::optional<NoTable> missing;
    for (const Position& next : rules::successors(position)) {
        const Answer<Result> answer = probe<Probe>(tables, next);
        if (std::holds_alternative<NoTable>(answer)) {
            missing = missing ? missing : std::get<NoTable>(answer);
            continue;
        }
        const Result result = Probe::before_move(std::get<Result>(answer));
        if (Probe::is_best(result)) {
            return result;
        }
        best = best ? std::max(*best, result) : result;
    }
    return missing ? Answer<Result>{*missing} : Answer<Result>{*best};
}

}  // namespace

class Tablebase::Impl : public TableSet {
    using TableSet::TableSet;
};

Tablebase::Tablebase(std::filesystem::path directory, TablebaseOptions options)
    : impl_{std::make_unique<Impl>(std::move(directory), options.cache_bytes)} {}
Tablebase::~Tablebase() = default;
Tablebase::Tablebase(Tablebase&&) noexcept = default;
Tablebase& Tablebase::operator=(Tablebase&&) noexcept = default;

std::vector<index::Material> Tablebase::classes() const {
    return impl_->classes();
}

Answer<Wdl> Tablebase::probe_wdl(const Position& position) const {
    return probe<WdlProbe>(*impl_, position);
}

Answer<Value> Tablebase::probe_dtm(const Position& position) const {
    return probe<DtmProbe>(*impl_, position);
}

Answer<std::vector<RankedMove>> Tablebase::ranked_moves(const Position& position) const {
    const auto place = [](const rules::Move& move) { return std::tuple{move.from, move.to, move.captured.bits()}; };
    std::vector<rules::Move> moves = rules::legal_moves(position);
    std::ranges::sort(moves, {}, place);
    std::vector<RankedMove> ranked;
    std::vector<Position> reached;
    for (const rules::Move& move : moves) {
        const Position next = rules::after(position, move);
        if (std::ranges::find(reached, next) != reached.end()) {
            continue;  // captures by two kings, each ending where it began: one move for a table (RULES 8)
        }
        reached.push_back(next);
        const Answer<Value> answer = probe_dtm(next);
        if (std::holds_alternative<NoTable>(answer)) {
            return std::get<NoTable>(answer);
        }
        ranked.push_back({move, std::get<Value>(answer).before_move()});
    }
    std::ranges::stable_sort(ranked, std::ranges::greater{}, &RankedMove::value);
    return ranked;
}

Answer<std::vector<rules::Move>> Tablebase::best_line(const Position& position) const {
    std::vector<rules::Move> line;
    Position at = position;
    const Answer<Value> answer = probe_dtm(position);
    if (std::holds_alternative<NoTable>(answer)) {
        return std::get<NoTable>(answer);
    }
    for (Value value = std::get<Value>(answer); value.wdl() != Wdl::Draw;) {
        const Answer<std::vector<RankedMove>> moves = ranked_moves(at);
        if (std::holds_alternative<NoTable>(moves)) {
            return std::get<NoTable>(moves);
        }
        const auto& ranked = std::get<std::vector<RankedMove>>(moves);
        // Every step is checked, down to the position without moves, so that a wrong table gives no wrong line.
        if (value != (ranked.empty() ? Value::loss_in(0) : ranked.front().value)) {
            throw contradiction(*impl_, at);
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

}  // namespace dameotb::probe
