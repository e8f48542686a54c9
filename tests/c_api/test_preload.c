/* Preloading: all that is named or nothing, and what it takes of the budget. */
#include <string.h>

#include "check.h"

static void test_named(void) {
    static const char* const names[] = {"KKvK", "MvK", "KKvK"};
    dameotb_tablebase* tables = open_tables("good");
    dameotb_error error;
    size_t all = 0, kings = 0, again = 77, rest = 0;
    CHECK(dameotb_preload(tables, names, 1, DAMEOTB_PRELOAD_BOTH, &kings, &error) == DAMEOTB_OK && kings > 31444);
    CHECK(error.text[0] == '\0');
    CHECK(dameotb_preload(tables, names, 3, DAMEOTB_PRELOAD_WDL, &rest, NULL) == DAMEOTB_OK && rest > 0);
    CHECK(dameotb_preload(tables, names, 3, DAMEOTB_PRELOAD_WDL, &again, NULL) == DAMEOTB_OK && again == 0);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_DTM, &all, NULL) == DAMEOTB_OK && all > kings);
    CHECK(dameotb_preload(tables, names, 0, DAMEOTB_PRELOAD_DTM, NULL, NULL) == DAMEOTB_OK);
    dameotb_close(tables);
}

/* `results` has no KvK.dtm. All classes are those that have what is asked for. */
static void test_all_that_have_it(void) {
    static const char* const kings[] = {"KKvK"};
    static const char* const both[] = {"KKvK", "KvK"};
    dameotb_tablebase* tables = open_tables("results");
    dameotb_error error;
    size_t all = 77, again = 77;
    CHECK(dameotb_preload(tables, both, 2, DAMEOTB_PRELOAD_DTM, NULL, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KvK") == 0 && strcmp(error.text, "there is no KvK.dtm, only KvK.wdl") == 0);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_DTM, &all, NULL) == DAMEOTB_OK && all > 0);
    CHECK(dameotb_preload(tables, kings, 1, DAMEOTB_PRELOAD_DTM, &again, NULL) == DAMEOTB_OK && again == 0);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, NULL, NULL) == DAMEOTB_OK);
    CHECK(dameotb_preload(tables, both, 2, DAMEOTB_PRELOAD_WDL, &again, NULL) == DAMEOTB_OK && again == 0);
    dameotb_close(tables);
    tables = open_tables("empty");
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, &all, NULL) == DAMEOTB_OK && all == 0);
    dameotb_close(tables);
}

static void test_no_room(void) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_options options = DAMEOTB_OPTIONS_INIT;
    dameotb_tablebase* tables;
    dameotb_error error;
    dameotb_value value;
    size_t bytes = 0;
    options.cache_bytes = 20000;
    CHECK(dameotb_open(path_of("good"), &options, &tables, NULL) == DAMEOTB_OK);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, &bytes, &error) == DAMEOTB_NO_ROOM);
    CHECK(bytes > options.cache_bytes && strstr(error.text, "bytes of the cache") != NULL);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, NULL, NULL) == DAMEOTB_NO_ROOM);
    CHECK(dameotb_probe_dtm(tables, &position, &value, NULL) == DAMEOTB_OK && value.plies == 5);
    dameotb_close(tables);
    /* The number alone is not enough, and with what dameotb.h says it is. */
    options.cache_bytes = bytes;
    CHECK(dameotb_open(path_of("good"), &options, &tables, NULL) == DAMEOTB_OK);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, NULL, NULL) == DAMEOTB_NO_ROOM);
    dameotb_close(tables);
    options.cache_bytes = bytes + bytes / 100 + 4096;
    CHECK(dameotb_open(path_of("good"), &options, &tables, NULL) == DAMEOTB_OK);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, NULL, NULL) == DAMEOTB_OK);
    dameotb_close(tables);
}

static void test_refusals(void) {
    static const char* const missing[] = {"KKvK", "MvKM"};
    static const char* const large[] = {"KvKKKKKKK"};
    static const char* const bad[] = {"KKvK", "KK-K"};
    static const char* const null[] = {NULL};
    dameotb_tablebase* tables = open_tables("good");
    dameotb_error error;
    size_t bytes = 77;
    CHECK(dameotb_preload(tables, missing, 2, DAMEOTB_PRELOAD_BOTH, &bytes, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KMvM") == 0 && strcmp(error.text, "no table of the class KMvM") == 0);
    CHECK(dameotb_preload(tables, large, 1, DAMEOTB_PRELOAD_BOTH, &bytes, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.text, "no table of the class KKKKKKKvK: there are none of more than 7 pieces") == 0);
    CHECK(dameotb_preload(tables, bad, 2, DAMEOTB_PRELOAD_BOTH, &bytes, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "no class of tables: KK-K") == 0);
    CHECK(dameotb_preload(tables, null, 1, DAMEOTB_PRELOAD_BOTH, &bytes, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_preload(tables, NULL, 1, DAMEOTB_PRELOAD_BOTH, &bytes, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "classes is NULL") == 0);
    CHECK(dameotb_preload(tables, NULL, 0, 99, &bytes, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "what to preload is 99") == 0);
    CHECK(dameotb_preload(NULL, NULL, 0, DAMEOTB_PRELOAD_BOTH, &bytes, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(bytes == 77);
    dameotb_close(tables);
    tables = open_tables("damaged");
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, NULL, &error) == DAMEOTB_BAD_FILE);
    CHECK(strstr(error.text, "KvK") != NULL);
    dameotb_close(tables);
}

void test_preload(void) {
    test_named();
    test_all_that_have_it();
    test_no_room();
    test_refusals();
}
