// The panel that says what a position is worth.

const svg = "http://www.w3.org/2000/svg";
const element = (id) => document.getElementById(id);

/** Returns the headline's parts; the word for the distance leads to what it means. */
function headlineParts(text) {
  const [, before, word] = /^(.* )(ply|plies)$/.exec(text) ?? [null, text, null];
  const term = word && Object.assign(document.createElement("a"), { href: "/rules.html#ply", className: "term" });
  term?.append(word);
  return [before, ...(term ? [term] : [])];
}

/**
 * Shows a description: {outcome, headline, detail} as describe() returns it. command: what makes the table that is
 * missing, if one is.
 */
export function showResult({ outcome, headline, detail }, command) {
  const picture = document.createElementNS(svg, "use");
  picture.setAttribute("href", `#${{ w: "wk", b: "bk" }[outcome] ?? `outcome-${outcome}`}`);
  element("winner").replaceChildren(picture);
  element("headline").replaceChildren(...headlineParts(headline));
  element("detail").textContent = detail;
  element("missing").hidden = !command;
  element("missing-command").textContent = command ?? "";
}
