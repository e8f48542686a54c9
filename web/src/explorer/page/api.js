// Asks the server. Answers to positions are kept, because they do not change while the server runs.

const kept = new Map();

/** Returns the answer as JSON. Throws Error with the server's message, and with its code if it has one. */
async function ask(path, signal) {
  const reply = await fetch(path, { signal }).catch((error) => {
    throw error.name === "AbortError" ? error : new Error("The server does not answer. Is it still running?");
  });
  const json = await reply.json();
  if (!reply.ok) {
    throw Object.assign(new Error(json.error.message), { code: json.error.code, missingTable: json.missing_table });
  }
  return json;
}

async function askOnce(path, signal) {
  if (!kept.has(path)) {
    kept.set(path, await ask(path, signal));
  }
  return kept.get(path);
}

export const probe = (fen, signal) => askOnce(`/api/v1/probe?fen=${encodeURIComponent(fen)}`, signal);
export const line = (fen) => askOnce(`/api/v1/line?fen=${encodeURIComponent(fen)}`);
export const classes = async () => (await ask("/api/v1/classes")).classes;
/** Returns the statistics of a class. They have `counting` while the server is still counting. */
export const stats = (name, signal) => ask(`/api/v1/stats/${encodeURIComponent(name)}`, signal);
