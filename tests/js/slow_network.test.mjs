// How long a visitor of the example page waits on a slow network, by the clock. The machine must have nothing else to do;
// browser.test.mjs has what holds on a busy one, too.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, site } from "./browser.mjs";
import { timesByClock } from "./network.mjs";
import { serve } from "./support.mjs";

test("a slow network shows the first result within 2.5 s", async (t) => {
  const { url } = await serve(t, await site(t), undefined, true);
  const times = await timesByClock(t, {
    newPage: () => openPage(t, "about:blank"), url: `${url}some/where/index.html?fen=W:WKa7,Kh8:BKa1`,
    isDone: (page) => page.waitForFunction(() => document.getElementById("answer")?.textContent.includes("win in 5")), enough: 2500,
  });
  assert.ok(times.some((time) => time < 2500), `${times} ms`);
});
