// The table of answers under rules: what `probe` and `line` print, as text and as JSON.
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "answer_vectors.hpp"
#include "catch.hpp"
#include "command.hpp"

using namespace dameotb::tests;
using nlohmann::json;

namespace {

/// The lines of the table with the same tables and the same rule, which one run of the command answers.
using Group = std::vector<AnswerVector>;

std::vector<Group> groups() {
    std::map<std::pair<std::string, std::string>, Group> by_key;
    for (const AnswerVector& vector : answer_vectors()) {
        by_key[{vector.tables, vector.rule}].push_back(vector);
    }
    std::vector<Group> all;
    for (auto& [key, group] : by_key) {
        all.push_back(std::move(group));
    }
    return all;
}

/// Asks for all positions of a group, one per line. Returns the lines of the answer.
std::vector<std::string> ask_all(const Group& group, std::vector<std::string> arguments) {
    arguments.insert(arguments.end(),
                     {"--dir", std::string{ANSWER_TABLES} + '/' + group.front().tables, "--rule", group.front().rule});
    std::string input;
    for (const AnswerVector& vector : group) {
        input += vector.fen_with_counter() + '\n';
    }
    std::vector<std::string> lines = lines_of(run(arguments, {.input = input}).out);
    REQUIRE(lines.size() == group.size());
    return lines;
}

/// Returns the fields between tabs.
std::vector<std::string> fields_of(const std::string& line) {
    std::vector<std::string> fields{""};
    for (const char c : line) {
        if (c == '\t') {
            fields.emplace_back();
        } else {
            fields.back() += c;
        }
    }
    return fields;
}

std::string text_of(const json& plies) {
    return plies.is_null() ? "-" : plies.dump();
}

/// Calls check(vector, line of the answer) for each line of the table.
template <class Check>
void for_each_answer(const std::vector<std::string>& arguments, const Check& check) {
    for (const Group& group : groups()) {
        const std::vector<std::string> lines = ask_all(group, arguments);
        for (std::size_t i = 0; i < group.size(); ++i) {
            const AnswerVector& vector = group[i];
            INFO(vector.fen_with_counter() << " under " << vector.rule << " with " << vector.tables);
            INFO(lines[i]);
            check(vector, lines[i]);
        }
    }
}

}  // namespace

TEST_CASE("probe --rule prints what the table of answers has", "[tools]") {
    for_each_answer({"probe"}, [](const AnswerVector& vector, const std::string& line) {
        const std::vector<std::string> fields = fields_of(line);
        REQUIRE(fields.size() == 3);
        if (!vector.is_answered()) {
            CHECK(fields[1] == "error");
            return;
        }
        CHECK(fields[1] == (vector.under.result.is_null() ? "unknown" : vector.under.result.get<std::string>()));
        CHECK(fields[2] == text_of(vector.under.plies));
    });
}

TEST_CASE("probe --rule --json has what the table of answers has", "[tools]") {
    for_each_answer({"probe", "--json"}, [](const AnswerVector& vector, const std::string& line) {
        const json answer = json::parse(line);
        REQUIRE(answer.contains("error") == !vector.is_answered());
        if (vector.is_answered()) {
            check_answer(answer, vector);
        }
    });
}

TEST_CASE("line --rule prints what the table of answers has", "[tools]") {
    for_each_answer({"line"}, [](const AnswerVector& vector, const std::string& line) {
        const std::vector<std::string> fields = fields_of(line);
        if (!vector.line) {
            CHECK(fields[1] == "error");
            return;
        }
        REQUIRE(fields.size() == 4);
        CHECK(nlohmann::json(fields[1]) == vector.under.result);
        CHECK(fields[2] == text_of(vector.under.plies));
        std::string moves;
        for (const std::string& move : *vector.line) {
            moves += (moves.empty() ? "" : " ") + move;
        }
        std::string printed;
        for (std::size_t at = 0; at < fields[3].size();) {
            const std::size_t end = std::min(fields[3].find(' ', at), fields[3].size());
            const std::string word = fields[3].substr(at, end - at);
            if (!word.ends_with('.')) {
                printed += (printed.empty() ? "" : " ") + word;
            }
            at = end + 1;
        }
        CHECK(printed == moves);
    });
}

TEST_CASE("line --rule --json has what the table of answers has", "[tools]") {
    for_each_answer({"line", "--json"}, [](const AnswerVector& vector, const std::string& line) {
        const json answer = json::parse(line);
        REQUIRE(answer.contains("error") == !vector.line);
        if (!vector.line) {
            return;
        }
        check_answer(answer, vector);
        std::vector<std::string> moves;
        for (const json& move : answer["line"]) {
            moves.push_back(move["move"]);
        }
        CHECK(moves == *vector.line);
    });
}
