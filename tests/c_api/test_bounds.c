/* Bounds where tables are missing: known ones, and nothing at all; test_answers.cpp asks for those of known results.
   `good` has no table of KMvM, `ruled` has it. */
#include <string.h>

#include "check.h"

static void check_bounds(const char* directory, const char* fen, int least_wdl, int least_plies, int most_wdl,
                         int most_plies) {
    dameotb_tablebase* tables = open_tables(directory);
    const dameotb_position position = position_of(fen);
    dameotb_bounds bounds = {{77, 77}, {77, 77}};
    dameotb_error error;
    CHECK(dameotb_probe_bounds(tables, &position, &bounds, &error) == DAMEOTB_OK);
    CHECK(error.text[0] == '\0' && error.missing_class[0] == '\0');
    CHECK(bounds.at_least.wdl == least_wdl && bounds.at_least.plies == least_plies);
    CHECK(bounds.at_most.wdl == most_wdl && bounds.at_most.plies == most_plies);
    CHECK(dameotb_probe_bounds(tables, &position, &bounds, NULL) == DAMEOTB_OK);
    dameotb_close(tables);
}

void test_bounds(void) {
    dameotb_bounds bounds = {{77, 77}, {77, 77}};
    dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_error error;
    dameotb_tablebase* tables = open_tables("good");
    /* Nothing is known. */
    check_bounds("empty", "W:Wa1:Bh8", DAMEOTB_LOSS, -1, DAMEOTB_WIN, -1);
    check_bounds("good", "B:Wg6:BKa1,b4", DAMEOTB_DRAW, 0, DAMEOTB_WIN, -1);
    /* A promotion wins, into a class that has a table; what the other moves are worth is not known. */
    check_bounds("good", "W:Wg7,Ka1:Bb4", DAMEOTB_WIN, 5, DAMEOTB_WIN, -1);
    check_bounds("ruled", "W:Wg7,Ka1:Bb4", DAMEOTB_WIN, 3, DAMEOTB_WIN, 3);

    CHECK(dameotb_probe_bounds(NULL, &position, &bounds, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strstr(error.text, "tablebase") != NULL);
    CHECK(dameotb_probe_bounds(tables, NULL, &bounds, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_bounds(tables, &position, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strstr(error.text, "bounds") != NULL);
    position.black_men = position.white_kings;
    CHECK(dameotb_probe_bounds(tables, &position, &bounds, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(bounds.at_least.wdl == 77 && bounds.at_most.plies == 77);
    dameotb_close(tables);
    tables = open_tables("damaged");
    position = position_of("W:WKa1:BKh2");
    CHECK(dameotb_probe_bounds(tables, &position, &bounds, &error) == DAMEOTB_BAD_FILE);
    dameotb_close(tables);
}
