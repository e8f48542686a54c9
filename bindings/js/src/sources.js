// Sources of tables. A source has list(signal): [{name, bytes, partBytes, head, defect}, ...] and read(name, offset,
// length): Uint8Array. defect: the error thrown when bytes of an unreadable file are requested. partBytes: the file
// is in parts, and read() gets the names of these (parts.js). A web server's source also has what is kept of its
// files (kept.js).

import { TablesError } from "./errors.js";
import { keptOf } from "./kept.js";
import { joined, leastPartBytes, withParts } from "./parts.js";

/** The list of a folder on a server: names, sizes and first bytes of its tables. */
export const listName = "tables.json";

const mostListBytes = 4 << 20; // the list of all tables of up to 7 pieces takes 0.1 MB

/** Returns whether a file of this name is a table. */
export const isTableName = (name) => typeof name === "string" && /^[KM]+v[KM]+\.(wdl|dtm|dtz)$/.test(name);

const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Converts an entry of the list file to the form of list(). Throws if it is invalid. */
function tableOf({ name, bytes, part_bytes: partBytes, head }) {
  if (!Number.isSafeInteger(bytes) || bytes < 0) {
    throw new TypeError(`${name} has no size`);
  }
  if (partBytes !== undefined && !(Number.isSafeInteger(partBytes) && partBytes >= leastPartBytes)) {
    throw new TypeError(`parts of ${name} have less than ${leastPartBytes} bytes`);
  }
  return { name, bytes, partBytes, head: head && fromBase64(head) };
}

/** Returns the address of a folder, as a URL. */
export function addressOf(given, base = globalThis.location?.href) {
  try {
    const address = new URL(given.href ?? given, base);
    new URL(listName, address); // nothing lies below javascript:...
    return address;
  } catch (cause) {
    throw new TablesError("no_list", `'${given}' is not the address of a folder`, { cause });
  }
}

/** A folder on a web server, with a list of its tables and support for ranges. */
export class HttpSource {
  #folder;
  #timeout;
  #tags = new Map(); // the initial ETag of each file
  /** What is kept of the files; null if nothing. */
  kept;

  /** url: a URL. Its query goes with each request: it may be what gives access. */
  constructor(url, { keep, timeout }) {
    this.#folder = addressOf(url);
    if (!this.#folder.pathname.endsWith("/")) {
      this.#folder.pathname += "/";
    }
    this.#timeout = timeout;
    this.kept = keep ? keptOf(this.#folder) : null;
  }

  async list(signal) {
    let [fresh, text] = [];
    try {
      text = fresh = await this.#readList(signal);
    } catch (error) {
      text = error.code === "network" || error.code === "cors" ? await this.kept?.list() : undefined;
      if (text === undefined) {
        throw error;
      }
    }
    const { listed, files } = this.#parse(text);
    this.#tags.clear();
    this.kept?.begin(listed, fresh);
    return files;
  }

  /** Returns the current text of the list. */
  async #readList(signal) {
    const { reply, body } = await this.#ask(listName, { cache: "no-cache" }, { status: 200, most: mostListBytes, signal });
    if (reply.status === 404) {
      throw this.#noList("is not there");
    }
    requireStatus(reply, 200);
    if (!body) {
      throw this.#noList("is longer than a list of tables");
    }
    return new TextDecoder().decode(body);
  }

