/* Many positions in one call: the answers of one call each, whatever is among them. */
#include <string.h>

#include "check.h"

enum { all = 200 };

/* Placements of two kings or three, in no order; some with two pieces on a square, some of a class that is not there.
 */
static void fill(dameotb_position* positions) {
    unsigned long random = 12345;
    int i;
    for (i = 0; i < all; ++i) {
        random = random * 1103515245ul + 12345ul;
        memset(&positions[i], 0, sizeof positions[i]);
        positions[i].white_kings = (uint64_t)1 << (random >> 8) % 64;
        positions[i].black_kings = (uint64_t)1 << (random >> 16) % 16;
        positions[i].side_to_move = i % 3 == 0 ? DAMEOTB_BLACK : DAMEOTB_WHITE;
        if (i % 2 == 0) {
            positions[i].white_kings |= (uint64_t)1 << 63;
        }
        if (i % 10 == 1) {
            positions[i].white_men = (uint64_t)1 << 9;
            positions[i].black_men = (uint64_t)1 << 54;
        }
    }
}

static void test_same_as_one_by_one(const dameotb_tablebase* tables) {
    static dameotb_position positions[all];
    static dameotb_status wdl_statuses[all], dtm_statuses[all];
    static dameotb_value values[all];
    static int wdl[all];
    unsigned counts[3] = {0, 0, 0};
    dameotb_error error;
    int i;
    fill(positions);
    for (i = 0; i < all; ++i) {
        wdl[i] = 77;
        values[i].wdl = values[i].plies = 77;
    }
    CHECK(dameotb_probe_wdl_many(tables, positions, all, wdl, wdl_statuses, &error) == DAMEOTB_OK);
    CHECK(error.text[0] == '\0');
    CHECK(dameotb_probe_dtm_many(tables, positions, all, values, dtm_statuses, &error) == DAMEOTB_OK);
    for (i = 0; i < all; ++i) {
        dameotb_value value = {77, 77};
        int result = 77;
        const dameotb_status status = dameotb_probe_dtm(tables, &positions[i], &value, NULL);
        CHECK(dtm_statuses[i] == status && values[i].wdl == value.wdl && values[i].plies == value.plies);
        CHECK(wdl_statuses[i] == dameotb_probe_wdl(tables, &positions[i], &result, NULL) && wdl[i] == result);
        CHECK(status <= DAMEOTB_ILLEGAL_POSITION);
        ++counts[status];
    }
    CHECK(counts[DAMEOTB_OK] > 100 && counts[DAMEOTB_NO_TABLE] > 5 && counts[DAMEOTB_ILLEGAL_POSITION] > 5);
}

static void test_null(const dameotb_tablebase* tables) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_status status;
    dameotb_value value;
    dameotb_error error;
    int wdl;
    CHECK(dameotb_probe_wdl_many(tables, NULL, 0, NULL, NULL, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm_many(tables, NULL, 0, NULL, NULL, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_wdl_many(NULL, NULL, 0, NULL, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_dtm_many(NULL, NULL, 0, NULL, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_wdl_many(tables, NULL, 1, &wdl, &status, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "positions is NULL") == 0);
    CHECK(dameotb_probe_wdl_many(tables, &position, 1, NULL, &status, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "wdl is NULL") == 0);
    CHECK(dameotb_probe_dtm_many(tables, &position, 1, NULL, &status, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "values is NULL") == 0);
    CHECK(dameotb_probe_dtm_many(tables, &position, 1, &value, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "statuses is NULL") == 0);
}

void test_batches(void) {
    const dameotb_position position = position_of("W:WKa1:BKc2");
    dameotb_tablebase* tables = open_tables("good");
    dameotb_status status;
    dameotb_error error;
    int wdl;
    test_same_as_one_by_one(tables);
    test_null(tables);
    dameotb_close(tables);
    tables = open_tables("damaged");
    CHECK(dameotb_probe_wdl_many(tables, &position, 1, &wdl, &status, &error) == DAMEOTB_BAD_FILE);
    CHECK(strstr(error.text, "KvK.wdl") != NULL);
    dameotb_close(tables);
}
