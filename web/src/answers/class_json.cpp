// Lists classes, and converts statistics to JSON.
#include <dameotb/web/answers/class_json.hpp>

#include <algorithm>
#include <iterator>
#include <optional>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/web/answers/json_writer.hpp>
#include <dameotb/web/limits.hpp>

namespace dameotb::web {

namespace {

void write_longest(JsonWriter& json, std::string_view name, std::optional<int> plies,
                   const std::optional<Position>& position) {
    json.key(name);
    if (position) {
        json.begin_object().member("plies", plies).member("fen", rules::to_fen(*position)).end_object();
    } else {
        json.null();
    }
}

void write_counts(JsonWriter& json, const analysis::ResultCounts& counts) {
    json.member("placements", counts.all());
    json.member("wins", counts.wins).member("draws", counts.draws).member("losses", counts.losses);
}

void write_side(JsonWriter& json, Colour side_to_move, const analysis::SideStatistics& statistics) {
    json.begin_object().member("side_to_move", side_to_move == Colour::White ? "white" : "black");
    write_counts(json, statistics);
    write_counts(json.key("quiet").begin_object(), statistics.quiet);
    json.end_object();
    write_longest(json, "longest_win", statistics.longest_win_plies(), statistics.longest_win);
    write_longest(json, "longest_loss", statistics.longest_loss_plies(), statistics.longest_loss);
    json.end_object();
}

}  // namespace

std::string classes_json(const probe::Tablebase& tables, const KeptCounts* kept) {
    std::vector<probe::TableFile> good;
    std::vector<probe::TableFile> bad;
    std::ranges::partition_copy(tables.files(), std::back_inserter(good), std::back_inserter(bad), &std::string::empty,
                                &probe::TableFile::defect);
    JsonWriter json;
    json.begin_object().key("classes").begin_array();
    for (auto first = good.begin(); first != good.end();) {
        const auto end =
            std::find_if(first, good.end(), [first](const auto& other) { return other.material != first->material; });
        json.begin_object().member("class", first->material.name()).member("pieces", first->material.pieces());
        json.member("positions", first->positions);
        for (const table::Metric metric : table::metrics) {
            const auto file = std::ranges::find(first, end, metric, &probe::TableFile::metric);
            json.member(table::extension(metric) + "_bytes",
                        file == end ? std::nullopt : std::optional{file->file_bytes});
        }
        if (kept != nullptr) {
            json.member("counted", kept->has(first->material));
        }
        json.end_object();
        first = end;
    }
    json.end_array();
    if (kept != nullptr) {
        json.member("most_counted_pieces", most_counted_pieces);
    }
    json.key("bad_files").begin_array();
    for (const probe::TableFile& file : bad) {
        json.begin_object().member("file", table::TableName{file.material, file.metric}.file_name());
        json.member("reason", file.defect).end_object();
    }
    return json.end_array().end_object().text();
}

std::string statistics_json(const index::Material& material, const analysis::ClassCounts& counts) {
    JsonWriter json;
    json.begin_object().member("class", material.name()).key("sides").begin_array();
    for (const Colour side : both_colours) {
        write_side(json, side, counts.side(side));
    }
    json.end_array().key("zugzwangs").begin_object().member("placements", counts.zugzwang_placements());
    json.member("mutual", counts.zugzwang(analysis::ZugzwangKind::Mutual).placements);
    return json.end_object().end_object().text();
}

}  // namespace dameotb::web
