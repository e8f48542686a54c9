// Files in parts, for hosts that limit the size of a file. A file with `partBytes` lies in files NAME.000, NAME.001, ... of
// so many bytes each, the last one of what remains.

import { TablesError } from "./errors.js";

/** The least size of a part that is not a file's last: it bounds the number of requests. */
export const leastPartBytes = 1 << 10;

const leastDigits = 3; // `dameotb site` makes the same names

/** Returns the name of a part, from 0: "KKvK.dtm.007". Names of a file's parts are equally long, and sort like these. */
export function partName({ name, bytes, partBytes }, part) {
  const last = Math.ceil(bytes / partBytes) - 1;
  return `${name}.${String(part).padStart(Math.max(leastDigits, String(last).length), "0")}`;
}

/** Returns where a range of a file lies: [{name, offset, length}, ...], in order, a piece for each file that has some. */
export function piecesOf(file, offset, length) {
  const { name, partBytes } = file;
  if (partBytes === undefined) {
    return [{ name, offset, length }];
  }
  const pieces = [];
  for (let at = offset; at < offset + length;) {
    const part = Math.floor(at / partBytes);
    const end = Math.min((part + 1) * partBytes, offset + length);
    pieces.push({ name: partName(file, part), offset: at - part * partBytes, length: end - at });
    at = end;
  }
  return pieces;
}

/** Returns arrays of bytes as one. */
export function joined(arrays) {
  if (arrays.length === 1) {
    return arrays[0];
  }
  const bytes = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    bytes.set(array, at);
    at += array.length;
  }
  return bytes;
}

/**
 * Returns the files of a folder with those that are parts replaced by the files that they are of, which have `partBytes`.
 * A file that is there as a whole, too, is read as a whole. Files: {name, bytes, defect}. A part that is missing or has
 * the wrong size is the defect of its file; whether the last ones are missing cannot be seen here.
 */
export function withParts(files) {
  const whole = new Map();
  const parted = new Map(); // from a file's name to its parts
  for (const file of files) {
    const [, name] = /^(.+\.(?:wdl|dtm|dtz))\.\d{3,}$/.exec(file.name) ?? [];
    if (name === undefined) {
      whole.set(file.name, file);
    } else {
      parted.set(name, [...parted.get(name) ?? [], file]);
    }
  }
  for (const [name, parts] of parted) {
    if (!whole.has(name)) {
      whole.set(name, fileOf(name, parts));
    }
  }
  return [...whole.values()];
}

function fileOf(name, parts) {
  parts.sort((a, b) => (a.name < b.name ? -1 : 1));
  const partBytes = parts.length > 1 ? parts[0].bytes : Math.max(parts[0].bytes, leastPartBytes);
  const file = { name, bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0), partBytes };
  return { ...file, defect: parts.map((part, i) => defectOf(file, part, i, parts.length)).find(Boolean) };
}

/** Returns what is wrong with the part of a file that is at place `i` of `count`. */
function defectOf(file, { name, bytes, defect }, i, count) {
  const expected = partName(file, i);
  if (defect) {
    return defect;
  }
  if (name !== expected) {
    return new TablesError("unreadable", `${expected}: this part is missing`);
  }
  const isRight = i + 1 < count ? bytes === file.partBytes : bytes > 0 && bytes <= file.partBytes;
  return isRight ? undefined
                 : new TablesError("unreadable", `${name}: this part has ${bytes} bytes, others ${file.partBytes}`);
}
