/* Several directories, of which the first that has a file provides it, and the cap on pieces. The tables of `good` and
   `ruled` are the same; `ruled` has .dtz files, and KMvM, too. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* A copy of path_of(name), which the caller frees. */
static char* copied_path(const char* name) {
    const char* path = path_of(name);
    char* copy = malloc(strlen(path) + 1);
    if (copy == NULL) {
        abort();
    }
    return strcpy(copy, path);
}

/* Opens two directories; *tables is NULL if that fails. */
static dameotb_status open_two(const char* first, const char* second, const dameotb_options* options,
                               dameotb_tablebase** tables, dameotb_error* error) {
    char* paths[2];
    dameotb_status status;
    paths[0] = copied_path(first);
    paths[1] = copied_path(second);
    status = dameotb_open_directories((const char* const*)paths, 2, options, tables, error);
    free(paths[0]);
    free(paths[1]);
    return status;
}

static void test_first_wins(void) {
    const dameotb_position two_kings = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position only_ruled = position_of("W:WKa1,b2:Bg6");
    dameotb_tablebase* tables;
    dameotb_error error;
    dameotb_value value;
    int plies, wdl;
    CHECK(open_two("good", "ruled", NULL, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &two_kings, &value, &error) == DAMEOTB_OK && value.plies == 5);
    CHECK(dameotb_probe_dtm(tables, &only_ruled, &value, &error) == DAMEOTB_OK);
    CHECK(dameotb_draw_rule(tables, &plies, &error) == DAMEOTB_OK && plies == 6);
    dameotb_close(tables);

    /* Where the first directory has a damaged file, the second one's is not looked at. */
    CHECK(open_two("damaged", "good", NULL, &tables, &error) == DAMEOTB_OK);
    {
        const dameotb_position kings = position_of("W:WKa1:BKc2");
        const char* file;
        CHECK(dameotb_probe_wdl(tables, &kings, &wdl, &error) == DAMEOTB_BAD_FILE);
        file = strstr(error.text, "KvK.wdl"); /* after the separator of the system */
        CHECK(file != NULL && file - error.text > 8 && strncmp(file - 8, "damaged", 7) == 0);
        dameotb_close(tables);
        CHECK(open_two("good", "damaged", NULL, &tables, &error) == DAMEOTB_OK);
        CHECK(dameotb_probe_wdl(tables, &kings, &wdl, &error) == DAMEOTB_OK);
        dameotb_close(tables);
    }

    /* partly_ruled lacks KKvK.dtz, whose .wdl and .dtm come from there. */
    CHECK(open_two("partly_ruled", "ruled", NULL, &tables, &error) == DAMEOTB_OK);
    {
        dameotb_rule_value ruled;
        CHECK(dameotb_probe_rule(tables, &two_kings, 6, 2, &ruled, &error) == DAMEOTB_OK && ruled.plies == 4);
    }
    dameotb_close(tables);
}

