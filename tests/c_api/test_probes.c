/* Right answers: ranked moves, every position of two kings, texts. test_answers.cpp asks for known results. */
#include <string.h>

#include "check.h"

enum { many_moves = 300 };

static void test_ranked_moves(const dameotb_tablebase* tables) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_position over = position_of("B:Wa1,a3,a4,b1,c6:Ba2");
    dameotb_ranked_move moves[many_moves];
    dameotb_error error;
    size_t count = 77;
    size_t all;
    CHECK(dameotb_probe_root(tables, &position, moves, many_moves, &all, &error) == DAMEOTB_OK);
    CHECK(all > 20 && all < many_moves);
    CHECK(moves[0].move.from == 48 && moves[0].move.to == 54 && moves[0].move.captured == 0);
    CHECK(moves[0].value.wdl == DAMEOTB_WIN && moves[0].value.plies == 5);
    CHECK(moves[1].value.wdl == DAMEOTB_WIN && moves[1].value.plies == 7);
    /* Too small by one: the number that is needed, and the best of them. */
    moves[0].move.from = 99;
    moves[all - 1].move.from = 99;
    CHECK(dameotb_probe_root(tables, &position, moves, all - 1, &count, &error) == DAMEOTB_BUFFER_TOO_SMALL);
    CHECK(count == all && moves[0].move.from == 48 && moves[all - 1].move.from == 99 && error.text[0] != '\0');
    CHECK(dameotb_probe_root(tables, &position, moves, all, &count, &error) == DAMEOTB_OK && count == all);
    CHECK(dameotb_probe_root(tables, &position, NULL, 0, &count, NULL) == DAMEOTB_BUFFER_TOO_SMALL && count == all);
    CHECK(dameotb_probe_root(tables, &over, NULL, 0, &count, NULL) == DAMEOTB_OK && count == 0);
}

/* The best move is worth what the position is, for every placement of a king each and either side to move. */
static void test_all_of_two_kings(const dameotb_tablebase* tables) {
    dameotb_ranked_move moves[many_moves];
    dameotb_position position = {0, 0, 0, 0, DAMEOTB_WHITE};
    dameotb_value value;
    dameotb_error error;
    size_t count;
    int white, black, wdl;
    unsigned long wins = 0;
    for (white = 0; white < 64; ++white) {
        for (black = 0; black < 64; ++black) {
            if (white == black) {
                continue;
            }
            position.white_kings = (uint64_t)1 << white;
            position.black_kings = (uint64_t)1 << black;
            position.side_to_move = (white + black) % 2 == 0 ? DAMEOTB_WHITE : DAMEOTB_BLACK;
            CHECK(dameotb_probe_root(tables, &position, moves, many_moves, &count, NULL) == DAMEOTB_OK);
            CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_OK);
            CHECK(error.text[0] == '\0' && error.missing_class[0] == '\0');
            CHECK(dameotb_probe_wdl(tables, &position, &wdl, NULL) == DAMEOTB_OK);
            CHECK(count > 0 && moves[0].value.wdl == value.wdl && moves[0].value.plies == value.plies);
            CHECK(moves[0].move.from == (position.side_to_move == DAMEOTB_WHITE ? white : black));
            CHECK(wdl == value.wdl);
            CHECK(moves[0].move.captured == 0 ||
                  moves[0].move.captured ==
                      (position.side_to_move == DAMEOTB_WHITE ? position.black_kings : position.white_kings));
            wins += value.wdl == DAMEOTB_WIN;
        }
    }
    CHECK(wins > 100);
}

static void test_missing_class(const dameotb_tablebase* tables) {
    static const char* const texts[] = {"W:WKa1,b2:Bg6", "B:Wg3:BKa8,b7"};
    dameotb_error error;
    dameotb_value value;
    size_t count;
    int wdl, i;
    for (i = 0; i < 2; ++i) {
        const dameotb_position position = position_of(texts[i]);
        CHECK(dameotb_probe_wdl(tables, &position, &wdl, &error) == DAMEOTB_NO_TABLE);
        CHECK(strcmp(error.missing_class, "KMvM") == 0);
        CHECK(strstr(error.text, "KMvM") != NULL);
        CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_NO_TABLE);
        CHECK(strcmp(error.missing_class, "KMvM") == 0);
        CHECK(dameotb_probe_root(tables, &position, NULL, 0, &count, &error) == DAMEOTB_NO_TABLE);
        CHECK(strcmp(error.missing_class, "KMvM") == 0);
        CHECK(dameotb_probe_wdl(tables, &position, &wdl, NULL) == DAMEOTB_NO_TABLE);
    }
}

