// The package for browsers and bundlers: nothing here needs a module of Node.

export { findAbstractPlay, fromAbstractPlay, pdnFromAbstractPlay, toAbstractPlay } from "./abstractplay.js";
export { TablesError, open } from "./dameotb.js";
