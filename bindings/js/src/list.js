#!/usr/bin/env node
// Writes the list of a folder's tables, which a web server needs next to them: node list.js DIR > DIR/tables.json

import { pathToFileURL } from "node:url";
import { openTable, tablesIn } from "./directory.js";

const headBytes = 128; // the header of a table

/** Returns {name, bytes, head} of a table; head is the beginning of the file, in base64. */
async function entryOf(directory, { name, bytes, defect }) {
  if (defect) {
    throw defect;
  }
  const file = await openTable(directory, name);
  try {
    return { name, bytes, head: Buffer.from(await file.read(0, headBytes)).toString("base64") };
  } finally {
    await file.close();
  }
}

/** Returns the list: {files: [{name, bytes, head}, ...]}. Calls leftOut(error) for each file that cannot be read. */
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

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [directory] = process.argv.slice(2);
  if (!directory) {
    console.error("usage: node list.js DIR > DIR/tables.json");
    process.exit(2);
  }
  const complain = ({ message }) => {
    console.error(`list.js: ${message}`);
    process.exitCode = 1;
  };
  listOf(directory, complain).then((list) => console.log(JSON.stringify(list)), complain);
}
