/* The probe library's C interface: open directories of tables, ask for results, distances and ranked moves.
   The library resolves forced captures itself, whichever side is to move. The header is C89, except for <stdint.h>.

   Every function that can fail returns a dameotb_status; no C++ exception leaves the library. The last parameter is the
   caller's dameotb_error, which may be NULL. It says in words what went wrong. Other results are written only with
   DAMEOTB_OK, unless said otherwise. A pointer for results must not be NULL, unless said otherwise.

   Threads: any number of threads may use a dameotb_tablebase at once, without locks of their own; dameotb_close must be
   the last use of it. A dameotb_prover serves one thread at a time. Functions without either have no state at all.
   After a fork the child opens its own: it must not use those of its parent. */
#ifndef DAMEOTB_DAMEOTB_H
#define DAMEOTB_DAMEOTB_H

#include <stddef.h>
#include <stdint.h>

/* Changes when a program that was compiled against this header must be compiled again. */
#define DAMEOTB_API_VERSION 1

/* May be defined before, for compilers that need something else. */
#ifndef DAMEOTB_API
#if defined(__GNUC__) && !defined(_WIN32)
#define DAMEOTB_API __attribute__((visibility("default")))
#else
#define DAMEOTB_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum dameotb_status {
    DAMEOTB_OK = 0,
    /* An ordinary answer: a table that is needed is not there. dameotb_error.missing_class names its class, and the
       text the file, if there is another one of the class: a .wdl has no distances, and a .dtm needs its .wdl. There
       are tables of up to 7 pieces. Captures are followed from positions of up to 9 pieces. If a position with a forced
       capture has more, missing_class is the position's own class. */
    DAMEOTB_NO_TABLE = 1,
    /* Two pieces on a square, a man on its promotion rank, or a side_to_move that is neither DAMEOTB_WHITE nor
       DAMEOTB_BLACK; where tables are asked, also more than DAMEOTB_MAX_SIDE_PIECES a side. */
    DAMEOTB_ILLEGAL_POSITION = 2,
    /* NULL where it is not allowed, no directory at all, options of an impossible size, a move that is not legal, a
       draw rule that does not exist, or a negative counter. */
    DAMEOTB_BAD_ARGUMENT = 3,
    /* A text that is not a position or not a legal move, or a position with a man on its promotion rank or two pieces
       on a square. */
    DAMEOTB_BAD_NOTATION = 4,
    /* A directory is missing or may not be read, or a table file is damaged or may not be read. The error's text says
       which and why. */
    DAMEOTB_BAD_FILE = 5,
    DAMEOTB_BUFFER_TOO_SMALL = 6,
    /* Every function that returns a dameotb_status can return this. The same call may succeed later. */
    DAMEOTB_OUT_OF_MEMORY = 7,
    /* A bug in the library. Every function that returns a dameotb_status can return this, too. */
    DAMEOTB_INTERNAL = 8,
    /* The classes to be preloaded do not fit into the cache's budget; nothing was preloaded. */
    DAMEOTB_NO_ROOM = 9,
    /* The operating system could not open or read the directory or a table file, for example because of too many open
       files or an I/O error. The file may be sound. The error's text says which file and why; the same call may succeed
       later. Every function that can return BAD_FILE can return this, too. */
    DAMEOTB_SYSTEM = 10,
    /* An ordinary answer of the probes under a rule and of dameotb_best_line_rule: the position is won or lost without
       the draw rule, but the tables do not say whether it still is under the rule. dameotb_error.missing_class names a
       class whose .dtz for this rule is missing; it is empty if none is, and the rules of a site are what is unknown.
       */
    DAMEOTB_UNKNOWN_RESULT = 11,
    /* An ordinary answer of the functions that answer only from memory: something is not there. */
    DAMEOTB_NOT_IN_MEMORY = 12
} dameotb_status;

/* `text` tells people what went wrong. With DAMEOTB_NO_TABLE and DAMEOTB_UNKNOWN_RESULT, `missing_class` tells programs
   the class ("KKMvKM"). Each is one line, cut off at the front if it does not fit, and empty where it does not
   apply. */
typedef struct dameotb_error {
    char text[472];
    char missing_class[40];
} dameotb_error;

