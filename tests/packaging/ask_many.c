/* ask_many DIRECTORY COUNT SEED: asks for random positions of 2 to 4 pieces, and prints how many were answered, and a
   number that all answers together give. */
#include <stdio.h>
#include <stdlib.h>

#include <dameotb/dameotb.h>

static uint64_t state;

static unsigned below(unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)((state >> 33) % n);
}

static dameotb_position random_position(void) {
    dameotb_position position = {0, 0, 0, 0, 0};
    const unsigned pieces = 2 + below(3);
    uint64_t occupied = 0;
    unsigned i;
    for (i = 0; i < pieces; ++i) {
        const unsigned square = below(64);
        const uint64_t bit = (uint64_t)1 << square;
        const int white = i == 0 || (i > 1 && below(2) == 0);
        const int king = below(2) == 0 || square / 8 == (white ? 7u : 0u);
        if (occupied & bit) {
            continue;
        }
        occupied |= bit;
        *(white ? (king ? &position.white_kings : &position.white_men)
                : (king ? &position.black_kings : &position.black_men)) |= bit;
    }
    position.side_to_move = (int)below(2);
    return position;
}

static uint64_t all_answers = 14695981039346656037u;

static void add(int number) {
    all_answers = (all_answers ^ (uint64_t)(unsigned)number) * 1099511628211u;
}

int main(int argc, char** argv) {
    static dameotb_known_move moves[DAMEOTB_MAX_MOVES];
    dameotb_tablebase* tables;
    dameotb_prover* prover;
    unsigned long count, answered = 0, i;
    if (argc != 4 || dameotb_open(argv[1], NULL, &tables, NULL) != DAMEOTB_OK ||
        dameotb_open_prover(tables, 1 << 20, &prover, NULL) != DAMEOTB_OK) {
        return 1;
    }
    count = strtoul(argv[2], NULL, 10);
    state = strtoul(argv[3], NULL, 10);
    for (i = 0; i < count; ++i) {
        const dameotb_position position = random_position();
        dameotb_value value = {77, 77};
        dameotb_rule_value under_rule = {77, 77};
        int wdl = 77;
        add((int)dameotb_probe_wdl(tables, &position, &wdl, NULL));
        add(wdl);
        answered += wdl != 77;
        add((int)dameotb_probe_dtm(tables, &position, &value, NULL));
        add(value.plies);
        add((int)dameotb_probe_rule(tables, &position, 50, 40, &under_rule, NULL));
        add(under_rule.wdl);
        if (i % 16 == 0) {
            size_t written = 0, k;
            add((int)dameotb_probe_root_rule(tables, &position, DAMEOTB_NO_RULE, 0, moves, DAMEOTB_MAX_MOVES, &written,
                                             NULL));
            for (k = 0; k < written; ++k) {
                add(moves[k].move.from * 64 + moves[k].move.to);
                add(moves[k].value.plies);
            }
        }
        if (i % 256 == 0) {
            dameotb_limits limits = DAMEOTB_LIMITS_INIT;
            dameotb_bounds bounds;
            size_t written;
            limits.milliseconds = 0;
            limits.nodes = 100;
            add((int)dameotb_prove(prover, &position, &limits, &bounds, NULL, 0, &written, NULL));
            add(bounds.at_least.wdl * 3 + bounds.at_most.wdl);
        }
    }
    dameotb_close_prover(prover);
    dameotb_close(tables);
    printf("%lu of %lu answered, %08lx%08lx", answered, count, (unsigned long)(all_answers >> 32),
           (unsigned long)(all_answers & 0xffffffffu));
    return 0;
}
