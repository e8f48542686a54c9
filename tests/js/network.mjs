// What a page needs of a slow network: 150 ms and 1.6 Mbit/s.

const latency = 150; // ms
const bytesPerSecond = 200_000;
const calm = 500; // ms without a request, after which a round is full: far more than a page needs to ask on

/** Lets the page's browser feel the slow network from now on. */
async function slowDown(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions",
                     { offline: false, latency, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond });
}

/**
 * Loads a page in rounds, until `isDone()` resolves: a round is all that the page asks for before anything of the round is
 * answered. Returns the rounds, {names, bytes} each, where bytes are those on the wire. Nothing may be in a cache. How
 * busy the machine is changes nothing, unless the page pauses for longer than `calm` within a round.
 */
async function roundsOf(page, url, isDone) {
  const rounds = [];
  let held = [];
  let asked = 0;
  page.setDefaultTimeout(60_000); // rounds take their time
  await page.route("**/*", (route) => {
    held.push(route);
    asked = performance.now();
  });
  let done = false;
  const loading = Promise.all([page.goto(url), isDone()]).then(() => (done = true));
  loading.catch(() => (done = true)); // told below
  while (!done) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (held.length > 0 && performance.now() - asked > calm) {
      const round = held.map((route) => route.request());
      const answered = round.map((request) => new Promise((resolve) => {
        page.on("requestfinished", (other) => other === request && resolve());
        page.on("requestfailed", (other) => other === request && resolve());
      }));
      const routes = held;
      held = [];
      await Promise.all(routes.map((route) => route.continue()));
      await Promise.all(answered);
      asked = performance.now();
      const sizes = await Promise.all(round.map((request) => request.sizes()));
      rounds.push({
        names: round.map((request) => `${request.url().split("/").at(-1)} ${request.headers().range ?? ""}`.trim()),
        bytes: sizes.reduce((sum, { responseHeadersSize, responseBodySize }) => sum + responseHeadersSize + responseBodySize, 0),
      });
    }
  }
  await loading;
  await page.unroute("**/*");
  return rounds;
}

/**
 * Returns {time, rounds}: the milliseconds that the slow network alone takes until the page shows what `isDone(page)` waits
 * for, if the rounds follow each other, and the rounds. `newPage()` makes a page with nothing in its caches. What is above
 * `enough` is tried again, thrice in all.
 */
export async function networkTime(t, { newPage, url, isDone, enough }) {
  let best = { time: Infinity };
  for (let tries = 0; tries < 3 && best.time > enough; ++tries) {
    const page = await newPage();
    const rounds = await roundsOf(page, url, () => isDone(page));
    const time = rounds.reduce((sum, { bytes }) => sum + latency + (1000 * bytes) / bytesPerSecond, 0);
    best = time < best.time ? { time, rounds } : best;
    const bytes = rounds.reduce((sum, round) => sum + round.bytes, 0);
    t.diagnostic(`${time.toFixed(0)} ms of the network: ${rounds.length} rounds, ${bytes} bytes`);
  }
  return best;
}

/**
 * Returns how many milliseconds the page takes by the clock on the slow network, a number for each try: the tries, the
 * page and `isDone` are those of networkTime(), except that `isDone` looks in every frame, as a function that the page
 * waits for does: a locator looks every half second. How long it takes to `isDoneLater(page)`, if given, is only said.
 */
export async function timesByClock(t, { newPage, url, isDone, isDoneLater, enough }) {
  const times = [];
  const laterTimes = [];
  for (let tries = 0; tries < 3 && !times.some((time) => time < enough); ++tries) {
    const page = await newPage();
    await slowDown(page);
    const began = performance.now();
    await page.goto(url);
    await isDone(page);
    times.push(performance.now() - began);
    if (isDoneLater) {
      await isDoneLater(page);
      laterTimes.push(performance.now() - began);
    }
  }
  const all = (some) => some.map((time) => time.toFixed(0)).join(", ");
  t.diagnostic(`${all(times)} ms from nothing${isDoneLater ? `, ${all(laterTimes)} to what comes later` : ""}`);
  return times;
}
