#!/usr/bin/env node
// The command dameotb-list writes the list of a folder's tables, which a web server needs next to them.

import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openTable, tablesIn } from "./directory.js";
import { TablesError } from "./errors.js";
import { leastPartBytes, piecesOf } from "./parts.js";

const headBytes = 128; // the header of a table

/** Returns {name, bytes, part_bytes, head} of a table; head is the beginning of the file, in base64. */
async function entryOf(directory, table) {
  const { name, bytes, partBytes, defect } = table;
  if (defect) {
    throw defect;
  }
  if (partBytes < leastPartBytes) {
    throw new TablesError("unreadable", `${join(directory, name)}: its parts have less than ${leastPartBytes} bytes`);
  }
  const [first] = piecesOf(table, 0, Math.min(headBytes, bytes));
  const file = await openTable(directory, first.name);
  try {
    const head = Buffer.from(await file.read(0, headBytes)).toString("base64");
    return { name, bytes, ...(partBytes === undefined ? {} : { part_bytes: partBytes }), head };
  } finally {
    await file.close();
  }
}

/** Returns the list: {files: [{name, bytes, part_bytes, head}, ...]}. Calls leftOut(error) for each file that cannot be read. */
export async function listOf(directory, leftOut = () => {}) {
  const files = [];
  for (const table of await tablesIn(directory)) { // one by one: there may be more than can be open at once
    try {
      files.push(await entryOf(directory, table));
    } catch (error) {
      leftOut(error);
    }
  }
  return { files };
}

const help = `usage: dameotb-list DIR > DIR/tables.json

Writes the list of the tables in a directory, as JSON. A web server of the
directory needs it: browsers read from it which tables there are.

example: dameotb-list site/tables > site/tables/tables.json

Exit status: 0 if all is well, 1 if a table cannot be read, which the list then
leaves out, 2 for wrong usage.`;

const [, started] = process.argv; // npm starts a command by a link to its file
if (started && existsSync(started) && import.meta.url === pathToFileURL(realpathSync(started)).href) {
  const [directory, ...others] = process.argv.slice(2);
  if (directory === "--help" || directory === "-h") {
    console.log(help);
    process.exit(0);
  }
  if (!directory || directory.startsWith("-") || others.length > 0) {
    console.error("usage: dameotb-list DIR > DIR/tables.json; --help says more");
    process.exit(2);
  }
  const complain = ({ message }) => {
    console.error(`dameotb-list: ${message}`);
    process.exitCode = 1;
  };
  listOf(directory, complain).then((list) => console.log(JSON.stringify(list)), complain);
}
