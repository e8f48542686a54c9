// The C interface over Tablebase: checks arguments, which C cannot, translates, and lets no exception out.
// NO_TABLE and UNKNOWN_RESULT are no exceptions inside, either, since engines meet them all the time.
#include <dameotb/dameotb.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/draw_rule.hpp>

#include "c_support.hpp"

namespace {

using dameotb::DrawRule;
using dameotb::Move;
using dameotb::Position;
using dameotb::Value;
using dameotb::Wdl;
using dameotb::c::fail;
using dameotb::c::from_bound;
using dameotb::c::from_move;
using dameotb::c::guarded;
using dameotb::c::Refusal;
using dameotb::c::require;
using dameotb::c::require_buffer;
using dameotb::c::to_probed;
using dameotb::c::to_question;
using dameotb::c::to_rules;
using dameotb::c::write_items;
using dameotb::c::write_line;
using dameotb::index::Material;
using dameotb::probe::Answer;
using dameotb::probe::Keep;
using dameotb::probe::Known;
using dameotb::probe::NoRoom;
using dameotb::probe::NoTable;
using dameotb::probe::Outcome;
using dameotb::probe::OutcomeBounds;
using dameotb::probe::Preload;
using dameotb::probe::Preloaded;
using dameotb::probe::Question;
using dameotb::probe::RankedMove;
using dameotb::probe::Tablebase;
using dameotb::probe::TablebaseOptions;
using dameotb::probe::TableFile;
using dameotb::table::Metric;
using dameotb::table::TableDirectories;
using dameotb::table::TableName;

static_assert(DAMEOTB_METRIC_WDL == static_cast<int>(Metric::Wdl) &&
              DAMEOTB_METRIC_DTM == static_cast<int>(Metric::Dtm) &&
              DAMEOTB_METRIC_DTZ == static_cast<int>(Metric::Dtz));

/// The files that an answer needs: those of a metric and, without which these say nothing, the .wdl.
struct WantedFiles {
    const Tablebase& tables;
    Metric metric;
};

dameotb_status not_in_memory(dameotb_error* error) {
    return fail(error, DAMEOTB_NOT_IN_MEMORY, dameotb_status_text(DAMEOTB_NOT_IN_MEMORY));
}

/// Says which file is missing, or which class has none.
dameotb_status no_table(dameotb_error* error, const WantedFiles& wanted, const NoTable& missing) {
    if (error == nullptr) {  // An engine in a search asks for no words, and meets this all the time.
        return DAMEOTB_NO_TABLE;
    }
    const std::string name = missing.material.name();
    write_line(error->missing_class, name);
    if (!dameotb::index::is_supported(missing.material)) {
        return fail(error, DAMEOTB_NO_TABLE,
                    "no table of the class " + name + ": there are none of more than " +
                        std::to_string(dameotb::index::most_pieces) + " pieces");
    }
    const auto has = [&](Metric metric) { return wanted.tables.has(missing.material, metric); };
    const auto file = [&](Metric metric) { return TableName{missing.material, metric}.file_name(); };
    const Metric lacking = has(wanted.metric) ? Metric::Wdl : wanted.metric;
    std::string others;
    for (const Metric metric : dameotb::table::metrics) {
        if (has(metric)) {
            others += (others.empty() ? "" : " and ") + file(metric);
        }
    }
    return fail(error, DAMEOTB_NO_TABLE,
                others.empty() || has(lacking) ? "no table of the class " + name
                                               : "there is no " + file(lacking) + ", only " + others);
}

/// Says that the result under the rule does not follow: without a .dtz for it of the class `missing`, or by the rules
/// of a site, of which .dtz files do not know all. `of_files`: the rule of the .dtz files that are there.
dameotb_status unknown_result(dameotb_error* error, DrawRule rule, DrawRule of_files,
                              const std::optional<Material>& missing) {
    if (error == nullptr) {
        return DAMEOTB_UNKNOWN_RESULT;
    }
    if (!missing) {
        return fail(error, DAMEOTB_UNKNOWN_RESULT,
                    "won or lost without the draw rule, but the tables do not say it by all rules of the site");
    }
    const std::string name = missing->name();
    std::string why = "won or lost without the draw rule, but under a rule of " + std::to_string(rule.plies) +
                      " plies only a .dtz of the class " + name + " can say it";
    if (of_files.exists() && of_files != rule) {
        why += ", and the .dtz files hold under one of " + std::to_string(of_files.plies);
    }
    write_line(error->missing_class, name);
    return fail(error, DAMEOTB_UNKNOWN_RESULT, why);
}

/// Returns what it means that the question has no answer: what is known without its rule tells.
dameotb_status status_without_answer(const Question& question, const Known& without) {
    return question.has_rule() && without.outcome ? DAMEOTB_UNKNOWN_RESULT : DAMEOTB_NO_TABLE;
}

/// Says that the question has no answer, for lack of a table of the class `missing` if there is one.
dameotb_status unanswered(const Tablebase& tables, const Question& question, const Known& without,
                          const std::optional<Material>& missing, dameotb_error* error) {
    return status_without_answer(question, without) == DAMEOTB_UNKNOWN_RESULT
               ? unknown_result(error, question.site.draw_rule, tables.draw_rule(), missing)
               : no_table(error, {tables, question.has_rule() ? Metric::Wdl : Metric::Dtm},
                          {missing.value_or(Material::of(question.fen.position).canonical())});
}

dameotb_value from_value(Value value) {
    return {static_cast<int>(value.wdl()), value.dtm().plies()};
}

/// Returns the options as C++ has them. Throws Refusal for options that this version cannot follow.
TablebaseOptions chosen_by(const dameotb_options* from) {
    constexpr std::size_t first_size = offsetof(dameotb_options, keep);
    const auto options = dameotb::c::known_members<dameotb_options>(from, DAMEOTB_OPTIONS_INIT, first_size, "options");
    TablebaseOptions chosen;
    if (options.cache_bytes != 0) {
        chosen.cache_bytes = options.cache_bytes;
    }
    if (options.keep > DAMEOTB_KEEP_BLOCK_GROUPS) {
        throw Refusal{DAMEOTB_BAD_ARGUMENT, "options.keep is " + std::to_string(options.keep)};
    }
    chosen.keep = options.keep == DAMEOTB_KEEP_BLOCK_GROUPS ? Keep::BlockGroups : Keep::DecodedBlocks;
    if (options.most_pieces != 0) {
        constexpr std::size_t all = dameotb::index::most_pieces;
        chosen.most_pieces = static_cast<int>(std::min(options.most_pieces, all));
    }
    return chosen;
}

/// Opens the directories. Throws Refusal for options that this version cannot follow.
void open_tables(const TableDirectories& directories, const dameotb_options* options, dameotb_tablebase** tablebase) {
    *tablebase = new dameotb_tablebase{dameotb::probe::Tablebase{directories, chosen_by(options)}};
}

/// Returns the caller's directories. Throws Refusal if there are none.
TableDirectories to_directories(const char* const* names, std::size_t count) {
    require(names, "directories");
    if (count == 0) {
        throw Refusal{DAMEOTB_BAD_ARGUMENT, "there is no directory to open"};
    }
    std::vector<std::filesystem::path> directories;
    for (const char* const name : std::span{names, count}) {
        require(name, "a directory");
        directories.push_back(dameotb::table::path_of(name));
    }
    return directories;
}

/// Returns the moves as C has them. Requires: every move has a distance.
std::vector<dameotb_ranked_move> from_ranked(const std::vector<RankedMove>& ranked) {
    std::vector<dameotb_ranked_move> moves;
    for (const RankedMove& move : ranked) {
        moves.push_back({from_move(move.move), from_value(move.outcome->value())});
    }
    return moves;
}

/// Returns the outcome as a dameotb_value or a dameotb_rule_value.
template <class To>
To from_known(const std::optional<Outcome>& outcome) {
    return outcome ? To{static_cast<int>(outcome->wdl), outcome->plies.value_or(-1)} : To{DAMEOTB_UNKNOWN, -1};
}

/// Returns what is known of a move that answers a question.
dameotb_known_move from_known(const RankedMove& move, const Question& question) {
    return {from_move(move.move), from_known<dameotb_rule_value>(move.outcome), from_known<dameotb_value>(move.without),
            question.position_after(move.move).halfmove_clock.value_or(0)};
}

/// Returns the question of a function that also answers without a rule. Throws Refusal as to_question does.
Question to_any_question(const dameotb_position* position, int rule_plies, int counter) {
    return rule_plies == DAMEOTB_NO_RULE ? Question{{to_probed(position)}} : to_question(position, rule_plies, counter);
}

/// Returns the moves of best play with their values. Each move is one ply nearer to the end; the last one reaches it.
std::vector<dameotb_ranked_move> with_values(const std::vector<Move>& line) {
    std::vector<dameotb_ranked_move> moves;
    for (int plies = static_cast<int>(line.size()); const Move& move : line) {
        moves.push_back({from_move(move), from_value(Value::decided_in(plies--))});
    }
    return moves;
}

/// Returns the classes with those names. Throws Refusal for a name that is no class.
std::vector<Material> to_classes(const char* const* names, std::size_t count) {
    require(names, "classes");
    std::vector<Material> classes;
    for (const char* const name : std::span{names, count}) {
        require(name, "a class");
        const auto material = Material::parse(name);
        if (!material) {
            throw Refusal{DAMEOTB_BAD_ARGUMENT, "no class of tables: " + std::string{name}};
        }
        classes.push_back(*material);
    }
    return classes;
}

Preload to_preload(int what) {
    switch (what) {
        case DAMEOTB_PRELOAD_WDL:
            return Preload::Wdl;
        case DAMEOTB_PRELOAD_DTM:
            return Preload::Dtm;
        case DAMEOTB_PRELOAD_BOTH:
            return Preload::Both;
        case DAMEOTB_PRELOAD_DTZ:
            return Preload::Dtz;
        case DAMEOTB_PRELOAD_ALL:
            return Preload::All;
        default:
            throw Refusal{DAMEOTB_BAD_ARGUMENT, "what to preload is " + std::to_string(what)};
    }
}

/// Returns the metric of the files without which nothing is preloaded.
Metric metric_of(Preload what) {
    return what == Preload::Dtm ? Metric::Dtm : what == Preload::Dtz ? Metric::Dtz : Metric::Wdl;
}

/// Returns the positions, of which there may be none. Throws Refusal if there are some and one of the arrays is null.
std::span<const dameotb_position> checked_arrays(const dameotb_position* positions, std::size_t count,
                                                 const void* results, const char* results_name,
                                                 const dameotb_status* statuses) {
    if (count > 0) {
        require(positions, "positions");
        require(results, results_name);
        require(statuses, "statuses");
    }
    return {positions, count};
}

/// Answers `count` questions by statuses[i]. `to_asked`: returns the i-th, or throws Refusal. `probe`: calls the member
/// of Tablebase that answers many. `write`: writes the answer to the i-th and returns its status.
template <class Asked, class Found>
dameotb_status probe_many(std::size_t count, dameotb_status* statuses, const auto& to_asked, const auto& probe,
                          const auto& write) {
    std::vector<Asked> asked;
    for (std::size_t i = 0; i < count; ++i) {
        try {
            asked.push_back(to_asked(i));
            statuses[i] = DAMEOTB_OK;
        } catch (const Refusal& refusal) {
            statuses[i] = refusal.status;
        }
    }
    std::vector<Found> found(asked.size());
    probe(std::span<const Asked>{asked}, std::span{found});
    for (std::size_t i = 0, next = 0; i < count; ++i) {
        if (statuses[i] == DAMEOTB_OK) {
            statuses[i] = write(i, asked[next], found[next]);
            ++next;
        }
    }
    return DAMEOTB_OK;
}

/// Does so for positions, whose answers are written into `results` by `from_result`.
template <class Result>
dameotb_status probe_positions(std::span<const dameotb_position> positions, dameotb_status* statuses, auto* results,
                               const auto& probe, const auto& from_result) {
    return probe_many<Position, Answer<Result>>(
        positions.size(), statuses, [&](std::size_t i) { return to_probed(&positions[i]); }, probe,
        [&](std::size_t i, const Position&, const Answer<Result>& answer) {
            const auto* const result = std::get_if<Result>(&answer);
            if (result == nullptr) {
                return DAMEOTB_NO_TABLE;
            }
            results[i] = from_result(*result);
            return DAMEOTB_OK;
        });
}

/// Writes the answer by `write`, or says which table is missing.
template <class Result, class Write>
dameotb_status answered(const WantedFiles& wanted, const Answer<Result>& answer, dameotb_error* error, Write&& write) {
    const auto* missing = std::get_if<NoTable>(&answer);
    return missing != nullptr ? no_table(error, wanted, *missing) : write(std::get<Result>(answer));
}

/// Does the same with an answer that there may not be in memory.
template <class Result, class Write>
dameotb_status answered(const WantedFiles& wanted, const std::optional<Answer<Result>>& answer, dameotb_error* error,
                        Write&& write) {
    return answer ? answered(wanted, *answer, error, write) : not_in_memory(error);
}

/// Writes the value under a draw rule, or says why there is none. `probe`: returns what is known of a question; nothing
/// if that is not in memory.
dameotb_status answered_by_rule(const Tablebase& tables, const Question& question, dameotb_rule_value& value,
                                dameotb_error* error, const auto& probe) {
    const std::optional<Known> known = probe(question);
    if (known && known->outcome) {
        value = from_known<dameotb_rule_value>(known->outcome);
        return DAMEOTB_OK;
    }
    const std::optional<Known> without = known ? probe(question.without_rule()) : std::nullopt;
    return without ? unanswered(tables, question, *without, known->missing, error) : not_in_memory(error);
}

// What writes an answer to where the caller wants it.

auto into(int* wdl) {
    return [wdl](Wdl result) {
        *wdl = static_cast<int>(result);
        return DAMEOTB_OK;
    };
}

auto into(dameotb_value* value) {
    return [value](Value result) {
        *value = from_value(result);
        return DAMEOTB_OK;
    };
}

/// Throws Refusal unless the arguments are as every call that fills an array of the caller's requires. `name`: of that
/// array.
void require_array(const dameotb_tablebase* tablebase, const void* items, const char* name, std::size_t capacity,
                   const std::size_t* count) {
    require(tablebase, "tablebase");
    require_buffer(items, name, capacity, count);
}

}  // namespace

