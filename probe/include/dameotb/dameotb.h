/* The probe library's C face: open a directory of tables, ask for results, distances and ranked moves.
   Forced captures are resolved inside, whichever side is to move. It is C89 but for <stdint.h>.

   Every function that can fail returns a dameotb_status; no C++ exception leaves the library. What went wrong in
   words goes into the caller's dameotb_error, the last parameter, which may be NULL. Other results are written only
   with DAMEOTB_OK, unless said otherwise; a pointer for results must not be NULL unless said otherwise.

   Threads: a dameotb_tablebase may be used from any number of threads at once, without locks of the caller's; only
   dameotb_close must be the last use of it. The other functions have no state at all. */
#ifndef DAMEOTB_DAMEOTB_H
#define DAMEOTB_DAMEOTB_H

#include <stddef.h>
#include <stdint.h>

/* Changes when a program that was compiled against this header must be compiled again. */
#define DAMEOTB_API_VERSION 1

#if defined(__GNUC__)
#define DAMEOTB_API __attribute__((visibility("default")))
#else
#define DAMEOTB_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dameotb_status {
    DAMEOTB_OK = 0,
    /* An ordinary answer: a table that is needed is not there. dameotb_error.missing_class names one. There are tables
       of up to 6 pieces. Captures are followed from positions of up to 8; with more it is the position's own class. */
    DAMEOTB_NO_TABLE = 1,
    /* Two pieces on a square, a man on its promotion row, more than DAMEOTB_MAX_SIDE_PIECES a side, or a
       side_to_move that is none. */
    DAMEOTB_ILLEGAL_POSITION = 2,
    /* NULL where it is not allowed, options of an impossible size, or a move that is not legal. */
    DAMEOTB_BAD_ARGUMENT = 3,
    /* A text that is no position, or that of one with a man on its promotion row or two pieces on a square. */
    DAMEOTB_BAD_NOTATION = 4,
    /* The directory is not there or may not be read, or a table file is damaged or may not be read: the text says
       which and why. */
    DAMEOTB_BAD_FILE = 5,
    DAMEOTB_BUFFER_TOO_SMALL = 6,
    DAMEOTB_OUT_OF_MEMORY = 7,
    /* A defect of the library. */
    DAMEOTB_INTERNAL = 8,
    /* What is to be preloaded does not fit into the cache's budget; nothing was preloaded. */
    DAMEOTB_NO_ROOM = 9,
    /* The operating system could not open or read the directory or a table file, which may be sound: too many open
       files, an input or output error. The text says which and why; the same call may succeed later. Every function
       that gives BAD_FILE gives this, too. */
    DAMEOTB_SYSTEM = 10
} dameotb_status;

/* What went wrong, for people, and the class of DAMEOTB_NO_TABLE, for programs ("KKMvKM"). One line each, cut off
   at the front if it does not fit, and empty where it does not apply. */
typedef struct dameotb_error {
    char text[472];
    char missing_class[40];
} dameotb_error;

enum { DAMEOTB_WHITE = 0, DAMEOTB_BLACK = 1 };
enum { DAMEOTB_LOSS = -1, DAMEOTB_DRAW = 0, DAMEOTB_WIN = 1 };

/* What a game starts with; positions with more are illegal. A side without pieces is allowed: it has lost. */
#define DAMEOTB_MAX_SIDE_PIECES 18

/* Bitboards: bit 0 is a1, bit 7 is h1, bit 8 is a2, bit 63 is h8. White moves up the board. */
typedef struct dameotb_position {
    uint64_t white_men;
    uint64_t white_kings;
    uint64_t black_men;
    uint64_t black_kings;
    int side_to_move; /* DAMEOTB_WHITE or DAMEOTB_BLACK */
} dameotb_position;

/* For the side to move. Plies to the end of the game with best play: odd for a win, even for a loss, 0 for a draw. */
typedef struct dameotb_value {
    int wdl; /* DAMEOTB_LOSS, DAMEOTB_DRAW or DAMEOTB_WIN */
    int plies;
} dameotb_value;

/* What dameotb_preload reads: .wdl files (.dtm where there is no .wdl), .dtm files, or both. */
enum { DAMEOTB_PRELOAD_WDL = 0, DAMEOTB_PRELOAD_DTM = 1, DAMEOTB_PRELOAD_BOTH = 2 };

/* Squares are numbered as bits are. A capture may end where it began; `captured` has the pieces that it takes. */
typedef struct dameotb_move {
    int from;
    int to;
    uint64_t captured; /* 0 for a quiet move */
} dameotb_move;

/* A move and what it is worth for the side that makes it, the move's own ply included. */
typedef struct dameotb_ranked_move {
    dameotb_move move;
    dameotb_value value;
} dameotb_ranked_move;

/* Set it by `dameotb_options options = DAMEOTB_OPTIONS_INIT;`, then change what is to be changed. Later versions may
   add members at the end; one that is 0 always has its default. */
typedef struct dameotb_options {
    size_t size;        /* sizeof(dameotb_options) */
    size_t cache_bytes; /* budget of the cache of decoded blocks, for this tablebase; 0: 64 MiB. Memory is taken as
                           blocks come in: (size_t)-1 allows all that the tables hold, and costs 32 MiB by itself. */
} dameotb_options;
#define DAMEOTB_OPTIONS_INIT \
    { sizeof(dameotb_options), 0 }