enum { DAMEOTB_WHITE = 0, DAMEOTB_BLACK = 1 };
enum { DAMEOTB_LOSS = -1, DAMEOTB_DRAW = 0, DAMEOTB_WIN = 1 };
/* In place of a result that is not known, only in a dameotb_known_move. */
enum { DAMEOTB_UNKNOWN = 2 };

/* The pieces with which a side starts a game. What takes no tables, texts and moves, takes positions with more; probes
   and proofs refuse them. A side without pieces is allowed: it has lost. */
#define DAMEOTB_MAX_SIDE_PIECES 18

/* Bitboards: bit 0 is a1, bit 7 is h1, bit 8 is a2, bit 63 is h8. White moves up the board. */
typedef struct dameotb_position {
    uint64_t white_men;
    uint64_t white_kings;
    uint64_t black_men;
    uint64_t black_kings;
    int side_to_move; /* DAMEOTB_WHITE or DAMEOTB_BLACK */
} dameotb_position;

/* The value for the side to move. `plies` are those to the end of the game with best play: odd for a win, even for a
   loss, 0 for a draw. */
typedef struct dameotb_value {
    int wdl; /* DAMEOTB_LOSS, DAMEOTB_DRAW or DAMEOTB_WIN */
    int plies;
} dameotb_value;

/* Bounds on the value for the side to move: in the order in which players prefer values (a fast win, a slow win, a
   draw, a slow loss, a fast loss) it is neither worse than at_least nor better than at_most. The result is known if
   both have the same wdl. `plies` is -1 for a win or a loss of any length: the longest win or the shortest loss in
   at_least, the shortest win or the longest loss in at_most. So nothing is known if at_least is a loss and at_most a
   win, both with -1. "A win in at most 7" is a win with at_least.plies 7 and at_most.plies -1; "at least a draw" is
   at_least a draw. */
typedef struct dameotb_bounds {
    dameotb_value at_least;
    dameotb_value at_most;
} dameotb_bounds;

/* The greatest number of plies that a draw rule may have. */
#define DAMEOTB_MOST_RULE_PLIES 120
/* What may stand for a rule's number of plies: all the rules by which a site ends games (docs/rules.md, "Sites"), but
   for repetition, which a position does not show; or, where a function says so, no rule. Both sites have a draw rule of
   50 plies. AbstractPlay calls the draw even if the side to move has no legal move. */
enum { DAMEOTB_NO_RULE = 0, DAMEOTB_PLAYSTRATEGY = 1001, DAMEOTB_ABSTRACTPLAY = 1002 };

/* The value for the side to move under a draw rule, with a given counter. `plies` is how many plies of the rule a win
   or a loss needs, not the distance to the end of the game: under a rule of N plies the result holds up to a counter of
   N - plies, and is a draw beyond. The number may be even or odd. It is 0 for a draw, and for a loss for lack of a
   move, which holds with any counter (on AbstractPlay 1, since it does not hold with a counter of 50); -1 for a win or
   a loss that is known only from tables without the rule. */
typedef struct dameotb_rule_value {
    int wdl; /* DAMEOTB_LOSS, DAMEOTB_DRAW or DAMEOTB_WIN */
    int plies;
} dameotb_rule_value;

/* What dameotb_preload reads: .wdl files, .dtm files, both (the .wdl alone where there is no .dtm), .dtz files, or all
   that a class has, at least the .wdl. */
enum { DAMEOTB_PRELOAD_WDL = 0, DAMEOTB_PRELOAD_DTM = 1, DAMEOTB_PRELOAD_BOTH = 2 };
enum { DAMEOTB_PRELOAD_DTZ = 3, DAMEOTB_PRELOAD_ALL = 4 };

/* Squares are numbered like the bits of bitboards. A capture may end where it began; `captured` has the pieces that it
   takes. */
typedef struct dameotb_move {
    int from;
    int to;
    uint64_t captured; /* 0 for a quiet move */
} dameotb_move;

/* A move, and its value for the side that makes it. The value's plies include the move itself. */
typedef struct dameotb_ranked_move {
    dameotb_move move;
    dameotb_value value;
} dameotb_ranked_move;

