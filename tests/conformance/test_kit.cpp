// Tests that the conformance kit is right, and that it catches misreadings of the rules.
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

#include "../rules/moves.hpp"
#include "../rules/vectors.hpp"
#include "catch.hpp"
#include "conformance.hpp"
#include "plain_answer.hpp"

#include <dameotb/rules/site_rules.hpp>

using namespace dameotb;
using tests::Misreading;

namespace {

const std::string& kit_text() {
    static const std::string text = [] {
        std::ifstream file{CONFORMANCE_KIT};
        return std::string{std::istreambuf_iterator<char>{file}, {}};
    }();
    return text;
}

const std::vector<nlohmann::json>& kit() {
    static const std::vector<nlohmann::json> lines = [] {
        std::vector<nlohmann::json> read;
        std::istringstream text{kit_text()};
        for (std::string line; std::getline(text, line);) {
            read.push_back(nlohmann::json::parse(line));
        }
        return read;
    }();
    return lines;
}

bool is_of_moves(const nlohmann::json& line) {
    return line.contains("succ");
}

conformance::Answer answer(const std::string& fen, std::string_view site, Misreading misreading) {
    const tests::PlainAnswer plain = tests::plain_answer(fen, site, misreading);
    return {{plain.successors.begin(), plain.successors.end()}, plain.over.value_or("null")};
}

struct Run {
    int failed = 0;
    std::string report;
};

/// Runs the C++ driver, as on a site, with what a misreading answers by the rules of another.
Run run(std::string_view site, std::string_view answers_of, Misreading misreading) {
    std::istringstream text{kit_text()};
    std::ostringstream report;
    const int failed = conformance::compare(
        text, std::string{site}, [&](const std::string& fen) { return answer(fen, answers_of, misreading); }, report);
    return {failed, report.str()};
}

/// Returns whether a line of moves tells a misreading from the rules.
bool catches(const nlohmann::json& line, Misreading misreading) {
    const std::string fen = line["fen"];
    return tests::plain_answer(fen, "freeling", misreading).successors != line["succ"].get<std::set<std::string>>();
}

}  // namespace

TEST_CASE("the plain rules agree with all successor vectors") {
    for (const tests::Vector& vector : tests::vectors()) {
        INFO(vector.fen);
        REQUIRE(tests::plain_successors(vector.fen) == vector.successors);
    }
}

TEST_CASE("the kit's moves are those of the rules and of the plain rules, in both notations") {
    REQUIRE(std::ranges::count_if(kit(), is_of_moves) > 200);
    for (const nlohmann::json& line : kit()) {
        const std::string fen = line["fen"];
        INFO(fen);
        if (is_of_moves(line)) {
            const auto successors = line["succ"].get<std::set<std::string>>();
            REQUIRE(successors.size() == line["succ"].size());
            REQUIRE(successors == tests::successors_of(fen));
            REQUIRE(successors == tests::plain_successors(fen));
            REQUIRE(line["moves"].get<tests::Texts>() == tests::moves_of(fen));
        }
    }
}

TEST_CASE("the kit has no line twice, tells why of each, and needs no escapes") {
    CHECK(kit_text().find('\\') == std::string::npos);  // examples/conformance/Conformance.scala relies on it
    std::set<std::pair<std::string, std::string>> seen;
    std::string previous;
    std::set<std::string> tags;
    for (const nlohmann::json& line : kit()) {
        INFO(line.dump());
        const std::string tag = line["tag"];
        CHECK(seen.emplace(tag, line["fen"]).second);
        CHECK(!line["why"].get<std::string>().empty());
        CHECK(is_of_moves(line) != line.contains("over"));
        CHECK((tag == previous || tags.insert(tag).second));  // the lines of a tag are together
        previous = tag;
    }
}

TEST_CASE("ends in the kit are those of each site, and no site's answers pass for another's") {
    for (const rules::SiteRules& site : rules::all_site_rules) {
        const Run own = run(site.name, site.name, Misreading::None);
        INFO(own.report);
        CHECK(own.failed == 0);
        for (const rules::SiteRules& other : rules::all_site_rules) {
            CHECK((run(site.name, other.name, Misreading::None).failed == 0) == (site.name == other.name));
        }
    }
}

TEST_CASE("every misreading fails on a line of its tag, in both colours, and the report says where") {
    for (const tests::MisreadingName& misreading : tests::misreadings) {
        INFO(misreading.name);
        const Run found = run("freeling", "freeling", misreading.misreading);
        CHECK(found.failed > 0);
        CHECK(tests::misreading_of(misreading.name) == misreading.misreading);
        std::map<char, int> caught;
        for (const nlohmann::json& line : kit()) {
            const std::string fen = line["fen"];
            if (line["tag"] == misreading.tag) {
                caught[fen[0]] += is_of_moves(line) ? catches(line, misreading.misreading)
                                                    : answer(fen, "freeling", misreading.misreading).over !=
                                                          answer(fen, "freeling", Misreading::None).over;
            }
        }
        CHECK(caught['W'] > 0);
        CHECK(caught['B'] > 0);
        const std::size_t tag = found.report.find(std::string{misreading.tag} + ": ");
        REQUIRE(tag != std::string::npos);
        const std::size_t line_end = found.report.find('\n', tag);
        CHECK(found.report.substr(line_end + 1, 2) == "  ");  // the first position that diverges
    }
}

TEST_CASE("every line of moves fails under a misreading of its tag") {
    for (const nlohmann::json& line : kit()) {
        if (is_of_moves(line) && line["tag"] != "text-form") {
            INFO(line.dump());
            CHECK(std::ranges::any_of(tests::misreadings, [&](const tests::MisreadingName& misreading) {
                return misreading.tag == line["tag"].get<std::string>() && catches(line, misreading.misreading);
            }));
        }
    }
}
