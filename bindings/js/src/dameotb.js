// Opens tables wherever they are, but in directories (node.js), and answers like the HTTP API of `dameotb serve`.
// Browsers load this file as it is, so neither it nor what it imports may need a module of Node.

import { Bytes } from "./bytes.js";
import { TablesError } from "./errors.js";
import { Instance } from "./instance.js";
import { sourceOf } from "./sources.js";

export { TablesError };

const mostRounds = 100; // of reading per answer; a few suffice
const sliceTime = 40; // milliseconds for which a search keeps others waiting
const mostUsed = 1000; // chunks that stay in memory for one answer

const compiled = new Map(); // from a module's name to its promise

/** Compiles a module beside this file once, for all tables of a page. */
function compileOwn(proofs) {
  const name = proofs ? "dameotb-prove.wasm" : "dameotb.wasm";
  if (!compiled.has(name)) {
    compiled.set(name, compile(ownAddress(name)).catch((error) => {
      compiled.delete(name);
      throw error;
    }));
  }
  return compiled.get(name);
}

function ownAddress(name) {
  try { // bundlers look for just these words
    return name === "dameotb.wasm" ? new URL("dameotb.wasm", import.meta.url)
                                   : new URL("dameotb-prove.wasm", import.meta.url);
  } catch (cause) {
    throw new TypeError(`${name} is not beside the bundle: open() needs its option \`wasm\``, { cause });
  }
}

/** Compiles the module. given: its bytes or its address; a module that is compiled already is returned. */
async function compile(given) {
  const wasm = await given;
  if (wasm instanceof WebAssembly.Module) {
    return wasm;
  }
  return typeof wasm === "string" || wasm instanceof URL ? load(new URL(wasm, globalThis.location?.href))
                                                         : WebAssembly.compile(wasm);
}

async function load(url) {
  const broken = (error) => new TablesError("network", `${url}: ${error.message}`, { cause: error });
  const reply = await fetch(url).catch((error) => {
    throw broken(error);
  });
  if (!reply.ok) {
    throw new TablesError("network", `${url}: ${reply.status} ${reply.statusText}`);
  }
  try {
    // Compile during the download if the server sends the right type.
    const isNamed = reply.headers.get("Content-Type") === "application/wasm";
    return await (isNamed ? WebAssembly.compileStreaming(reply) : WebAssembly.compile(await reply.arrayBuffer()));
  } catch (error) {
    throw error instanceof TypeError ? broken(error) : error;
  }
}

/** Opens tables. README.md lists the possible sources, and says what the options are for. */
export async function open(given, { cacheBytes = 32 << 20, mostPieces = Infinity, keep = true, timeout = 30_000, wasm,
                                    proofs = false, hashBytes = 32 << 20, signal } = {}) {
  if (!(mostPieces >= 1)) {
    throw new RangeError(`mostPieces is at least 1, not ${mostPieces}`);
  }
  const source = sourceOf(given, { keep, timeout });
  const compiling = wasm === undefined ? compileOwn(proofs) : compile(wasm);
  const [module, files] = await Promise.all([compiling, source.list(signal)]);
  return new Tables(module, source, files, { cacheBytes, mostPieces, hashBytes: proofs ? hashBytes : null });
}

class Tables {
  #module;
  #source;
  #bytes;
  #instance = null;
  #cacheBytes;
  #mostPieces;
  #hashBytes; // of searches; null: there are none
  #renewal = null; // the promise of a restart in progress

  constructor(module, source, files, { cacheBytes, mostPieces, hashBytes }) {
    this.#module = module;
    this.#source = source;
    this.#cacheBytes = cacheBytes;
    this.#mostPieces = mostPieces;
    this.#hashBytes = hashBytes;
    this.#begin(files);
  }

  /** Forgets everything that was read. */
  #begin(files) {
    this.#instance = null;
    this.#bytes = new Bytes(this.#source, this.#cacheBytes);
    files.filter(({ name }) => this.#uses(name)).forEach((file) => this.#bytes.add(file));
  }