/* A move, and what is known of it for the side that makes it; wdl is DAMEOTB_UNKNOWN, and plies -1, for what is not. */
typedef struct dameotb_known_move {
    dameotb_move move;
    dameotb_rule_value value; /* by the rule asked about; without one, the same as `without` */
    dameotb_value without;    /* without a rule; plies is -1 if only the result is known */
    int counter;              /* of the position after the move; 0 without a rule. At most the rule's plies + 1: all
                                 counters from its plies on are alike. */
} dameotb_known_move;

/* Room for the moves of every position of up to 9 pieces, and of every position without a forced capture. */
#define DAMEOTB_MAX_MOVES 4096

/* A table file. */
enum { DAMEOTB_METRIC_WDL = 0, DAMEOTB_METRIC_DTM = 1, DAMEOTB_METRIC_DTZ = 2 };
typedef struct dameotb_file {
    char name[40];       /* "KKvK.dtm" */
    char class_name[40]; /* "KKvK" */
    int metric;          /* DAMEOTB_METRIC_... */
    int is_usable;       /* 0 if it cannot be opened, or is not what its name says: probes that need it fail */
    uint64_t bytes;      /* the file's size; 0 if it cannot be opened */
    uint64_t positions;  /* how many the class stores, over both sides to move; 0 if it is not usable */
} dameotb_file;

/* What stays in memory of what was read: decoded blocks, from which a probe takes a fraction of a microsecond; or block
   groups as they are in the file, which take a tenth of the memory, but each probe decodes its value again. */
enum {
    DAMEOTB_KEEP_DECODED_BLOCKS = 0,
    DAMEOTB_KEEP_BLOCK_GROUPS = 1,
    DAMEOTB_KEEP_UNITS = DAMEOTB_KEEP_DECODED_BLOCKS, /* earlier names */
    DAMEOTB_KEEP_PAGES = DAMEOTB_KEEP_BLOCK_GROUPS
};

/* What a tablebase's cache has done since it was opened, or since dameotb_reset_statistics. Probes of preloaded classes
   are not counted. */
typedef struct dameotb_statistics {
    uint64_t hits;         /* values that were in the cache */
    uint64_t reads;        /* blocks that had to be read and decoded; block groups, if those are kept */
    uint64_t memory_bytes; /* of cache_bytes, taken at the moment */
} dameotb_statistics;

/* Initialise with `dameotb_options options = DAMEOTB_OPTIONS_INIT;`, then change what should differ from the defaults.
   Later versions may add members at the end. A member of 0 always means its default. */
typedef struct dameotb_options {
    size_t size;        /* sizeof(dameotb_options) */
    size_t cache_bytes; /* budget of this tablebase for what it keeps, the models of open tables included; 0: 64 MiB.
                           Memory is taken as blocks or block groups come in. (size_t)-1 allows all that the tables
                           hold, and costs 32 MiB by itself. */
    size_t keep;        /* DAMEOTB_KEEP_... */
    size_t most_pieces; /* tables of more pieces are ignored; 0: none is. Forced captures are
                           still followed: where they end among fewer pieces, there is an answer. */
} dameotb_options;
#define DAMEOTB_OPTIONS_INIT \
    { sizeof(dameotb_options), 0, 0, 0 }

/* Buffers of these sizes are large enough for every position and every move, the NUL included. */
#define DAMEOTB_FEN_SIZE 264
#define DAMEOTB_MOVE_TEXT_SIZE 192

/* One or more open directories of tables. Files are opened when first needed and stay open. */
typedef struct dameotb_tablebase dameotb_tablebase;

/* A table file that is not used, because an earlier directory has one of the same name. `used` and `hidden` are the
   numbers, from 0, of the two directories among those opened. */
typedef struct dameotb_duplicate {
    char file[40]; /* its name, "KKvK.dtm" */
    size_t used;   /* the directory whose file is used */
    size_t hidden; /* the one whose file is not */
} dameotb_duplicate;

