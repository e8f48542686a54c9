// Bytes of table files in memory: aligned chunks, of which the least recently used are evicted when there are too many.
// What several questions want at the same time is read once. What the source has kept (kept.js) is not read.

import { TablesError } from "./errors.js";
import { joined, piecesOf } from "./parts.js";

const chunkBytes = 1 << 12; // of many block groups, and of an index block; larger ones read more in vain
const mostGap = 4; // chunks between two wanted ones that are read along, to save a request

export class Bytes {
  #source;
  #budget;
  #files = []; // {name, bytes, partBytes, head, kept, defect}
  #chunks = new Map(); // "file:chunk" to Uint8Array, the most recently used last
  #reading = new Map(); // "file:chunk" to the promise of its read
  #held = 0; // bytes
  #wanted = new Set();
  /** The amount read so far; `kept`: bytes that took no request, since the source had kept them. */
  read = { requests: 0, bytes: 0, kept: 0 };

  /** source: as for open(). budget: the most bytes held. */
  constructor(source, budget) {
    this.#source = source;
    this.#budget = budget;
  }

  /**
   * Adds a file and returns its number. `partBytes`: as in parts.js; `head`: its first bytes, if known; `defect`: why it
   * cannot be read.
   */
  add({ name, bytes, partBytes, head, defect }) {
    const file = this.#files.length;
    this.#files.push({ name, bytes, partBytes, head: head ?? new Uint8Array(), kept: false, defect });
    return file;
  }

  /** The files; `kept`: whether bytes in memory, now or earlier, came from what the source had kept. */
  get files() {
    return this.#files;
  }

  /** Returns whether the bytes are in memory; otherwise marks them as wanted. Throws the file's defect. */
  has(file, offset, length) {
    const { head, defect } = this.#files[file];
    if (defect) {
      throw defect;
    }
    if (offset + length <= head.length) {
      return true;
    }
    let all = true;
    for (const chunk of chunksOf(offset, length)) {
      const key = `${file}:${chunk}`;
      if (!this.#chunks.has(key)) {
        this.#wanted.add(key);
        all = false;
      }
    }
    return all;
  }

  /** Copies bytes that are in memory. */
  copy(file, offset, out) {
    const { head } = this.#files[file];
    if (offset + out.length <= head.length) {
      out.set(head.subarray(offset, offset + out.length));
      return;
    }
    for (const chunk of chunksOf(offset, out.length)) {
      const key = `${file}:${chunk}`;
      const bytes = this.#chunks.get(key);
      this.#chunks.delete(key);
      this.#chunks.set(key, bytes);
      const begin = chunk * chunkBytes;
      const from = Math.max(offset, begin);
      const to = Math.min(offset + out.length, begin + bytes.length);
      out.set(bytes.subarray(from - begin, to - begin), from - offset);
    }
  }

  /** Begins a question: nothing is wanted for it yet. */
  begin() {
    this.#wanted = new Set();
  }

  /** The bytes wanted since begin(). */
  get wanted() {
    return this.#wanted;
  }

  /** Reads what is wanted: neighbours together, and nothing that is already being read. */
  async fetch(wanted, signal) {
    const isMissing = (key) => !this.#chunks.has(key) && !this.#reading.has(key);
    if (this.#source.kept) {
      await withSignal(Promise.all([...wanted].filter(isMissing).map((key) => this.#takeKept(key))), signal);
    }
    for (const { file, first, last } of runsOf([...wanted].filter(isMissing))) {
      const reading = this.#readRun(file, first, last);
      for (let chunk = first; chunk <= last; ++chunk) {
        this.#reading.set(`${file}:${chunk}`, reading);
      }
      const done = () => {
        for (let chunk = first; chunk <= last; ++chunk) {
          this.#reading.delete(`${file}:${chunk}`);
        }
      };
      reading.then(done, done);
    }
    const reads = new Set([...wanted].map((key) => this.#reading.get(key)).filter(Boolean));
    await withSignal(Promise.all(reads), signal);
  }

  /** Evicts chunks until the budget is met, except those that the last question used. */
  trim(used) {
    for (const [key, bytes] of this.#chunks) {
      if (this.#held <= this.#budget) {
        return;
      }
      if (!used.has(key)) {
        this.#chunks.delete(key);
        this.#held -= bytes.length;
      }
    }
  }

  /** Loads a chunk from what the source has kept. */
  async #takeKept(key) {
    const [file, chunk] = key.split(":").map(Number);
    const { name, bytes } = this.#files[file];
    const begin = chunk * chunkBytes;
    const found = await this.#source.kept.find(name, begin, Math.min(chunkBytes, bytes - begin));
    if (found && !this.#chunks.has(key)) {
      this.#files[file].kept = true;
      this.read.kept += found.length;
      this.#hold(key, found);
    }
  }

  async #readRun(file, first, last) {
    const { name, bytes } = this.#files[file];
    const begin = first * chunkBytes;
    const end = Math.min((last + 1) * chunkBytes, bytes);
    const pieces = piecesOf(this.#files[file], begin, end - begin);
    const found = joined(await Promise.all(pieces.map((piece) => this.#readPiece(piece))));
    for (let chunk = first; chunk <= last; ++chunk) {
      const at = (chunk - first) * chunkBytes;
      const part = found.slice(at, at + chunkBytes);
      this.#hold(`${file}:${chunk}`, part);
      this.#source.kept?.keep(name, begin + at, part);
    }
  }

  async #readPiece({ name, offset, length }) {
    const found = await this.#source.read(name, offset, length);
    if (found.length !== length) {
      throw new TablesError("changed", `${name}: ${found.length} bytes came where there should be ${length}`);
    }
    this.read.requests += 1;
    this.read.bytes += length;
    return found;
  }

  #hold(key, bytes) {
    this.#held += bytes.length - (this.#chunks.get(key)?.length ?? 0);
    this.#chunks.set(key, bytes);
  }
}

function* chunksOf(offset, length) {
  for (let chunk = Math.floor(offset / chunkBytes); chunk * chunkBytes < offset + length; ++chunk) {
    yield chunk;
  }
}

/** Returns runs of neighbouring chunks: [{file, first, last}, ...]. */
function runsOf(keys) {
  const chunks = keys.map((key) => key.split(":").map(Number)).sort(([f, a], [g, b]) => f - g || a - b);
  const runs = [];
  for (const [file, chunk] of chunks) {
    const run = runs.at(-1);
    if (run?.file === file && chunk - run.last <= 1 + mostGap) {
      run.last = chunk;
    } else {
      runs.push({ file, first: chunk, last: chunk });
    }
  }
  return runs;
}

/** Returns the promise, or fails as soon as the signal is aborted. Reads in progress continue for others. */
function withSignal(promise, signal) {
  if (!signal) {
    return promise;
  }
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
