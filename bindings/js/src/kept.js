// Parts of files received over HTTP, in the browser's Cache storage: available after a reload and offline. Where there
// is no such storage (plain http, Node), or where it is forbidden, full or broken, nothing is kept, and nothing fails.

const headerBytes = 128; // of a table

let mayPut = true; // until refused once, as when the storage is full

/**
 * Returns what is kept of a folder's files; null where there is no Cache storage. folder: a URL whose path ends with "/".
 * Its query does not count: it says who asks rather than what for, and may be another one each time.
 */
export function keptOf(folder) {
  try {
    const plain = new URL(folder);
    plain.search = plain.hash = "";
    return globalThis.caches ? new Kept(plain) : null;
  } catch {
    return null; // a frame without its own origin may not even look
  }
}

class Kept {
  #folder;
  #prefix; // of the names of the folder's caches; addresses contain no blanks
  #names = new Map(); // from a file's name to its cache's name
  #opened = new Map(); // from a cache's name to its promise

  constructor(folder) {
    this.#folder = folder;
    this.#prefix = `dameotb ${folder.href} `;
  }

  /**
   * Sets the files: [{name, head}, ...], head in base64. A file's head identifies its contents: a table's header has
   * digests of its values and models, its layout and its size. A file without a head is not kept. list: the text of
   * the list, if it is new; then it is kept, and what was kept of other files is deleted.
   */
  begin(files, list) {
    const known = files.filter(({ head }) => head?.length * 3 >= headerBytes * 4);
    this.#names = new Map(known.map(({ name, head }) => [name, `${this.#prefix}${name} ${head}`]));
    if (list !== undefined) {
      this.#put(this.#listCache, this.#folder, list);
      this.#deleteOthers();
    }
  }

  /** Returns the list kept last, if any. */
  async list() {
    return (await this.#match(this.#listCache, this.#folder))?.text().catch(() => undefined);
  }

  /** Returns these bytes of a file, if kept. */
  async find(name, offset, length) {
    const cache = this.#names.get(name);
    const found = cache && (await this.#match(cache, this.#part(name, offset, length)));
    const bytes = await found?.arrayBuffer().catch(() => undefined);
    return bytes?.byteLength === length ? new Uint8Array(bytes) : undefined;
  }

  /** Keeps bytes of a file. */
  async keep(name, offset, bytes) {
    const cache = this.#names.get(name);
    if (cache) {
      await this.#put(cache, this.#part(name, offset, bytes.length), bytes);
    }
  }

  /** Deletes what is kept of a file. */
  async forget(name) {
    const cache = this.#names.get(name);
    this.#opened.delete(cache);
    await caches.delete(cache).catch(() => undefined);
  }

  get #listCache() {
    return `${this.#prefix}list`;
  }

  /** The key under which a part is kept. */
  #part(name, offset, length) {
    return new URL(`${encodeURIComponent(name)}?bytes=${offset}-${offset + length - 1}`, this.#folder);
  }

  #open(cache) {
    if (!this.#opened.has(cache)) {
      this.#opened.set(cache, caches.open(cache));
    }
    return this.#opened.get(cache);
  }

  async #match(cache, url) {
    try {
      return await (await this.#open(cache)).match(url);
    } catch {
      return undefined;
    }
  }

  async #put(cache, url, body) {
    if (!mayPut) {
      return;
    }
    try {
      await (await this.#open(cache)).put(url, new Response(body));
    } catch {
      mayPut = false;
    }
  }

  async #deleteOthers() {
    const used = new Set([this.#listCache, ...this.#names.values()]);
    const names = await caches.keys().catch(() => []);
    const others = names.filter((name) => name.startsWith(this.#prefix) && !used.has(name));
    await Promise.all(others.map((name) => caches.delete(name).catch(() => false)));
  }
}