static void test_duplicates(void) {
    dameotb_duplicate duplicates[100];
    dameotb_tablebase* tables;
    dameotb_error error;
    size_t count = 77;
    CHECK(open_two("damaged", "good", NULL, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_duplicates(tables, duplicates, 100, &count, &error) == DAMEOTB_OK && count == 2);
    CHECK(strcmp(duplicates[0].file, "KvK.wdl") == 0 && duplicates[0].used == 0 && duplicates[0].hidden == 1);
    CHECK(strcmp(duplicates[1].file, "KvK.dtm") == 0 && duplicates[1].used == 0 && duplicates[1].hidden == 1);
    strcpy(duplicates[1].file, "?");
    CHECK(dameotb_duplicates(tables, duplicates, 1, &count, &error) == DAMEOTB_BUFFER_TOO_SMALL && count == 2);
    CHECK(strcmp(error.text, "2 files") == 0 && strcmp(duplicates[1].file, "?") == 0);
    CHECK(dameotb_duplicates(tables, NULL, 0, &count, NULL) == DAMEOTB_BUFFER_TOO_SMALL && count == 2);
    CHECK(dameotb_duplicates(tables, NULL, 1, &count, NULL) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_duplicates(tables, duplicates, 1, NULL, NULL) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_duplicates(NULL, duplicates, 1, &count, NULL) == DAMEOTB_BAD_ARGUMENT);
    dameotb_close(tables);
    tables = open_tables("good");
    CHECK(dameotb_duplicates(tables, NULL, 0, &count, NULL) == DAMEOTB_OK && count == 0);
    dameotb_close(tables);
}

static void test_bad_lists(void) {
    const char* names[2];
    dameotb_tablebase* tables = NULL;
    dameotb_error error;
    CHECK(open_two("good", "none", NULL, &tables, &error) == DAMEOTB_BAD_FILE && tables == NULL);
    CHECK(strstr(error.text, "/none: cannot read the directory") != NULL);
    CHECK(open_two("none", "good", NULL, &tables, &error) == DAMEOTB_BAD_FILE && tables == NULL);
    names[0] = "x";
    names[1] = NULL;
    CHECK(dameotb_open_directories(names, 2, NULL, &tables, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "a directory is NULL") == 0);
    CHECK(dameotb_open_directories(names, 0, NULL, &tables, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "there is no directory to open") == 0);
    CHECK(dameotb_open_directories(NULL, 1, NULL, &tables, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_open_directories(names, 1, NULL, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
}

static void test_most_pieces(void) {
    const dameotb_position quiet = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position capture = position_of("B:WKa3,Kc2:BKa1");
    dameotb_options options = DAMEOTB_OPTIONS_INIT;
    dameotb_tablebase* tables;
    dameotb_error error;
    dameotb_value all, capped;
    size_t size = options.size;
    CHECK(options.most_pieces == 0);
    tables = open_tables("good");
    CHECK(dameotb_probe_dtm(tables, &capture, &all, &error) == DAMEOTB_OK);
    dameotb_close(tables);

    options.most_pieces = 2;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &quiet, &capped, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KKvK") == 0);
    CHECK(dameotb_probe_dtm(tables, &capture, &capped, &error) == DAMEOTB_OK);
    CHECK(capped.wdl == all.wdl && capped.plies == all.plies);
    dameotb_close(tables);

    options.most_pieces = 1;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &capture, &capped, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KvK") == 0);
    dameotb_close(tables);

    options.most_pieces = (size_t)-1;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &quiet, &capped, &error) == DAMEOTB_OK && capped.plies == 5);
    dameotb_close(tables);

    /* A program with an earlier header has no such member: what lies there is none of its options. */
    options.size = size - sizeof options.most_pieces;
    options.most_pieces = 1;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &quiet, &capped, &error) == DAMEOTB_OK && capped.plies == 5);
    dameotb_close(tables);
}