dameotb_status dameotb_open(const char* directory, const dameotb_options* options, dameotb_tablebase** tablebase,
                            dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        *tablebase = nullptr;
        require(directory, "directory");
        open_tables(dameotb::table::path_of(directory), options, tablebase);
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_open_directories(const char* const* directories, size_t count, const dameotb_options* options,
                                        dameotb_tablebase** tablebase, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        *tablebase = nullptr;
        open_tables(to_directories(directories, count), options, tablebase);
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_duplicates(const dameotb_tablebase* tablebase, dameotb_duplicate* duplicates, size_t capacity,
                                  size_t* count, dameotb_error* error) {
    return guarded(error, [&] {
        require_array(tablebase, duplicates, "duplicates", capacity, count);
        std::vector<dameotb_duplicate> found;
        for (const auto& [table, used, hidden] : tablebase->tables.duplicates()) {
            write_line(found.emplace_back(dameotb_duplicate{"", used, hidden}).file, table.file_name());
        }
        return write_items(found, duplicates, capacity, *count, "files");
    });
}

dameotb_status dameotb_most_pieces(const dameotb_tablebase* tablebase, int* pieces, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(pieces, "pieces");
        *pieces = 0;
        for (const Material& material : tablebase->tables.classes()) {
            *pieces = std::max(*pieces, material.pieces());
        }
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_files(const dameotb_tablebase* tablebase, dameotb_file* files, size_t capacity, size_t* count,
                             dameotb_error* error) {
    return guarded(error, [&] {
        require_array(tablebase, files, "files", capacity, count);
        std::vector<dameotb_file> found;
        for (const TableFile& file : tablebase->tables.files()) {
            dameotb_file& one = found.emplace_back(dameotb_file{
                "", "", static_cast<int>(file.metric), file.defect.empty() ? 1 : 0, file.file_bytes, file.positions});
            write_line(one.name, dameotb::table::TableName{file.material, file.metric}.file_name());
            write_line(one.class_name, file.material.name());
        }
        return write_items(found, files, capacity, *count, "files");
    });
}

dameotb_status dameotb_get_statistics(const dameotb_tablebase* tablebase, dameotb_statistics* statistics,
                                      dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(statistics, "statistics");
        const auto [hits, reads, memory_bytes] = tablebase->tables.statistics();
        *statistics = {hits, reads, memory_bytes};
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_reset_statistics(const dameotb_tablebase* tablebase, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        tablebase->tables.reset_statistics();
        return DAMEOTB_OK;
    });
}

void dameotb_close(dameotb_tablebase* tablebase) {
    delete tablebase;
}

dameotb_status dameotb_preload(const dameotb_tablebase* tablebase, const char* const* classes, size_t count, int what,
                               size_t* bytes, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        const Preload chosen = to_preload(what);
        const auto answer = classes == nullptr && count == 0
                                ? tablebase->tables.preload_all(chosen)
                                : tablebase->tables.preload(to_classes(classes, count), chosen);
        if (const auto* missing = std::get_if<NoTable>(&answer)) {
            return no_table(error, {tablebase->tables, metric_of(chosen)}, *missing);
        }
        const auto* no_room = std::get_if<NoRoom>(&answer);
        if (bytes != nullptr) {
            *bytes = no_room != nullptr ? no_room->needed_bytes : std::get<Preloaded>(answer).added_bytes;
        }
        if (no_room == nullptr) {
            return DAMEOTB_OK;
        }
        return fail(error, DAMEOTB_NO_ROOM,
                    "the classes need " + std::to_string(no_room->needed_bytes) + " bytes of the cache, and " +
                        std::to_string(no_room->free_bytes) + " are free");
    });
}

