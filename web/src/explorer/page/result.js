// The panel that says what a position is worth.

import { make, makeSvg } from "./elements.js";

const element = (id) => document.getElementById(id);

/** Returns the headline's parts; the word for the distance leads to what it means. */
function headlineParts(text) {
  const [, before, word] = /^(.* )(ply|plies)$/.exec(text) ?? [null, text, null];
  return word ? [before, make("a", { href: "/rules.html#ply", className: "term" }, word)] : [before];
}

/**
 * Shows a description: {outcome, headline, detail} as describe() returns it. command: what makes the table that is
 * missing, if one is.
 */
export function showResult({ outcome, headline, detail }, command) {
  const picture = { w: "wk", b: "bk" }[outcome] ?? `outcome-${outcome}`;
  element("winner").replaceChildren(makeSvg("use", { href: `#${picture}` }));
  element("headline").replaceChildren(...headlineParts(headline));
  element("detail").textContent = detail;
  element("missing").hidden = !command;
  element("missing-command").textContent = command ?? "";
}
