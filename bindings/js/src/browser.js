// The package for browsers and bundlers: nothing here needs a module of Node.

export { TablesError, open } from "./dameotb.js";
