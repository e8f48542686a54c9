// The panel that says what a position is worth.

import { make, makeSvg } from "./elements.js";

const element = (id) => document.getElementById(id);

/** Returns the headline's parts; behind the number, the word for the distance leads to what it means. */
function headlineParts(headline, distance) {
  if (!distance) {
    return [headline];
  }
  const [number, ...word] = distance.split(" ");
  const [before, after] = headline.split(distance);
  return [`${before}${number} `, make("a", { href: "rules.html#ply", className: "term" }, word.join(" ")), after];
}

/**
 * Shows a description: {outcome, headline, distance, detail, ruled} as describe() returns it. command: what makes the
 * table that is missing, if one is.
 */
export function showResult({ outcome, headline, distance, detail, ruled }, command) {
  const picture = { w: "wk", b: "bk" }[outcome] ?? `outcome-${outcome}`;
  element("winner").replaceChildren(makeSvg("use", { href: `#${picture}` }));
  element("headline").replaceChildren(...headlineParts(headline, distance));
  element("detail").textContent = detail;
  element("ruled").hidden = !ruled;
  element("ruled").textContent = ruled ?? "";
  element("missing").hidden = !command;
  element("missing-command").textContent = command ?? "";
}
