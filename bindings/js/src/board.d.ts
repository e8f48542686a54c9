import type { ErrorCode, MovesAnswer, Tables } from "./dameotb.js";

/** <dameo-board>, which importing this module defines. The properties are those attributes; README.md describes them. */
export class DameoBoard extends HTMLElement {
  fen: string;
  flipped: boolean;
  coordinates: boolean;
  /** What `open` returned, or the address of the attribute; null for none. */
  tables: Tables | string | null;
}

declare global {
  interface HTMLElementTagNameMap {
    "dameo-board": DameoBoard;
  }
  interface GlobalEventHandlersEventMap {
    "dameo-result": CustomEvent<MovesAnswer>;
    "dameo-error": CustomEvent<{ code: ErrorCode; message: string }>;
  }
}
