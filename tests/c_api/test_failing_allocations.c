/* No exception leaves the library, whichever allocation fails: every call is made with its first, second, ...
   allocation failing until it succeeds, and then its answer is right. */
#include <string.h>

#include "check.h"

enum { bad_alloc = 0, an_int = 1, many = 10000 };

typedef dameotb_status (*call)(dameotb_error* error);

static dameotb_tablebase* tables;
static dameotb_tablebase* ruled;
static dameotb_tablebase* opened;
static dameotb_position position;
static dameotb_value value;
static dameotb_ranked_move moves[300];
static size_t count;
static dameotb_ranked_move line[10];
static dameotb_known_move known_moves[300], known_line[10];
static size_t known_count, known_length;
static size_t length;
static int wdl;
static char text[DAMEOTB_FEN_SIZE];

static dameotb_status call_open(dameotb_error* error) {
    dameotb_status status;
    /* path_of allocates nothing. */
    status = dameotb_open(path_of("good"), NULL, &opened, error);
    CHECK((status == DAMEOTB_OK) == (opened != NULL));
    return status;
}
static dameotb_status call_preload(dameotb_error* error) {
    static const char* const names[] = {"KKvK", "KvK"};
    return dameotb_preload(tables, names, 2, DAMEOTB_PRELOAD_BOTH, NULL, error);
}
static dameotb_status call_batch(dameotb_error* error) {
    const dameotb_position two[2] = {{0, 1, 0, 1, DAMEOTB_WHITE}, {0, 1, 0, 0x400, DAMEOTB_WHITE}};
    int results[2];
    dameotb_status statuses[2];
    const dameotb_status status = dameotb_probe_wdl_many(tables, two, 2, results, statuses, error);
    CHECK(status != DAMEOTB_OK || (statuses[0] == DAMEOTB_ILLEGAL_POSITION && statuses[1] == DAMEOTB_OK));
    return status;
}
static dameotb_status call_line(dameotb_error* error) {
    return dameotb_best_line(tables, &position, line, 10, &length, error);
}
static dameotb_status call_wdl(dameotb_error* error) {
    return dameotb_probe_wdl(tables, &position, &wdl, error);
}
static dameotb_status call_dtm(dameotb_error* error) {
    return dameotb_probe_dtm(tables, &position, &value, error);
}
static dameotb_status call_root(dameotb_error* error) {
    return dameotb_probe_root(tables, &position, moves, 300, &count, error);
}
static dameotb_status call_bounds(dameotb_error* error) {
    /* B:Wg6:BKa1,b4, without a table: the moves are looked at. */
    const dameotb_position no_table = {(uint64_t)1 << 46, 0, (uint64_t)1 << 25, 1, DAMEOTB_BLACK};
    dameotb_bounds bounds = {{77, 77}, {77, 77}};
    const dameotb_status status = dameotb_probe_bounds(tables, &no_table, &bounds, error);
    CHECK(bounds.at_least.wdl == (status == DAMEOTB_OK ? DAMEOTB_DRAW : 77));
    return status;
}
static dameotb_status call_prove(dameotb_error* error) {
    /* White takes one of two kings, and then neither wins: a draw by endless play, which takes closed sets. */
    const dameotb_position no_table = {0, 1, 0, (uint64_t)3 << 57, DAMEOTB_WHITE};
    dameotb_limits limits = DAMEOTB_LIMITS_INIT;
    dameotb_bounds bounds;
    dameotb_prover* prover;
    size_t written;
    dameotb_status status = dameotb_open_prover(tables, 1 << 16, &prover, error);
    CHECK((status == DAMEOTB_OK) == (prover != NULL));
    if (status == DAMEOTB_OK) {
        limits.nodes = 20;
        status = dameotb_prove(prover, &no_table, &limits, &bounds, NULL, 0, &written, error);
        dameotb_close_prover(prover);
    }
    return status;
}
static dameotb_status call_rule(dameotb_error* error) {
    dameotb_rule_value under_rule = {77, 77};
    const dameotb_status status = dameotb_probe_rule(ruled, &position, 6, 2, &under_rule, error);
    CHECK(status != DAMEOTB_OK || (under_rule.wdl == DAMEOTB_WIN && under_rule.plies == 4));
    return status;
}
static dameotb_status call_rule_many(dameotb_error* error) {
    dameotb_position two[2] = {{0, 1, 0, 1, DAMEOTB_WHITE}, {0, 0, 0, 0, DAMEOTB_WHITE}};
    const int counters[2] = {0, 2};
    dameotb_rule_value under_rule[2];
    dameotb_status statuses[2];
    const dameotb_status status = dameotb_probe_rule_many(ruled, two, counters, 2, 6, under_rule, statuses, error);
    CHECK(status != DAMEOTB_OK || (statuses[0] == DAMEOTB_ILLEGAL_POSITION && statuses[1] == DAMEOTB_OK));
    return status;
}
static dameotb_status call_root_rule(dameotb_error* error) {
    return dameotb_probe_root_rule(ruled, &position, 6, 2, known_moves, 300, &known_count, error);
}
static dameotb_status call_line_rule(dameotb_error* error) {
    return dameotb_best_line_rule(ruled, &position, 6, 2, known_line, 10, &known_length, error);
}
static dameotb_status call_files(dameotb_error* error) {
    dameotb_file files[40];
    size_t written;
    return dameotb_files(tables, files, 40, &written, error);
}
static dameotb_status call_most_pieces(dameotb_error* error) {
    int pieces = 77;
    const dameotb_status status = dameotb_most_pieces(tables, &pieces, error);
    CHECK(pieces == 3 || (pieces == 0 && status != DAMEOTB_OK));
    return status;
}
static dameotb_status call_unknown(dameotb_error* error) {
    dameotb_rule_value under_rule;
    const dameotb_status status = dameotb_probe_rule(tables, &position, 6, 2, &under_rule, error);
    return status == DAMEOTB_UNKNOWN_RESULT ? DAMEOTB_OK : status;
}
static dameotb_status call_draw_rule(dameotb_error* error) {
    int rule_plies = 77;
    const dameotb_status status = dameotb_draw_rule(ruled, &rule_plies, error);
    CHECK(rule_plies == (status == DAMEOTB_OK ? 6 : 77));
    return status;
}
static dameotb_status call_counter(dameotb_error* error) {
    /* A refusal, so that there is something to allocate. */
    int counter;
    const dameotb_status status = dameotb_fen_counter("W:WKa1:BKa1 and so on, and so on", &counter, error);
    return status == DAMEOTB_BAD_NOTATION ? DAMEOTB_OK : status;
}
static dameotb_status call_parse(dameotb_error* error) {
    /* A refusal, so that there is something to allocate. */
    dameotb_position read;
    const dameotb_status status = dameotb_parse_fen("W:WKa1:BKa1 and so on, and so on", &read, error);
    return status == DAMEOTB_BAD_NOTATION ? DAMEOTB_OK : status;
}
static dameotb_status call_format(dameotb_error* error) {
    /* Long enough a text for std::string to allocate it. */
    const dameotb_position many_men = {0xffff, 0, 0, 0, DAMEOTB_WHITE};
    return dameotb_format_fen(&many_men, text, sizeof text, error);
}
static dameotb_status call_legal_moves(dameotb_error* error) {
    dameotb_move legal[100];
    size_t written;
    return dameotb_legal_moves(&position, legal, 100, &written, error);
}
static dameotb_status call_make_move(dameotb_error* error) {
    const dameotb_move move = {48, 54, 0};
    dameotb_position after;
    return dameotb_make_move(&position, &move, &after, error);
}
static dameotb_status call_parse_move(dameotb_error* error) {
    dameotb_move move;
    return dameotb_parse_move(&position, "a7-g7", &move, error);
}
static dameotb_status call_move_text(dameotb_error* error) {
    const dameotb_move move = {48, 54, 0};
    return dameotb_move_text(&position, &move, text, sizeof text, error);
}