/* Opens a directory, which may be empty. A relative name keeps its meaning when the process changes its working
   directory. If `options` is NULL, all members have their defaults. After DAMEOTB_OK, *tablebase belongs to the caller,
   who closes it with dameotb_close. After a failure it is NULL. Fails with BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_open(const char* directory, const dameotb_options* options,
                                        dameotb_tablebase** tablebase, dameotb_error* error);

/* Opens `count` directories, at least one, like dameotb_open; no character in their names is special. Each file is
   taken from the first directory that has one of its name, so a class's .wdl may be in another directory than its .dtm
   or .dtz. If these do not belong to each other, calls that need both fail with BAD_FILE. The library does not keep
   these strings. If a directory is missing or may not be read, the error's text names it. Fails with BAD_ARGUMENT,
   BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_open_directories(const char* const* directories, size_t count,
                                                    const dameotb_options* options, dameotb_tablebase** tablebase,
                                                    dameotb_error* error);

/* Writes which files are not used, in a fixed order; a file in n directories gives n - 1 entries. *count is their
   number: 0 if no file is in two directories. The buffer works as in dameotb_probe_root. Fails with BAD_ARGUMENT,
   BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_duplicates(const dameotb_tablebase* tablebase, dameotb_duplicate* duplicates,
                                              size_t capacity, size_t* count, dameotb_error* error);

/* Writes the number of pieces of the largest class that has a file; 0 if there is none. It goes by the names of files,
   as they were when the tablebase was opened, and ignores those that dameotb_options.most_pieces excludes. Fails with
   BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_most_pieces(const dameotb_tablebase* tablebase, int* pieces, dameotb_error* error);

/* Writes which files there are: class by class from small ones to large ones, each class's .wdl before its .dtm and
   .dtz. Opens every file and reads its header, but not its values. The buffer works as in dameotb_probe_root. Fails
   with BAD_ARGUMENT, BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_files(const dameotb_tablebase* tablebase, dameotb_file* files, size_t capacity,
                                         size_t* count, dameotb_error* error);

/* Writes the statistics. While other threads probe, their last counts may be missing. Fails with BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_get_statistics(const dameotb_tablebase* tablebase, dameotb_statistics* statistics,
                                                  dameotb_error* error);

/* Sets the counts to 0. Fails with BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_reset_statistics(const dameotb_tablebase* tablebase, dameotb_error* error);

/* Closes a tablebase. NULL is allowed and does nothing. */
DAMEOTB_API void dameotb_close(dameotb_tablebase* tablebase);

/* Brings whole classes into memory, where they stay until dameotb_close: all of them, or none. Decodes them, or reads
   their block groups, as dameotb_options.keep says. `classes` has `count` names, such as "KKvK"; the library does not
   keep these strings. NULL with a count of 0 means all classes in the directories that have what `what` names; there
   may be none. Forced captures lead to smaller classes, which are preloaded only if they are named too. `what` is one
   of DAMEOTB_PRELOAD_.... `bytes` may be NULL; otherwise *bytes is what the classes take of the budget, without those
   preloaded before. It is written with NO_ROOM, too. If nothing was probed before, a cache_bytes of *bytes + *bytes /
   100 + 4096 is enough: the cache needs a little to find what it keeps. Other threads may probe in the meantime. Fails
   with NO_TABLE, NO_ROOM, BAD_ARGUMENT (also for a name that is not a class), BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_preload(const dameotb_tablebase* tablebase, const char* const* classes, size_t count,
                                           int what, size_t* bytes, dameotb_error* error);

/* Writes win, draw or loss for the side to move. Fails with NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_probe_wdl(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                             int* wdl, dameotb_error* error);

/* Writes result and distance. Needs the class's .dtm and its .wdl. Fails with NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT,
   BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_probe_dtm(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                             dameotb_value* value, dameotb_error* error);

/* Do the same, but wait for no disk, and decode nothing: for a search that would rather go on. NOT_IN_MEMORY if a file
   would have to be opened or a block to be read; with DAMEOTB_KEEP_BLOCK_GROUPS, whenever a table is needed. What other
   calls have brought in is there, above all what dameotb_preload has. Fail with NOT_IN_MEMORY, NO_TABLE,
   ILLEGAL_POSITION, BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_probe_wdl_in_memory(const dameotb_tablebase* tablebase,
                                                       const dameotb_position* position, int* wdl,
                                                       dameotb_error* error);
DAMEOTB_API dameotb_status dameotb_probe_dtm_in_memory(const dameotb_tablebase* tablebase,
                                                       const dameotb_position* position, dameotb_value* value,
                                                       dameotb_error* error);

/* Writes the tightest bounds on the value that follow from the position's own tables and the values of its moves. If
   the tables have the value, both are that value. Otherwise a move whose value is not known may be worth anything, and
   the position is worth what its best move is: one known win proves a win, in no more plies. A missing table is not a
   failure. Takes as long as dameotb_probe_root where dameotb_probe_dtm has no answer. Fails with ILLEGAL_POSITION,
   BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_probe_bounds(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                                dameotb_bounds* bounds, dameotb_error* error);

/* Writes the value under a draw rule: the game is a draw after `rule_plies` plies without a capture or a man's move,
   unless the side to move has no legal move. Or `rule_plies` is DAMEOTB_PLAYSTRATEGY or DAMEOTB_ABSTRACTPLAY, for all
   rules of that site. `counter` is how many such plies have been played; it may be rule_plies or more. The value comes
   from the .dtz files if they hold under this rule, and otherwise from the .wdl and .dtm files as far as possible: a
   draw stays a draw, and a win or a loss stands if the game ends before the counter can reach rule_plies. Fails with
   UNKNOWN_RESULT, NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE (also if the .dtz files have several rules). */
