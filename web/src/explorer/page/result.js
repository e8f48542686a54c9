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

/** Shows a description: {outcome, headline, distance, detail, ruled} as describe() returns it. */
export function showResult({ outcome, headline, distance, detail, ruled }) {
  const picture = { w: "wk", b: "bk" }[outcome] ?? `outcome-${outcome}`;
  element("winner").replaceChildren(makeSvg("use", { href: `#${picture}` }));
  element("headline").replaceChildren(...headlineParts(headline, distance));
  element("detail").textContent = detail;
  element("ruled").hidden = !ruled;
  element("ruled").textContent = ruled ?? "";
}

/** Shows what helps where a table is missing: {words, command} as missingHelp() returns it; null for nothing. */
export function showMissing(help) {
  element("missing").hidden = help === null;
  element("missing-words").textContent = help?.words ?? "";
  element("missing-command").hidden = !help?.command;
  element("missing-command").textContent = help?.command ?? "";
}
