// Asks the worker that proves positions on the visitor's own processor, over the tables of a folder.

let worker = null;
let asked = 0;
const waiting = new Map(); // from a question's number to {resolve, reject}

function start() {
  const started = new Worker(new URL("prove_worker.js", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data: { number, answer, error } }) => {
    const { resolve, reject } = waiting.get(number);
    waiting.delete(number);
    error === undefined ? resolve(answer) : reject(new Error(error));
  });
  started.addEventListener("error", () => { // it could not be loaded
    started.terminate();
    worker = null;
    waiting.forEach(({ reject }) => reject(new Error("no worker")));
    waiting.clear();
  });
  return started;
}

/**
 * Returns what a search of at most `time` milliseconds proves of a position, as prove() of the npm package does. Asked
 * again, it goes on. rule: the plies of a draw rule. place: where the tables lie; isServer: whether with a server that
 * has those of few pieces there.
 */
export function search({ place, isServer = false }, fen, { time, rule, signal }) {
  signal.throwIfAborted();
  worker ??= start();
  const number = (asked += 1);
  let stop;
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    stop = () => {
      worker?.postMessage({ number, stop: true });
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop);
    worker.postMessage({ number, place, isServer, fen, time, rule });
  }).finally(() => signal.removeEventListener("abort", stop));
}