/* The class has files, but not the one that the answer needs: the text names that. */
static void test_missing_file(void) {
    const dameotb_position position = position_of("W:WKa1:BKh7");
    const dameotb_position larger = position_of("W:WKa7,Kh8:BKa1");
    const char* const only_wdl = "there is no KvK.dtm, only KvK.wdl";
    const char* const only_dtm = "there is no KvK.wdl, only KvK.dtm";
    dameotb_tablebase* tables = open_tables("results");
    dameotb_error error;
    dameotb_value value;
    size_t count;
    int wdl;
    CHECK(dameotb_probe_wdl(tables, &position, &wdl, &error) == DAMEOTB_OK);
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.text, only_wdl) == 0 && strcmp(error.missing_class, "KvK") == 0);
    CHECK(dameotb_probe_root(tables, &position, NULL, 0, &count, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.text, only_wdl) == 0);
    /* Captures lead to it. */
    CHECK(dameotb_probe_root(tables, &larger, NULL, 0, &count, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.text, only_wdl) == 0);
    dameotb_close(tables);

    tables = open_tables("distances");
    CHECK(dameotb_probe_wdl(tables, &position, &wdl, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.text, only_dtm) == 0 && strcmp(error.missing_class, "KvK") == 0);
    CHECK(dameotb_probe_dtm(tables, &position, &value, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.text, only_dtm) == 0);
    CHECK(dameotb_best_line(tables, &position, NULL, 0, &count, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.text, only_dtm) == 0);
    CHECK(dameotb_probe_dtm(tables, &larger, &value, &error) == DAMEOTB_NO_TABLE);
    CHECK(strcmp(error.text, "no table of the class KKvK") == 0);
    dameotb_close(tables);
}

static void test_texts(void) {
    const dameotb_position read = position_of("B:Bg7,Kh8:WKa1,b2:H3:F9");
    dameotb_position full = {0, 0, 0, 0, DAMEOTB_BLACK};
    const dameotb_position captures = position_of("W:WKd1:BKf1,a2,b4,d3");
    dameotb_move move = {3, 6, 0};
    char text[DAMEOTB_FEN_SIZE];
    CHECK(read.white_men == 1u << 9 && read.white_kings == 1);
    CHECK(read.black_men == (uint64_t)1 << 54 && read.black_kings == (uint64_t)1 << 63);
    CHECK(read.side_to_move == DAMEOTB_BLACK);
    CHECK(dameotb_format_fen(&read, text, sizeof text, NULL) == DAMEOTB_OK);
    CHECK(strcmp(text, "B:WKa1,b2:Bg7,Kh8") == 0);
    CHECK(dameotb_format_fen(&read, text, 18, NULL) == DAMEOTB_OK);
    text[0] = '!';
    CHECK(dameotb_format_fen(&read, text, 17, NULL) == DAMEOTB_BUFFER_TOO_SMALL && text[0] == '\0');
    CHECK(dameotb_format_fen(&read, NULL, 0, NULL) == DAMEOTB_BUFFER_TOO_SMALL);
    /* The longest text of a position that a game can have. */
    full.white_kings = ((uint64_t)1 << 18) - 1;
    full.black_kings = full.white_kings << 40;
    CHECK(dameotb_format_fen(&full, text, sizeof text, NULL) == DAMEOTB_OK && strlen(text) == 147);

    move.captured = (uint64_t)1 << 5 | (uint64_t)1 << 8 | (uint64_t)1 << 25 | (uint64_t)1 << 19;
    CHECK(dameotb_move_text(&captures, &move, text, DAMEOTB_MOVE_TEXT_SIZE, NULL) == DAMEOTB_OK);
    CHECK(strcmp(text, "d1xd4xa4xa1xg1") == 0);
    CHECK(dameotb_move_text(&captures, &move, text, 15, NULL) == DAMEOTB_OK);
    CHECK(dameotb_move_text(&captures, &move, text, 14, NULL) == DAMEOTB_BUFFER_TOO_SMALL && text[0] == '\0');
}

void test_probes(void) {
    dameotb_tablebase* tables = open_tables("good");
    test_ranked_moves(tables);
    test_all_of_two_kings(tables);
    test_missing_class(tables);
    test_missing_file();
    test_texts();
    dameotb_close(tables);
}
