/** A source of tables other than those of the package. */
export interface Source {
  /**
   * partBytes: the file is in parts of so many bytes, the last one of what remains; read() gets their names, as in
   * "KKvK.dtm.000". defect: the error of questions that need an unreadable file, whose size may be anything.
   */
  list(signal?: AbortSignal): Promise<
    { name: string; bytes: number; partBytes?: number; head?: Uint8Array; defect?: TablesError }[]>;
  read(name: string, offset: number, length: number): Promise<Uint8Array>;
  close?(): Promise<void>;
}

export type Result = "win" | "draw" | "loss";
export type ErrorCode =
  | "bad_position" | "damaged_table" | "unreadable" | "network" | "cors" | "no_list" | "no_ranges" | "changed" | "internal";

export class TablesError extends Error {
  readonly code: ErrorCode;
}

export interface LegalMove {
  /** As in "d1xd4xa4". */
  move: string;
  from: string;
  to: string;
  path: string[];
  captured: string[];
  promotes: boolean;
  /** The position after the move. */
  fen: string;
}

/** What holds under a draw rule; null where the tables do not say it. */
export interface UnderRule {
  result: Result | null;
  /**
   * How many plies of the counter a win or a loss needs at most: it holds if the counter is at most the rule's plies less
   * these. 0 for a draw.
   */
  z: number | null;
}

/** A move and its value for the side that makes it; null where no table has it. */
export interface RankedMove extends LegalMove {
  result: Result | null;
  plies: number | null;
  /** Only under a rule: whether the move sets the counter to 0. */
  zeroing?: boolean;
  /** Only under a rule. */
  rule?: UnderRule;
}

/** A bound on a value; plies null: of any length. A fast win is better than a slow one, a slow loss than a fast one. */
export interface Bound {
  result: Result;
  plies: number | null;
}

export interface Answer {
  fen: string;
  side_to_move: "white" | "black";
  /** As in "KKMvK"; null if a side has no pieces. */
  class: string | null;
  /**
   * The class whose table is for this position, there or not (missing_table): its class, or the same with colours swapped.
   */
  table: string | null;
  result: Result | null;
  /** To the end of the game; 0 for a draw. */
  plies: number | null;
  /**
   * What the moves prove, only where no table has the plies: the value is not worse than this; null: nothing. A win in 7
   * here is a win in at most 7 plies, a loss in 4 one in at least 4, or something better.
   */
  at_least?: Bound | null;
  /** The same: it is not better than this. A loss in 4 here is a loss in at most 4 plies. */
  at_most?: Bound | null;
  /** can_be_made: false if tables of that many pieces are not supported. */
  missing_table: { class: string; can_be_made: boolean } | null;
  /** Only under a rule. missing_dtz: where the result is unknown, the class of a .dtz that may say it. */
  rule?: UnderRule & {
    plies: number;
    counter: number;
    /** What a search has proved, in place of an unknown result. */
    at_least?: UnderRule | null;
    at_most?: UnderRule | null;
    missing_dtz: string | null;
  };
}

export interface PositionAnswer extends Answer {
  must_capture: boolean;
}
export interface MovesAnswer extends PositionAnswer {
  moves: RankedMove[];
}
export interface LineAnswer extends Answer {
  line: { move: string; fen: string }[];
}
/** Bounds tell what is proven where `result` or `plies` is null. */
export interface ProofAnswer extends LineAnswer {
  /** Whether some of the answer comes from the search. */
  proved?: true;
}

export interface Games {
  games: {
    /** As in the text; of equal names, the last. */
    tags: Record<string, string>;
    /** The initial position. */
    fen: string;
    /** The number of the first move, where the tag FEN has one (F103); left out if it is 1. */
    move_number?: number;
    /** The main line, each move with the position that it leads to. */
    moves: { move: string; fen: string }[];
    /** As in "2-0"; "*" if none is given. */
    result: string;
    /** Why the game could not be read to its end. */
    error: string | null;
  }[];
}

