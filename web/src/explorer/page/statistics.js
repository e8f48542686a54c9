// The statistics of the class of the position shown: how many positions are won, drawn and lost. Buttons open its
// longest win and longest loss.

import * as api from "./api.js";
import { colourNames, plies } from "./words.js";

const countedAtOnce = 4; // pieces; a larger class takes minutes and is counted only when the user asks
const pause = 2000; // milliseconds between questions while the server counts

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Returns "8.4%". A few of many are never 0%, and all but a few are never 100%. */
function share(count, all) {
  const [few, most] = [0.001 * all, 0.999 * all];
  return count > 0 && count < few ? "<0.1%" : count > most && count < all ? ">99.9%" : percent.format(count / all);
}

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
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
    this.#classes = await api.classes();
    this.#choice.replaceChildren(...this.#classes.map(({ class: name }) => make("option", { value: name }, name)));
    this.#choice.selectedIndex = -1;
    const words = this.#classes.length === 0 ? "There are no tables here." : "Choose a class to see how it is won.";
    this.#body.replaceChildren(make("p", { className: "hint" }, words));
  }

  /** Shows a class. null means that a side has no pieces; then what was shown stays. */
  show(name) {
    if (name === null || name === this.#shown || this.#classes.length === 0) {
      return;
    }
    this.#asking?.abort();
    this.#shown = name;
    this.#choice.value = name; // selects nothing if the class has no table
    const entry = this.#classes.find(({ class: known }) => known === name);
    if (!entry) {
      this.#body.replaceChildren(make("p", { className: "hint" }, `There is no table of ${name} here.`));
    } else if (entry.pieces <= countedAtOnce) {
      this.#count(name);
    } else {
      const count = make("button", { type: "button" }, "Count wins, draws and losses");
      count.addEventListener("click", () => this.#count(name));
      this.#body.replaceChildren(count, make("p", { className: "hint" }, "This may take some minutes."));
    }
  }

  async #count(name) {
    const asking = (this.#asking = new AbortController());
    this.#body.replaceChildren(make("p", { className: "hint" }, "Counting…"));
    try {
      let answer = await api.stats(name, asking.signal);
      while (answer.counting) {
        await new Promise((resolve) => setTimeout(resolve, pause));
        answer = await api.stats(name, asking.signal);
      }
      if (!asking.signal.aborted) {
        this.#body.replaceChildren(...answer.sides.map((side) => this.#side(side)));
      }
    } catch (error) {
      if (!asking.signal.aborted) {
        this.#body.replaceChildren(make("p", { className: "problem" }, error.message));
      }
    }
  }

  #side(side) {
    const parts = [["win", side.wins], ["draw", side.draws], ["loss", side.losses]];
    const bar = make("div", { className: "bar", ariaHidden: "true" });
    const counts = make("dl", { className: "counts" });
    for (const [result, count] of parts) {
      const part = make("span", { className: result });
      part.style.flexGrow = count / side.placements;
      bar.append(...(count > 0 ? [part] : []));
      const ofAll = make("span", { className: "share" }, share(count, side.placements));
      const words = make("dd", {}, number.format(count), " ", ofAll);
      counts.append(make("div", {}, make("dt", { className: result }, result), words));
    }
    const jumps = make("div", { className: "jumps" });
    for (const [name, longest] of [["win", side.longest_win], ["loss", side.longest_loss]]) {
      if (longest && longest.plies > 0) {
        const jump = make("button", { type: "button" }, `Longest ${name}: ${plies(longest.plies)}`);
        jump.addEventListener("click", () => this.#open(longest.fen));
        jumps.append(jump);
      }
    }
    const colour = colourNames[side.side_to_move[0]];
    return make("section", { className: "side" }, make("h3", {}, `${colour} to move`), bar, counts, jumps);
  }
}
