#!/usr/bin/env node
// Writes the list of a folder's tables, which a web server needs beside them: node list.js DIR > DIR/tables.json

import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const headBytes = 128; // the header of a table

/** Returns the tables of a directory: [{name, bytes}, ...]. */
export async function tablesIn(directory) {
  const names = (await readdir(directory)).filter((name) => /^[KM]+v[KM]+\.(wdl|dtm)$/.test(name)).sort();
  return Promise.all(names.map(async (name) => ({ name, bytes: (await stat(join(directory, name))).size })));
}

/** Returns the list: {files: [{name, bytes, head}, ...]}; head is what the file begins with, in base64. */
export async function listOf(directory) {
  const files = await Promise.all((await tablesIn(directory)).map(async (table) => {
    const file = await open(join(directory, table.name));
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    await file.close();
    return { ...table, head: buffer.subarray(0, bytesRead).toString("base64") };
  }));
  return { files };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [directory] = process.argv.slice(2);
  if (!directory) {
    console.error("usage: node list.js DIR > DIR/tables.json");
    process.exit(2);
  }
  console.log(JSON.stringify(await listOf(directory)));
}
