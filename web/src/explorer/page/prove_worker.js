// A worker: proves what no table has, beside the page. A message {number, place, isServer, fen, time, rule} asks, and is
// answered by {number, answer} or {number, error}; {number, stop: true} calls it off.

import { open } from "./dameotb/dameotb.js";

let tables = null;
const running = new Map(); // from a question's number to what calls it off

async function fetchWell(url) {
  const reply = await fetch(url);
  if (!reply.ok) {
    throw new Error(`${url}: ${reply.status}`);
  }
  return reply;
}

/** The tables of few pieces that the server has for this, each of which is fetched as a whole when it is first asked for. */
function wholeFiles(place) {
  const whole = new Map(); // from a name to the promise of its bytes
  const list = async () => (await (await fetchWell(`${place}tables.json`)).json()).files;
  const read = async (name, offset, length) => {
    if (!whole.has(name)) {
      whole.set(name, fetchWell(place + name).then((reply) => reply.arrayBuffer()).catch((error) => {
        whole.delete(name);
        throw error;
      }));
    }
    return new Uint8Array(await whole.get(name)).slice(offset, offset + length);
  };
  return { list, read };
}

async function answer({ place, isServer, fen, time, rule }, signal) {
  tables ??= open(isServer ? wholeFiles(place) : place, { proofs: true }).catch((error) => {
    tables = null;
    throw error;
  });
  return (await tables).prove(fen, { time, rule, signal });
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
