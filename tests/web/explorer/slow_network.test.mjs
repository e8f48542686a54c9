// How long a visitor of a site waits on a slow network, by the clock. The machine must have nothing else to do;
// site.test.mjs has what holds on a busy one, too.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { timesByClock } from "./network.mjs";
import { fromNothing, headline, start, stop } from "./support.mjs";

before(start);
after(stop);

test("on a slow network the first result is there within 2.5 seconds", async (t) => {
  const times = await timesByClock(t, {
    ...await fromNothing(t, { fen: "W:WKa7,Kh8:BKa1" }),
    isDone: (page) => headline(page, "White wins in 5 plies"), enough: 2500,
  });
  assert.ok(times.some((time) => time < 2500), `${times} ms`);
});
