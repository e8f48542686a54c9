/* What Windows does if a process has too many files open (more than the C library can number, which directories are not
   among), and with names beyond its code page. */
#include <direct.h>
#include <fcntl.h>
#include <io.h>
#include <string.h>

#include "../check.h"

enum { most_files = 8192 };

/* Tables that the system cannot open are not damaged, and are answered from as soon as it can. */
static void test_too_many_open_files(void) {
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

/* Names are UTF-8. */
static void test_names(void) {
    static const wchar_t name[] = {0x3c4, 0xe4, 0x8868, 0xd83d, 0xde00, 0};
    static const char utf8[] = "\xcf\x84\xc3\xa4\xe8\xa1\xa8\xf0\x9f\x98\x80";
    dameotb_tablebase* tables;
    dameotb_error error;
    CHECK(dameotb_open(utf8, NULL, &tables, &error) == DAMEOTB_BAD_FILE);
    CHECK(strncmp(error.text, utf8, strlen(utf8)) == 0);
    CHECK(_wmkdir(name) == 0);
    CHECK(dameotb_open(utf8, NULL, &tables, &error) == DAMEOTB_OK);
    dameotb_close(tables);
    CHECK(_wrmdir(name) == 0);
    CHECK(dameotb_open("\xcf", NULL, &tables, &error) == DAMEOTB_BAD_FILE);
    CHECK(strstr(error.text, "is not UTF-8") != NULL);
}

void test_system_files(void) {
    test_too_many_open_files();
    test_names();
}
