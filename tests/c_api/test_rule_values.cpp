// The C interface answers under a draw rule as Tablebase does, for every position of small classes, with and without
// .dtz files that hold under the rule.
#include <string>

#include <dameotb/dameotb.h>
#include <dameotb/probe/tablebase.hpp>
#include <dameotb/rules/notation.hpp>

#include "catch.hpp"
#include "samples.hpp"
#include "sampling.hpp"

using namespace dameotb;

namespace {

/// What the C interface answers; the value is that of DAMEOTB_OK alone, the class that of other answers.
struct Said {
    dameotb_status status = DAMEOTB_OK;
    int wdl = 0;
    int plies = 0;
    std::string missing_class{};
    bool operator==(const Said&) const = default;
};

Said asked(const dameotb_tablebase* tables, const Position& p, DrawRule rule, int counter) {
    const dameotb_position position{p.white().men.bits(), p.white().kings.bits(), p.black().men.bits(),
                                    p.black().kings.bits(),
                                    p.side_to_move == Colour::White ? DAMEOTB_WHITE : DAMEOTB_BLACK};
    dameotb_rule_value value{};
    dameotb_error error{};
    const dameotb_status status = dameotb_probe_rule(tables, &position, rule.plies, counter, &value, &error);
    return {status, value.wdl, value.plies, error.missing_class};
}

Said expected(const probe::Tablebase& tables, const Position& position, DrawRule rule, int counter) {
    const probe::Question question{{position, counter}, {.name = {}, .draw_rule = rule}};
    const probe::Known known = tables.probe(question);
    if (known.outcome) {
        return {DAMEOTB_OK, static_cast<int>(known.outcome->wdl), known.outcome->plies.value_or(-1)};
    }
    const bool is_known_without = tables.probe(question.without_rule()).outcome.has_value();
    return {is_known_without ? DAMEOTB_UNKNOWN_RESULT : DAMEOTB_NO_TABLE, 0, 0, known.missing.value().name()};
}

/// How often each kind of answer came.
struct Counts {
    unsigned long long from_dtz = 0;
    unsigned long long from_dtm = 0;
    unsigned long long draws = 0;
    unsigned long long unknown = 0;
    unsigned long long no_table = 0;

    void add(const Said& said) {
        ++(said.status == DAMEOTB_UNKNOWN_RESULT ? unknown
           : said.status == DAMEOTB_NO_TABLE     ? no_table
           : said.wdl == DAMEOTB_DRAW            ? draws
           : said.plies < 0                      ? from_dtm
                                                 : from_dtz);
    }
};

}  // namespace

TEST_CASE("under a draw rule the C interface answers as Tablebase does, for every position of small classes") {
    Counts counts;
    for (const char* const name : {"ruled", "partly_ruled", "good"}) {
        const std::string directory = std::string{C_API_TABLES} + '/' + name;
        CAPTURE(directory);
        const probe::Tablebase tables{directory};
        dameotb_tablebase* opened = nullptr;
        REQUIRE(dameotb_open(directory.c_str(), nullptr, &opened, nullptr) == DAMEOTB_OK);
        const auto compare = [&](const Position& position, DrawRule rule, int counter) {
            const Said said = asked(opened, position, rule, counter);
            counts.add(said);
            if (said != expected(tables, position, rule, counter)) {
                CAPTURE(rules::to_fen(position), rule.plies, counter, said.status, said.wdl, said.plies,
                        said.missing_class);
                REQUIRE(said == expected(tables, position, rule, counter));
            }
        };
        for (const char* const class_name : {"KvK", "KvM", "MvM", "KKvK", "KMvM"}) {
            int number = 0;
            tests::for_each_placement(index::Material::parse(class_name).value(), [&](Position position) {
                if (tests::sampled && number++ % 29 != 0) {
                    return;
                }
                for (const Colour side : both_colours) {
                    position.side_to_move = side;
                    for (const int counter : {0, 3, 6}) {
                        compare(position, {6}, counter);
                    }
                    compare(position, {7}, 5);
                }
            });
        }
        dameotb_close(opened);
    }
    CHECK(counts.from_dtz > 0);
    CHECK(counts.from_dtm > 0);
    CHECK(counts.draws > 0);
    CHECK(counts.unknown > 0);
    CHECK(counts.no_table > 0);
}
