// A directory of tables, for Node: a source (sources.js) that lists and opens them. Only regular files and links to
// them are tables. Others, and unreadable files, get an error that says so; nothing waits for the writer of a pipe.

import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { TablesError } from "./errors.js";
import { withParts } from "./parts.js";
import { isTableName } from "./sources.js";

const isTableOrPart = (name) => isTableName(name.replace(/\.\d{3,}$/, ""));

/** Returns the promise's value. An error is a TablesError that names the path. */
export async function of(path, promise) {
  try {
    return await promise;
  } catch (cause) {
    const words = cause.message.replace(/, \w+ '.*/s, ""); // it names the system call, and repeats the path
    throw new TablesError("unreadable", `${path}: ${words}`, { cause });
  }
}

function requireFile(path, status) {
  if (!status.isFile()) {
    throw new TablesError("unreadable", `${path}: is ${status.isDirectory() ? "a directory" : "not a regular file"}`);
  }
}

/** Returns the tables, sorted by name: [{name, bytes, partBytes, defect}, ...]. defect: a TablesError, if unreadable. */
export async function tablesIn(directory) {
  const names = (await of(directory, readdir(directory))).filter(isTableOrPart);
  const files = await Promise.all(names.map(async (name) => {
    const path = join(directory, name);
    try {
      const status = await of(path, stat(path));
      requireFile(path, status);
      return { name, bytes: status.size };
    } catch (defect) {
      return { name, bytes: 0, defect };
    }
  }));
  return withParts(files).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Opens a table or a part of one. Returns {read(offset, length), close()}. */
export async function openTable(directory, name) {
  const path = join(directory, name);
  const file = await of(path, open(path, constants.O_RDONLY | constants.O_NONBLOCK));
  try {
    requireFile(path, await of(path, file.stat())); // it may have been replaced meanwhile
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    read: async (offset, length) => {
      const { buffer, bytesRead } = await of(path, file.read(new Uint8Array(length), 0, length, offset));
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

/** A directory, for Node. */
export class DirectorySource {
  #path;
  #open = new Map(); // name to the promise of an open table

  constructor(path) {
    this.#path = path;
  }
  async list() {
    return tablesIn(this.#path);
  }
  async read(name, offset, length) {
    if (!this.#open.has(name)) {
      const opening = openTable(this.#path, name);
      this.#open.set(name, opening);
      opening.catch(() => this.#open.delete(name)); // the next question tries again
    }
    return (await this.#open.get(name)).read(offset, length);
  }
  async close() {
    const opened = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(opened.map(async (opening) => (await opening.catch(() => null))?.close()));
  }
}
