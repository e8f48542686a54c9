// Which path is answered by what.
#include "serve/api.hpp"

#include <system_error>

#include <fmt/format.h>

#include "serve/json_reply.hpp"
#include "serve/position_answers.hpp"

namespace dameotb::tools::serve {

namespace {

std::string parameter(const Request& request, const std::string& name) {
    const auto found = request.query.find(name);
    if (request.query.count(name) != 1 || found->second.empty()) {
        throw RequestError{400, "bad_request", fmt::format("expected one parameter {}, as in ?{}=...", name, name)};
    }
    return found->second;
}

Reply position_reply(const PositionAnswer& answer) {
    return json_reply(200, answer.json, answer.complete ? Caching::Keep : Caching::AskAgain);
}

Json file_bytes(const std::filesystem::path& path) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(path, error);
    return error ? Json() : Json(bytes);
}

}  // namespace

Api::Api(const std::filesystem::path& directory)
    : directory_{directory}, tables_{directory}, classes_{tables_.classes()}, statistics_{directory} {}

Reply Api::answer(const Request& request) {
    return reply_or_error([&] { return answer_or_throw(request); });
}

Reply Api::answer_or_throw(const Request& request) {
    const std::string name = request.path.substr(prefix.size());
    if (name == "probe") {
        return position_reply(probe_answer(tables_, read_position(parameter(request, "fen"))));
    }
    if (name == "line") {
        return position_reply(line_answer(tables_, read_position(parameter(request, "fen"))));
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
        const std::string extension = format::extension(file.metric);
        if (!file.defect.empty()) {
            bad_files.push_back({{"file", name + "." + extension}, {"reason", file.defect}});
            continue;
        }
        if (classes.empty() || classes.back()["class"] != name) {
            classes.push_back({{"class", name},
                               {"pieces", file.material.pieces()},
                               {"positions", file.positions},
                               {"wdl_bytes", nullptr},
                               {"dtm_bytes", nullptr}});
        }
        classes.back()[extension + "_bytes"] = file.file_bytes;
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
    for (const index::Material& needed : index::with_dependencies({*material})) {
        if (file_bytes(file(needed, format::Metric::Dtm)).is_null()) {
            const Json missing = missing_table(needed);
            return json_reply(404,
                              {{"error",
                                {{"code", "missing_table"},
                                 {"message", fmt::format("no table {}.{} here", needed.name(),
                                                         format::extension(format::Metric::Dtm))}}},
                               {"missing_table", missing}},
                              Caching::AskAgain);
        }
    }
    return statistics_.answer(material->canonical());
}

std::filesystem::path Api::file(const index::Material& material, format::Metric metric) const {
    return directory_ / (material.name() + "." + format::extension(metric));
}

}  // namespace dameotb::tools::serve
