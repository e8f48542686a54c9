// Probes one position or many, ranks the moves of a position, and finds lines of best play.
// resolution.hpp finds the value of one position.
#include <dameotb/probe/tablebase.hpp>

#include <algorithm>
#include <limits>
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

/// Answers many positions: first finds all places that have to be read, then reads them in the order of the files,
/// those of a unit together.
template <class Probe>
void resolve_all(TableSet& tables, std::span<const Position> positions,
                 std::span<Answer<typename Probe::Result>> answers) {
    struct Wanted {
        TablePlace place;
        std::size_t position;
    };
    std::vector<Wanted> wanted;
    wanted.reserve(positions.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const Resolution<Probe> found = look_up<Probe>(tables, positions[i]);
        if (found.place) {
            wanted.push_back({*found.place, i});
        } else {
            answers[i] = found.answer;
        }
    }
    std::ranges::sort(wanted, {}, [](const Wanted& w) {
        return std::tuple{reinterpret_cast<std::uintptr_t>(w.place.table), w.place.unit, w.place.place};
    });
    std::vector<std::uint32_t> places;
    std::vector<std::uint8_t> codes;
    for (auto first = wanted.begin(); first != wanted.end();) {
        const auto end = std::find_if(first, wanted.end(), [&](const Wanted& w) {
            return w.place.table != first->place.table || w.place.unit != first->place.unit;
        });
        places.clear();
        std::transform(first, end, std::back_inserter(places), [](const Wanted& w) { return w.place.place; });
        codes.resize(places.size());
        tables.read(*first->place.table, first->place.unit, places, codes);
        for (const std::uint8_t code : codes) {
            answers[first++->position] = Probe::of_code(code);
        }
    }
}

/// Sorts the moves, best first; moves of equal worth stay in their order. Preference and order are packed into one
/// number, which sorts faster than the moves do.
void sort_by_preference(std::vector<RankedMove>& moves) {
    constexpr std::int64_t unknown = preference(Outcome::of(rules::Wdl::Draw)) + 1;  // before the longest loss
    constexpr int order_bits = 32;
    std::vector<std::int64_t> keys;
    keys.reserve(moves.size());
    for (const RankedMove& move : moves) {
        const std::int64_t worth = move.outcome ? preference(*move.outcome) : unknown;
        keys.push_back((worth << order_bits) + static_cast<std::int64_t>(keys.size()));
    }
    std::ranges::sort(keys);
    std::vector<RankedMove> sorted;
    sorted.reserve(moves.size());
    for (const std::int64_t key : keys) {
        sorted.push_back(moves[static_cast<std::uint32_t>(key)]);
    }
    moves = std::move(sorted);
}

/// All legal moves, best first. With `all_distances`, ends at the first one whose distance is unknown.
Answer<std::vector<RankedMove>> rank(const Tablebase& tables, const Position& position, bool all_distances) {
    const auto squares = [](const rules::Move& move) { return std::tuple{move.from, move.to, move.captured.bits()}; };
    std::vector<rules::Move> moves = rules::legal_moves(position);
    std::ranges::sort(moves, {}, squares);
    std::vector<RankedMove> ranked;
    ranked.reserve(moves.size());
    std::vector<Position> reached;
    reached.reserve(moves.size());
    bool has_all_distances = true;
    for (const rules::Move& move : moves) {
        const Position next = rules::after(position, move);
        if (std::ranges::find(reached, next) != reached.end()) {
            continue;  // captures by two kings, each of which ends where it began: one move for a table (RULES 8)
        }
        reached.push_back(next);
        const Answer<Value> exact = tables.probe_dtm(next);
        if (const auto* value = std::get_if<Value>(&exact)) {
            ranked.push_back({move, Outcome::of(value->before_move())});
            continue;
        }
        if (all_distances) {
            return std::get<NoTable>(exact);
        }
        has_all_distances = false;
        const Answer<Wdl> result = tables.probe_wdl(next);
        const auto* wdl = std::get_if<Wdl>(&result);
        ranked.push_back({move, wdl != nullptr ? std::optional{Outcome::of(opposite(*wdl))} : std::nullopt});
    }
    if (!has_all_distances && std::ranges::all_of(ranked, [](const RankedMove& move) { return !!move.outcome; })) {
        for (RankedMove& move : ranked) {
            move.outcome = Outcome::of(move.outcome->wdl);
        }
    }
    sort_by_preference(ranked);
    return ranked;
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

Answer<Outcome> Tablebase::probe_outcome(const Position& position) const {
    const Answer<Value> exact = probe_dtm(position);
    if (const auto* value = std::get_if<Value>(&exact)) {
        return Outcome::of(*value);
    }
    const Answer<Wdl> result = probe_wdl(position);
    if (const auto* wdl = std::get_if<Wdl>(&result)) {
        return Outcome::of(*wdl);
    }
    return std::get<NoTable>(result);
}

Answer<std::vector<RankedMove>> Tablebase::ranked_moves(const Position& position) const {
    return rank(*this, position, true);
}

std::vector<RankedMove> Tablebase::known_moves(const Position& position) const {
    return std::get<std::vector<RankedMove>>(rank(*this, position, false));
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
        if (const auto* missing = std::get_if<NoTable>(&moves)) {
            return *missing;
        }
        const auto& ranked = std::get<std::vector<RankedMove>>(moves);
        // Every step is verified, down to the position without moves, so that a wrong table gives no wrong line.
        if (value != (ranked.empty() ? Value::loss_in(0) : ranked.front().outcome->value())) {
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