static void check_call(call function, int kind) {
    const dameotb_status expected = kind == bad_alloc ? DAMEOTB_OUT_OF_MEMORY : DAMEOTB_INTERNAL;
    dameotb_error error;
    dameotb_status status = expected;
    long after;
    for (after = 0; after < many && status != DAMEOTB_OK; ++after) {
        fail_allocations(after, kind);
        status = function(&error);
        fail_allocations(-1, kind);
        CHECK(status == expected || status == DAMEOTB_OK);
        CHECK(status == DAMEOTB_OK || strcmp(error.text, dameotb_status_text(expected)) == 0);
    }
    CHECK(after > 1 && status == DAMEOTB_OK);
}

/* Returns how many allocations the call makes with tables that were not probed before. */
static long allocations_of(call function) {
    long left;
    tables = open_tables("good");
    fail_allocations(many, bad_alloc);
    CHECK(function(NULL) == DAMEOTB_OK);
    left = allocations_left();
    fail_allocations(-1, bad_alloc);
    dameotb_close(tables);
    return many - left;
}

/* The last allocation of a probe is that of the cache, which can do without. */
static void test_without_memory_for_the_cache(call function) {
    long all;
    (void)allocations_of(function); /* What a thread allocates once. */
    all = allocations_of(function);
    tables = open_tables("good");
    fail_allocations(all - 1, bad_alloc);
    CHECK(function(NULL) == DAMEOTB_OK);
    CHECK(allocations_left() == 0);
    fail_allocations(-1, bad_alloc);
    CHECK(function(NULL) == DAMEOTB_OK);
    dameotb_close(tables);
}

void test_failing_allocations(void) {
    static const call calls[] = {call_wdl,         call_dtm,       call_root,       call_batch,     call_line,
                                 call_rule,        call_rule_many, call_root_rule,  call_line_rule, call_unknown,
                                 call_draw_rule,   call_counter,   call_parse,      call_format,    call_move_text,
                                 call_legal_moves, call_make_move, call_parse_move, call_preload,   call_bounds,
                                 call_prove,       call_files,     call_most_pieces};
    size_t i;
    int kind;
    position = position_of("W:WKa7,Kh8:BKa1");
    for (kind = bad_alloc; kind <= an_int; ++kind) {
        check_call(call_open, kind);
        dameotb_close(opened);
        for (i = 0; i < sizeof calls / sizeof calls[0]; ++i) {
            tables = open_tables("good");
            ruled = open_tables("ruled");
            check_call(calls[i], kind);
            dameotb_close(ruled);
            dameotb_close(tables);
        }
    }
    test_without_memory_for_the_cache(call_wdl);
    test_without_memory_for_the_cache(call_dtm);
    CHECK(wdl == DAMEOTB_WIN && value.wdl == DAMEOTB_WIN && value.plies == 5);
    CHECK(length == 5 && line[4].value.plies == 1);
    CHECK(known_count == count && known_moves[0].value.plies == 4 && known_moves[0].without.plies == 5);
    CHECK(known_length == 5 && known_line[4].value.plies == 1);
    CHECK(count > 20 && moves[0].move.to == 54 && strcmp(text, "a7-g7") == 0);
}
