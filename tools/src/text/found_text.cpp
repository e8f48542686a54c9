#include "text/found_text.hpp"

#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/notation.hpp>
#include <dameotb/rules/pdn.hpp>

namespace dameotb::tools {

namespace {

using rules::Wdl;

std::string stored_class_name(const rules::Position& position) {
    return index::Material::of(position).canonical().name();
}

std::string_view pdn_result(const query::Found& found) {
    const Wdl white =
        found.position.side_to_move == rules::Colour::White ? found.value.wdl() : opposite(found.value.wdl());
    return white == Wdl::Win ? "1-0" : white == Wdl::Loss ? "0-1" : "1/2-1/2";
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
    rules::GameRecord game;
    game.tags = {{"Event", stored_class_name(found.position)},
                 {"Site", "?"},
                 {"Date", "????.??.??"},
                 {"Round", std::to_string(number)},
                 {"White", "?"},
                 {"Black", "?"}};
    game.start = found.position;
    game.comment = to_string(probe::Outcome::of(found.value));
    for (const rules::Move& move : line) {
        game.moves.push_back({move, {}, {}, {}});
    }
    game.result = pdn_result(found);
    return rules::to_pdn(game) + "\n";
}

}  // namespace dameotb::tools
