// The statistics of the class of the position shown: how many positions are won, drawn and lost. Buttons open its
// longest win and longest loss.

import * as answers from "./answers.js";
import { make } from "./elements.js";
import { language, text } from "./texts.js";
import { classWords, errorWords, noTable, plies, sideName } from "./words.js";

const countedAtOnce = 1e7; // positions; a larger class is counted only when the user asks
const countedInAMinute = 2.5e8; // by one core of an ordinary machine
const pause = 2000; // milliseconds between questions while the server counts

const number = new Intl.NumberFormat(language);
const percent = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Returns "8.4%", halves rounded up. A few of many are never 0%, and all but a few are never 100%. As in the report. */
export function share(count, all) {
  const [few, most] = [0.001, 0.999];
  if (count > 0 && 1000 * count < all) {
    return `<${percent.format(few)}`;
  }
  if (count < all && 1000 * count > 999 * all) {
    return `>${percent.format(most)}`;
  }
  return percent.format(Math.floor((2000 * count + all) / (2 * all)) / 1000);
}

/** Returns how many placements have each result, as a heading, a bar, and counts with their shares. */
function resultParts(heading, { placements, wins, draws, losses }) {
  const bar = make("div", { className: "bar", ariaHidden: "true" });
  const counts = make("dl", { className: "counts" });
  for (const [result, count] of [["win", wins], ["draw", draws], ["loss", losses]]) {
    const part = make("span", { className: result });
    part.style.flexGrow = count / placements;
    bar.append(...(count > 0 ? [part] : []));
    const words = make("dd", {}, number.format(count), " ", make("span", { className: "share" }, share(count, placements)));
    counts.append(make("div", {}, make("dt", { className: result }, text(result)), words));
  }
  return [make("h4", {}, heading), bar, counts];
}

function zugzwangWords({ placements, mutual }) {
  const name = placements === 0 ? "zugzwangs-none" : mutual === 0 ? "zugzwangs" : "zugzwangs-mutual";
  return text(name, { all: number.format(placements), mutual: number.format(mutual) });
}

export class Statistics {
  #choice;
  #body;
  #open;
  #classes = [];
  #shown = null;
  #asking = null;

  /** Calls open(fen) when the user asks for a position. */
  constructor(choice, body, open) {
    this.#choice = choice;
    this.#body = body;
    this.#open = open;
    choice.addEventListener("change", () => this.show(choice.value));
  }

  async load() {
    this.#classes = await answers.classes();
    this.#choice.replaceChildren(...this.#classes.map(({ class: name }) => make("option", { value: name }, `${name}, ${classWords(name)}`)));
    this.#choice.selectedIndex = -1;
    const words = text(this.#classes.length === 0 ? "no-tables" : "choose-class");
    this.#body.replaceChildren(make("p", { className: "note" }, words));
  }

  /** The classes that have a table; empty until they are loaded. */
  get classes() {
    return this.#classes;
  }

  /** Shows a class; null for none. */
  show(name) {
    if (name === this.#shown || this.#classes.length === 0) {
      return;
    }
    this.#asking?.abort();
    this.#shown = name;
    if (name === null) {
      this.#choice.selectedIndex = -1;
      this.#body.replaceChildren(make("p", { className: "note" }, text("choose-class")));
      return;
    }
    this.#choice.value = name; // selects nothing if the class has no table
    const entry = this.#classes.find(({ class: known }) => known === name);
    if (!entry) {
      this.#body.replaceChildren(make("p", { className: "note" }, noTable(name)));
    } else if (!entry.countable) {
      this.#body.replaceChildren(make("p", { className: "note" }, text("not-counted")));
    } else if (entry.counted || entry.positions <= countedAtOnce) {
      this.#count(name);
    } else {
      const count = make("button", { type: "button" }, text("count-results"));
      count.addEventListener("click", () => this.#count(name));
      const minutes = Math.round(entry.positions / countedInAMinute);
      const time = minutes === 0 ? text("takes-seconds") : text("takes-minutes", { count: minutes });
      this.#body.replaceChildren(count, make("p", { className: "note" }, time));
    }
  }

  async #count(name) {
    const asking = (this.#asking = new AbortController());
    this.#body.replaceChildren(make("p", { className: "note" }, text("counting")));
    try {
      let answer = await answers.stats(name, asking.signal);
      while (answer.counting) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        answer = await answers.stats(name, asking.signal);
      }
      if (!asking.signal.aborted) {
        this.#body.replaceChildren(...answer.sides.map((side) => this.#side(side)),
                                   make("p", { className: "note" }, zugzwangWords(answer.zugzwangs)));
      }
    } catch (error) {
      if (!asking.signal.aborted) {
        this.#body.replaceChildren(make("p", { className: "problem" }, errorWords(error)));
      }
    }
  }

  #side(side) {
    const jumps = make("div", { className: "jumps" });
    for (const [name, longest] of [["win", side.longest_win], ["loss", side.longest_loss]]) {
      if (longest && longest.plies > 0) {
        const jump = make("button", { type: "button" }, text(`longest-${name}`, { plies: plies(longest.plies) }));
        jump.addEventListener("click", () => this.#open(longest.fen));
        jumps.append(jump);
      }
    }
    const heading = text("to-move", { side: sideName(side.side_to_move[0]) });
    const counted = (name, counts) => resultParts(text(name, { count: number.format(counts.placements) }), counts);
    const quiet = side.quiet ? counted("placements-quiet", side.quiet) : []; // the browser may keep an older answer
    const parts = [...quiet, ...counted("placements-all", side)];
    return make("section", { className: "side" }, make("h3", {}, heading), ...parts, jumps);
  }
}