dameotb_status dameotb_probe_wdl(const dameotb_tablebase* tablebase, const dameotb_position* position, int* wdl,
                                 dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(wdl, "wdl");
        return answered({tablebase->tables, Metric::Wdl}, tablebase->tables.probe_wdl(to_probed(position)), error,
                        into(wdl));
    });
}

dameotb_status dameotb_probe_wdl_in_memory(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                           int* wdl, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(wdl, "wdl");
        return answered({tablebase->tables, Metric::Wdl}, tablebase->tables.probe_wdl_in_memory(to_probed(position)),
                        error, into(wdl));
    });
}

dameotb_status dameotb_probe_dtm(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                 dameotb_value* value, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(value, "value");
        return answered({tablebase->tables, Metric::Dtm}, tablebase->tables.probe_dtm(to_probed(position)), error,
                        into(value));
    });
}

dameotb_status dameotb_probe_dtm_in_memory(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                           dameotb_value* value, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(value, "value");
        return answered({tablebase->tables, Metric::Dtm}, tablebase->tables.probe_dtm_in_memory(to_probed(position)),
                        error, into(value));
    });
}

dameotb_status dameotb_probe_bounds(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                    dameotb_bounds* bounds, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(bounds, "bounds");
        const OutcomeBounds found = tablebase->tables.prove({{to_probed(position)}}).limits();
        *bounds = {from_bound(found.at_least), from_bound(found.at_most)};
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_probe_rule(const dameotb_tablebase* tablebase, const dameotb_position* position, int rule_plies,
                                  int counter, dameotb_rule_value* value, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(value, "value");
        const auto& tables = tablebase->tables;
        return answered_by_rule(tables, to_question(position, rule_plies, counter), *value, error,
                                [&](const Question& question) { return std::optional{tables.probe(question)}; });
    });
}

