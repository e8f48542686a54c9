// The table of answers under rules, tests/data/answers.jsonl, that every surface is asked for. tests/c_api checks it by
// definition, and makes the tables that it names (make_tables.cmake).
#pragma once

#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "sampling.hpp"

namespace dameotb::tests {

/// A result and its plies, as JSON has them: null where they are not known.
struct KnownAnswer {
    nlohmann::json result;
    nlohmann::json plies;
    bool operator==(const KnownAnswer&) const = default;
};

/// One line of the table.
struct AnswerVector {
    std::string fen;  ///< Without a counter.
    int counter = 0;
    std::string rule;    ///< As --rule has it: plies, or a site.
    std::string tables;  ///< The name of a directory.
    KnownAnswer under;   ///< Under the rule, by the tables and what the moves prove; its plies are z.
    /// The same by the position's own tables alone, which is all that C, Python and answers to many positions tell.
    KnownAnswer alone{};
    KnownAnswer without{};  ///< Without the rule, by the tables and what the moves prove.
    /// The moves of best play under the rule; nothing if they are not known.
    std::optional<std::vector<std::string>> line{};

    [[nodiscard]] std::string fen_with_counter() const { return fen + ":H" + std::to_string(counter); }
    [[nodiscard]] bool is_of_site() const { return rule.find_first_not_of("0123456789") != std::string::npos; }
    /// Returns whether the command has an answer: an unknown result is one if it is known without the rule.
    [[nodiscard]] bool is_answered() const { return !under.result.is_null() || !without.result.is_null(); }
};

/// Reads the table; of it every fifth line, where tests take samples.
inline std::vector<AnswerVector> answer_vectors() {
    std::vector<AnswerVector> all;
    std::ifstream file{DAMEOTB_TEST_DATA "/answers.jsonl"};
    int number = 0;
    for (std::string text; std::getline(file, text);) {
        if (sampled && number++ % 5 != 0) {
            continue;
        }
        const auto line = nlohmann::json::parse(text);
        AnswerVector vector{line["fen"], line["counter"], line["rule"], line["tables"], {line["result"], line["z"]}};
        const auto& alone = line.contains("alone") ? line["alone"] : line;
        vector.alone = {alone["result"], alone["z"]};
        vector.without = {line["without"]["result"], line["without"]["plies"]};
        if (!line["line"].is_null()) {
            vector.line = line["line"];
        }
        all.push_back(vector);
    }
    return all;
}

/// Checks an answer in JSON, of the command or the server, against its line of the table.
inline void check_answer(const nlohmann::json& answer, const AnswerVector& vector) {
    INFO(answer.dump());
    CHECK(answer["rule"]["result"] == vector.under.result);
    CHECK(answer["rule"]["z"] == vector.under.plies);
    CHECK(answer["result"] == vector.without.result);
    CHECK(answer["plies"] == vector.without.plies);
}

}  // namespace dameotb::tests
