/* Runs all tests of the C interface: test_c_api TABLES, the directory that make_tables.cmake has filled. With an
   earlier header, those of what this has. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

int checks_failed = 0;
unsigned long checks_done = 0;
static const char* tables_directory;

void check(int passed, const char* condition, const char* file, int line) {
    ++checks_done;
    if (!passed) {
        ++checks_failed;
        fprintf(stderr, "%s:%d: failed: %s\n", file, line, condition);
    }
}

static void require_ok(dameotb_status status, const char* what, const dameotb_error* error) {
    if (status != DAMEOTB_OK) {
        fprintf(stderr, "%s: %s\n", what, error->text);
        exit(2);
    }
}

dameotb_position position_of(const char* fen) {
    dameotb_position position;
    dameotb_error error;
    require_ok(dameotb_parse_fen(fen, &position, &error), fen, &error);
    return position;
}

const char* path_of(const char* name) {
    static char path[1000];
    const size_t length = strlen(tables_directory);
    if (length + strlen(name) + 2 > sizeof path) {
        fprintf(stderr, "%s: too long a path\n", tables_directory);
        exit(2);
    }
    memcpy(path, tables_directory, length);
    path[length] = '/';
    strcpy(path + length + 1, name);
    return path;
}

dameotb_tablebase* open_tables(const char* name) {
    dameotb_tablebase* tables;
    dameotb_error error;
    require_ok(dameotb_open(path_of(name), NULL, &tables, &error), name, &error);
    return tables;
}

int main(int argc, char** argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: test_c_api TABLES\n");
        return 2;
    }
    tables_directory = argv[1];
    test_probes();
    test_batches();
    test_lines();
#ifndef EARLIER_HEADER
    test_bounds();
    test_rule();
    test_prove();
#endif
    test_preload();
    test_arguments();
    test_files();
#ifndef EARLIER_HEADER
    test_directories_and_cap();
    test_failing_allocations();
#endif
    printf("%lu checks, %d failed\n", checks_done, checks_failed);
    return checks_failed == 0 ? 0 : 1;
}
