// What a search proves of the position shown, where no table has the result: first what the server proves in a moment,
// then what the visitor's own processor does, until that decides it, is stopped, or has taken long.

import { canSearch, prove, search } from "./draw_rule.js";
import { isEmbedded } from "./embed.js";
import { text } from "./texts.js";

const stepTime = 500; // milliseconds after which what is proven so far is shown
const longest = 20_000; // milliseconds; then the user is asked whether to go on
const worth = { loss: 0, draw: 1, win: 2 };

const element = (id) => document.getElementById(id);

/** Returns what two proofs say together; either may know more of one side. */
function together(former, proof) {
  if (proof.result !== null) {
    return proof;
  }
  const isBetter = (a, b) => !b || (a && worth[a.result] >= worth[b.result]);
  const isWorse = (a, b) => !b || (a && worth[a.result] <= worth[b.result]);
  const least = isBetter(proof.at_least, former.at_least) ? proof.at_least : former.at_least;
  const most = isWorse(proof.at_most, former.at_most) ? proof.at_most : former.at_most;
  const isDraw = least?.result === "draw" && most?.result === "draw";
  const line = proof.line.length > 0 ? proof.line : (former.line ?? []);
  return { ...proof, result: isDraw ? "draw" : null, plies: isDraw ? 0 : null, at_least: least, at_most: most, line };
}

/** Returns what is shown of a proof, as a text. */
const shownOf = ({ result, at_least: least, at_most: most, line }) => JSON.stringify([result, least, most, line?.[0]?.move]);

export class Proofs {
  #place = null; // {track, index} of the position; null: there is nothing to prove
  #known = null; // {result, at_least, at_most, line} so far
  #show = null;
  #running = null; // {controller, began} of the search that runs; null: none does
  #taken = null; // milliseconds of the searches before; null: none has begun

  constructor() {
    element("search-button").addEventListener("click", () => (this.#running ? this.#stop() : this.#search(longest)));
  }

  /** Ends what was about another position. */
  leave() {
    this.#stop();
    this.#place = null;
    this.#taken = null;
    this.#tell();
  }

  /** Begins with a place of a track, of which `answer` is known. Calls show(proof) when more of it is proven. */
  async prove(track, index, answer, show, signal) {
    this.leave();
    const place = { track, index };
    this.#place = place;
    this.#known = answer;
    this.#show = show;
    const proof = await prove(track, index, { signal }).catch(() => null);
    if (place !== this.#place || signal.aborted) {
      return;
    }
    if (proof?.proved) {
      this.#add(proof);
    }
    if (this.#known.result !== null) {
      this.leave();
    } else if (canSearch && !isEmbedded) {
      this.#search(longest);
    }
  }

  #add(proof) {
    const known = together(this.#known, proof);
    const isNew = shownOf(known) !== shownOf(this.#known);
    this.#known = known;
    if (isNew) {
      this.#show(known);
    }
  }

  #stop() {
    if (this.#running) {
      this.#taken += performance.now() - this.#running.began;
      this.#running.controller.abort();
    }
    this.#running = null;
    this.#tell();
  }

  /** Searches for so many milliseconds at most, in steps. */
  async #search(most) {
    const controller = new AbortController();
    const { signal } = controller;
    const { track, index } = this.#place;
    this.#running = { controller, began: performance.now() };
    this.#taken ??= 0;
    this.#tell();
    const timer = setTimeout(() => this.#stop(), most);
    try {
      for (let step = stepTime; this.#known.result === null && step >= stepTime / 2;) { // a shorter one leaves nothing
        const began = performance.now();
        const proof = await search(track, index, { time: stepTime, signal });
        step = performance.now() - began;
        if (proof.proved) {
          this.#add(proof);
        }
      }
      this.leave();
    } catch {
      if (!signal.aborted) { // the browser has no such workers, or the tables cannot be read
        this.leave();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Says whether a search runs. */
  #tell() {
    element("search").hidden = this.#taken === null;
    const seconds = Math.round(this.#taken / 1000);
    element("search-words").textContent = text(this.#running ? "search-runs" : "search-ended", { seconds });
    element("search-button").textContent = text(this.#running ? "search-stop" : "search-on");
  }
}
