/* Directories that are not there, damaged files, options. */
#include <string.h>

#include "check.h"

static void test_directories(void) {
    const dameotb_position position = position_of("W:WKa1:BKc2");
    dameotb_tablebase* tables = NULL;
    dameotb_error error;
    dameotb_value value;
    size_t count;
    int wdl;
    CHECK(dameotb_open(path_of("none"), NULL, &tables, &error) == DAMEOTB_BAD_FILE);
    CHECK(tables == NULL && strstr(error.text, "none") != NULL);
    CHECK(dameotb_open("", NULL, &tables, NULL) == DAMEOTB_BAD_FILE);
    CHECK(dameotb_open(path_of("damaged/KvK.dtm"), NULL, &tables, NULL) == DAMEOTB_BAD_FILE);

    tables = open_tables("empty");
    CHECK(dameotb_probe_wdl(tables, &position, &wdl, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KvK") == 0);
    dameotb_close(tables);

    tables = open_tables("damaged");
    CHECK(dameotb_probe_wdl(tables, &position, &wdl, &error) == DAMEOTB_BAD_FILE);
    CHECK(strstr(error.text, "KvK.wdl") != NULL && error.missing_class[0] == '\0');
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_BAD_FILE);
    CHECK(strstr(error.text, "KvK.wdl") != NULL);
    CHECK(dameotb_probe_root(tables, &position, NULL, 0, &count, &error) == DAMEOTB_BAD_FILE);
    dameotb_close(tables);
}

/* Of a message that does not fit the end is there, which says what is wrong. */
static void test_long_message(void) {
    static const char end[] = "x: cannot read the directory: " LONG_NAME_WORDS;
    char path[2000];
    dameotb_tablebase* tables;
    dameotb_error error;
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    memset(&error, '?', sizeof error);
    CHECK(dameotb_open(path, NULL, &tables, &error) == DAMEOTB_BAD_FILE);
    CHECK(strlen(error.text) == sizeof error.text - 1 && error.missing_class[0] == '\0');
    CHECK(strncmp(error.text, "...xxx", 6) == 0);
    CHECK(strcmp(error.text + strlen(error.text) - strlen(end), end) == 0);
}

/* A message is one line, whatever the path. */
static void test_line_breaks(void) {
    dameotb_tablebase* tables;
    dameotb_error error;
    CHECK(dameotb_open("no\nsuch\r\tdirectory\x1b\x7f\xc3\xa4", NULL, &tables, &error) == DAMEOTB_BAD_FILE);
    CHECK(strncmp(error.text, "no?such??directory??\xc3\xa4: cannot", 30) == 0);
}

/* What a program that was compiled with the first header passes. */
struct first_options {
    size_t size;
    size_t cache_bytes;
};

/* What a program that was compiled with a much later header passes: with members that this library does not know, even
   if it knows some that this program's header does not. */
struct later_options {
    dameotb_options known;
    size_t others[16];
};

static void test_options(void) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_options options = DAMEOTB_OPTIONS_INIT;
    struct later_options later;
    dameotb_tablebase* tables;
    dameotb_error error;
    dameotb_value value;
    CHECK(options.size == sizeof options && options.cache_bytes == 0 && options.keep == DAMEOTB_KEEP_UNITS);
    options.cache_bytes = 1;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_OK && value.plies == 5);
    dameotb_close(tables);
    options.cache_bytes = (size_t)-1;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_OK && value.plies == 5);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, NULL, &error) == DAMEOTB_OK);
    dameotb_close(tables);
    options.size = 0;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_BAD_ARGUMENT && tables == NULL);
    CHECK(strstr(error.text, "options.size") != NULL);
    options.size = sizeof(struct first_options) - 1;
    CHECK(dameotb_open(path_of("good"), &options, &tables, NULL) == DAMEOTB_BAD_ARGUMENT);
    options.size = (size_t)-1;
    CHECK(dameotb_open(path_of("good"), &options, &tables, NULL) == DAMEOTB_BAD_ARGUMENT);

    memset(&later, 0, sizeof later);
    later.known.size = sizeof later;
    CHECK(dameotb_open(path_of("good"), &later.known, &tables, &error) == DAMEOTB_OK);
    dameotb_close(tables);
    later.others[15] = 1;
    CHECK(dameotb_open(path_of("good"), &later.known, &tables, &error) == DAMEOTB_BAD_ARGUMENT);

    /* What lies behind the options of an earlier version is none of them. */
    memset(&later, 0xff, sizeof later);
    later.known.size = sizeof(struct first_options);
    later.known.cache_bytes = 0;
    CHECK(dameotb_open(path_of("good"), &later.known, &tables, &error) == DAMEOTB_OK);
    dameotb_close(tables);
}

/* Returns what the classes take if they are preloaded, and checks some values, with and without that. */
static size_t bytes_if_kept(size_t keep) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_options options = DAMEOTB_OPTIONS_INIT;
    dameotb_tablebase* tables;
    dameotb_value value;
    size_t bytes = 0;
    int wdl;
    options.keep = keep;
    CHECK(dameotb_open(path_of("good"), &options, &tables, NULL) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &position, &value, NULL) == DAMEOTB_OK && value.plies == 5);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, &bytes, NULL) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &position, &value, NULL) == DAMEOTB_OK && value.plies == 5);
    CHECK(dameotb_probe_wdl(tables, &position, &wdl, NULL) == DAMEOTB_OK && wdl == DAMEOTB_WIN);
    dameotb_close(tables);
    return bytes;
}

static void test_keep(void) {
    dameotb_options options = DAMEOTB_OPTIONS_INIT;
    dameotb_tablebase* tables;
    dameotb_error error;
    const size_t blocks = bytes_if_kept(DAMEOTB_KEEP_UNITS);
    const size_t pages = bytes_if_kept(DAMEOTB_KEEP_PAGES);
    CHECK(pages > 0 && pages < blocks / 3);
    options.keep = 2;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_BAD_ARGUMENT && tables == NULL);
    CHECK(strcmp(error.text, "options.keep is 2") == 0);
}

void test_files(void) {
    test_directories();
    test_system_files();
    test_long_message();
    test_line_breaks();
    test_options();
    test_keep();
}
