/* Chooses a move under the rule of 50 plies: play DIRECTORY FEN DEPTH. The board and its moves are the library's; those
   of an engine are faster. */
#include <dameotb/dameotb.h>
#include <stdio.h>
#include <stdlib.h>

enum { rule = 50, won_game = 30000, won_by_table = 20000, likely_win = 10000, man = 100, king = 300 };

typedef struct engine {
    dameotb_tablebase* tables;
    int most_pieces; /* positions of more are in no table */
    int silent;      /* positions of so many pieces are not probed in the search; 0: all are */
    unsigned long nodes;
} engine;

static int count_of(uint64_t squares) {
    int count = 0;
    for (; squares != 0; squares &= squares - 1) {
        ++count;
    }
    return count;
}

static int pieces_of(const dameotb_position* at) {
    return count_of(at->white_men | at->white_kings | at->black_men | at->black_kings);
}

static int evaluate(const dameotb_position* at) {
    const int men = count_of(at->white_men) - count_of(at->black_men);
    const int kings = count_of(at->white_kings) - count_of(at->black_kings);
    const int white = man * men + king * kings;
    return at->side_to_move == DAMEOTB_WHITE ? white : -white;
}

/* Writes what the tables say for the side to move. Returns whether they say something. */
static int probe(const engine* self, const dameotb_position* at, int counter, int ply, int* score) {
    dameotb_rule_value value;
    int wdl;
    switch (dameotb_probe_rule(self->tables, at, rule, counter, &value, NULL)) {
        case DAMEOTB_OK:
            *score = value.wdl * (won_by_table - ply);
            return 1;
        case DAMEOTB_UNKNOWN_RESULT: /* won or lost, but perhaps too late: only a .wdl is there, or no .dtz */
            if (dameotb_probe_wdl(self->tables, at, &wdl, NULL) == DAMEOTB_OK) {
                *score = wdl * (likely_win - ply);
                return 1;
            }
            return 0;
        default: /* no table: search on; a damaged file: search on as well, and report it elsewhere */
            return 0;
    }
}

/* Returns the counter after a move: a capture or a man's move sets it to 0. */
static int counter_after(const dameotb_position* at, const dameotb_move* move, int counter) {
    const int is_man = ((at->white_men | at->black_men) >> move->from & 1) != 0;
    return move->captured != 0 || is_man ? 0 : counter + 1;
}

static int search(engine* self, const dameotb_position* at, int counter, int depth, int alpha, int beta, int ply) {
    dameotb_move moves[DAMEOTB_MAX_MOVES]; /* 64 KB of the stack for each ply */
    size_t count, i;
    int score;
    const int pieces = pieces_of(at);
    ++self->nodes;
    if (pieces <= self->most_pieces && pieces != self->silent && probe(self, at, counter, ply, &score)) {
        return score;
    }
    if (dameotb_legal_moves(at, moves, DAMEOTB_MAX_MOVES, &count, NULL) != DAMEOTB_OK) {
        return evaluate(at);
    }
    if (count == 0) {
        return ply - won_game;
    }
    if (counter >= rule) {
        return 0;
    }
    if (depth <= 0 && moves[0].captured == 0) {
        return evaluate(at);
    }
    for (i = 0; i < count && alpha < beta; ++i) {
        dameotb_position next;
        dameotb_make_move(at, &moves[i], &next, NULL);
        score = -search(self, &next, counter_after(at, &moves[i], counter), depth - 1, -beta, -alpha, ply + 1);
        alpha = score > alpha ? score : alpha;
    }
    return alpha;
}

/* Returns what to hope for: 2 for a win, 1 for a win that may come too late, 0 for a draw or if nothing is known, -1
   for a loss that may come too late, -2 for a loss. */
static int hope(const dameotb_known_move* move) {
    if (move->value.wdl != DAMEOTB_UNKNOWN) {
        return 2 * move->value.wdl;
    }
    return move->without.wdl != DAMEOTB_UNKNOWN ? move->without.wdl : 0;
}

int main(int argc, char** argv) {
    static dameotb_known_move moves[DAMEOTB_MAX_MOVES];
    static const char* const prospects[] = {"loss", "loss, if in time", "not lost", "win, if in time", "win"};
    engine self = {NULL, 0, 0, 0};
    dameotb_position root, next;
    dameotb_known_move first;
    dameotb_error error;
    size_t count, kept = 0, best = 0, i;
    int counter, alpha = -won_game;
    char text[DAMEOTB_MOVE_TEXT_SIZE];
    if (argc != 4) {
        fprintf(stderr, "usage: play DIRECTORY FEN DEPTH\n");
        return 2;
    }
    if (dameotb_open(argv[1], NULL, &self.tables, &error) != DAMEOTB_OK ||
        dameotb_most_pieces(self.tables, &self.most_pieces, &error) != DAMEOTB_OK ||
        dameotb_parse_fen(argv[2], &root, &error) != DAMEOTB_OK ||
        dameotb_fen_counter(argv[2], &counter, &error) != DAMEOTB_OK ||
        dameotb_probe_root_rule(self.tables, &root, rule, counter, moves, DAMEOTB_MAX_MOVES, &count, &error) !=
            DAMEOTB_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    if (count == 0) {
        puts("no move");
        return 0;
    }
    /* Only the moves with the best prospects are searched. */
    for (i = 1; i < count; ++i) {
        best = hope(&moves[i]) > hope(&moves[best]) ? i : best;
    }
    first = moves[best];
    for (i = best; i < count; ++i) {
        if (hope(&moves[i]) == hope(&first)) {
            moves[kept++] = moves[i];
        }
    }
    best = 0;
    if (hope(&first) != 0 && (first.value.plies > 0 || first.without.plies > 0)) {
        kept = 1; /* the tables know which one makes progress */
    } else if (hope(&first) > 0) {
        /* A win without distances. All positions that keep it look alike to the tables, and a search that probed them
           would shuffle: it has to see a capture that wins, or trust its evaluation. */
        self.silent = pieces_of(&root);
    }
    for (i = 0; kept > 1 && i < kept; ++i) {
        int score;
        dameotb_make_move(&root, &moves[i].move, &next, NULL);
        score = -search(&self, &next, moves[i].counter, atoi(argv[3]) - 1, -won_game, -alpha, 1);
        if (score > alpha) {
            alpha = score;
            best = i;
        }
    }
    if (dameotb_move_text(&root, &moves[best].move, text, sizeof text, &error) != DAMEOTB_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("%s: %s, searched %lu of %lu moves in %lu positions\n", text, prospects[hope(&moves[best]) + 2],
           (unsigned long)(kept > 1 ? kept : 0), (unsigned long)count, self.nodes);
    dameotb_close(self.tables);
    return 0;
}
