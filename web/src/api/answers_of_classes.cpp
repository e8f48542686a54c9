// Lists classes, and turns statistics into JSON.
#include "answers_of_classes.hpp"

#include <optional>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_name.hpp>

namespace dameotb::web {

namespace {

Json longest(std::optional<int> plies, const std::optional<rules::Position>& position) {
    return position ? Json{{"plies", *plies}, {"fen", rules::to_fen(*position)}} : Json();
}

Json side_json(rules::Colour side_to_move, const analysis::SideStatistics& statistics) {
    Json json;
    json["side_to_move"] = side_to_move == rules::Colour::White ? "white" : "black";
    json["placements"] = statistics.all();
    json["wins"] = statistics.wins;
    json["draws"] = statistics.draws;
    json["losses"] = statistics.losses;
    json["longest_win"] = longest(statistics.longest_win_plies(), statistics.longest_win);
    json["longest_loss"] = longest(statistics.longest_loss_plies(), statistics.longest_loss);
    return json;
}

}  // namespace

Json classes_json(const probe::Tablebase& tables) {
    Json classes = Json::array();
    Json bad_files = Json::array();
    for (const probe::TableFile& file : tables.files()) {
        const std::string name = file.material.name();
        if (!file.defect.empty()) {
            const table::TableName table{file.material, file.metric};
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
        classes.back()[table::extension(file.metric) + "_bytes"] = file.file_bytes;
    }
    return {{"classes", std::move(classes)}, {"bad_files", std::move(bad_files)}};
}

Json statistics_json(const index::Material& material, const analysis::ClassCounts& counts) {
    Json json;
    json["class"] = material.name();
    json["sides"] = Json::array();
    for (const rules::Colour side : {rules::Colour::White, rules::Colour::Black}) {
        json["sides"].push_back(side_json(side, counts.side(side)));
    }
    json["zugzwangs"] = {{"placements", counts.zugzwang_placements()},
                         {"mutual", counts.zugzwang(analysis::ZugzwangKind::Mutual).placements}};
    return json;
}

}  // namespace dameotb::web