  /** Returns the tables in the list, as written there and as list() returns them. */
  #parse(list) {
    try {
      const listed = JSON.parse(list).files.filter(({ name }) => isTableName(name));
      return { listed, files: listed.map(tableOf) };
    } catch (error) { // some servers send a page of their own for a missing file
      throw this.#noList(error.message, error);
    }
  }

  #noList(why, cause) {
    return new TablesError("no_list", `${this.#address(listName)}: ${why}`, { cause });
  }

  #address(name) {
    const url = new URL(name, this.#folder);
    url.search = this.#folder.search;
    return url;
  }

  async read(name, offset, length) {
    const tag = this.#tags.get(name);
    const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
    const { reply, body } = await this.#ask(name, { headers }, { status: 206, most: length });
    requireStatus(reply, 200, 206);
    if (reply.status === 200) {
      throw new TablesError("no_ranges", `${reply.url}: the server sends whole files where parts are asked for`);
    }
    if (!body) {
      throw new TablesError("changed", `${reply.url}: more bytes came than were asked for`);
    }
    const found = reply.headers.get("ETag");
    if (tag !== undefined && tag !== found) {
      throw new TablesError("changed", `${reply.url}: the file is not the one that was listed`);
    }
    this.#tags.set(name, found);
    return body;
  }

  /**
   * Sends a request, and again when a busy server says so, as long as it may send nothing. Returns {reply, body}: the
   * body as bytes, if the reply has this status and the body at most `most` bytes. Fails if no reply, or nothing more of
   * it, arrives for too long.
   */
  async #ask(name, options, expected) {
    for (let [tries, waited] = [0, 0];; ++tries) {
      const answer = await this.#askOnce(name, options, expected);
      const wait = waitAfter(answer.reply, tries);
      if (wait === undefined || waited + wait > this.#timeout) {
        return answer;
      }
      waited += wait;
      await pause(wait, expected.signal);
    }
  }

  async #askOnce(name, options, { status, most, signal }) {
    const url = this.#address(name);
    const watch = new Watch(this.#timeout, signal);
    let reply;
    try {
      reply = await fetch(url, { ...options, signal: watch.signal });
      return { reply, body: reply.status === status ? await bytesOf(reply, most, watch) : undefined };
    } catch (error) {
      const isHidden = !reply && await isHiddenFromPages(url, options, watch);
      signal?.throwIfAborted();
      throw isHidden
        ? new TablesError("cors", `${url}: the server does not let pages of other sites read it (CORS): it must send `
                          + "Access-Control-Allow-Origin", { cause: error })
        : new TablesError("network", `${url}: ${error.message}`, { cause: error });
    } finally {
      watch.end();
    }
  }
}

/**
 * Returns whether the server answers, but the browser keeps the answer from the page, which is of another site. Browsers do
 * not say so themselves: for the page the request has failed.
 */
async function isHiddenFromPages(url, options, watch) {
  if (!globalThis.location || url.origin === location.origin) {
    return false;
  }
  watch.begin();
  const answers = (mode) =>
    fetch(url, { ...options, method: "HEAD", mode, signal: watch.signal }).then(() => true, () => false);
  return (await answers("no-cors")) && !(await answers("cors"));
}

function requireStatus(reply, ...expected) {
  if (!expected.includes(reply.status)) {
    throw new TablesError("network", `${reply.url}: ${reply.status} ${reply.statusText}`);
  }
}

/**
 * Returns after how many milliseconds to ask again what was refused; undefined if not at all. tries: how often it was
 * asked again before. Retry-After may be 0, and pages of another site do not see it.
 */
function waitAfter({ status, headers }, tries) {
  const said = headers.get("Retry-After");
  if (status !== 429 && !(status === 503 && said !== null)) {
    return undefined;
  }
  const named = /^\d+$/.test(said) ? 1000 * said : Date.parse(said) - Date.now();
  return Math.max(named || 0, 1000 * 2 ** tries);
}

/** Waits so many milliseconds. Fails as soon as the signal is aborted. */
function pause(time, signal) {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      signal?.aborted ? reject(signal.reason) : resolve();
    };
    const timer = setTimeout(done, time);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) {
      done();
    }
  });
}

/** Aborts a request when the user does, or when nothing has arrived for `timeout` milliseconds. */
class Watch {
  #timeout;
  #theirs;
  #timer;
  #controller = new AbortController();
  #follow = () => this.#controller.abort(this.#theirs.reason);