dameotb_status dameotb_probe_rule_in_memory(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                            int rule_plies, int counter, dameotb_rule_value* value,
                                            dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(value, "value");
        const auto& tables = tablebase->tables;
        return answered_by_rule(tables, to_question(position, rule_plies, counter), *value, error,
                                [&](const Question& question) { return tables.probe_in_memory(question); });
    });
}

dameotb_status dameotb_draw_rule(const dameotb_tablebase* tablebase, int* rule_plies, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        require(rule_plies, "rule_plies");
        *rule_plies = tablebase->tables.draw_rule().plies;
        return DAMEOTB_OK;
    });
}

dameotb_status dameotb_probe_root(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                  dameotb_ranked_move* moves, size_t capacity, size_t* count, dameotb_error* error) {
    return guarded(error, [&] {
        require_array(tablebase, moves, "moves", capacity, count);
        return answered(
            {tablebase->tables, Metric::Dtm}, tablebase->tables.ranked_moves(to_probed(position)), error,
            [&](const auto& ranked) { return write_items(from_ranked(ranked), moves, capacity, *count, "moves"); });
    });
}

dameotb_status dameotb_best_line(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                 dameotb_ranked_move* moves, size_t capacity, size_t* count, dameotb_error* error) {
    return guarded(error, [&] {
        require_array(tablebase, moves, "moves", capacity, count);
        return answered(
            {tablebase->tables, Metric::Dtm}, tablebase->tables.best_line({{to_probed(position)}}), error,
            [&](const auto& line) { return write_items(with_values(line), moves, capacity, *count, "moves"); });
    });
}

