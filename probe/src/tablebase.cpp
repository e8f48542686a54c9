// One position, many, the moves of one, and lines of best play.
// How the value of one is found: resolution.hpp.
#include <dameotb/probe/tablebase.hpp>

#include <algorithm>
#include <tuple>

#include <dameotb/format/error.hpp>

#include "resolution.hpp"

namespace dameotb::probe {

namespace {

using rules::Position;
using rules::Value;
using rules::Wdl;

format::TablebaseError contradiction(const TableSet& tables, const Position& position) {
    const index::Material material = index::Material::of(position).canonical();
    return {tables.path(material, format::Metric::Dtm).string(),
            "a value does not follow from its successors: the tables contradict each other; run dameotb verify"};
}

/// Many positions: first all that has to be read is found, then it is read in the order of the files.
template <class Probe>
void resolve_all(TableSet& tables, std::span<const Position> positions,
                 std::span<Answer<typename Probe::Result>> answers) {
    struct Wanted {
        TableSet::Place place;
        std::size_t position;
    };
    std::vector<Wanted> wanted;
    wanted.reserve(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Lookup<Probe> found = look_up<Probe>(tables, positions[i]);
        if (found.place) {
            wanted.push_back({*found.place, i});
        } else {
            answers[i] = found.answer;
        }
    }
    std::ranges::sort(wanted, {}, [](const Wanted& w) {
        return std::pair{reinterpret_cast<std::uintptr_t>(w.place.table), w.place.number};
    });
    for (const Wanted& w : wanted) {
        answers[w.position] = Probe::read(tables, w.place);
    }
}

}  // namespace

class Tablebase::Impl : public TableSet {
    using TableSet::TableSet;
};

Tablebase::Tablebase(std::filesystem::path directory, TablebaseOptions options)
    : impl_{std::make_unique<Impl>(std::move(directory), options)} {}
Tablebase::~Tablebase() = default;
Tablebase::Tablebase(Tablebase&&) noexcept = default;
Tablebase& Tablebase::operator=(Tablebase&&) noexcept = default;

std::vector<index::Material> Tablebase::classes() const {
    return impl_->classes();
}

std::vector<TableFile> Tablebase::files() const {
    return impl_->files();
}

PreloadAnswer Tablebase::preload(std::span<const index::Material> classes, Preload what) const {
    return impl_->preload(classes, what);
}

Answer<Wdl> Tablebase::probe_wdl(const Position& position) const {
    return resolve<WdlProbe>(*impl_, position);
}

Answer<Value> Tablebase::probe_dtm(const Position& position) const {
    return resolve<DtmProbe>(*impl_, position);
}

void Tablebase::probe_wdl(std::span<const Position> positions, std::span<Answer<Wdl>> answers) const {
    resolve_all<WdlProbe>(*impl_, positions, answers);
}

void Tablebase::probe_dtm(std::span<const Position> positions, std::span<Answer<Value>> answers) const {
    resolve_all<DtmProbe>(*impl_, positions, answers);
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