  constructor(timeout, theirs) {
    this.#timeout = timeout;
    this.#theirs = theirs;
    theirs?.addEventListener("abort", this.#follow);
    if (theirs?.aborted) {
      this.#follow();
    }
    this.begin();
  }
  get signal() {
    return this.#controller.signal;
  }
  /** Restarts the timer: something has arrived. */
  begin() {
    clearTimeout(this.#timer);
    const late = () => this.#controller.abort(new Error(`nothing came for ${this.#timeout / 1000} seconds`));
    this.#timer = setTimeout(late, this.#timeout);
  }
  /** Ends the watch, and aborts the rest of the reply. */
  end() {
    clearTimeout(this.#timer);
    this.#theirs?.removeEventListener("abort", this.#follow);
    this.#controller.abort();
  }
}

/** Returns the body of a reply; undefined if it has more than `most` bytes. */
async function bytesOf(reply, most, watch) {
  const parts = [];
  let length = 0;
  for (const reader = reply.body.getReader();;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    watch.begin();
    parts.push(value);
    length += value.length;
    if (length > most) {
      return undefined;
    }
  }
  return joined(parts);
}

/** Files that the user has chosen or dropped: a map of names to Blob or File objects. */
export class BlobSource {
  #files;

  constructor(files) {
    this.#files = files;
  }
  async list() {
    return withParts([...this.#files].map(([name, blob]) => ({ name, bytes: blob.size })));
  }
  async read(name, offset, length) {
    const part = this.#files.get(name).slice(offset, offset + length);
    return new Uint8Array(await part.arrayBuffer().catch((cause) => { // it is gone or unreadable
      throw new TablesError("unreadable", `${name}: ${cause.message}`, { cause });
    }));
  }
}

/** Several sources: each file comes from the first one that has a file of its name. */
class SeveralSources {
  #sources;
  #owners = new Map(); // from a file's name to its source
  /** The files that are not used: {name, used, hidden}, with the numbers of the source that is used and of its own. */
  duplicates = [];
  /** As a web server's source has it: of each file, what its own source has kept. */
  kept = {
    find: (name, ...part) => this.#keptOf(name)?.find(name, ...part),
    keep: (name, ...part) => this.#keptOf(name)?.keep(name, ...part),
    forget: (name) => this.#keptOf(name)?.forget(name),
  };

  constructor(sources) {
    this.#sources = sources;
  }
  async list(signal) {
    const lists = await Promise.all(this.#sources.map((source) => source.list(signal)));
    const numbers = new Map(); // from a file's name to its source's
    const duplicates = [];
    const files = lists.flatMap((list, number) => list.filter(({ name }) => {
      const used = numbers.get(name);
      used === undefined ? numbers.set(name, number) : duplicates.push({ name, used, hidden: number });
      return used === undefined;
    }));
    this.#owners = new Map([...numbers].map(([name, number]) => [name, this.#sources[number]]));
    this.duplicates = duplicates;
    return files;
  }
  async read(name, offset, length) {
    return this.#owners.get(name).read(name, offset, length);
  }
  async close() {
    await Promise.all(this.#sources.map((source) => source.close?.()));
  }
  #keptOf(name) {
    return this.#owners.get(name)?.kept;
  }
}

/**
 * Returns a source for the argument of open(). For files received over HTTP, keep: whether parts are kept, and timeout:
 * how many milliseconds the server may send nothing.
 */
export function sourceOf(given, { keep, timeout }) {
  if (Array.isArray(given)) {
    if (given.length === 0) {
      throw new TypeError("there is no source in the list");
    }
    return new SeveralSources(given.map((one) => sourceOf(one, { keep, timeout })));
  }
  if (typeof given?.read === "function" && typeof given.list === "function") {
    return given;
  }
  if (given instanceof Map) {
    return new BlobSource(given);
  }
  if (typeof given === "string" || typeof given?.href === "string") {
    return new HttpSource(given, { keep, timeout });
  }
  const what = given === null || given === undefined ? given : `of type ${typeof given}`;
  throw new TypeError(
    "a source of tables is the address of a folder, on Node also a path, a Map of files, an object with list and read, or a "
    + `list of these, not ${what}`);
}
