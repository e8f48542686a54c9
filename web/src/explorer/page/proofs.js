// What a search proves of the position shown, where no table has the result: first what the server proves in a moment,
// then what the visitor's own processor does, until that decides it, is stopped, or has taken long.

import * as answers from "./answers.js";
import { isEmbedded } from "./embed.js";
import { text } from "./texts.js";

const stepTime = 500; // milliseconds after which what is proven so far is shown
const longest = 20_000; // milliseconds; then the user is asked whether to go on

const element = (id) => document.getElementById(id);

export class Proofs {
  #fen = null; // of the position; null: there is nothing to prove
  #show = null;
  #running = null; // what stops the search that runs; null: none does
  #taken = null; // milliseconds of searching; null: none has begun

  constructor() {
    element("search-button").addEventListener("click", () => (this.#running ? this.#stop() : this.#search(longest)));
  }

  /** Ends what was about another position. */
  leave() {
    this.#stop();
    this.#fen = null;
    this.#taken = null;
    this.#tell();
  }

  /** Begins with a position. show(proof) is called each time that more of it is proven. */
  async prove(fen, show, signal) {
    this.leave();
    this.#fen = fen;
    this.#show = (proof) => {
      if (proof?.proved && fen === this.#fen) {
        show(proof);
      }
    };
    const proof = await answers.prove?.(fen, { signal }).catch(() => null);
    if (fen !== this.#fen || signal.aborted) {
      return;
    }
    this.#show(proof);
    if (proof?.proved && proof.result !== null) {
      this.leave();
    } else if (answers.search && !isEmbedded) {
      this.#search(longest);
    }
  }

  #stop() {
    this.#running?.abort();
    this.#running = null;
    this.#tell();
  }

  /** Searches for so many milliseconds at most, in steps. */
  async #search(most) {
    const { signal } = (this.#running = new AbortController());
    const fen = this.#fen;
    this.#taken ??= 0;
    this.#tell();
    try {
      let step;
      const end = this.#taken + most;
      do {
        const began = performance.now();
        const proof = await answers.search(fen, { time: stepTime, signal });
        step = performance.now() - began;
        this.#taken += step;
        this.#show(proof);
        if (proof.result !== null) {
          this.leave();
          return;
        }
      } while (step >= stepTime / 2 && this.#taken < end); // a shorter step has left nothing to search
      this.#stop();
    } catch {
      if (!signal.aborted) { // the browser has no such workers, or the tables cannot be read
        this.leave();
      }
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
