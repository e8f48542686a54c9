// The package: opens tables wherever they lie, and answers as the HTTP API of `dameotb serve` does.

import { Bytes } from "./bytes.js";
import { TablesError } from "./errors.js";
import { Instance } from "./instance.js";
import { sourceOf } from "./sources.js";

export { TablesError };

const mostRounds = 100; // of reading for one answer; a few are needed

let compiled = null;

/** Compiles the module once, for all tables of a page. */
function compile() {
  compiled ??= load(new URL("dameotb.wasm", import.meta.url)).catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

async function load(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return WebAssembly.compile(await readFile(url));
  }
  const broken = (error) => new TablesError("network", `${url}: ${error.message}`, { cause: error });
  const reply = await fetch(url).catch((error) => {
    throw broken(error);
  });
  if (!reply.ok) {
    throw new TablesError("network", `${url}: ${reply.status} ${reply.statusText}`);
  }
  try {
    // It is compiled while it comes, where the server says what it is.
    const isNamed = reply.headers.get("Content-Type") === "application/wasm";
    return await (isNamed ? WebAssembly.compileStreaming(reply) : WebAssembly.compile(await reply.arrayBuffer()));
  } catch (error) {
    throw error instanceof TypeError ? broken(error) : error;
  }
}

/** Opens tables. README.md says what a source can be. */
export async function open(given, { cacheBytes = 32 << 20, keep = true, timeout = 30_000, signal } = {}) {
  const source = sourceOf(given, { keep, timeout });
  const [module, files] = await Promise.all([compile(), source.list(signal)]);
  return new Tables(module, source, files, cacheBytes);
}

class Tables {
  #module;
  #source;
  #bytes;
  #instance = null;
  #cacheBytes;
  #renewal = null; // the promise of a new beginning that is under way

  constructor(module, source, files, cacheBytes) {
    this.#module = module;
    this.#source = source;
    this.#cacheBytes = cacheBytes;
    this.#begin(files);
  }

  /** Forgets all that was read. */
  #begin(files) {
    this.#instance = null;
    this.#bytes = new Bytes(this.#source, this.#cacheBytes);
    files.forEach((file) => this.#bytes.add(file));
  }

  /** The names of the tables. */
  get files() {
    return this.#bytes.files.map(({ name, bytes }) => ({ name, bytes }));
  }

  /** What was read so far: {requests, bytes, kept}. */
  get read() {
    return { ...this.#bytes.read };
  }

  /** The result of a position. */
  async probe(fen, { signal } = {}) {
    return JSON.parse(await this.#ask((instance) => instance.probe(fen, false), signal));
  }

  /** The results of many positions, in their order: [{result, plies}, ...]; plies is null if it is not asked for. */
  async results(fens, { plies = true, signal } = {}) {
    return JSON.parse(await this.#ask((instance) => instance.results(fens, plies), signal));
  }

  /** The result of a position, and all its moves, best first. */
  async moves(fen, { signal } = {}) {
    return JSON.parse(await this.#ask((instance) => instance.probe(fen, true), signal));
  }

  /** Best play from a position to the end of the game. */
  async line(fen, { signal } = {}) {
    const { moves, must_capture: _, ...head } = await this.moves(fen, { signal });
    const line = [];
    if (head.plies === null || head.result === "draw") {
      return { ...head, line };
    }
    for (let [at, left] = [moves, head.plies]; left > 0; --left) {
      const [best] = at;
      if (best?.plies !== left) {
        if (at.some(({ plies }) => plies === null)) {
          return { ...head, line: [] }; // a table on the way is missing
        }
        throw new TablesError("damaged_table", "a value does not follow from its successors");
      }
      line.push({ move: best.move, fen: best.fen });
      at = (await this.moves(best.fen, { signal })).moves;
    }
    return { ...head, line };
  }

  /** The legal moves, without results. Needs no tables. */
  async legalMoves(fen) {
    return JSON.parse(this.#call((instance) => instance.legalMoves(fen)));
  }

  /** Reads games from PDN: {games}. Needs no tables. */
  async games(pdn) {
    // What is broken in a game takes memory of the instance for good, so it has one of its own.
    return JSON.parse(calling(() => new Instance(this.#module, { files: [] }).games(pdn)));
  }

  /** How many lines of play there are of so many plies. */
  async perft(fen, depth) {
    return this.#call((instance) => instance.perft(fen, depth));
  }

  /** Closes what the source keeps open. */
  async close() {
    await this.#source.close?.();
  }

  /** Asks; if files have changed meanwhile, or if what was kept of one is damaged, once more from the beginning. */
  async #ask(question, signal) {
    const bytes = this.#bytes;
    try {
      return await this.#answer(question, signal);
    } catch (error) {
      const damaged = error.code === "damaged_table" && keptFileIn(error.message, bytes.files);
      if (error.code !== "changed" && !damaged) {
        throw error;
      }
      if (bytes === this.#bytes) { // otherwise another question has begun anew already
        this.#renewal ??= this.#renew(damaged).finally(() => {
          this.#renewal = null;
        });
        await this.#renewal;
      }
      return this.#answer(question, signal);
    }
  }

  /** Begins anew: without what is kept of a damaged file, or with the files that there are now. */
  async #renew(damaged) {
    if (damaged) {
      await this.#source.kept.forget(damaged.name);
      this.#begin(this.#bytes.files);
    } else {
      this.#begin(await this.#source.list());
    }
  }

  /** Calls, and as long as bytes are missing reads them and calls again. */
  async #answer(question, signal) {
    const bytes = this.#bytes;
    const used = new Set();
    for (let round = 0; round < mostRounds; ++round) {
      signal?.throwIfAborted();
      if (bytes !== this.#bytes) {
        throw new TablesError("changed", "the files have changed while the question was answered");
      }
      bytes.begin();
      const answer = this.#call(question);
      const { wanted } = bytes;
      if (wanted.size === 0) {
        bytes.trim(used);
        return answer;
      }
      wanted.forEach((key) => used.add(key));
      await bytes.fetch(wanted, signal);
    }
    throw new TablesError("internal", "the answer needs too many rounds of reading");
  }

  /** Calls the module. An error leaves it half way, so that the next question gets another instance. */
  #call(question) {
    this.#instance ??= new Instance(this.#module, this.#bytes);
    try {
      return calling(() => question(this.#instance));
    } catch (error) {
      this.#instance = null;
      throw error;
    }
  }
}

/** Calls; what goes wrong within the module is an error of the package. */
function calling(question) {
  try {
    return question();
  } catch (error) {
    const isDefect = error instanceof WebAssembly.RuntimeError;
    throw isDefect ? new TablesError("internal", error.message, { cause: error }) : error;
  }
}

/** Returns the file that the words of an error begin with, if bytes of it had been kept. */
function keptFileIn(words, files) {
  const [name] = words.split(/[ :]/, 1);
  return files.find((file) => file.kept && file.name === name);
}
