/* Under a draw rule: what stays unknown, what is refused. test_answers.cpp asks for known results, test_rule_values.cpp
   for every position. The .dtz files of `ruled` hold under a rule of 6 plies; `partly_ruled` has no KKvK.dtz, and
   `good` no .dtz at all. */
#include <limits.h>
#include <string.h>

#include "check.h"

static void check_value(const dameotb_tablebase* tables, const char* fen, int rule_plies, int wdl, int plies) {
    const dameotb_position position = position_of(fen);
    dameotb_rule_value value = {77, 77};
    dameotb_error error;
    int counter = 77;
    CHECK(dameotb_fen_counter(fen, &counter, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_rule(tables, &position, rule_plies, counter, &value, &error) == DAMEOTB_OK);
    CHECK(value.wdl == wdl && value.plies == plies);
    CHECK(error.text[0] == '\0' && error.missing_class[0] == '\0');
}

static void check_unknown(const dameotb_tablebase* tables, int rule_plies, int counter, const char* missing_class,
                          const char* reason) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_rule_value value = {77, 77};
    dameotb_error error;
    CHECK(dameotb_probe_rule(tables, &position, rule_plies, counter, &value, &error) == DAMEOTB_UNKNOWN_RESULT);
    CHECK(value.wdl == 77 && value.plies == 77);
    CHECK(strcmp(error.missing_class, missing_class) == 0);
    CHECK(strstr(error.text, reason) != NULL);
    CHECK(dameotb_probe_rule(tables, &position, rule_plies, counter, &value, NULL) == DAMEOTB_UNKNOWN_RESULT);
}

static void test_unknown_results(void) {
    dameotb_tablebase* tables = open_tables("ruled");
    check_unknown(tables, 7, 3, "KKvK", "hold under one of 6");
    check_unknown(tables, 1, 0, "KKvK", "under a rule of 1 plies");
    dameotb_close(tables);
    tables = open_tables("partly_ruled");
    check_unknown(tables, 6, 2, "KKvK", "only a .dtz of the class KKvK");
    dameotb_close(tables);
    tables = open_tables("good");
    check_unknown(tables, DAMEOTB_MOST_RULE_PLIES, 116, "KKvK", "only a .dtz of the class KKvK");
    dameotb_close(tables);
}

static void check_draw_rule(const char* name, int expected) {
    dameotb_tablebase* tables = open_tables(name);
    int rule_plies = 77;
    CHECK(dameotb_draw_rule(tables, &rule_plies, NULL) == DAMEOTB_OK);
    CHECK(rule_plies == expected);
    dameotb_close(tables);
}

static void test_draw_rules(void) {
    dameotb_tablebase* tables;
    dameotb_error error;
    int rule_plies = 77;
    check_draw_rule("ruled", 6);
    check_draw_rule("partly_ruled", 6);
    check_draw_rule("good", 0);
    check_draw_rule("empty", 0);
    tables = open_tables("damaged_rule");
    CHECK(dameotb_draw_rule(tables, &rule_plies, &error) == DAMEOTB_BAD_FILE);
    CHECK(strstr(error.text, "KvK.dtz") != NULL && rule_plies == 77);
    dameotb_close(tables);
}

/* KvK comes first, and its .dtz is damaged: only positions that need this file are affected. */
static void test_one_damaged(void) {
    const dameotb_position one_king = position_of("W:WKa1:BKh7");
    dameotb_tablebase* tables;
    dameotb_rule_value value = {77, 77};
    dameotb_error error;
    check_draw_rule("partly_damaged_rule", 6);
    tables = open_tables("partly_damaged_rule");
    check_value(tables, "W:WKa7,Kh8:BKa1:H2", 6, DAMEOTB_WIN, 4);
    check_value(tables, "W:WKa7,Kh8:BKa1:H2", 7, DAMEOTB_WIN, -1);
    CHECK(dameotb_probe_rule(tables, &one_king, 6, 0, &value, &error) == DAMEOTB_BAD_FILE);
    CHECK(strstr(error.text, "KvK.dtz") != NULL && value.wdl == 77);
    dameotb_close(tables);
}