DAMEOTB_API dameotb_status dameotb_probe_rule(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                              int rule_plies, int counter, dameotb_rule_value* value,
                                              dameotb_error* error);

/* Does the same from memory, as dameotb_probe_wdl_in_memory does. DAMEOTB_PRELOAD_ALL brings in all that it may ask
   for. Fails with NOT_IN_MEMORY, UNKNOWN_RESULT, NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_probe_rule_in_memory(const dameotb_tablebase* tablebase,
                                                        const dameotb_position* position, int rule_plies, int counter,
                                                        dameotb_rule_value* value, dameotb_error* error);

/* Writes the plies of the draw rule under which the .dtz files hold; 0 if there are none. Fails with BAD_ARGUMENT,
   BAD_FILE (if there are some, but all of them are bad). */
DAMEOTB_API dameotb_status dameotb_draw_rule(const dameotb_tablebase* tablebase, int* rule_plies, dameotb_error* error);

/* Probes many positions, as dameotb_probe_wdl and dameotb_probe_dtm do one, but faster: looks them up in the order of
   the files. statuses[i] is OK, NO_TABLE or ILLEGAL_POSITION. With OK, wdl[i] or values[i] is the answer to
   positions[i]; otherwise it is not written. Whatever these statuses are, the call itself returns OK. If it returns
   anything else, the contents of both arrays are unspecified. The pointers may be NULL if count is 0. Fails with
   BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_probe_wdl_many(const dameotb_tablebase* tablebase, const dameotb_position* positions,
                                                  size_t count, int* wdl, dameotb_status* statuses,
                                                  dameotb_error* error);
DAMEOTB_API dameotb_status dameotb_probe_dtm_many(const dameotb_tablebase* tablebase, const dameotb_position* positions,
                                                  size_t count, dameotb_value* values, dameotb_status* statuses,
                                                  dameotb_error* error);

/* Does the same for values under a draw rule, as dameotb_probe_rule has them. `counters` may be NULL: all are 0.
   statuses[i] can be UNKNOWN_RESULT, too, and BAD_ARGUMENT if counters[i] is negative. Fails with BAD_ARGUMENT,
   BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_probe_rule_many(const dameotb_tablebase* tablebase,
                                                   const dameotb_position* positions, const int* counters, size_t count,
                                                   int rule_plies, dameotb_rule_value* values, dameotb_status* statuses,
                                                   dameotb_error* error);

/* Writes all legal moves, best first; moves that lead to the same position count as one. *count is their number: 0 if
   the game is over. With BUFFER_TOO_SMALL it is the number needed, and the first `capacity` moves have been written.
   `moves` may be NULL if capacity is 0. The values are those of the positions after the moves. So there can be an
   answer here where a probe of the position has none (the first move's value is then the position's), and no answer
   where a probe has one. Fails with NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE, BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_probe_root(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                              dameotb_ranked_move* moves, size_t capacity, size_t* count,
                                              dameotb_error* error);

/* Does the same by a rule: that of dameotb_probe_rule, or DAMEOTB_NO_RULE, for which `counter` means nothing. It also
   answers where tables are missing, and then with what is known of each move. The order is: wins, draws, moves of
   unknown result, losses; under a rule first the wins that need the fewest plies of it and the losses that need the
   most, and among equals the order without a rule. Of moves whose result under the rule is unknown, those that win
   without it come before draws, and those that lose without it just before losses. So the first move is as good as any
   that is known. Without a rule, if some distance is unknown, but every result known, no move has a distance. Fails
   with ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE, BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_probe_root_rule(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                                   int rule_plies, int counter, dameotb_known_move* moves,
                                                   size_t capacity, size_t* count, dameotb_error* error);

/* Writes best play to the end of the game: the winner takes the shortest way, the loser the longest. Each move is the
   first that dameotb_probe_root gives, with its value for the side that makes it. *count is the number of moves, which
   is the position's plies: 0 for a draw, whose best play has no end, and for a game that is over. The buffer works as
   in dameotb_probe_root. Needs the tables for ranking the moves of each position on the way; for a draw, those of a
   probe are enough. Fails with NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE (also for tables that contradict each
   other), BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_best_line(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                             dameotb_ranked_move* moves, size_t capacity, size_t* count,
                                             dameotb_error* error);

/* Does the same by a rule, as dameotb_probe_root_rule has it. Each move is the first that dameotb_probe_root_rule
   gives, with the counter that the moves before it leave, and the game ends before the rule would end it. The number of
   moves is neither the plies of the rule nor those without one: the winner may have to hurry past the rule. Fails with
   UNKNOWN_RESULT, NO_TABLE, ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE, BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_best_line_rule(const dameotb_tablebase* tablebase, const dameotb_position* position,
                                                  int rule_plies, int counter, dameotb_known_move* moves,
                                                  size_t capacity, size_t* count, dameotb_error* error);

/* Reads "W:WKa1,b2:Bg7,Kh8", with or without ":H0:F1", whose numbers, up to 2147483647, do not matter. Fails with
   BAD_NOTATION, BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_parse_fen(const char* fen, dameotb_position* position, dameotb_error* error);

/* Writes the counter of such a text, for dameotb_probe_rule: 12 with ":H12", 0 without an H. Fails as dameotb_parse_fen
   does. */
