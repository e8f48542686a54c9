// Writes PDN in the form of PGN: tags, an empty line, and the movetext with the result at its end. Lines have less than
// 80 characters.
#include "text/found_text.hpp"

#include <iterator>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <dameotb/index/material.hpp>
#include <dameotb/probe/outcome.hpp>
#include <dameotb/rules/notation.hpp>

#include "text/game_text.hpp"

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

/// Returns the same words in lines of less than 80 characters.
std::string wrapped(const std::string& text) {
    constexpr std::size_t most = 79;
    std::istringstream words{text};
    std::string lines;
    std::size_t length = 0;
    for (std::string word; words >> word; length += word.size()) {
        const bool fits = length + 1 + word.size() <= most;
        if (length > 0) {
            lines += fits ? ' ' : '\n';
            length = fits ? length + 1 : 0;
        }
        lines += word;
    }
    return lines;
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
    const std::string_view result = pdn_result(found);
    std::string game = fmt::format(
        "[Event \"{}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"{}\"]\n[White \"?\"]\n"
        "[Black \"?\"]\n[Result \"{}\"]\n[Variant \"Dameo\"]\n[SetUp \"1\"]\n[FEN \"{}\"]\n\n",
        stored_class_name(found.position), number, result, rules::to_fen(found.position));
    const std::string moves = line.empty() ? "" : numbered_moves(found.position, line) + " ";
    return game + wrapped(fmt::format("{{{}}} {}{}", to_string(probe::Outcome::of(found.value)), moves, result)) +
           "\n\n";
}

}  // namespace dameotb::tools
