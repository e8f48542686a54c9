#include "text/found_text.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

namespace dameotb::tools {

namespace {

std::string stored_class_name(const rules::Position& position) {
    return index::Material::of(position).canonical().name();
}

}  // namespace

std::string as_fen_line(const query::Found& found) {
    std::string line = rules::to_fen(found.position);
    fmt::format_to(std::back_inserter(line), "\t{}\t{}\n", rules::to_string(found.value.wdl()),
                   found.value.dtm().plies());
    return line;
}

std::string as_json_line(const query::Found& found) {
    nlohmann::ordered_json line;
    line["fen"] = rules::to_fen(found.position);
    line["class"] = stored_class_name(found.position);
    line["result"] = rules::to_string(found.value.wdl());
    line["plies"] = found.value.dtm().plies();
    return line.dump() + '\n';
}

std::string as_pdn_game(const query::Found& found, const std::vector<rules::Move>& line, std::uint64_t number) {
    rules::GameRecord game =
        rules::make_record(stored_class_name(found.position), found.position, found.value.wdl(), line);
    std::ranges::find(game.tags, "Round", &std::pair<std::string, std::string>::first)->second = std::to_string(number);
    game.comment = to_string(probe::Outcome::of(found.value));
    return rules::to_pdn(game) + "\n";
}

}  // namespace dameotb::tools
