// Where tables come from. A source has list(signal): [{name, bytes, head}, ...], and read(name, offset, length):
// Uint8Array. That of a web server has what is kept of its files, too (kept.js).

import { TablesError } from "./errors.js";
import { keptOf } from "./kept.js";

/** The list of a folder on a server: names, sizes and first bytes of its tables. */
export const listName = "tables.json";

const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** A folder on a web server, which has a list of its tables and answers ranges. */
export class HttpSource {
  #folder;
  #tags = new Map(); // the ETag that each file had at first
  /** What is kept of the files; null if nothing is. */
  kept;

  constructor(url, keep) {
    this.#folder = new URL(url.href ?? url, globalThis.location?.href);
    if (!this.#folder.pathname.endsWith("/")) {
      this.#folder.pathname += "/";
    }
    this.kept = keep ? keptOf(this.#folder) : null;
  }

  async list(signal) {
    let [fresh, text] = [];
    try {
      text = fresh = await this.#readList(signal);
    } catch (error) {
      text = error.code === "network" ? await this.kept?.list() : undefined;
      if (text === undefined) {
        throw error;
      }
    }
    const { files } = this.#parse(text);
    this.#tags.clear();
    this.kept?.begin(files, fresh);
    return files.map(({ name, bytes, head }) => ({ name, bytes, head: head && fromBase64(head) }));
  }

  /** Returns the list's text as it is now. */
  async #readList(signal) {
    const reply = await this.#ask(listName, { cache: "no-cache", signal });
    if (reply.status === 404) {
      throw new TablesError("no_list", `${new URL(listName, this.#folder)} is not there`);
    }
    return this.#ok(reply).text().catch((error) => this.#fail(reply.url, error, signal));
  }

  #parse(list) {
    try {
      return JSON.parse(list);
    } catch (error) { // some servers send a page of theirs where a file is not there
      throw new TablesError("no_list", `${new URL(listName, this.#folder)}: ${error.message}`, { cause: error });
    }
  }

  async read(name, offset, length) {
    const tag = this.#tags.get(name);
    const range = `bytes=${offset}-${offset + length - 1}`;
    const reply = this.#ok(await this.#ask(name, { headers: { Range: range } }));
    if (reply.status !== 206) {
      reply.body?.cancel();
      throw new TablesError("no_ranges", `${reply.url}: the server sends whole files where parts are asked for`);
    }
    const found = reply.headers.get("ETag");
    if (tag !== undefined && tag !== found) {
      throw new TablesError("changed", `${reply.url}: the file is not the one that was listed`);
    }
    this.#tags.set(name, found);
    return new Uint8Array(await reply.arrayBuffer().catch((error) => this.#fail(reply.url, error)));
  }

  async #ask(name, options) {
    const url = new URL(name, this.#folder);
    return fetch(url, options).catch((error) => this.#fail(url, error, options.signal));
  }

  #fail(url, cause, signal) {
    if (signal?.aborted) {
      throw cause;
    }
    throw new TablesError("network", `${url}: ${cause.message}`, { cause });
  }

  #ok(reply) {
    if (!reply.ok) {
      throw new TablesError("network", `${reply.url}: ${reply.status} ${reply.statusText}`);
    }
    return reply;
  }
}

/** Files that the user has chosen or dropped: a map of names to Blob or File objects. */
export class BlobSource {
  #files;

  constructor(files) {
    this.#files = files;
  }
  async list() {
    return [...this.#files].map(([name, blob]) => ({ name, bytes: blob.size }));
  }
  async read(name, offset, length) {
    return new Uint8Array(await this.#files.get(name).slice(offset, offset + length).arrayBuffer());
  }
}

/** A directory, for Node. */
export class DirectorySource {
  #path;
  #open = new Map(); // name to the promise of a file handle

  constructor(path) {
    this.#path = path;
  }
  async list() {
    const { tablesIn } = await import("./list.js");
    return tablesIn(this.#path);
  }
  async read(name, offset, length) {
    const [{ open }, { join }] = await Promise.all([import("node:fs/promises"), import("node:path")]);
    if (!this.#open.has(name)) {
      this.#open.set(name, open(join(this.#path, name)));
    }
    const bytes = new Uint8Array(length);
    const { bytesRead } = await (await this.#open.get(name)).read(bytes, 0, length, offset);
    return bytes.subarray(0, bytesRead);
  }
  async close() {
    await Promise.all([...this.#open.values()].map(async (file) => (await file).close()));
    this.#open.clear();
  }
}

/** Returns a source for what open() was given. keep: whether parts of files that come over HTTP are kept. */
export function sourceOf(given, keep) {
  if (typeof given?.read === "function" && typeof given.list === "function") {
    return given;
  }
  if (given instanceof Map) {
    return new BlobSource(given);
  }
  const isPath = typeof given === "string" && !/^[a-z]+:\/\//i.test(given) && globalThis.process?.versions?.node;
  return isPath ? new DirectorySource(given) : new HttpSource(given, keep);
}
