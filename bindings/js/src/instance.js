// An instance of the WebAssembly module: questions in, answers out. It does not know where bytes come from.

import { TablesError } from "./errors.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Codes for the C++ library's exceptions, by type name. */
const codes = [[/NotationError/, "bad_position"], [/TablebaseError/, "damaged_table"]];

export class Instance {
  #exports;

  /** module: the compiled module. bytes: {files, has(file, offset, length), copy(file, offset, out)}. */
  constructor(module, bytes) {
    const memory = () => this.#exports.memory.buffer;
    const host = {
      has: (file, offset, length) => (bytes.has(file, offset, length) ? 1 : 0),
      read: (file, offset, length, out) => bytes.copy(file, offset, new Uint8Array(memory(), out, length)),
      raise: (type, words) => {
        const name = this.#text(type);
        throw new TablesError(codes.find(([pattern]) => pattern.test(name))?.[1] ?? "internal", this.#text(words));
      },
      // Calls a function of the module; 1 if it raises an error, which leaves the function's frames on the stack.
      attempt: (call, argument) => {
        const { __indirect_function_table: functions, __stack_pointer: stack } = this.#exports;
        const top = stack.value;
        try {
          functions.get(call)(argument);
          return 0;
        } catch (error) {
          if (!(error instanceof TablesError)) {
            throw error;
          }
          stack.value = top;
          return 1;
        }
      },
    };
    const none = () => 8; // there are no files of an operating system
    const clock = (_id, _precision, out) => {
      new DataView(memory()).setBigInt64(out, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    };
    const wasi = { clock_time_get: clock, fd_close: none, fd_seek: none, fd_write: none };
    this.#exports = new WebAssembly.Instance(module, { host, wasi_snapshot_preview1: wasi }).exports;
    this.#exports._initialize();
    bytes.files.forEach(({ name, bytes: size }, file) => this.#exports.add_file(this.#write(name), file, size));
  }

  probe(fen, withMoves, rule) {
    return this.#text(this.#exports.probe(this.#write(fen), withMoves ? 1 : 0, rule));
  }
  results(fens, withPlies, rule) {
    const lines = fens.map(String); // the module takes a position a line, up to the first empty one
    const wrong = lines.find((line) => line === "" || line.includes("\n"));
    if (wrong !== undefined) {
      throw new TablesError("bad_position", wrong === "" ? "a position is empty" : "a position has a line break");
    }
    return this.#text(this.#exports.results(this.#write(lines.join("\n")), withPlies ? 1 : 0, rule));
  }
  /** Searches for so many milliseconds. Empty if bytes are missing before the search begins. */
  prove(fen, rule, time, hashBytes) {
    return this.#text(this.#exports.prove(this.#write(fen), rule, time, hashBytes));
  }
  legalMoves(fen) {
    return this.#text(this.#exports.legal_moves(this.#write(fen)));
  }
  games(pdn) {
    return this.#text(this.#exports.games(this.#write(pdn)));
  }
  perft(fen, depth) {
    return this.#exports.perft(this.#write(fen), depth);
  }

  /** Writes a text to the question buffer, and returns its length. */
  #write(text) {
    const bytes = encoder.encode(text);
    const at = this.#exports.buffer(bytes.length);
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  #text(at) {
    const bytes = new Uint8Array(this.#exports.memory.buffer, at);
    return decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}