export interface Tables {
  readonly files: { name: string; bytes: number }[];
  /**
   * The files of a list of sources that are not used, since a source before theirs has one of the same name. used, hidden:
   * the numbers, from 0, of the source that is used and of the one that is not.
   */
  readonly duplicates: { name: string; used: number; hidden: number }[];
  /** The amount read so far; `kept`: bytes that took no request, since the browser had kept them. */
  readonly read: { requests: number; bytes: number; kept: number };
  // rule: the plies of a draw rule, 1 to 120; the position's counter is its `:H12`, 0 if missing.
  probe(fen: string, options?: { rule?: number; signal?: AbortSignal }): Promise<PositionAnswer>;
  moves(fen: string, options?: { rule?: number; signal?: AbortSignal }): Promise<MovesAnswer>;
  results(
    fens: string[],
    options?: { plies?: boolean; rule?: number; signal?: AbortSignal },
  ): Promise<Pick<Answer, "result" | "plies" | "rule">[]>;
  line(fen: string, options?: { rule?: number; signal?: AbortSignal }): Promise<LineAnswer>;
  /** time: the most milliseconds of searching; 1,000 by default. Needs `proofs` of open(). */
  prove(fen: string, options?: { time?: number; rule?: number; signal?: AbortSignal }): Promise<ProofAnswer>;
  legalMoves(fen: string): Promise<LegalMove[]>;
  games(pdn: string): Promise<Games>;
  perft(fen: string, depth: number): Promise<number>;
  close(): Promise<void>;
}

/** dameotb.wasm, or dameotb-prove.wasm: its address, on Node also its path; its bytes; or compiled. */
export type Wasm = string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module;

/** One source of tables. */
export type OneSource = string | URL | Map<string, Blob> | Source;

export function open(
  /** Of several, the first that has a file provides it. */
  source: OneSource | OneSource[],
  /**
   * mostPieces: tables of more pieces are ignored; all are used by default. keep: whether a browser keeps what came
   * from a URL for the next time; true by default. timeout: how many milliseconds a server may send nothing; 30,000 by
   * default. wasm: the module, for bundles that it is not beside. proofs: whether there is prove(), for which a larger module
   * is loaded, dameotb-prove.wasm. hashBytes: the memory of its searches; 32 MiB by default.
   */
  options?: {
    cacheBytes?: number;
    mostPieces?: number;
    keep?: boolean;
    timeout?: number;
    wasm?: Wasm | Promise<Wasm>;
    proofs?: boolean;
    hashBytes?: number;
    signal?: AbortSignal;
  },
): Promise<Tables>;

/** A position as AbstractPlay's gameslib has it: a DameoGame, or one of the positions on its stack. */
export interface AbstractPlayPosition {
  /** 1: white. */
  currplayer: number;
  /** From squares to [player, 1 for a man or 2 for a king]; or what gameslib writes of such a Map as JSON. */
  board: ReadonlyMap<string, readonly [number, number]> | { dataType: string; value: [string, [number, number]][] };
  /** The counter of the draw rule. */
  countdown: number;
  variants?: string[];
}

/** What a DameoGame's state() returns. */
export interface AbstractPlayState {
  game: string;
  variants: string[];
  stack: AbstractPlayPosition[];
}

/**
 * Returns the FEN, with the counter, of an AbstractPlay game; the last position of a state. A text is what a DameoGame's
 * serialize() returns. Throws a TablesError, bad_position, if it is something else, or a game of a variant.
 */
export function fromAbstractPlay(game: string | AbstractPlayState | AbstractPlayPosition): string;

/** The record of a finished game that AbstractPlay offers for download. */
export interface AbstractPlayRecord {
  header: {
    game: { name: string; variants?: string[] };
    players: { name: string; result: number }[];
    event?: string;
    site?: { name?: string };
    "date-start"?: string;
  };
  /** Rounds of moves, each as text or with what it did. */
  moves: (string | { move: string } | null)[][];
}

/**
 * Returns the moves of an AbstractPlay game as PDN, which `games` reads; of a single position a game without moves. A text
 * is one of these as JSON. Throws a TablesError, bad_position, if it is something else, or a game of a variant.
 */
export function pdnFromAbstractPlay(
  game: string | AbstractPlayState | AbstractPlayPosition | AbstractPlayRecord,
): string;

/** Returns a move of an answer as AbstractPlay writes it, as in "d1-d4-a4". */
export function toAbstractPlay(move: { move: string }): string;

/**
 * Returns the one of these moves that AbstractPlay writes as this text, by whatever path it captures; undefined if none
 * is.
 */
export function findAbstractPlay<Move extends LegalMove>(moves: Move[], text: string): Move | undefined;
