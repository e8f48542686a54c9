// Playing a position out against the tables: the user has one side, the other one always plays best. Nothing is told
// meanwhile but what the user asks for; at the end each move of the user is compared with the best one.

import { isEnded, probe, rule } from "../draw_rule.js";
import { numberedMove, thrownAway } from "./game.js";
import { text } from "../texts.js";
import { plies, sideName } from "../words.js";

const answerAfter = 500; // milliseconds until the tables move
const heldFor = 25; // moves of the user after which a draw is held

/** Returns what a move cost: {lost: "win" or "draw"}, {plies}, or null if it was as good as any. */
export function costOf(moves, played) {
  const [best] = moves;
  const move = moves.find((one) => one.move === played);
  if (!move || best.result === null || move.result === null) {
    return null;
  }
  const lost = thrownAway(best.result, move.result);
  if (lost) {
    return { lost };
  }
  if (rule !== null) {
    return null; // the plies of the counter are no measure: a capture or a man's move begins anew
  }
  const count = move.result === "win" ? move.plies - best.plies : best.plies - move.plies;
  return move.result !== "draw" && count > 0 ? { plies: count } : null;
}

const costWords = (move, { lost, plies: count }) =>
  lost ? text(`threw-${lost}`, { move }) : text("cost", { move, count });

export class PlayOut {
  #game;
  #side = null; // "w" or "b" of the user; null: nothing is played out
  #start = 0; // the index at which it began
  #timer = null;

  constructor(game) {
    this.#game = game;
  }

  get isOn() {
    return this.#side !== null;
  }
  get side() {
    return this.#side;
  }
  get canTakeBack() {
    return this.#game.index > this.#start;
  }

  /** start: the index at which the user began, if it goes on from there. */
  begin(side, start = this.#game.index) {
    this.#side = side;
    this.#start = start;
  }

  /** Ends it, without a word. */
  abandon() {
    this.#side = null;
    this.wait();
  }

  /** Ends it, and returns what there is to say: {words, mistakes: [{index, words}]}. Throws what probe throws. */
  async end() {
    const { track, index } = this.#game;
    const [side, start] = [this.#side, this.#start];
    this.abandon();
    const isHeld = this.isHeld((await probe(track, index)).moves);
    const { fallen, words, mistakes } = await review(track, start, index, side);
    const held = !isHeld ? [] : isEnded(track, index) ? [text("ended-by-rule", { plies: plies(rule) })]
      : fallen ? [] : [text("draw-held")];
    return { words: [...held, ...(fallen ? [fallen] : []), words].join(" "), mistakes };
  }

  /**
   * Returns whether the user has held a draw: the position is here for the third time, it went on for long, or the draw
   * rule ends the game. A win that goes on is not ended.
   */
  isHeld(moves) {
    const { track, index } = this.#game;
    const { fen } = track[index];
    const times = track.slice(this.#start, index + 1).filter((entry) => entry.fen === fen).length;
    return moves[0]?.result === "draw" &&
           (times >= 3 || index - this.#start >= 2 * heldFor || isEnded(track, index));
  }

  /** Tells the tables that they are to move: after a while they play(move), one of the best. */
  answer(moves, play) {
    this.wait();
    const [best] = moves;
    const equal = moves.filter((move) => move.result === best.result && move.plies === best.plies);
    this.#timer = setTimeout(() => play(equal[Math.floor(Math.random() * equal.length)]), answerAfter);
  }

  /** The tables do not move before they are told again. */
  wait() {
    clearTimeout(this.#timer);
  }

  /** Goes back to where the user was to move the last time. */
  takeBack() {
    this.wait();
    const at = (index) => this.#game.track[index].fen[0].toLowerCase();
    let index = this.#game.index - 1;
    while (index > this.#start && at(index) !== this.#side) {
      index -= 1;
    }
    this.#game.go(Math.max(this.#start, index));
  }
}

/**
 * Compares the user's moves with the best ones. Returns {fallen, words, mistakes}; fallen: how the result that the user
 * began with was lost, "" if it was not.
 */
async function review(track, start, end, side) {
  const mistakes = [];
  const falls = [];
  let own = 0;
  for (let index = start + 1; index <= end; ++index) {
    const { fen } = track[index - 1];
    if (fen[0].toLowerCase() === side) {
      own += 1;
      const { moves } = await probe(track, index - 1);
      const cost = costOf(moves, track[index].move);
      if (cost?.lost) {
        const { result } = moves.find(({ move }) => move === track[index].move);
        falls.push({ from: cost.lost, to: result, at: numberedMove(track, index), better: moves[0].move });
      }
      if (cost) {
        mistakes.push({ index, words: costWords(track[index].move, cost) });
      }
    }
  }
  const fallen = falls.map(({ to, at, better }) => text(`became-${to}`, { at, better })).join("");
  const counts = { side: sideName(side), count: own, best: own - mistakes.length };
  return {
    fallen: fallen && `${text(`began-${falls[0].from}`)}${fallen}.`,
    words: own === 0 ? text("none-played") : text("review", counts),
    mistakes,
  };
}
