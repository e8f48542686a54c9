// The package for Node: as in a browser, and directories on disk.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findAbstractPlay, fromAbstractPlay, pdnFromAbstractPlay, toAbstractPlay } from "./abstractplay.js";
import * as everywhere from "./dameotb.js";
import { DirectorySource, of } from "./directory.js";
import { TablesError } from "./errors.js";

export { TablesError, findAbstractPlay, fromAbstractPlay, pdnFromAbstractPlay, toAbstractPlay };

let compiled = null;

/** Compiles the module beside this file once. */
function compileOwn() {
  compiled ??= compileFile(fileURLToPath(new URL("dameotb.wasm", import.meta.url))).catch((error) => {
    compiled = null;
    if (error.cause?.code === "ENOENT") {
      throw new TablesError(error.code, `${error.message}; open() needs its option \`wasm\``, { cause: error });
    }
    throw error;
  });
  return compiled;
}

const compileFile = async (path) => WebAssembly.compile(await of(path, readFile(path)));

/**
 * Returns the path that a text or a URL means; undefined if it is no file. The path is absolute, since the process may go
 * elsewhere; an empty text stays one, which is no path.
 */
function pathOf(given) {
  if (typeof given !== "string" && !(given instanceof URL)) {
    return undefined;
  }
  if (/^file:\/\//i.test(given)) {
    return fileURLToPath(given);
  }
  return given instanceof URL || /^([a-z]+:\/\/|data:)/i.test(given) ? undefined : given && resolve(String(given));
}

/** Returns what dameotb.js takes for `wasm`. */
function moduleOf(given) {
  const path = pathOf(given);
  return path !== undefined ? compileFile(path)
       : typeof given?.then === "function" ? given.then(moduleOf)
                                           : given ?? compileOwn();
}

/** Returns what dameotb.js takes for a source, or for a list of them. */
function sourceFor(given) {
  if (Array.isArray(given)) {
    return given.map(sourceFor);
  }
  const path = pathOf(given);
  return path === undefined ? given : new DirectorySource(path);
}

/** Opens tables. README.md lists the possible sources, and says what `wasm` is for. */
export async function open(given, { wasm, ...options } = {}) {
  return everywhere.open(sourceFor(given), { ...options, wasm: moduleOf(wasm) });
}
