// Finds the answer that belongs to a path.
#include <dameotb/web/api/api.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include <dameotb/files/table_directory.hpp>

#include "batch_answer.hpp"
#include "json_reply.hpp"
#include "lila_answer.hpp"
#include "position_answers.hpp"

namespace dameotb::web {

namespace {

std::string parameter(const Request& request, const std::string& name) {
    const auto found = request.query.find(name);
    if (request.query.count(name) != 1 || found->second.empty()) {
        throw RequestError{400, "bad_request", fmt::format("expected one parameter {}, as in ?{}=...", name, name)};
    }
    return found->second;
}

/// One of the long answers that are made at a time.
class Turn {
public:
    /// Throws RequestError if there are too many.
    explicit Turn(std::counting_semaphore<Api::most_long_answers>& turns) : turns_{turns} {
        if (!turns_.try_acquire()) {
            throw busy();
        }
    }
    ~Turn() { turns_.release(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    [[nodiscard]] static RequestError busy() {
        return {503, "busy", "other long answers are being made; ask again", std::chrono::seconds{1}};
    }

private:
    std::counting_semaphore<Api::most_long_answers>& turns_;
};

bool is_json(std::string_view content_type) {
    constexpr std::string_view json = "application/json";
    const std::string_view type = content_type.substr(0, content_type.find_first_of("; \t"));
    return std::ranges::equal(type, json, {}, [](unsigned char c) { return std::tolower(c); });
}

Reply position_reply(const PositionAnswer& answer) {
    return json_reply(200, answer.json, answer.complete ? Caching::Keep : Caching::AskAgain);
}

}  // namespace

Api::Api(const std::filesystem::path& directory, CommandThatMakes command)
    : directory_{directory},
      command_{std::move(command)},
      tables_{directory},
      classes_{tables_.classes()},
      statistics_{directory} {}

Reply Api::answer(const Request& request) {
    return reply_or_error([&] { return answer_or_throw(request); });
}

Reply Api::answer_or_throw(const Request& request) {
    if (request.path == lila_path) {
        return position_reply(lila_answer(tables_, read_lila_position(parameter(request, "fen"))));
    }
    if (request.method == "POST") {
        return batch(request);
    }
    const std::string name = request.path.substr(prefix.size());
    if (name == "probe") {
        return position_reply(probe_answer(tables_, read_position(parameter(request, "fen")), command_));
    }
    if (name == "line") {
        return position_reply(line_answer(tables_, read_position(parameter(request, "fen")), command_));
    }
    if (name == "classes") {
        std::call_once(classes_listed_, [this] { class_list_ = list_classes(); });
        return class_list_;
    }
    if (name.starts_with("stats/")) {
        return statistics(name.substr(name.find('/') + 1));
    }
    throw RequestError{404, "not_found", "nothing here; /api/v1/openapi.json describes what there is"};
}

Reply Api::list_classes() const {
    Json classes = Json::array();
    Json bad_files = Json::array();
    for (const probe::TableFile& file : tables_.files()) {
        const std::string name = file.material.name();
        if (!file.defect.empty()) {
            const files::TableName table{file.material, file.metric};
            bad_files.push_back({{"file", table.file_name()}, {"reason", file.defect}});
            continue;
        }
        if (classes.empty() || classes.back()["class"] != name) {
            classes.push_back({{"class", name},
                               {"pieces", file.material.pieces()},
                               {"positions", file.positions},
                               {"wdl_bytes", nullptr},
                               {"dtm_bytes", nullptr}});
        }
        classes.back()[files::extension(file.metric) + "_bytes"] = file.file_bytes;
    }
    return json_reply(200, {{"classes", std::move(classes)}, {"bad_files", std::move(bad_files)}}, Caching::AskAgain);
}

Reply Api::statistics(const std::string& name) {
    const auto material = index::Material::parse(name);
    if (!material) {
        throw RequestError{400, "bad_class",
                           "this is no class: write the kings K and the men M of White, then v, then Black's, as in "
                           "KKMvKM"};
    }
    if (material->pieces() > ClassStatistics::most_pieces) {
        throw RequestError{
            422, "too_many_pieces",
            fmt::format("classes of more than {} pieces are not counted here", ClassStatistics::most_pieces)};
    }
    const auto missing = files::missing_tables(directory_, {*material}, format::Metric::Dtm);
    if (!missing.empty()) {
        const files::TableName table{missing.front(), format::Metric::Dtm};
        return json_reply(
            404,
            {{"error", {{"code", "missing_table"}, {"message", fmt::format("no table {} here", table.file_name())}}},
             {"missing_table", missing_table(table.material, command_)}},
            Caching::AskAgain);
    }
    return statistics_.answer(material->canonical());
}

Reply Api::batch(const Request& request) {
    if (!is_json(request.content_type)) {
        throw RequestError{415, "bad_content_type", "expected a body with the Content-Type application/json"};
    }
    const Turn turn{long_answers_};
    return json_reply(200, batch_answer(tables_, request.body, command_), Caching::AskAgain);
}

}  // namespace dameotb::web
