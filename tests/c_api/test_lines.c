/* Lines of best play: each move is the best of its position, and the last one ends the game. */
#include <string.h>

#include "check.h"

enum { room = 100 };

/* Plays the line and looks at every move of it. */
static void check_line(const dameotb_tablebase* tables, const char* fen, const char* text) {
    dameotb_ranked_move line[room], ranked[1];
    dameotb_position position = position_of(fen);
    dameotb_value value;
    dameotb_error error;
    char played[300] = "";
    size_t count = 77, moves, i;
    CHECK(dameotb_probe_dtm(tables, &position, &value, NULL) == DAMEOTB_OK);
    CHECK(dameotb_best_line(tables, &position, line, room, &count, &error) == DAMEOTB_OK);
    CHECK(count == (size_t)value.plies && error.text[0] == '\0');
    for (i = 0; i < count && i < room; ++i) {
        const dameotb_move* move = &line[i].move;
        const int white = position.side_to_move == DAMEOTB_WHITE;
        uint64_t* kings = white ? &position.white_kings : &position.black_kings;
        char one[DAMEOTB_MOVE_TEXT_SIZE];
        (void)dameotb_probe_root(tables, &position, ranked, 1, &moves, NULL);
        CHECK(memcmp(&ranked[0], &line[i], sizeof ranked[0]) == 0);
        CHECK(dameotb_move_text(&position, move, one, sizeof one, NULL) == DAMEOTB_OK);
        strcat(strcat(played, i == 0 ? "" : " "), one);
        /* Kings alone: what a move does is plain. */
        *kings = (*kings & ~((uint64_t)1 << move->from)) | (uint64_t)1 << move->to;
        position.white_kings &= ~(white ? 0 : move->captured);
        position.black_kings &= ~(white ? move->captured : 0);
        position.side_to_move = white ? DAMEOTB_BLACK : DAMEOTB_WHITE;
    }
    CHECK(strcmp(played, text) == 0);
}

void test_lines(void) {
    dameotb_tablebase* tables = open_tables("good");
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position missing = position_of("W:WKa1,b2:Bg6");
    dameotb_ranked_move line[room];
    dameotb_error error;
    size_t count = 77;
    check_line(tables, "W:WKa7,Kh8:BKa1", "a7-g7 a1-b1 g7-b7 b1xb8 h8xa8");
    check_line(tables, "W:WKb1,Kd1:BKc1", "");
    check_line(tables, "W:W:BKc3", "");
    check_line(tables, "B:WKb2,Kh8:BKa1", "a1-d1 b2-g2 d1-a1 g2-g7 a1-b1 g7-b7 b1xb8 h8xa8");

    memset(line, 0, sizeof line);
    CHECK(dameotb_best_line(tables, &position, line, 4, &count, &error) == DAMEOTB_BUFFER_TOO_SMALL);
    CHECK(count == 5 && line[3].value.plies == 2 && line[4].value.plies == 0 && error.text[0] != '\0');
    CHECK(dameotb_best_line(tables, &position, NULL, 0, &count, NULL) == DAMEOTB_BUFFER_TOO_SMALL && count == 5);
    CHECK(dameotb_best_line(tables, &missing, line, room, &count, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.missing_class, "KMvM") == 0);
    CHECK(dameotb_best_line(NULL, &position, line, room, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_best_line(tables, NULL, line, room, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(dameotb_best_line(tables, &position, NULL, 1, &count, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "moves is NULL") == 0);
    CHECK(dameotb_best_line(tables, &position, line, room, NULL, &error) == DAMEOTB_BAD_ARGUMENT);
    CHECK(strcmp(error.text, "count is NULL") == 0);
    dameotb_close(tables);
}
