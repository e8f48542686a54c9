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
    CHECK(dameotb_fen_counter(NULL, &counter, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "fen is NULL") == 0);
    CHECK(dameotb_fen_counter("W:WKa1:BKh8", NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "counter is NULL") == 0);
    CHECK(counter == INT_MAX);
    CHECK(dameotb_fen_counter("W:Wa1,a2,a3,a4,a5,a6,a7,b1,b2,b3,b4,b5,b6,b7,c1,c2,c3,c4,c5:B:H1", &counter, &error) ==
              DAMEOTB_OK &&
          counter == 1);
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

/* `partly_ruled` has no KKvK.dtz. */
static void test_preloaded(void) {
    static const char* const kings[] = {"KKvK"};
    dameotb_tablebase* tables = open_tables("ruled");
    dameotb_error error;
    size_t bytes = 77, again = 77;
    CHECK(dameotb_preload(tables, kings, 1, DAMEOTB_PRELOAD_DTZ, &bytes, &error) == DAMEOTB_OK && bytes > 31444);
    CHECK(dameotb_preload(tables, kings, 1, DAMEOTB_PRELOAD_DTZ, &again, &error) == DAMEOTB_OK && again == 0);
    check_value(tables, "W:WKa7,Kh8:BKa1:H2", 6, DAMEOTB_WIN, 4);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_ALL, &bytes, &error) == DAMEOTB_OK && bytes > 31444);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, &again, &error) == DAMEOTB_OK && again == 0);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_DTZ, &again, &error) == DAMEOTB_OK && again == 0);
    dameotb_close(tables);
    tables = open_tables("partly_ruled");
    CHECK(dameotb_preload(tables, kings, 1, DAMEOTB_PRELOAD_DTZ, NULL, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KKvK") == 0);
    CHECK(dameotb_preload(tables, kings, 1, DAMEOTB_PRELOAD_ALL, NULL, &error) == DAMEOTB_OK);
    dameotb_close(tables);
}

static void test_in_memory(void) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position missing = position_of("B:WKa1,b2:Bg6,h6");
    dameotb_tablebase* tables = open_tables("ruled");
    dameotb_rule_value value = {77, 77};
    dameotb_statistics statistics;
    dameotb_error error;
    CHECK(dameotb_probe_rule_in_memory(tables, &position, 6, 2, &value, &error) == DAMEOTB_NOT_IN_MEMORY);
    CHECK(strcmp(error.text, dameotb_status_text(DAMEOTB_NOT_IN_MEMORY)) == 0);
    CHECK(dameotb_probe_rule_in_memory(tables, &position, 6, 2, &value, NULL) == DAMEOTB_NOT_IN_MEMORY);
    CHECK(dameotb_probe_rule_in_memory(tables, &position, 0, 2, &value, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_rule_in_memory(tables, &position, 6, 2, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_rule_in_memory(NULL, &position, 6, 2, &value, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(value.wdl == 77 && value.plies == 77);
    CHECK(dameotb_get_statistics(tables, &statistics, NULL) == DAMEOTB_OK && statistics.reads == 0);
    CHECK(dameotb_probe_rule(tables, &position, 6, 2, &value, &error) == DAMEOTB_OK);
    value.wdl = value.plies = 77;
    CHECK(dameotb_probe_rule_in_memory(tables, &position, 6, 2, &value, &error) == DAMEOTB_OK);
    CHECK(value.wdl == DAMEOTB_WIN && value.plies == 4);
    CHECK(dameotb_probe_rule_in_memory(tables, &missing, 6, 0, &value, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KMvMM") == 0);
    dameotb_close(tables);
    /* Without a .dtz for it, nothing else is asked for in vain. */
    tables = open_tables("good");
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_ALL, NULL, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_rule_in_memory(tables, &position, 6, 2, &value, &error) == DAMEOTB_UNKNOWN_RESULT);
    CHECK(strcmp(error.missing_class, "KKvK") == 0);
    CHECK(dameotb_probe_rule_in_memory(tables, &position, 6, 0, &value, &error) == DAMEOTB_OK);
    CHECK(value.wdl == DAMEOTB_WIN && value.plies == -1);
    dameotb_close(tables);
}

/* Where a win needs more plies than the rule leaves, the move that wins without it is first among draws. */
static void test_moves(void) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position illegal = {0, 1, 0, 1, DAMEOTB_WHITE};
    dameotb_tablebase* tables = open_tables("ruled");
    dameotb_known_move moves[DAMEOTB_MAX_MOVES];
    dameotb_error error;
    size_t count = 77;
    char text[DAMEOTB_MOVE_TEXT_SIZE];
    CHECK(dameotb_probe_root_rule(tables, &position, 6, 2, moves, DAMEOTB_MAX_MOVES, &count, &error) == DAMEOTB_OK);
    CHECK(count == 40 && moves[0].value.wdl == DAMEOTB_WIN && moves[0].value.plies == 4 && moves[0].counter == 3);
    CHECK(moves[0].without.wdl == DAMEOTB_WIN && moves[0].without.plies == 5);
    CHECK(dameotb_move_text(&position, &moves[0].move, text, sizeof text, NULL) == DAMEOTB_OK);
    CHECK(strcmp(text, "a7-g7") == 0);
    CHECK(dameotb_best_line_rule(tables, &position, 6, 2, moves, DAMEOTB_MAX_MOVES, &count, &error) == DAMEOTB_OK);
    CHECK(count == 5 && moves[4].value.wdl == DAMEOTB_WIN && moves[4].value.plies == 1 && moves[4].counter == 0);
    CHECK(dameotb_probe_root_rule(tables, &position, 6, 3, moves, DAMEOTB_MAX_MOVES, &count, &error) == DAMEOTB_OK);
    CHECK(moves[0].value.wdl == DAMEOTB_DRAW && moves[0].without.wdl == DAMEOTB_WIN && moves[0].without.plies == 5);
    CHECK(dameotb_best_line_rule(tables, &position, 6, 3, moves, DAMEOTB_MAX_MOVES, &count, &error) == DAMEOTB_OK);
    CHECK(count == 0);
    CHECK(dameotb_probe_root_rule(tables, &position, DAMEOTB_NO_RULE, -1, moves, 3, &count, &error) ==
          DAMEOTB_BUFFER_TOO_SMALL);
    CHECK(count == 40 && moves[0].value.plies == 5 && moves[0].counter == 0 && error.text[0] != '\0');
    CHECK(dameotb_best_line_rule(tables, &position, DAMEOTB_NO_RULE, 0, NULL, 0, &count, NULL) ==
          DAMEOTB_BUFFER_TOO_SMALL);
    CHECK(count == 5);

    CHECK(dameotb_probe_root_rule(tables, &position, 121, 0, moves, 3, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_best_line_rule(tables, &position, -1, 0, moves, 3, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_root_rule(tables, &position, 6, -1, moves, 3, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "counter is -1") == 0);
    CHECK(dameotb_probe_root_rule(tables, &illegal, 6, 0, moves, 3, &count, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_probe_root_rule(NULL, &position, 6, 0, moves, 3, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_best_line_rule(tables, NULL, 6, 0, moves, 3, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_root_rule(tables, &position, 6, 0, NULL, 3, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "moves is NULL") == 0);
    CHECK(dameotb_best_line_rule(tables, &position, 6, 0, moves, 3, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "count is NULL") == 0);
    dameotb_close(tables);

    /* Without any table, the moves are there all the same. */
    tables = open_tables("empty");
    CHECK(dameotb_probe_root_rule(tables, &position, 50, 0, moves, DAMEOTB_MAX_MOVES, &count, NULL) == DAMEOTB_OK);
    CHECK(count == 40 && moves[0].value.wdl == DAMEOTB_UNKNOWN && moves[0].value.plies == -1);
    CHECK(moves[0].without.wdl == DAMEOTB_UNKNOWN && moves[0].without.plies == -1);
    /* That the last one is taken at once needs none. */
    CHECK(moves[39].value.wdl == DAMEOTB_LOSS && moves[39].without.plies == 2);
    dameotb_close(tables);
}

/* test_rule_values.cpp compares the answers to all positions of classes. */
static void test_many(void) {
    dameotb_position positions[5] = {{0, 0, 0, 0, DAMEOTB_WHITE}, {0, 1, 0, 1, DAMEOTB_WHITE}};
    const int counters[] = {2, 0, 0, -1, 3};
    dameotb_rule_value values[5];
    dameotb_status statuses[5];
    dameotb_error error;
    dameotb_tablebase* tables = open_tables("ruled");
    int i;
    positions[0] = positions[3] = positions[4] = position_of("W:WKa7,Kh8:BKa1");
    positions[2] = position_of("B:WKa1,b2:Bg6,h6");
    for (i = 0; i < 5; ++i) {
        values[i].wdl = values[i].plies = 77;
    }
    CHECK(dameotb_probe_rule_many(tables, positions, counters, 5, 6, values, statuses, &error) == DAMEOTB_OK);
    CHECK(statuses[0] == DAMEOTB_OK && values[0].wdl == DAMEOTB_WIN && values[0].plies == 4);
    CHECK(statuses[1] == DAMEOTB_ILLEGAL_POSITION && values[1].wdl == 77);
    CHECK(statuses[2] == DAMEOTB_NO_TABLE && values[2].wdl == 77);
    CHECK(statuses[3] == DAMEOTB_BAD_ARGUMENT && values[3].plies == 77);
    CHECK(statuses[4] == DAMEOTB_OK && values[4].wdl == DAMEOTB_DRAW && values[4].plies == 0);
    CHECK(dameotb_probe_rule_many(tables, positions, NULL, 1, 6, values, statuses, &error) == DAMEOTB_OK);
    CHECK(statuses[0] == DAMEOTB_OK && values[0].wdl == DAMEOTB_WIN && values[0].plies == 4);
    CHECK(dameotb_probe_rule_many(tables, positions, NULL, 1, DAMEOTB_ABSTRACTPLAY, values, statuses, NULL) ==
          DAMEOTB_OK);
    CHECK(statuses[0] == DAMEOTB_OK && values[0].wdl == DAMEOTB_WIN);
    CHECK(dameotb_probe_rule_many(tables, NULL, NULL, 0, 6, NULL, NULL, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_rule_many(tables, NULL, NULL, 0, 0, NULL, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "rule_plies is 0, and must be from 1 to 120") == 0);
    CHECK(dameotb_probe_rule_many(NULL, NULL, NULL, 0, 6, NULL, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_rule_many(tables, positions, NULL, 1, 6, NULL, statuses, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "values is NULL") == 0);
    dameotb_close(tables);

    tables = open_tables("good");
    CHECK(dameotb_probe_rule_many(tables, positions, counters, 1, 6, values, statuses, &error) == DAMEOTB_OK);
    CHECK(statuses[0] == DAMEOTB_UNKNOWN_RESULT);
    dameotb_close(tables);
    tables = open_tables("damaged_rule");
    CHECK(dameotb_probe_rule_many(tables, positions, NULL, 1, 6, values, statuses, &error) == DAMEOTB_BAD_FILE);
    dameotb_close(tables);
}

void test_rule(void) {
    test_unknown_results();
    test_draw_rules();
    test_one_damaged();
    test_counters();
    test_preloaded();
    test_in_memory();
    test_moves();
    test_many();
    test_refusals();
}
