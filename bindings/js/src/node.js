// The package for Node: as in a browser, and directories on disk.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findAbstractPlay, fromAbstractPlay, pdnFromAbstractPlay, toAbstractPlay } from "./abstractplay.js";
import * as everywhere from "./dameotb.js";
import { DirectorySource, of } from "./directory.js";
import { TablesError } from "./errors.js";

export { TablesError, findAbstractPlay, fromAbstractPlay, pdnFromAbstractPlay, toAbstractPlay };

const compiled = new Map(); // from a module's address to its promise

/** Compiles a module beside this file once. */
function compileOwn(proofs) {
  const url = proofs ? new URL("dameotb-prove.wasm", import.meta.url) : new URL("dameotb.wasm", import.meta.url);
  if (!compiled.has(url.href)) {
    compiled.set(url.href, compileFile(fileURLToPath(url)).catch((error) => {
      compiled.delete(url.href);
      if (error.cause?.code === "ENOENT") {
        throw new TablesError(error.code, `${error.message}; open() needs its option \`wasm\``, { cause: error });
      }
      throw error;
    }));
  }
  return compiled.get(url.href);
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
function moduleOf(given, proofs) {
  const path = pathOf(given);
  return path !== undefined ? compileFile(path)
       : typeof given?.then === "function" ? given.then((found) => moduleOf(found, proofs))
                                           : given ?? compileOwn(proofs);
}

/** Returns what dameotb.js takes for a source, or for a list of them. */
function sourceFor(given) {
  if (Array.isArray(given)) {
    return given.map(sourceFor);
  }
  const path = pathOf(given);
  return path === undefined ? given : new DirectorySource(path);
}

/** Opens tables. README.md lists the possible sources, and says what the options are for. */
export async function open(given, { wasm, ...options } = {}) {
  return everywhere.open(sourceFor(given), { ...options, wasm: moduleOf(wasm, options.proofs) });
}
