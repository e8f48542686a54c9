// The package as Node has it: by import or, if DAMEOTB_COMMONJS is set, by require.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

export const root = pathToFileURL(`${process.env.DAMEOTB_PACKAGE}/`);
const load = (name) => (process.env.DAMEOTB_COMMONJS ? createRequire(root)(`./src/${name}.cjs`)
                                                     : import(new URL(`src/${name}.js`, root)));

export const { open, TablesError, findAbstractPlay, fromAbstractPlay, pdnFromAbstractPlay, toAbstractPlay } = await load("node");
export const { listOf } = await load("list");
export const { partName, piecesOf, withParts } = await load("parts");
export const { Bytes } = await load("bytes");
