/* What is refused: null pointers, illegal positions and moves, texts that are none; and the functions that cannot fail.
 */
#include <string.h>

#include "check.h"

static void test_null_arguments(dameotb_tablebase* tables) {
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    const dameotb_move move = {48, 54, 0};
    dameotb_position read;
    dameotb_tablebase* other = tables;
    dameotb_error error;
    dameotb_value value;
    char text[DAMEOTB_FEN_SIZE];
    size_t count;
    int wdl;
#define CHECK_NULL(call, name)                         \
    do {                                               \
        CHECK((call) == DAMEOTB_BAD_ARGUMENT);         \
        CHECK(strstr(error.text, name) == error.text); \
        CHECK(strstr(error.text, "NULL") != NULL);     \
    } while (0)
    CHECK_NULL(dameotb_open(NULL, NULL, &other, &error), "directory");
    CHECK(other == NULL);
    CHECK_NULL(dameotb_open(path_of("good"), NULL, NULL, &error), "tablebase");
    CHECK_NULL(dameotb_probe_wdl(NULL, &position, &wdl, &error), "tablebase");
    CHECK_NULL(dameotb_probe_wdl(tables, NULL, &wdl, &error), "position");
    CHECK_NULL(dameotb_probe_wdl(tables, &position, NULL, &error), "wdl");
    CHECK_NULL(dameotb_probe_dtm(NULL, &position, &value, &error), "tablebase");
    CHECK_NULL(dameotb_probe_dtm(tables, NULL, &value, &error), "position");
    CHECK_NULL(dameotb_probe_dtm(tables, &position, NULL, &error), "value");
    CHECK_NULL(dameotb_probe_root(NULL, &position, NULL, 0, &count, &error), "tablebase");
    CHECK_NULL(dameotb_probe_root(tables, NULL, NULL, 0, &count, &error), "position");
    CHECK_NULL(dameotb_probe_root(tables, &position, NULL, 1, &count, &error), "moves");
    CHECK_NULL(dameotb_probe_root(tables, &position, NULL, 0, NULL, &error), "count");
    CHECK_NULL(dameotb_parse_fen(NULL, &read, &error), "fen");
    CHECK_NULL(dameotb_parse_fen("W:WKa1:BKh8", NULL, &error), "position");
    CHECK_NULL(dameotb_format_fen(NULL, text, sizeof text, &error), "position");
    CHECK_NULL(dameotb_format_fen(&position, NULL, 1, &error), "text");
    CHECK_NULL(dameotb_move_text(NULL, &move, text, sizeof text, &error), "position");
    CHECK_NULL(dameotb_move_text(&position, NULL, text, sizeof text, &error), "move");
    CHECK_NULL(dameotb_move_text(&position, &move, NULL, 1, &error), "text");
#undef CHECK_NULL
    CHECK(dameotb_probe_dtm(NULL, NULL, NULL, NULL) == DAMEOTB_BAD_ARGUMENT);
    dameotb_close(NULL);
}