DAMEOTB_API dameotb_status dameotb_fen_counter(const char* fen, int* counter, dameotb_error* error);

/* Writes the position's text with a NUL. With BUFFER_TOO_SMALL it writes an empty text, if there is room for that.
   `text` may be NULL if capacity is 0. Fails with ILLEGAL_POSITION, BAD_ARGUMENT, BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_format_fen(const dameotb_position* position, char* text, size_t capacity,
                                              dameotb_error* error);

/* Writes whether the side to move has more than `most` ways to capture, including those that do not take the most
   pieces. With very many kings there can be millions, which the functions that need all legal moves look at: for
   positions from sources you do not trust, ask this first. It stops counting at `most`. Fails with ILLEGAL_POSITION,
   BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_has_more_captures(const dameotb_position* position, int most, int* has_more,
                                                     dameotb_error* error);

/* Writes all legal moves by from, to and captured pieces; of moves that lead to the same position, the first. *count is
   0 if the game is over: the side to move has lost. The buffer works as in dameotb_probe_root. Fails with
   ILLEGAL_POSITION, BAD_ARGUMENT, BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_legal_moves(const dameotb_position* position, dameotb_move* moves, size_t capacity,
                                               size_t* count, dameotb_error* error);

/* Writes the position after a legal move, promotion included, with the other side to move. `after` may be `position`.
   Fails with ILLEGAL_POSITION, BAD_ARGUMENT (also for a move that is not legal). */
DAMEOTB_API dameotb_status dameotb_make_move(const dameotb_position* position, const dameotb_move* move,
                                             dameotb_position* after, dameotb_error* error);

/* Reads a legal move: all stops, as in "c5xc1xh1", or from and to alone where they identify one; between them "-", "x",
   ":" or nothing. Blanks around it, and a mark after it, do not matter. Fails with BAD_NOTATION (also for a move that
   is not legal, and for from and to of several moves), ILLEGAL_POSITION, BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_parse_move(const dameotb_position* position, const char* text, dameotb_move* move,
                                              dameotb_error* error);

/* Writes a legal move's text, "d1-b3" or "c5xc1xh1". The buffer works as in dameotb_format_fen. Fails with
   ILLEGAL_POSITION, BAD_ARGUMENT (also for a move that is not legal), BUFFER_TOO_SMALL. */
