// Where the pages' answers come from. This is the server's; the folder that `dameotb site` writes has a file of this name
// with files.js in it. Both have:
//   probe(fen, {signal, early, rule})  a position's result and its moves, best first, as GET /api/v1/probe answers; calls
//                       early({result, rule}) before, if the result alone is there sooner
//                       at_least, where no table has its plies, is what its moves prove: {result, plies}, or null
//   prove(fen, {signal, rule})  what a search proves where probe knows no result: {result, plies, at_least, at_most,
//                       line}, with `proved` if that is anything; the server alone has it
//   search(fen, {time, signal, rule})  the same, on the visitor's own processor, in at most so many milliseconds; asked
//                       again, it goes on; undefined where the server has no tables for that
//   legal(fen)          the legal moves alone: {moves, must_capture}
//   line(fen, {rule})   best play to the end: {result, plies, line: [{move, fen}]}
//   results(fens, {rule})  [{result, plies}], null where it is not known
//   games(pdn)          what a text holds as PDN: {games: [{tags, fen, moves: [{move, fen}], result, error}]},
//                     and move_number where the first move's is not 1
//   random(wish)        a random position, {fen}, for {class, result, plies}; plies a text such as "9", or left out
//   classes()           [{class, pieces, positions, counted, countable}]; counted: its statistics need not be counted
//                       first; countable: they can be had
//   stats(name, signal) the statistics of a class; with `counting` as long as they are not there yet
// `rule`, the plies of a draw rule, adds the member `rule` with what holds under it, with the counter of the FEN.
// An error has a `code` that words.js knows, or words of its own.

export * from "./server.js";