static void check_not_probed(const dameotb_tablebase* tables, const dameotb_position* position, const char* reason) {
    dameotb_ranked_move moves[1];
    dameotb_value value = {77, 77};
    dameotb_error error;
    size_t count = 77;
    int wdl = 77;
    CHECK(dameotb_probe_wdl(tables, position, &wdl, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(strcmp(error.text, reason) == 0);
    CHECK(dameotb_probe_dtm(tables, position, &value, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_probe_root(tables, position, moves, 1, &count, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_best_line(tables, position, moves, 1, &count, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(strcmp(error.text, reason) == 0);
    CHECK(wdl == 77 && value.wdl == 77 && value.plies == 77 && count == 77);
}

static void check_illegal(const dameotb_tablebase* tables, const dameotb_position* position, const char* reason) {
    const dameotb_move move = {0, 8, 0};
    dameotb_error error;
    char text[DAMEOTB_FEN_SIZE] = "?";
    check_not_probed(tables, position, reason);
    CHECK(dameotb_format_fen(position, text, sizeof text, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(dameotb_move_text(position, &move, text, sizeof text, &error) == DAMEOTB_ILLEGAL_POSITION);
    CHECK(strcmp(error.text, reason) == 0);
    CHECK(text[0] == '?');
}

static void test_illegal_positions(const dameotb_tablebase* tables) {
    const uint64_t most = ((uint64_t)1 << DAMEOTB_MAX_SIDE_PIECES) - 1;
    const dameotb_position legal = {0, 1, 0, 2, DAMEOTB_WHITE};
    dameotb_position position = legal;
    dameotb_error error;
    int wdl;
    CHECK(dameotb_probe_wdl(tables, &legal, &wdl, NULL) == DAMEOTB_OK);

    position.side_to_move = 2;
    check_illegal(tables, &position, "side_to_move is 2");
    position.side_to_move = -1;
    check_illegal(tables, &position, "side_to_move is -1");
    position = legal;
    position.white_men = (uint64_t)1 << 60;
    check_illegal(tables, &position, "white man on its promotion rank at e8");
    position = legal;
    position.black_men = (uint64_t)1 << 7;
    check_illegal(tables, &position, "black man on its promotion rank at h1");
    position = legal;
    position.black_kings = 1;
    check_illegal(tables, &position, "two pieces on a1");
    position = legal;
    position.white_men = 1;
    check_illegal(tables, &position, "two pieces on a1");
    position = legal;
    position.white_men = ~(uint64_t)0;
    position.black_men = ~(uint64_t)0;
    check_illegal(tables, &position, "two pieces on a1");

    position = legal;
    position.white_kings = most;
    position.black_kings = most << 40;
    CHECK(dameotb_probe_wdl(tables, &position, &wdl, NULL) != DAMEOTB_ILLEGAL_POSITION);
    position.white_men = (uint64_t)1 << 30;
    check_not_probed(tables, &position, "more than 18 pieces of one side");
    position.white_men = 0;
    position.black_kings |= (uint64_t)1 << 30;
    check_not_probed(tables, &position, "more than 18 pieces of one side");
    CHECK(dameotb_parse_fen("W:Wa1,a2,a3,a4,a5,a6,a7,b1,b2,b3,b4,b5,b6,b7,c1,c2,c3,c4,c5:B", &position, &error) ==
          DAMEOTB_OK);
    check_not_probed(tables, &position, "more than 18 pieces of one side");
}

static void test_bad_texts(void) {
    static const char* const texts[] = {"", "W", "W:WKa1:BKh9", "W:Wa8:BKh8", "W:WKa1:BKa1", "W:WAa1:BKh8", "\xff"};
    dameotb_position position = {1, 2, 3, 4, 5};
    dameotb_error error;
    size_t i;
    for (i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        CHECK(dameotb_parse_fen(texts[i], &position, &error) == DAMEOTB_BAD_NOTATION);
        CHECK(error.text[0] != '\0');
    }
    CHECK(dameotb_parse_fen("W:WBd4:BGd3,b4", &position, &error) == DAMEOTB_BAD_NOTATION);
    CHECK(strstr(error.text, "capture under way") != NULL);
    CHECK(position.white_men == 1 && position.side_to_move == 5);
}

static void test_illegal_moves(void) {
    static const dameotb_move moves[] = {{48, 48, 0}, {48, 54, 1}, {0, 1, 0}, {-1, 64, 0}, {304, 310, 0}};
    const dameotb_position position = position_of("W:WKa7,Kh8:BKa1");
    dameotb_error error;
    char text[DAMEOTB_MOVE_TEXT_SIZE];
    size_t i;
    for (i = 0; i < sizeof moves / sizeof moves[0]; ++i) {
        CHECK(dameotb_move_text(&position, &moves[i], text, sizeof text, &error) == DAMEOTB_BAD_ARGUMENT);
        CHECK(strcmp(error.text, "no legal move of W:WKa7,Kh8:BKa1") == 0);
    }
}

static void test_constants(void) {
    int status, other;
    for (status = DAMEOTB_OK; status <= last_status; ++status) {
        for (other = DAMEOTB_OK; other < status; ++other) {
            CHECK(strcmp(dameotb_status_text(status), dameotb_status_text(other)) != 0);
        }
        CHECK(strcmp(dameotb_status_text(status), "unknown status") != 0);
    }
    CHECK(strcmp(dameotb_status_text(-1), "unknown status") == 0);
    CHECK(strcmp(dameotb_status_text(last_status + 1), "unknown status") == 0);
    CHECK(dameotb_api_version() == DAMEOTB_API_VERSION);
    CHECK(strcmp(dameotb_version(), EXPECTED_VERSION) == 0);
}

void test_arguments(void) {
    dameotb_tablebase* tables = open_tables("good");
    test_null_arguments(tables);
    test_illegal_positions(tables);
    test_bad_texts();
    test_illegal_moves();
    test_constants();
    dameotb_close(tables);
}