/* Buffers of these sizes are large enough for every position and every move, with the NUL. */
#define DAMEOTB_FEN_SIZE 160
#define DAMEOTB_MOVE_TEXT_SIZE 80

/* An open directory of tables. Files are opened when first needed and stay open. */
typedef struct dameotb_tablebase dameotb_tablebase;

/* Opens a directory, which may be empty. `options` may be NULL: all defaults. *tablebase is NULL after a failure,
   and belongs to the caller, who ends it by dameotb_close, after DAMEOTB_OK. BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_open(const char* directory, const dameotb_options* options,
                                        dameotb_tablebase** tablebase, dameotb_error* error);

/* NULL is allowed and does nothing. */
DAMEOTB_API void dameotb_close(dameotb_tablebase* tablebase);

/* Decodes whole classes into the cache, where they stay until dameotb_close: all of them, or none. `classes` has
   `count` names, as "KKvK", of which nothing is kept; NULL with a count of 0: all that are in the directory. Forced
   captures lead to smaller classes, which are preloaded only if they are named too. `what`: DAMEOTB_PRELOAD_....
   *bytes, unless `bytes` is NULL: what the classes take of the budget, those preloaded before not counted; it is
   written with NO_ROOM, too. For *bytes of an empty cache a cache_bytes of *bytes + *bytes / 1000 + 4096 is enough: the
   cache needs a little to find its blocks. Other threads may probe meanwhile. NO_TABLE, NO_ROOM, BAD_ARGUMENT (also for
   a name that is none), BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_preload(const dameotb_tablebase* tablebase, const char* const* classes, size_t count,
                                           int what, size_t* bytes, dameotb_error* error);

/* Win, draw or loss for the side to move. NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_probe_wdl(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                             int* wdl, dameotb_error* error);

/* Result and distance. NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_probe_dtm(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                             dameotb_value* value, dameotb_error* error);

/* The same for many positions, faster than one by one: they are looked up in the order of the files. statuses[i] is
   OK, NO_TABLE or ILLEGAL_POSITION; with OK wdl[i] or values[i] is the answer to positions[i], and with the others it
   is not written. The call itself returns OK then, whatever the statuses. After BAD_FILE or OUT_OF_MEMORY, which are
   about all, the contents of both arrays are of no use. The pointers may be NULL if count is 0. BAD_ARGUMENT,
   BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_probe_wdl_many(const dameotb_tablebase* tablebase, const dameotb_position* positions,
                                                  size_t count, int* wdl, dameotb_status* statuses,
                                                  dameotb_error* error);
DAMEOTB_API dameotb_status dameotb_probe_dtm_many(const dameotb_tablebase* tablebase, const dameotb_position* positions,
                                                  size_t count, dameotb_value* values, dameotb_status* statuses,
                                                  dameotb_error* error);

/* All legal moves, best first; moves that lead to the same position are one. *count is their number: 0 if the game
   is over, and the number needed with BUFFER_TOO_SMALL, when the first `capacity` of them have been written. `moves`
   may be NULL if capacity is 0. It is the positions after the moves that must have a value: there can be an answer
   here where probes have none (and then the first move's value is the position's), and none where they have one.
   NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE, BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_probe_root(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                              dameotb_ranked_move* moves, size_t capacity, size_t* count,
                                              dameotb_error* error);

/* Best play to the end of the game: the winner takes the shortest way, the loser the longest; each move is the first
   that dameotb_probe_root gives, with its value for the side that makes it. *count is their number, which is the
   position's plies: 0 for a draw, whose best play has no end, and for a game that is over. The buffer is treated as by
   dameotb_probe_root. It needs the tables that a probe of the position needs, and those that ranking the moves on the
   way needs. NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE (also for tables that contradict each other),
   BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_best_line(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                             dameotb_ranked_move* moves, size_t capacity, size_t* count,
                                             dameotb_error* error);

/* Reads "W:WKa1,b2:Bg7,Kh8", with or without ":H0:F1", which are ignored. BAD_NOTATION, ILLEGAL_POSITION,
   BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_parse_fen(const char* fen, dameotb_position* position, dameotb_error* error);

/* Writes the position's text with a NUL; with BUFFER_TOO_SMALL an empty one, if there is room for that. `text` may be
   NULL if capacity is 0. ILLEGAL_POSITION, BAD_ARGUMENT, BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_format_fen(const dameotb_position* position, char* text, size_t capacity,
                                              dameotb_error* error);

/* Writes a legal move's text, "d1-b3" or "c5xc1xh1"; the buffer is treated as by dameotb_format_fen.
   ILLEGAL_POSITION, BAD_ARGUMENT (also for a move that is not legal), BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_move_text(const dameotb_position* position, const dameotb_move* move, char* text,
                                             size_t capacity, dameotb_error* error);

/* One line in English for a dameotb_status; never NULL, for any number. */
DAMEOTB_API const char* dameotb_status_text(int status);

/* The library's version, "0.1.0". */
DAMEOTB_API const char* dameotb_version(void);

/* The DAMEOTB_API_VERSION that the library was compiled with; to be compared with the header's where the library is
   loaded at run time. */
DAMEOTB_API int dameotb_api_version(void);

#ifdef __cplusplus
}
#endif

#endif /* DAMEOTB_DAMEOTB_H */