  /** Returns whether a table of this name has few enough pieces. */
  #uses(name) {
    return (name.match(/[KM]/g)?.length ?? 0) <= this.#mostPieces;
  }

  /** The names of the tables. */
  get files() {
    return this.#bytes.files.map(({ name, bytes }) => ({ name, bytes }));
  }

  /** The files of a list of sources that are not used, since a source before theirs has one of the same name. */
  get duplicates() {
    return (this.#source.duplicates ?? []).filter(({ name }) => this.#uses(name)).map((file) => ({ ...file }));
  }

  /** The amount read so far: {requests, bytes, kept}. */
  get read() {
    return { ...this.#bytes.read };
  }

  // `rule`, the plies of a draw rule, adds what holds under it to an answer, with the counter of the position (`:H12`).

  /** The result of a position. */
  async probe(fen, { rule, signal } = {}) {
    const plies = pliesOf(rule);
    return JSON.parse(await this.#ask((instance) => instance.probe(fen, false, plies), signal));
  }

  /** The results of many positions, in order: [{result, plies}, ...]; plies is null unless requested. */
  async results(fens, { plies = true, rule, signal } = {}) {
    const ruled = pliesOf(rule);
    const found = JSON.parse(await this.#ask((instance) => instance.results(fens, plies, ruled), signal));
    if (found.length !== fens.length) {
      throw new TablesError("internal", `${found.length} results of ${fens.length} positions`);
    }
    return found;
  }

  /** The result of a position, and all its moves, best first. */
  async moves(fen, { rule, signal } = {}) {
    const plies = pliesOf(rule);
    return JSON.parse(await this.#ask((instance) => instance.probe(fen, true, plies), signal));
  }

  /** Best play from a position to the end of the game. */
  async line(fen, { rule, signal } = {}) {
    const { moves, must_capture: _, ...head } = await this.moves(fen, { rule, signal });
    const line = [];
    if (rule !== undefined) {
      let here = fen;
      for (let { result } = head.rule, at = moves; result !== "draw" && at.length > 0; result = opposite[result]) {
        const [best] = at;
        const knowsAll = at.every((move) => move.rule.result !== null);
        if (result === null || !(knowsAll || await this.#isBest(best, here, rule, signal))) {
          return { ...head, line: [] }; // a table along the line is missing
        }
        if (best.rule.result !== result) {
          throw new TablesError("damaged_table", "a value does not follow from its successors");
        }
        line.push({ move: best.move, fen: best.fen });
        here = best.fen;
        at = (await this.moves(here, { rule, signal })).moves;
      }
      return { ...head, line };
    }
    if (head.plies === null || head.result === "draw") {
      return { ...head, line };
    }
    for (let [at, left] = [moves, head.plies]; left > 0; --left) {
      const [best] = at;
      if (best?.plies !== left) {
        if (at.some(({ plies }) => plies === null)) {
          return { ...head, line: [] }; // a table along the line is missing
        }
        throw new TablesError("damaged_table", "a value does not follow from its successors");
      }
      line.push({ move: best.move, fen: best.fen });
      at = (await this.moves(best.fen, { signal })).moves;
    }
    return { ...head, line };
  }

  /** Whether a move is the best under a rule by what the position's own tables tell, since others are not known. */
  async #isBest(move, fen, rule, signal) {
    const [{ rule: { result, z } }] = await this.results([fen], { plies: false, rule, signal });
    return move.rule.result === result && (move.rule.z === null || z === null || move.rule.z === z);
  }

  /**
   * What a search proves where no table has the result: that answer, and as its line the moves of the proof. Searches for
   * at most `time` milliseconds, reading not counted; in between, others have their turn. Asked again, it goes on.
   */
  async prove(fen, { time = 1000, rule, signal } = {}) {
    const plies = pliesOf(rule);
    if (this.#hashBytes === null) {
      throw new TypeError("prove() needs open() with its option `proofs`");
    }
    let left = time;
    let goesOn = true;
    let turnEnds = 0;
    const others = async () => { // have their turn
      await new Promise((resolve) => setTimeout(resolve));
      turnEnds = performance.now() + sliceTime;
    };
    const search = (instance) => {
      const most = Math.max(Math.min(left, sliceTime), 0);
      const began = performance.now();
      const answer = instance.prove(fen, plies, most, this.#hashBytes);
      const taken = performance.now() - began;
      left -= taken;
      goesOn = left > 0 && taken > most / 2; // otherwise the search has come to its end
      return answer;
    };
    const pause = () => (performance.now() > turnEnds ? others() : undefined);
    const suffices = (found) => found && left <= 0;
    let answer;
    do {
      await others();
      answer = JSON.parse(await this.#ask(search, signal, { suffices, pause }));
    } while (goesOn && !isSettled(answer));
    const { result } = answer.rule ?? answer;
    if (result === "win" || result === "loss") {
      // A win that is proved under a rule is one because it ends in time without it.
      const { line } = await this.line(answer.line.at(-1)?.fen ?? fen, answer.proved ? { signal } : { rule, signal });
      answer.line.push(...line);
    }
    return answer;
  }

  /** The legal moves, without results. Needs no tables. */
  async legalMoves(fen) {
    return JSON.parse(this.#call((instance) => instance.legalMoves(fen)));
  }

  /** Reads games from PDN: {games}. Needs no tables. */
  async games(pdn) {
    // A broken game leaks memory of its instance, so use a separate one.
    return JSON.parse(calling(() => new Instance(this.#module, { files: [] }).games(pdn)));
  }

  /** The number of move sequences of that length. */
  async perft(fen, depth) {
    return this.#call((instance) => instance.perft(fen, depth));
  }

  /** Closes what the source keeps open. */
  async close() {
    await this.#source.close?.();
  }

  /**
   * Answers; starts over once if files have changed meanwhile, or if what was kept of one is damaged. search: of one,
   * {suffices(answer): whether more bytes are not waited for, pause(): called between its rounds, of which there are many}.
   */
  async #ask(question, signal, search) {
    const bytes = this.#bytes;
    try {
      return await this.#answer(question, signal, search);
    } catch (error) {
      const damaged = error.code === "damaged_table" && keptFileIn(error.message, bytes.files);
      if (error.code !== "changed" && !damaged) {
        throw error;
      }
      if (bytes === this.#bytes) { // otherwise another question has already started over
        this.#renewal ??= this.#renew(damaged).finally(() => {
          this.#renewal = null;
        });
        await this.#renewal;
      }
      return this.#answer(question, signal, search);
    }
  }

  /** Starts over: without what is kept of a damaged file, or with the current files. */
  async #renew(damaged) {
    if (damaged) {
      await this.#source.kept.forget(damaged.name);
      this.#begin(this.#bytes.files);
    } else {
      this.#begin(await this.#source.list());
    }
  }

  /** Calls the module; while bytes are missing, reads them and calls again. */
  async #answer(question, signal, search) {
    const bytes = this.#bytes;
    const used = new Set();
    for (let round = 0; search || round < mostRounds; ++round) {
      signal?.throwIfAborted();
      if (bytes !== this.#bytes) {
        throw new TablesError("changed", "the files have changed while the question was answered");
      }
      bytes.begin();
      const answer = this.#call(question);
      const { wanted } = bytes;
      if (wanted.size === 0 || search?.suffices(answer)) {
        bytes.trim(used);
        return answer;
      }
      if (used.size > mostUsed) { // by a search
        bytes.trim(used);
        used.clear();
      }
      wanted.forEach((key) => used.add(key));
      await bytes.fetch(wanted, signal);
      await search?.pause();
    }
    throw new TablesError("internal", "the answer needs too many rounds of reading");
  }

  /** Calls the module. An error leaves it in an undefined state, so the next question gets a new instance. */
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

/** Whether a search can find out no more: the result and, of a win or a loss without a rule, the most plies that it takes. */
function isSettled({ result, plies, at_least: least, at_most: most, rule }) {
  if (rule) {
    return rule.result !== null;
  }
  const bound = result === "win" ? least : most;
  return result === "draw" || (result !== null && (plies ?? bound?.plies ?? null) !== null);
}

const opposite = { win: "loss", loss: "win" };
const mostRulePlies = 120; // of tables

/** The plies of a draw rule as the module takes them: 0 for none. */
function pliesOf(rule) {
  if (rule !== undefined && !(Number.isInteger(rule) && rule >= 1 && rule <= mostRulePlies)) {
    throw new RangeError(`a draw rule has 1 to ${mostRulePlies} plies, not ${rule}`);
  }
  return rule ?? 0;
}

/** Calls; turns traps of the module into errors of the package. */
function calling(question) {
  try {
    return question();
  } catch (error) {
    const isDefect = error instanceof WebAssembly.RuntimeError;
    throw isDefect ? new TablesError("internal", error.message, { cause: error }) : error;
  }
}

/** Returns the file named at the beginning of an error message, if bytes of it had been kept. */
function keptFileIn(words, files) {
  const [name] = words.split(/[ :]/, 1);
  return files.find((file) => file.kept && file.name === name);
}
