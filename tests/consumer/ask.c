#include <dameotb/dameotb.h>
#include <stdio.h>

int main(int argc, char** argv) {
    static const char* const results[] = {"loss", "draw", "win"};
    dameotb_tablebase* tables;
    dameotb_position position;
    dameotb_value value;
    dameotb_ranked_move moves[400];
    size_t count;
    char text[DAMEOTB_MOVE_TEXT_SIZE];
    dameotb_error error;
    if (argc != 3) {
        fprintf(stderr, "usage: ask DIRECTORY FEN\n");
        return 2;
    }
    if (dameotb_open(argv[1], NULL, &tables, &error) != DAMEOTB_OK ||
        dameotb_parse_fen(argv[2], &position, &error) != DAMEOTB_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    switch (dameotb_probe_dtm(tables, &position, &value, &error)) {
        case DAMEOTB_OK:
            printf("%s %d\n", results[value.wdl + 1], value.plies);
            break;
        case DAMEOTB_NO_TABLE: /* an ordinary answer: search on */
            printf("no table of %s\n", error.missing_class);
            break;
        default:
            fprintf(stderr, "%s\n", error.text);
            return 1;
    }
    if (dameotb_probe_root(tables, &position, moves, 400, &count, NULL) == DAMEOTB_OK && count > 0 &&
        dameotb_move_text(&position, &moves[0].move, text, sizeof text, NULL) == DAMEOTB_OK) {
        printf("best %s, of %d moves\n", text, (int)count);
    }
    dameotb_close(tables);
    return 0;
}
