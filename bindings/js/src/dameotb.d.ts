/** Where tables come from, if it is none of the sources that the package has. */
export interface Source {
  /** defect: the error of questions that need a file which cannot be read; it may be of any size. */
  list(signal?: AbortSignal): Promise<{ name: string; bytes: number; head?: Uint8Array; defect?: TablesError }[]>;
  read(name: string, offset: number, length: number): Promise<Uint8Array>;
  close?(): Promise<void>;
}

export type Result = "win" | "draw" | "loss";
export type ErrorCode =
  | "bad_position" | "damaged_table" | "unreadable" | "network" | "no_list" | "no_ranges" | "changed" | "internal";

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

/** A move and what it is worth to the side that makes it; null where no table tells. */
export interface RankedMove extends LegalMove {
  result: Result | null;
  plies: number | null;
}

export interface Answer {
  fen: string;
  side_to_move: "white" | "black";
  /** As in "KKMvK"; null if a side has no pieces. */
  class: string | null;
  /** The class whose table tells the result: the same with colours swapped, or itself. */
  table: string | null;
  result: Result | null;
  /** To the end of the game; 0 for a draw. */
  plies: number | null;
  /** can_be_made: false if there are no tables of so many pieces anywhere. */
  missing_table: { class: string; can_be_made: boolean } | null;
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

export interface Games {
  games: {
    /** As the text has them; of several with one name, the last. */
    tags: Record<string, string>;
    /** Where the game begins. */
    fen: string;
    /** Those of the main line, each with the position that it leads to. */
    moves: { move: string; fen: string }[];
    /** As in "2-0"; "*" if the game has none. */
    result: string;
    /** Why the game could not be read to its end. */
    error: string | null;
  }[];
}

export interface Tables {
  readonly files: { name: string; bytes: number }[];
  /** What was read so far; `kept`: bytes that took no request, since the browser had kept them. */
  readonly read: { requests: number; bytes: number; kept: number };
  probe(fen: string, options?: { signal?: AbortSignal }): Promise<PositionAnswer>;
  moves(fen: string, options?: { signal?: AbortSignal }): Promise<MovesAnswer>;
  results(fens: string[], options?: { plies?: boolean; signal?: AbortSignal }): Promise<{ result: Result | null; plies: number | null }[]>;
  line(fen: string, options?: { signal?: AbortSignal }): Promise<LineAnswer>;
  legalMoves(fen: string): Promise<LegalMove[]>;
  games(pdn: string): Promise<Games>;
  perft(fen: string, depth: number): Promise<number>;
  close(): Promise<void>;
}

export function open(
  source: string | URL | Map<string, Blob> | Source,
  /**
   * keep: whether a browser keeps what came from a URL, for the next time. True if it is left out. timeout: how many
   * milliseconds a server may send nothing; 30,000 if it is left out.
   */
  options?: { cacheBytes?: number; keep?: boolean; timeout?: number; signal?: AbortSignal },
): Promise<Tables>;
