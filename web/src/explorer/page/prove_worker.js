// A worker: proves what no table has, beside the page. A message {number, place, fen, time} asks, and is answered by {number,
// answer} or {number, error}; {number, stop: true} calls it off.

import { open } from "./dameotb/dameotb.js";

let tables = null;
const running = new Map(); // from a question's number to what calls it off

async function answer({ place, fen, time }, signal) {
  tables ??= open(place, { proofs: true }).catch((error) => {
    tables = null;
    throw error;
  });
  return (await tables).prove(fen, { time, signal });
}

addEventListener("message", async ({ data: { number, stop, ...question } }) => {
  if (stop) {
    running.get(number)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(number, controller);
  try {
    postMessage({ number, answer: await answer(question, controller.signal) });
  } catch (error) {
    postMessage({ number, error: error.message });
  }
  running.delete(number);
});
