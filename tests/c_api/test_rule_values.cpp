// The C interface answers under a draw rule as Tablebase does, for every position of small classes, with and without
// .dtz files that hold under the rule.
#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

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

dameotb_position in_c(const Position& position) {
    return {position.white().men.bits(), position.white().kings.bits(), position.black().men.bits(),
            position.black().kings.bits(), position.side_to_move == Colour::White ? DAMEOTB_WHITE : DAMEOTB_BLACK};
}

Said asked(const dameotb_tablebase* tables, const dameotb_position& position, DrawRule rule, int counter) {
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

/// Questions under one rule, and what dameotb_probe_rule answers to each.
struct Batch {
    std::vector<dameotb_position> positions{};
    std::vector<int> counters{};
    std::vector<Said> said{};

    void add(const dameotb_position& position, int counter, const Said& answer) {
        positions.push_back(position);
        counters.push_back(counter);
        said.push_back(answer);
    }
};

/// Checks that the batch function answers the same, in an order that has nothing to do with the files.
void check_many(const dameotb_tablebase* tables, DrawRule rule, const Batch& all) {
    std::vector<std::size_t> order(all.positions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937_64{20261129});
    Batch asked;
    for (const std::size_t i : order) {
        asked.add(all.positions[i], all.counters[i], all.said[i]);
    }
    std::vector<dameotb_rule_value> values(order.size());
    std::vector<dameotb_status> statuses(order.size());
    REQUIRE(dameotb_probe_rule_many(tables, asked.positions.data(), asked.counters.data(), order.size(), rule.plies,
                                    values.data(), statuses.data(), nullptr) == DAMEOTB_OK);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Said& said = asked.said[i];
        if (statuses[i] != said.status || values[i].wdl != said.wdl || values[i].plies != said.plies) {
            CAPTURE(i, asked.counters[i], rule.plies, statuses[i], said.status, values[i].plies, said.plies);
            FAIL("a batch has another answer");
        }
    }
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
        std::map<int, Batch> batches;
        const auto compare = [&](const Position& position, DrawRule rule, int counter) {
            const Said said = asked(opened, in_c(position), rule, counter);
            counts.add(said);
            batches[rule.plies].add(in_c(position), counter, said);
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
        for (const auto& [plies, batch] : batches) {
            check_many(opened, {plies}, batch);
        }
        dameotb_close(opened);
    }
    CHECK(counts.from_dtz > 0);
    CHECK(counts.from_dtm > 0);
    CHECK(counts.draws > 0);
    CHECK(counts.unknown > 0);
    CHECK(counts.no_table > 0);
}
