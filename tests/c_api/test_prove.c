/* Proofs of positions that `good` has no table of. */
#include <string.h>

#include "check.h"

static const char* const stroke = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7"; /* won in 5 */

static int give_up(void* context) {
    ++*(int*)context;
    return 1;
}

static void check_proof(dameotb_prover* prover) {
    const dameotb_position position = position_of(stroke);
    dameotb_limits limits = DAMEOTB_LIMITS_INIT;
    dameotb_bounds bounds;
    dameotb_move moves[10];
    dameotb_error error;
    char text[DAMEOTB_MOVE_TEXT_SIZE];
    size_t count = 77;
    limits.nodes = 1;
    CHECK(dameotb_prove(prover, &position, &limits, &bounds, moves, 10, &count, &error) == DAMEOTB_OK);
    CHECK(bounds.at_least.wdl == DAMEOTB_LOSS && bounds.at_most.wdl == DAMEOTB_WIN && count == 0);
    CHECK(dameotb_prove(prover, &position, NULL, &bounds, moves, 10, &count, &error) == DAMEOTB_OK);
    CHECK(error.text[0] == '\0' && count == 5);
    CHECK(bounds.at_least.wdl == DAMEOTB_WIN && bounds.at_least.plies == 5);
    CHECK(bounds.at_most.wdl == DAMEOTB_WIN && bounds.at_most.plies == -1);
    CHECK(dameotb_move_text(&position, &moves[0], text, sizeof text, NULL) == DAMEOTB_OK && strcmp(text, "c1-e3") == 0);
    limits.nodes = 0;
    limits.shortest = 1;
    CHECK(dameotb_prove(prover, &position, &limits, &bounds, moves, 10, &count, &error) == DAMEOTB_OK && count == 5);
    CHECK(bounds.at_least.plies == 5 && bounds.at_most.plies == 5);
    limits.shortest = 0;
    /* It remembers the proof; fewer moves are written if there is no room. */
    limits.nodes = 100;
    limits.milliseconds = 0;
    memset(moves, 0, sizeof moves);
    CHECK(dameotb_prove(prover, &position, &limits, &bounds, moves, 2, &count, NULL) == DAMEOTB_OK && count == 2);
    CHECK(bounds.at_least.wdl == DAMEOTB_WIN && moves[1].from != moves[1].to && moves[2].from == moves[2].to);
    CHECK(dameotb_prove(prover, &position, &limits, &bounds, NULL, 0, &count, NULL) == DAMEOTB_OK && count == 0);
}

/* The win takes 5 plies, the first of them a man's move, which resets the counter. */
static void check_rule(dameotb_prover* prover) {
    const dameotb_position position = position_of(stroke);
    dameotb_bounds bounds;
    dameotb_move moves[10];
    dameotb_error error;
    size_t count;
    CHECK(dameotb_prove_rule(prover, &position, 50, 49, NULL, &bounds, moves, 10, &count, &error) == DAMEOTB_OK);
    CHECK(bounds.at_least.wdl == DAMEOTB_WIN && bounds.at_least.plies == -1 && count == 5);
    CHECK(dameotb_prove_rule(prover, &position, 2, 0, NULL, &bounds, moves, 10, &count, NULL) == DAMEOTB_OK);
    CHECK(bounds.at_least.wdl == DAMEOTB_DRAW && bounds.at_most.wdl == DAMEOTB_WIN);
    CHECK(dameotb_prove_rule(prover, &position, 0, 0, NULL, &bounds, moves, 10, &count, &error) ==
          DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "rule_plies is 0, and must be from 1 to 120") == 0);
    CHECK(dameotb_prove_rule(prover, &position, 50, -1, NULL, &bounds, moves, 10, &count, &error) ==
          DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_prove_rule(NULL, &position, 50, 0, NULL, &bounds, moves, 10, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_prove_rule(prover, NULL, 50, 0, NULL, &bounds, moves, 10, &count, &error) == DAMEOTB_BAD_ARGUMENT);
}

static void check_refusals(dameotb_prover* prover) {
    dameotb_position position = position_of(stroke);
    dameotb_limits limits = DAMEOTB_LIMITS_INIT;
    struct {
        dameotb_limits limits;
        size_t more; /* what a later version may have */
    } later = {DAMEOTB_LIMITS_INIT, 0};
    dameotb_bounds bounds = {{77, 77}, {77, 77}};
    dameotb_move moves[1];
    dameotb_error error;
    size_t count = 77;
    CHECK(dameotb_prove(NULL, &position, NULL, &bounds, moves, 1, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "prover is NULL") == 0);
    CHECK(dameotb_prove(prover, NULL, NULL, &bounds, moves, 1, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_prove(prover, &position, NULL, NULL, moves, 1, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_prove(prover, &position, NULL, &bounds, NULL, 1, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_prove(prover, &position, NULL, &bounds, moves, 1, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    limits.size = 8;
    CHECK(dameotb_prove(prover, &position, &limits, &bounds, moves, 1, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "limits.size is 8") == 0);
    later.limits.size = sizeof later;
    later.more = 1;
    CHECK(dameotb_prove(prover, &position, &later.limits, &bounds, moves, 1, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(bounds.at_least.wdl == 77 && count == 77);
    later.more = 0;
    CHECK(dameotb_prove(prover, &position, &later.limits, &bounds, moves, 1, &count, &error) == DAMEOTB_OK);
    CHECK(bounds.at_least.wdl == DAMEOTB_WIN && count == 1);
    position.white_kings = position.black_kings;
    bounds.at_least.wdl = 77;
    CHECK(dameotb_prove(prover, &position, NULL, &bounds, moves, 1, &count, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(bounds.at_least.wdl == 77 && count == 1);
}

void test_prove(void) {
    dameotb_tablebase* tables = open_tables("good");
    dameotb_prover* prover = NULL;
    dameotb_position position = position_of(stroke);
    dameotb_limits limits = DAMEOTB_LIMITS_INIT;
    dameotb_bounds bounds;
    dameotb_error error;
    size_t count;
    int asked = 0;
    CHECK(dameotb_open_prover(NULL, 0, &prover, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_open_prover(tables, 0, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_open_prover(tables, 1 << 20, &prover, &error) == DAMEOTB_OK && prover != NULL);
    check_proof(prover);
    check_rule(prover);
    check_refusals(prover);
    dameotb_close_prover(prover);
    dameotb_close_prover(NULL);

    CHECK(dameotb_open_prover(tables, 0, &prover, &error) == DAMEOTB_OK);
    limits.milliseconds = 0;
    limits.is_given_up = give_up;
    limits.context = &asked;
    CHECK(dameotb_prove(prover, &position, &limits, &bounds, NULL, 0, &count, &error) == DAMEOTB_OK);
    CHECK(asked == 1);
    dameotb_close_prover(prover);
    dameotb_close(tables);

    tables = open_tables("damaged");
    CHECK(dameotb_open_prover(tables, 1 << 20, &prover, &error) == DAMEOTB_OK);
    position = position_of("W:WKa1:BKh2");
    CHECK(dameotb_prove(prover, &position, NULL, &bounds, NULL, 0, &count, &error) == DAMEOTB_BAD_FILE);
    dameotb_close_prover(prover);
    dameotb_close(tables);
}
