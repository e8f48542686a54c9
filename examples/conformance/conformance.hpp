// Compares an implementation of Dameo with the conformance kit: docs/conformance.md. Needs nlohmann/json, and no part
// of dameotb.
#pragma once

#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace conformance {

struct Answer {
    std::vector<std::string> successors;  ///< The positions that the legal moves lead to, as FEN.
    std::string over = "null";            ///< How the game has ended for the side to move: "loss", "draw" or "null".
};

/// Returns a position in one form: White first, squares sorted as text, no counters.
inline std::string in_one_form(const std::string& fen) {
    std::map<char, std::set<std::string>> squares;
    std::istringstream parts{fen.substr(1)};
    parts.ignore();
    for (std::string part; std::getline(parts, part, ':');) {
        std::istringstream names{part.substr(1)};
        for (std::string name; std::getline(names, name, ',');) {
            squares[part[0]].insert(name);
        }
    }
    std::string text = fen.substr(0, 1);
    for (const char side : {'W', 'B'}) {
        text += {':', side};
        for (const std::string& name : squares[side]) {
            text += text.back() == side ? name : ',' + name;
        }
    }
    return text;
}

/// Compares the answers of `ask` to all positions of the kit with it, prints a report, and returns how many lines of
/// the kit failed. `site`: "freeling", "playstrategy" or "abstractplay", by whose rules the game ends. Throws what
/// `ask` throws, and nlohmann::json::exception if the kit is damaged.
inline int compare(std::istream& kit, const std::string& site, const std::function<Answer(const std::string& fen)>& ask,
                   std::ostream& out) {
    struct Tag {
        std::string name;
        int passed = 0;
        int all = 0;
        std::string first{};  ///< The first position that diverges.
    };
    std::vector<Tag> tags;
    int failed = 0;
    for (std::string text; std::getline(kit, text);) {
        const auto line = nlohmann::json::parse(text);
        const std::string name = line["tag"];
        if (tags.empty() || tags.back().name != name) {
            tags.push_back({name});
        }
        Tag& tag = tags.back();
        const Answer answer = ask(line["fen"]);
        const auto in_set = [](const std::vector<std::string>& fens) {
            std::set<std::string> set;
            for (const std::string& fen : fens) {
                set.insert(in_one_form(fen));
            }
            return set;
        };
        const bool moves = line.contains("succ");
        const auto found = moves ? in_set(answer.successors) : std::set{answer.over};
        const auto right =
            moves ? in_set(line["succ"])
                  : std::set{line["over"][site].is_null() ? "null" : line["over"][site].get<std::string>()};
        ++tag.all;
        (found == right ? tag.passed : failed) += 1;
        if (found != right && tag.first.empty()) {
            tag.first = "  " + line["fen"].get<std::string>() + "  (" + line["why"].get<std::string>() + ")\n";
            for (const std::string& one : right) {
                tag.first += found.contains(one) ? "" : "    missing " + one + '\n';
            }
            for (const std::string& one : found) {
                tag.first += right.contains(one) ? "" : "    extra   " + one + '\n';
            }
        }
    }
    for (const Tag& tag : tags) {
        out << tag.name << ": " << tag.passed << " of " << tag.all << '\n' << tag.first;
    }
    return failed;
}

}  // namespace conformance
