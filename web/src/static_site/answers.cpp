// Writes answers down.
#include <dameotb/web/static_site/static_site.hpp>

#include <algorithm>
#include <fstream>
#include <map>
#include <variant>

#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

#include <dameotb/rules/notation.hpp>
#include <dameotb/table/directory/table_directory.hpp>
#include <dameotb/web/answers/json_writer.hpp>

#include "api/random_position.hpp"

namespace dameotb::web::static_site {

namespace {

constexpr std::size_t drawn_positions = 100'000;
/// Per result and length: enough to play a different one each day for a week or two.
constexpr std::size_t kept_positions = 12;

std::string base64(const std::string& bytes) {
    using namespace boost::archive::iterators;
    using Letters = base64_from_binary<transform_width<std::string::const_iterator, 6, 8>>;
    std::string text(Letters{bytes.begin()}, Letters{bytes.end()});
    return text.append((3 - bytes.size() % 3) % 3, '=');
}

}  // namespace

std::string classes_name() {
    return "answers/classes.json";
}

std::string statistics_name(const index::Material& material) {
    return "answers/stats/" + material.name() + ".json";
}

std::string samples_name(const index::Material& material) {
    return "answers/random/" + material.name() + ".json";
}

std::string samples_answer(const probe::Tablebase& tables, const index::Material& material, std::uint32_t seed) {
    const std::vector<Position> drawn = random_positions(material, drawn_positions, seed);
    std::vector<probe::Answer<Value>> answers(drawn.size(), Value{});
    tables.probe_dtm(drawn, answers);
    const query::Query of_any_length{.plies = query::IntRange{}};
    std::map<Wdl, std::map<int, std::vector<std::string>>> kept;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const auto value = std::get<Value>(answers[i]);
        const auto outcome = probe::Outcome::of(value);
        auto& those = kept[outcome.wdl][outcome.plies.value_or(0)];
        if (those.size() == kept_positions || !is_worth_playing(tables, drawn[i], value, of_any_length)) {
            continue;
        }
        if (const std::string fen = rules::to_fen(drawn[i]); std::ranges::find(those, fen) == those.end()) {
            those.push_back(fen);
        }
    }
    for (auto& [result, by_plies] : kept) {
        std::erase_if(by_plies, [](const auto& those) { return those.second.empty(); });
    }
    JsonWriter json;
    json.begin_object();
    for (const auto& [result, by_plies] : kept) {
        json.key(to_string(result)).begin_object();
        for (const auto& [plies, fens] : by_plies) {
            json.key(std::to_string(plies)).begin_array();
            for (const std::string& fen : fens) {
                json.value(fen);
            }
            json.end_array();
        }
        json.end_object();
    }
    return json.end_object().text() + "\n";
}

std::string table_list(const std::filesystem::path& directory, std::optional<std::uint64_t> part_bytes) {
    JsonWriter json;
    json.begin_object().key("files").begin_array();
    for (const table::TableName& table : table::list_tables(directory)) {
        const std::filesystem::path path = table::table_path(directory, table);
        std::string head(table::header_bytes(), '\0');
        std::ifstream file{path, std::ios::binary};
        file.read(head.data(), static_cast<std::streamsize>(head.size()));
        head.resize(static_cast<std::size_t>(file.gcount()));
        const std::uint64_t bytes = std::filesystem::file_size(path);
        json.begin_object().member("name", table.file_name()).member("bytes", bytes);
        if (part_bytes && bytes > *part_bytes) {
            json.member("part_bytes", *part_bytes);
        }
        json.member("head", base64(head)).end_object();
    }
    return json.end_array().end_object().text() + "\n";
}

}  // namespace dameotb::web::static_site
