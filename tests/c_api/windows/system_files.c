/* What Windows does if a process has too many files open: more than the C library can number, which directories are not
   among. */
#include <fcntl.h>
#include <io.h>
#include <string.h>

#include "../check.h"

enum { most_files = 8192 };

/* Tables that the system cannot open are not damaged, and are answered from as soon as it can. */
void test_too_many_open_files(void) {
    static const char reason[] = "Too many open files";
    static int files[most_files];
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_tablebase* tables = open_tables("good");
    dameotb_error error;
    dameotb_value value;
    int count = 0;
    while (count < most_files && (files[count] = _open("NUL", _O_RDONLY)) >= 0) {
        ++count;
    }
    CHECK(count < most_files);
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_SYSTEM);
    CHECK(strstr(error.text, "KKvK.wdl") != NULL && strstr(error.text, reason) != NULL);
    CHECK(dameotb_preload(tables, NULL, 0, DAMEOTB_PRELOAD_BOTH, NULL, &error) == DAMEOTB_SYSTEM);
    while (count > 0) {
        _close(files[--count]);
    }
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_OK && value.plies == 5);
    dameotb_close(tables);
}
