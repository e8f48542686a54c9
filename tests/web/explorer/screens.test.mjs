// The explorer on small screens and at a large zoom: what must be in view.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, start, stop, tooWide } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1";

before(start);
after(stop);

const resize = (page, width, height) => page.setViewportSize({ width, height });
const choose = (page, mode) => page.evaluate((value) => document.querySelector(`[value=${value}]`).click(), mode);

/** What of the board's squares lies outside the window. */
const outside = (page) =>
  page.locator("[role=gridcell]").evaluateAll((cells) => cells.filter((cell) => {
    const { left, top, right, bottom } = cell.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  }).map((cell) => cell.dataset.square));

test("a window lower than wide, as at a zoom of 200 %, has the whole board in it, and keeps it", async (t) => {
  const page = await open(t, twoKings);
  for (const [width, height] of [[640, 400], [720, 450], [683, 384], [568, 320], [640, 360], [667, 375], [560, 500]]) {
    await resize(page, width, height);
    for (const mode of ["play", "setup"]) {
      await choose(page, mode);
      for (const y of [0, 200]) {
        await page.evaluate((top) => scrollTo(0, top), y);
        assert.deepEqual(await outside(page), [], `${width}x${height}, ${mode}, scrolled by ${y}`);
      }
      assert.deepEqual(await tooWide(page, width), []);
    }
    const { width: board } = await page.locator("#board").boundingBox();
    assert.ok(board >= Math.min(height - 60, width - 290), `${board} in ${width}x${height}`);
  }
});

test("names and links above the page fit in all languages, with claims too", async (t) => {
  for (const [locale, claims] of [["en", "Claims"], ["nl", "Beweringen"], ["fr", "Affirmations"]]) {
    const page = await open(t, twoKings, { locale });
    for (const width of [841, 768, 641, 568, 481, 360, 320]) {
      await resize(page, width, 800);
      assert.deepEqual(await tooWide(page, width), [], locale);
    }
    await page.evaluate((words) => { // as on a page with a report that has claims
      const link = Object.assign(document.createElement("a"), { href: "report/claims.html", textContent: words });
      document.querySelector(".top nav a").after(link);
    }, claims);
    for (const width of [841, 768, 641, 568, 481, 360, 320]) {
      await resize(page, width, 800);
      assert.deepEqual(await tooWide(page, width), [], `${locale}, claims`);
    }
    // No word of the pieces to place sticks out of its frame.
    await choose(page, "setup");
    for (const [width, height] of [[320, 640], [360, 740], [390, 844], [481, 800], [568, 320], [1280, 900]]) {
      await resize(page, width, height);
      const out = await page.locator(".palette label > span, .palette button").evaluateAll((frames) =>
        frames.filter((frame) => frame.scrollWidth > frame.clientWidth).map((frame) => frame.textContent));
      assert.deepEqual(out, [], `${locale}, ${width}`);
    }
  }
});

test("at a zoom of 400 % nothing stays over the page", async (t) => {
  const page = await open(t, twoKings, { viewport: { width: 320, height: 256 } });
  const stays = () => page.locator("main *").evaluateAll((all) =>
    all.filter((element) => ["sticky", "fixed"].includes(getComputedStyle(element).position) && element.closest(".list") === null)
       .map(({ className }) => className));
  assert.deepEqual(await stays(), []);
  await page.click("#play-white");
  assert.deepEqual(await stays(), []);
  assert.deepEqual(await outside(page), []); // the board has come into view
  await page.click("#hint-button");
  await page.locator("#arrows .arrow").waitFor();
  assert.deepEqual(await outside(page), []);
});