dameotb_status dameotb_probe_root_rule(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                       int rule_plies, int counter, dameotb_known_move* moves, size_t capacity,
                                       size_t* count, dameotb_error* error) {
    return guarded(error, [&] {
        require_array(tablebase, moves, "moves", capacity, count);
        const Question question = to_any_question(position, rule_plies, counter);
        std::vector<dameotb_known_move> known;
        for (const RankedMove& move : tablebase->tables.known_moves(question)) {
            known.push_back(from_known(move, question));
        }
        return write_items(known, moves, capacity, *count, "moves");
    });
}

dameotb_status dameotb_best_line_rule(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                      int rule_plies, int counter, dameotb_known_move* moves, size_t capacity,
                                      size_t* count, dameotb_error* error) {
    return guarded(error, [&] {
        require_array(tablebase, moves, "moves", capacity, count);
        const Tablebase& tables = tablebase->tables;
        Question at = to_any_question(position, rule_plies, counter);
        const auto line = tables.best_line(at);
        if (const auto* missing = std::get_if<NoTable>(&line)) {
            return unanswered(tables, at, tables.probe(at.without_rule()), missing->material, error);
        }
        std::vector<dameotb_known_move> known;
        for (const Move& move : std::get<std::vector<Move>>(line)) {
            const std::vector<RankedMove> ranked = tables.known_moves(at);
            known.push_back(from_known(*std::ranges::find(ranked, move, &RankedMove::move), at));
            at.fen = at.position_after(move);
        }
        return write_items(known, moves, capacity, *count, "moves");
    });
}