DAMEOTB_API dameotb_status dameotb_move_text(const dameotb_position* position, const dameotb_move* move, char* text,
                                             size_t capacity, dameotb_error* error);

/* Searches for proofs of what positions are worth that no table has, and remembers what it has found out: asked again,
   or for the next position of a game, it goes on from there. One thread at a time may use a dameotb_prover; several of
   them may use one dameotb_tablebase, which must be closed after them. */
typedef struct dameotb_prover dameotb_prover;

/* What ends a search that has not found the result. Set the limits by `dameotb_limits limits = DAMEOTB_LIMITS_INIT;`,
   then change what should differ. Later versions may add members at the end. */
typedef struct dameotb_limits {
    size_t size;           /* sizeof(dameotb_limits) */
    uint64_t milliseconds; /* of the calling thread's processor time; 0: no limit */
    uint64_t nodes;        /* positions whose moves are made; 0: no limit */
    /* Asked every now and then, in the calling thread; the search ends if it returns something other than 0. It must
       not use the prover. May be NULL. */
    int (*is_given_up)(void* context);
    void* context; /* what is_given_up is called with */
    int shortest;  /* other than 0: go on after a proof of a win or a loss, for the shortest win */
} dameotb_limits;
#define DAMEOTB_LIMITS_INIT \
    { sizeof(dameotb_limits), 1000, 0, NULL, NULL, 0 }

/* Makes a prover. `hash_bytes`: the memory for what it finds out about positions, all of which it may take; 0: 64 MiB.
   After DAMEOTB_OK, *prover belongs to the caller, who closes it by dameotb_close_prover. After a failure it is NULL.
   Fails with BAD_ARGUMENT. */
DAMEOTB_API dameotb_status dameotb_open_prover(const dameotb_tablebase* tablebase, size_t hash_bytes,
                                               dameotb_prover** prover, dameotb_error* error);

/* Closes a prover. NULL is allowed and does nothing. */
DAMEOTB_API void dameotb_close_prover(dameotb_prover* prover);

/* Writes what can be proven of the value without a draw rule, by search down to the tables. What is written is proven,
   never an estimate: the search takes endless play for the draw that it is. A limit that ends the search, and a missing
   table, are no failures: the bounds then say less, or nothing. Of a win or a loss that the search has proven, one
   bound has the most plies that the winner's way takes, if the tables know the distances where it ends; both have those
   of the shortest win if that was asked for and found, and the moves are the shortest win and the longest defence then.
   `limits` may be NULL, which stands for DAMEOTB_LIMITS_INIT. `moves` receives a way to what is proven for the side
   that it favours, from the position on: of a win or a loss the winner's moves against one defence, of a draw at most
   the first move. *count is the number of moves, and at most `capacity`: a longer line is cut off. `moves` may be NULL
   if capacity is 0. Fails with ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_prove(dameotb_prover* prover, const dameotb_position* position,
                                         const dameotb_limits* limits, dameotb_bounds* bounds, dameotb_move* moves,
                                         size_t capacity, size_t* count, dameotb_error* error);

/* Does the same under a draw rule, as dameotb_probe_rule has it: what is written holds with this counter. A win that
   may take longer than the counter allows is at least a draw. The bounds of a win or a loss have no plies, and
   limits->shortest changes nothing. Fails with ILLEGAL_POSITION, BAD_ARGUMENT, BAD_FILE. */
DAMEOTB_API dameotb_status dameotb_prove_rule(dameotb_prover* prover, const dameotb_position* position, int rule_plies,
                                              int counter, const dameotb_limits* limits, dameotb_bounds* bounds,
                                              dameotb_move* moves, size_t capacity, size_t* count,
                                              dameotb_error* error);

/* Returns one line in English for a dameotb_status; never NULL, whatever the number. */
DAMEOTB_API const char* dameotb_status_text(int status);

/* Returns the library's version, "0.1.0". */
DAMEOTB_API const char* dameotb_version(void);

/* Returns the DAMEOTB_API_VERSION that the library was compiled with. Compare it with the header's if you load the
   library at run time. */
DAMEOTB_API int dameotb_api_version(void);

#ifdef __cplusplus
}
#endif

#endif /* DAMEOTB_DAMEOTB_H */