static void test_counters(void) {
    static const char* const bad[] = {"W:WKa1:BKh8:H", "W:WKa1:BKh8:H-1", "W:WKa1:BKh8:H2147483648", "W:WKa1:BKh9:H1"};
    dameotb_error error;
    size_t i;
    int counter = 77;
    CHECK(dameotb_fen_counter("W:WKa1:BKh8", &counter, NULL) == DAMEOTB_OK && counter == 0);
    CHECK(dameotb_fen_counter("W:WKa1:BKh8:F30", &counter, NULL) == DAMEOTB_OK && counter == 0);
    CHECK(dameotb_fen_counter("W:WKa1:BKh8:H12:F30", &counter, NULL) == DAMEOTB_OK && counter == 12);
    CHECK(dameotb_fen_counter("W:WKa1:BKh8:H2147483647", &counter, NULL) == DAMEOTB_OK && counter == INT_MAX);
    for (i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        CHECK(dameotb_fen_counter(bad[i], &counter, &error) == DAMEOTB_BAD_NOTATION && error.text[0] != '\0');
    }
    CHECK(dameotb_fen_counter("W:Wa1,a2,a3,a4,a5,a6,a7,b1,b2,b3,b4,b5,b6,b7,c1,c2,c3,c4,c5:B:H1", &counter, &error) ==
          DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_fen_counter(NULL, &counter, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "fen is NULL") == 0);
    CHECK(dameotb_fen_counter("W:WKa1:BKh8", NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "counter is NULL") == 0);
    CHECK(counter == INT_MAX);
}

static void test_refusals(void) {
    static const int bad_rules[] = {0, -1, DAMEOTB_MOST_RULE_PLIES + 1, INT_MIN, INT_MAX};
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position missing = position_of("B:WKa1,b2:Bg6");
    const dameotb_position illegal = {0, 1, 0, 1, DAMEOTB_WHITE};
    dameotb_tablebase* tables = open_tables("good");
    dameotb_rule_value value = {77, 77};
    dameotb_error error;
    size_t i;
    int rule_plies = 77;
    for (i = 0; i < sizeof bad_rules / sizeof bad_rules[0]; ++i) {
        CHECK(dameotb_probe_rule(tables, &position, bad_rules[i], 0, &value, &error) == DAMEOTB_BAD_ARGUMENT);
        CHECK(strstr(error.text, "rule_plies is ") == error.text && strstr(error.text, "from 1 to 120") != NULL);
    }
    CHECK(dameotb_probe_rule(tables, &position, 6, -1, &value, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "counter is -1") == 0);
    CHECK(dameotb_probe_rule(tables, &position, 6, INT_MIN, &value, NULL) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_rule(tables, &illegal, 6, 0, &value, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_probe_rule(tables, &missing, 6, 0, &value, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KMvM") == 0);
    CHECK(dameotb_probe_rule(NULL, &position, 6, 0, &value, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "tablebase is NULL") == 0);
    CHECK(dameotb_probe_rule(tables, NULL, 6, 0, &value, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "position is NULL") == 0);
    CHECK(dameotb_probe_rule(tables, &position, 6, 0, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "value is NULL") == 0);
    CHECK(value.wdl == 77 && value.plies == 77);
    CHECK(dameotb_draw_rule(NULL, &rule_plies, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "tablebase is NULL") == 0 && rule_plies == 77);
    CHECK(dameotb_draw_rule(tables, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "rule_plies is NULL") == 0);
    dameotb_close(tables);

    tables = open_tables("damaged_rule");
    CHECK(dameotb_probe_rule(tables, &position, 6, 0, &value, &error) == DAMEOTB_BAD_FILE);
    CHECK(strstr(error.text, "KvK.dtz") != NULL && error.missing_class[0] == '\0');
    dameotb_close(tables);
}

void test_rule(void) {
    test_unknown_results();
    test_draw_rules();
    test_one_damaged();
    test_counters();
    test_refusals();
}
