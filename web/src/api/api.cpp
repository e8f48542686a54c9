// Dispatches paths to answers.
#include <dameotb/web/api/api.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <random>
#include <utility>

#include <fmt/format.h>

#include <dameotb/scores/slice/score.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/web/answers/class_json.hpp>
#include <dameotb/web/limits.hpp>

#include "json_reply.hpp"
#include "position_answers.hpp"
#include "random_position.hpp"

namespace dameotb::web {

namespace {

std::string parameter(const Request& request, const std::string& name) {
    const auto found = request.query.find(name);
    if (request.query.count(name) != 1 || found->second.empty()) {
        throw RequestError{400, "bad_request", fmt::format("expected one parameter {}, as in ?{}=...", name, name)};
    }
    return found->second;
}

std::optional<std::string> optional_parameter(const Request& request, const std::string& name) {
    return request.query.contains(name) ? std::optional{parameter(request, name)} : std::nullopt;
}

/// Returns the value that the parameter names. Throws RequestError if it is present but none of the names.
template <class T>
std::optional<T> one_of(const Request& request, const std::string& name,
                        std::initializer_list<std::pair<std::string_view, T>> names) {
    const std::optional<std::string> text = optional_parameter(request, name);
    std::vector<std::string_view> all;
    for (const auto& [word, value] : names) {
        if (text == word) {
            return value;
        }
        all.push_back(word);
    }
    if (text) {
        throw RequestError{400, "bad_request", fmt::format("{} is one of {}", name, fmt::join(all, ", "))};
    }
    return std::nullopt;
}

index::Material class_named(const std::string& name) {
    const auto material = index::Material::parse(name);
    if (!material) {
        throw RequestError{400, "bad_class",
                           "this is no class: write the kings K and the men M of White, then v, then Black's, as in "
                           "KKMvKM"};
    }
    return *material;
}

void require_supported(const index::Material& material) {
    if (!index::is_supported(material)) {
        throw RequestError{422, "too_many_pieces",
                           fmt::format("there are no tables of more than {} pieces", index::most_pieces)};
    }
}

std::uint32_t seed_of(const Request& request) {
    const std::optional<std::string> text = optional_parameter(request, "seed");
    if (!text) {
        return std::random_device{}();
    }
    std::uint32_t seed = 0;
    const char* const end = text->data() + text->size();
    if (const auto [last, error] = std::from_chars(text->data(), end, seed); error != std::errc{} || last != end) {
        throw RequestError{400, "bad_request", "seed is a number from 0 to 4294967295"};
    }
    return seed;
}

query::Query query_of(const Request& request) {
    query::Query query;
    query.result = one_of<Wdl>(request, "result", {{"win", Wdl::Win}, {"draw", Wdl::Draw}, {"loss", Wdl::Loss}});
    query.side_to_move = one_of<Colour>(request, "side_to_move", {{"white", Colour::White}, {"black", Colour::Black}});
    if (const auto plies = optional_parameter(request, "plies")) {
        query.plies = query::IntRange::parse(*plies);
        if (!query.plies) {
            throw RequestError{400, "bad_request",
                               query::IntRange::is_reversed(*plies)
                                   ? "plies is a range whose first number is not greater than the second, as in 5-9"
                                   : "plies is a number or a range, as in 9, 5-9, 5- or -9"};
        }
    }
    if (query::value_ranges(query).empty()) {
        throw RequestError{400, "bad_request",
                           fmt::format("no position has such plies: a win takes an odd number, a loss an even number, "
                                       "at most {}, and a draw has none",
                                       scores::longest_plies)};
    }
    return query;
}

/// Returns the FEN that is asked about. `start` stands for the position in which games begin.
std::string asked_fen(const Request& request) {
    const std::string fen = parameter(request, "fen");
    return fen == "start" ? rules::to_fen(initial_position()) : fen;
}

probe::Question question_of(const Request& request) {
    return {rules::parse_fen(asked_fen(request)),
            rules_asked_for(optional_parameter(request, "plies"), optional_parameter(request, "site"))};
}

bool is_json(std::string_view content_type) {
    constexpr std::string_view json = "application/json";
    const std::string_view type = content_type.substr(0, content_type.find_first_of("; \t"));
    return std::ranges::equal(type, json, {}, [](unsigned char c) { return std::tolower(c); });
}

}  // namespace

Api::Api(const table::TableDirectories& directory, CommandThatMakes command, int most_pieces,
         const std::optional<table::TableDirectories>& statistics)
    : directory_{directory},
      command_{std::move(command)},
      most_pieces_{most_pieces},
      tables_{directory, {.cache_bytes = cache_bytes, .most_pieces = most_pieces}},
      classes_{tables_.classes()},
      kept_{statistics ? std::optional{KeptCounts{directory, *statistics}} : std::nullopt},
      statistics_{directory, {}, kept_ ? &*kept_ : nullptr} {}

Reply Api::answer(const Request& request, Work& work) {
    if (request.path == lila_path) {
        return lila_answer(tables_, asked_fen(request), work);
    }
    if (request.path == lila_mainline_path) {
        return lila_mainline_answer(tables_, asked_fen(request), work);
    }
    if (request.path == playstrategy_path) {
        return playstrategy_answer(tables_, rules::parse_fen_under_way(asked_fen(request)), work);
    }
    if (request.method == "POST") {
        return posted(request, work);
    }
    const std::string name = request.path.substr(prefix.size());
    if (name == "probe") {
        return probe_answer(tables_, question_of(request), command_, work);
    }
    if (name == "line") {
        return line_answer(tables_, question_of(request), command_, work);
    }
    if (name == "prove") {
        return prove_answer(tables_, question_of(request), command_, work);
    }
    if (name == "random") {
        return random(request, work);
    }
    if (name == "classes") {
        std::call_once(classes_listed_, [this] {
            class_list_ = json_reply(200, classes_json(tables_, kept_ ? &*kept_ : nullptr), Caching::AskAgain);
        });
        return class_list_;
    }
    if (name.starts_with("stats/")) {
        return statistics(name.substr(name.find('/') + 1));
    }
    throw RequestError{404, "not_found", "nothing here; /api/v1/openapi.json describes what there is"};
}

Reply Api::statistics(const std::string& name) {
    const index::Material material = class_named(name);
    require_supported(material);
    if (auto missing = missing_tables_reply(material)) {
        return std::move(*missing);
    }
    return statistics_.answer(material.canonical());
}

std::string Api::what_there_is() const {
    return classes_.empty() ? "this server has no tables"
                            : fmt::format("this server has tables of {} class{} of up to {} pieces", classes_.size(),
                                          classes_.size() == 1 ? "" : "es",
                                          std::ranges::max(classes_, {}, &index::Material::pieces).pieces());
}

std::optional<Reply> Api::missing_tables_reply(const index::Material& material) const {
    const index::Material canonical = material.canonical();
    const auto missing = canonical.pieces() > most_pieces_
                             ? table::MissingTable{canonical, canonical}
                             : table::first_missing(directory_, {canonical}, table::Metric::Dtm);
    if (!missing) {
        return std::nullopt;
    }
    const table::TableName table{missing->material, table::Metric::Dtm};
    const std::string message = fmt::format(
        "no table {} here{}; {}", table.file_name(),
        missing->is_dependency() ? fmt::format(", which {} needs", missing->needed_by.name()) : "", what_there_is());
    JsonWriter json;
    RequestError{404, "missing_table", message}.write_to(json.begin_object());
    json.key("missing_table").begin_object().member("class", missing->material.name()).member("can_be_made", true);
    // The command makes the requested class and all that it depends on.
    json.member("command", command_(missing->needed_by)).end_object().end_object();
    return json_reply(404, json.text(), Caching::AskAgain);
}

Reply Api::posted(const Request& request, Work& work) {
    if (!is_json(request.content_type)) {
        throw RequestError{415, "bad_content_type", "expected a body with the Content-Type application/json"};
    }
    return request.path.ends_with("/games") ? games_answer(request.body, work)
                                            : batch_answer(tables_, request.body, command_, work);
}

Reply Api::random(const Request& request, Work& work) {
    const index::Material material = class_named(parameter(request, "class"));
    require_supported(material);
    const bool any = one_of<bool>(request, "any", {{"0", false}, {"1", true}}).value_or(false);
    const RandomWish wish{material, query_of(request), seed_of(request), !any};
    if (auto missing = missing_tables_reply(material)) {
        return std::move(*missing);
    }
    const char* const kind = wish.worth_playing ? " worth playing" : "";
    auto position = [&]() -> std::optional<Position> {
        try {
            return random_try(tables_, wish, work);
        } catch (const probe::OutOfBudget&) {
            work.need_turn();
            return std::nullopt;
        }
    }();
    if (!position && material.pieces() > most_searched_pieces) {
        throw RequestError{
            404, "none_found",
            fmt::format("none{} among many random positions of {}; another seed may find some", kind, material.name())};
    }
    if (!position) {
        work.need_turn();
        position = random_of_all(directory_, tables_, wish, work);
    }
    if (!position) {
        throw RequestError{404, "no_such_position",
                           fmt::format("{0} has no such position{2}; {1}stats/{0} lists its longest wins and losses",
                                       material.name(), prefix, kind)};
    }
    JsonWriter json;
    const probe::Question question{{*position}};
    const Answered answered{question, tables_.probe(question, &work.budget())};
    write_head(json.begin_object(), question.fen, answered, command_);
    return json_reply(200, json.member("seed", wish.seed).end_object().text(), Caching::AskAgain);
}

}  // namespace dameotb::web
