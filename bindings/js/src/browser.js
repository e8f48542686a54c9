// The package for browsers and bundlers: nothing here needs a module of Node.

export { findAbstractPlay, fromAbstractPlay, toAbstractPlay } from "./abstractplay.js";
export { TablesError, open } from "./dameotb.js";