/* What only memory answers, and what the cache has done. */
static void test_memory(void) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position missing = position_of("W:WKa1,b2:Bg6");
    dameotb_tablebase* tables = open_tables("good");
    dameotb_statistics statistics = {77, 77, 77};
    dameotb_error error;
    dameotb_value value = {77, 77};
    int wdl = 77;
    CHECK(dameotb_probe_wdl_in_memory(tables, &position, &wdl, &error) == DAMEOTB_NOT_IN_MEMORY);
    CHECK(strcmp(error.text, dameotb_status_text(DAMEOTB_NOT_IN_MEMORY)) == 0);
    CHECK(dameotb_probe_dtm_in_memory(tables, &position, &value, NULL) == DAMEOTB_NOT_IN_MEMORY);
    CHECK(wdl == 77 && value.plies == 77);
    CHECK(dameotb_probe_wdl_in_memory(tables, &missing, &wdl, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KMvM") == 0);
    CHECK(dameotb_get_statistics(tables, &statistics, &error) == DAMEOTB_OK);
    CHECK(statistics.hits == 0 && statistics.reads == 0);
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_OK);
    value.plies = 77;
    CHECK(dameotb_probe_dtm_in_memory(tables, &position, &value, &error) == DAMEOTB_OK);
    CHECK(value.wdl == DAMEOTB_WIN && value.plies == 5);
    CHECK(dameotb_get_statistics(tables, &statistics, NULL) == DAMEOTB_OK);
    CHECK(statistics.hits == 1 && statistics.reads == 1 && statistics.memory_bytes > 0);
    CHECK(dameotb_reset_statistics(tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_get_statistics(tables, &statistics, NULL) == DAMEOTB_OK);
    CHECK(statistics.hits == 0 && statistics.reads == 0 && statistics.memory_bytes > 0);
    CHECK(dameotb_probe_wdl_in_memory(NULL, &position, &wdl, NULL) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_dtm_in_memory(tables, NULL, &value, NULL) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_probe_dtm_in_memory(tables, &position, NULL, NULL) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_get_statistics(tables, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_reset_statistics(NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    dameotb_close(tables);
}

/* Which tables there are: `good` has all of up to 3 pieces but KMvM; `damaged` has a KvK.wdl that is no table. */
static void test_inventory(void) {
    dameotb_tablebase* tables = open_tables("good");
    dameotb_options options = DAMEOTB_OPTIONS_INIT;
    dameotb_error error;
    dameotb_file files[40];
    size_t count = 77, i, dtm = 0;
    int pieces = 77;
    CHECK(dameotb_most_pieces(tables, &pieces, &error) == DAMEOTB_OK && pieces == 3);
    CHECK(dameotb_files(tables, files, 40, &count, &error) == DAMEOTB_OK && count > 10 && count <= 40);
    CHECK(strcmp(files[0].name, "KvK.wdl") == 0 && strcmp(files[0].class_name, "KvK") == 0);
    CHECK(strcmp(files[1].name, "KvK.dtm") == 0 && files[1].metric == DAMEOTB_METRIC_DTM);
    for (i = 0; i < count && i < 40; ++i) {
        CHECK(files[i].is_usable && files[i].bytes > 0 && files[i].positions > 0);
        CHECK(strncmp(files[i].name, files[i].class_name, strlen(files[i].class_name)) == 0);
        CHECK(strcmp(files[i].class_name, "KMvM") != 0);
        dtm += files[i].metric == DAMEOTB_METRIC_DTM;
    }
    CHECK(2 * dtm == count);
    CHECK(dameotb_files(tables, files, 2, &i, &error) == DAMEOTB_BUFFER_TOO_SMALL && i == count);
    CHECK(dameotb_files(tables, NULL, 0, &i, NULL) == DAMEOTB_BUFFER_TOO_SMALL && i == count);
    CHECK(dameotb_files(NULL, files, 40, &i, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_files(tables, NULL, 40, &i, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "files is NULL") == 0);
    CHECK(dameotb_most_pieces(NULL, &pieces, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_most_pieces(tables, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "pieces is NULL") == 0);
    dameotb_close(tables);

    options.most_pieces = 2;
    CHECK(dameotb_open(path_of("good"), &options, &tables, &error) == DAMEOTB_OK);
    CHECK(dameotb_most_pieces(tables, &pieces, &error) == DAMEOTB_OK && pieces == 2);
    dameotb_close(tables);

    tables = open_tables("empty");
    CHECK(dameotb_most_pieces(tables, &pieces, NULL) == DAMEOTB_OK && pieces == 0);
    CHECK(dameotb_files(tables, NULL, 0, &count, NULL) == DAMEOTB_OK && count == 0);
    dameotb_close(tables);

    tables = open_tables("damaged");
    CHECK(dameotb_files(tables, files, 40, &count, &error) == DAMEOTB_OK && count > 0);
    CHECK(strcmp(files[0].name, "KvK.wdl") == 0 && !files[0].is_usable && files[0].positions == 0);
    dameotb_close(tables);
}

void test_directories_and_cap(void) {
    test_inventory();
    test_memory();
    test_first_wins();
    test_duplicates();
    test_bad_lists();
    test_most_pieces();
}
