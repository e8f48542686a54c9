/* What the system does if a process has too many files open. */
#include <string.h>

#include <sys/resource.h>

#include "../check.h"

/* Tables that the system cannot open are not damaged, and are answered from as soon as it can. */
static void test_too_many_open_files(void) {
    static const char reason[] = "Too many open files";
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_tablebase* tables = open_tables("good");
    dameotb_tablebase* others = NULL;
    dameotb_error error;
    dameotb_value value;
    struct rlimit before, none;
    getrlimit(RLIMIT_NOFILE, &before);
    none = before;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_NOFILE, &none);
    CHECK(dameotb_open(path_of("good"), NULL, &others, &error) == DAMEOTB_SYSTEM && others == NULL);
    CHECK(strstr(error.text, reason) != NULL);
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_SYSTEM);
    CHECK(strstr(error.text, "KKvK.wdl") != NULL && strstr(error.text, reason) != NULL);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, NULL, &error) == DAMEOTB_SYSTEM);
    setrlimit(RLIMIT_NOFILE, &before);
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_OK && value.plies == 5);
    dameotb_close(tables);
}

void test_system_files(void) {
    test_too_many_open_files();
}