dameotb_status dameotb_probe_wdl_many(const dameotb_tablebase* tablebase, const dameotb_position* positions,
                                      size_t count, int* wdl, dameotb_status* statuses, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        return probe_positions<Wdl>(
            checked_arrays(positions, count, wdl, "wdl", statuses), statuses, wdl,
            [&](auto from, auto to) { tablebase->tables.probe_wdl(from, to); },
            [](Wdl result) { return static_cast<int>(result); });
    });
}

dameotb_status dameotb_probe_dtm_many(const dameotb_tablebase* tablebase, const dameotb_position* positions,
                                      size_t count, dameotb_value* values, dameotb_status* statuses,
                                      dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        return probe_positions<Value>(
            checked_arrays(positions, count, values, "values", statuses), statuses, values,
            [&](auto from, auto to) { tablebase->tables.probe_dtm(from, to); }, from_value);
    });
}

dameotb_status dameotb_probe_rule_many(const dameotb_tablebase* tablebase, const dameotb_position* positions,
                                       const int* counters, size_t count, int rule_plies, dameotb_rule_value* values,
                                       dameotb_status* statuses, dameotb_error* error) {
    return guarded(error, [&] {
        require(tablebase, "tablebase");
        const auto site = to_rules(rule_plies);
        (void)checked_arrays(positions, count, values, "values", statuses);
        const auto& tables = tablebase->tables;
        return probe_many<Question, Known>(
            count, statuses,
            [&](std::size_t i) { return to_question(&positions[i], site, counters != nullptr ? counters[i] : 0); },
            [&](auto from, auto to) { tables.probe(from, to); },
            [&](std::size_t i, const Question& question, const Known& known) {
                if (!known.outcome) {
                    return status_without_answer(question, tables.probe(question.without_rule()));
                }
                values[i] = from_known<dameotb_rule_value>(known.outcome);
                return DAMEOTB_OK;
            });
    });
}

const char* dameotb_status_text(int status) {
    switch (status) {
        case DAMEOTB_OK:
            return "ok";
        case DAMEOTB_NO_TABLE:
            return "a table that is needed is not there";
        case DAMEOTB_ILLEGAL_POSITION:
            return "illegal position";
        case DAMEOTB_BAD_ARGUMENT:
            return "bad argument";
        case DAMEOTB_BAD_NOTATION:
            return "text that is no position and no legal move";
        case DAMEOTB_BAD_FILE:
            return "file or directory damaged or not readable";
        case DAMEOTB_BUFFER_TOO_SMALL:
            return "buffer too small";
        case DAMEOTB_OUT_OF_MEMORY:
            return "out of memory";
        case DAMEOTB_INTERNAL:
            return "internal error";
        case DAMEOTB_NO_ROOM:
            return "no room in the cache for what is to be preloaded";
        case DAMEOTB_SYSTEM:
            return "the operating system could not open or read a file";
        case DAMEOTB_UNKNOWN_RESULT:
            return "the tables do not say the result under the draw rule";
        case DAMEOTB_NOT_IN_MEMORY:
            return "what the answer needs is not in memory";
    }
    return "unknown status";
}

const char* dameotb_version(void) {
    return DAMEOTB_VERSION;
}

int dameotb_api_version(void) {
    return DAMEOTB_API_VERSION;
}
