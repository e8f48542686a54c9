/* The test program's own little frame: C has none that Debian's Catch2 could lend.
   CHECK says where it failed and goes on; the program's exit status tells whether anything did. */
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>

#include <dameotb/dameotb.h>

/* The last status of the library, which a program with an earlier header knows by its number alone. */
#ifdef EARLIER_HEADER
enum { DAMEOTB_NOT_IN_MEMORY = 12 }; /* Cannot be declared twice: this is not the library's own header. */
#endif
enum { last_status = DAMEOTB_NOT_IN_MEMORY };

extern int checks_failed;
extern unsigned long checks_done;

/* The system's words for a name that is too long; set where they differ. */
#ifndef LONG_NAME_WORDS
#define LONG_NAME_WORDS "File name too long"
#endif

#define CHECK(condition) check((condition) != 0, #condition, __FILE__, __LINE__)
void check(int passed, const char* condition, const char* file, int line);

/* The position of a text; the program ends if it is none. */
dameotb_position position_of(const char* fen);
/* The tables of TABLES/name; the program ends if they cannot be opened. */
dameotb_tablebase* open_tables(const char* name);
/* TABLES/name in a buffer that the next call overwrites. */
const char* path_of(const char* name);

void test_probes(void);
void test_batches(void);
void test_lines(void);
void test_bounds(void);
void test_rule(void);
void test_prove(void);
void test_preload(void);
void test_arguments(void);
void test_files(void);
/* Each system has its own: posix/, windows/. */
void test_system_files(void);
void test_directories_and_cap(void);
void test_failing_allocations(void);

/* failing_new.cpp: from the next allocation but `after` on, operator new throws std::bad_alloc, or if `kind` is 1 an
   int; < 0: it never does. */
void fail_allocations(long after, int kind);
/* Returns how many more succeed. */
long allocations_left(void);

#endif
