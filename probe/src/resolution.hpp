// Finds the value of any position: bare sides by rule, forced captures by search if the pieces are few, everything else
// from the tables. A side without a legal move has lost even if its table is not there.
// One template over the metric. Allocates nothing but for the rarest of captures.
#pragma once

#include <optional>

#include <dameotb/codec/value_codes.hpp>
#include <dameotb/format/error.hpp>
#include <dameotb/rules/bare_side.hpp>
#include <dameotb/rules/longest_captures.hpp>

#include "table_set.hpp"

namespace dameotb::probe {

/// How DTM probes read values, and which value is the best possible.
struct DtmProbe {
    using Result = rules::Value;
    static constexpr Result lost = rules::Value::loss_in(0);
    static constexpr Result won_next = rules::Value::win_in(1);
    static Result before_move(Result value) { return value.before_move(); }
    static bool is_best(Result value) { return value == won_next; }

    static std::optional<TablePlace> find(TableSet& set, const rules::Position& stored) {
        return set.find(stored, format::Metric::Dtm);
    }
    /// Reads the value at a place. Throws format::TablebaseError for a damaged block or an impossible value.
    static Result read(TableSet& set, const TablePlace& place) {
        const unsigned code = set.code(place);
        if (code > codec::most_dtm_code) {
            throw impossible_value(place.table->reader, code);
        }
        return codec::value_of_dtm_code(code);
    }
};

/// The same for WDL probes, which read the .dtm file if there is no .wdl file.
struct WdlProbe {
    using Result = rules::Wdl;
    static constexpr Result lost = rules::Wdl::Loss;
    static constexpr Result won_next = rules::Wdl::Win;
    static Result before_move(Result wdl) { return opposite(wdl); }
    static bool is_best(Result wdl) { return wdl == rules::Wdl::Win; }

    static std::optional<TablePlace> find(TableSet& set, const rules::Position& stored) {
        const auto place = set.find(stored, format::Metric::Wdl);
        return place ? place : set.find(stored, format::Metric::Dtm);
    }
    static Result read(TableSet& set, const TablePlace& place) {
        if (place.table->reader.header().metric == format::Metric::Dtm) {
            return DtmProbe::read(set, place).wdl();
        }
        const unsigned code = set.code(place);
        if (!codec::is_result(code)) {
            throw impossible_value(place.table->reader, code);
        }
        return codec::wdl_of_code(code);
    }
};

/// Captures are followed from positions of at most so many pieces. With very many pieces, captures branch and follow
/// each other beyond all bounds.
inline constexpr int most_pieces_followed = 8;

template <class Probe>
Answer<typename Probe::Result> resolve(TableSet& set, const rules::Position& position);

/// Returns the value of the best forced capture. One missing table makes the answer unknown, unless another capture
/// already has the best possible value. Requires: rules::must_capture(position).
template <class Probe>
Answer<typename Probe::Result> resolve_captures(TableSet& set, const rules::Position& position) {
    using Result = typename Probe::Result;
    std::optional<Result> best;
    std::optional<NoTable> missing;
    rules::LongestCaptures{position}.for_each_while([&](const rules::Move& move) {
        const Answer<Result> answer = resolve<Probe>(set, rules::after(position, move));
        if (const auto* none = std::get_if<NoTable>(&answer)) {
            missing = missing ? missing : *none;
            return true;
        }
        const Result result = Probe::before_move(std::get<Result>(answer));
        best = best ? std::max(*best, result) : result;
        return !Probe::is_best(*best);
    });
    const bool unknown = missing && !(best && Probe::is_best(*best));
    return unknown ? Answer<Result>{*missing} : Answer<Result>{*best};
}

/// The answer for a position, or the place where the answer has to be read.
template <class Probe>
struct Resolution {
    std::optional<TablePlace> place;
    Answer<typename Probe::Result> answer = NoTable{};  ///< If there is no place.
};

template <class Probe>
Resolution<Probe> look_up(TableSet& set, const rules::Position& position) {
    if (position.own().all().empty()) {
        return {{}, Probe::lost};
    }
    if (position.enemy().all().empty()) {
        return {{}, rules::has_quiet_move(position) ? Probe::won_next : Probe::lost};
    }
    if (rules::must_capture(position)) {
        if (position.occupied().count() > most_pieces_followed) {
            return {{}, NoTable{index::Material::of(position).canonical()}};
        }
        return {{}, resolve_captures<Probe>(set, position)};
    }
    const rules::Position stored = index::stored_form(position);
    if (const auto place = Probe::find(set, stored)) {
        return {place, NoTable{}};
    }
    // Looks for moves only if there is no table: a table itself says that a side without moves has lost in 0 plies.
    if (!rules::has_quiet_move(position)) {
        return {{}, Probe::lost};
    }
    return {{}, NoTable{index::Material::of(stored)}};
}

/// Returns the value of any position without defect.
template <class Probe>
Answer<typename Probe::Result> resolve(TableSet& set, const rules::Position& position) {
    const Resolution<Probe> found = look_up<Probe>(set, position);
    return found.place ? Answer<typename Probe::Result>{Probe::read(set, *found.place)} : found.answer;
}

}  // namespace dameotb::probe
