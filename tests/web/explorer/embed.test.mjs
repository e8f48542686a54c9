// The explorer in a frame of another page: what it shows in little room, that its parts fit, and where its links lead.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { serve } from "./files_support.mjs";
import { addressOf, headline, ofPages, open, serveWith, settled, square, start, stop, temporaryDirectory, tooWide, violations, visit } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5: a7-g7 a1-b1 g7-b7 b1xb8 h8xa8
const small = { viewport: { width: 360, height: 480 } };
const line = `${twoKings}&moves=a7-g7,a1-b1,g7-b7&at=1`;

before(start);
after(stop);

const shown = (page, selectors) =>
  page.evaluate((all) => all.filter((selector) => document.querySelector(selector).checkVisibility()), selectors);
const inside = ["#board", "#headline", "#moves", "#back", "#play", "#forward", "#leave a"];
const outside = [".top nav", ".modes", ".legend", ".tools", ".playout", ".class", "#track", "#language", "#fen"];
/** Which of the parts stick out of the window. */
const sticksOut = (page) =>
  page.evaluate((all) => all.filter((selector) => {
    const { left, top, right, bottom } = document.querySelector(selector).getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
  }), inside);
const overlaps = (page) =>
  page.evaluate(() => {
    const boxes = [".board-frame", ".result", ".moves", ".line", ".leave"].map((selector) => [selector, document.querySelector(selector).getBoundingClientRect()]);
    return boxes.flatMap(([a, one], i) => boxes.slice(i + 1).filter(([, two]) =>
      one.left < two.right - 0.5 && two.left < one.right - 0.5 && one.top < two.bottom - 0.5 && two.top < one.bottom - 0.5).map(([b]) => `${a} ${b}`));
  });

test("board, result and moves fit, and nothing else is there", ofPages, async (t) => {
  for (const fen of [`${twoKings}&embed=1`, "B:Wd4,e5:BKa4,h7&rule=50&embed=1"]) {
    const page = await open(t, fen);
    for (const [width, height] of [[360, 480], [320, 480], [400, 700], [640, 400], [900, 600], [1280, 900]]) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await settled(page);
      const where = `${width} x ${height}, ${fen}`;
      assert.deepEqual(await shown(page, [...inside, ...outside]), inside, where);
      assert.deepEqual(await sticksOut(page), [], where);
      assert.deepEqual(await overlaps(page), [], where);
      assert.deepEqual(await tooWide(page, width), [], where);
      const { board, list } = await page.evaluate(() => ({
        board: document.getElementById("board").clientWidth, list: document.getElementById("moves").clientHeight }));
      assert.ok(board >= 0.5 * Math.min(width, height) && list >= 60, `${where}: ${board}, ${list}`);
    }
  }
});

test("in a frame moves are played, the address keeps the frame's form, and the link leads out with the game", async (t) => {
  const page = await open(t, `${twoKings}&embed=1`, small);
  await headline(page, "White wins in 5 plies");
  const before = await page.evaluate(() => history.length);
  await page.locator("#moves button").first().click();
  await headline(page, "White wins in 4 plies");
  await square(page, "a1").click();
  await square(page, "b1").click();
  await headline(page, "White wins in 3 plies");
  assert.equal(await page.evaluate(() => history.length), before, "the back button is that of the page around the frame");
  await page.click("#back");
  await headline(page, "White wins in 4 plies");
  const { searchParams } = new URL(page.url());
  assert.deepEqual([searchParams.get("fen"), searchParams.get("embed")], ["B:WKg7,Kh8:BKa1", "1"]);
  const [explorer] = await Promise.all([page.waitForEvent("popup"), page.click("#leave a")]);
  await settled(explorer);
  assert.equal(new URL(explorer.url()).searchParams.has("embed"), false);
  await headline(explorer, "White wins in 4 plies");
  assert.deepEqual(await explorer.locator("#track .text").allTextContents(), ["a7-g7", "a1-b1"]);
  assert.ok(await explorer.locator(".top").isVisible());
  await page.reload();
  await headline(page, "White wins in 4 plies");
  assert.equal(await page.locator(".top").isVisible(), false);
});

test("a line can be stepped through in a frame", async (t) => {
  const page = await open(t, `${line}&embed=1`, small);
  await headline(page, "White wins in 4 plies");
  await page.click("#forward");
  await headline(page, "White wins in 3 plies");
  await page.click("#first");
  await headline(page, "White wins in 5 plies");
});

test("a frame asks for its position alone, and for the draw rule only if its address does", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.selectOption("#rule", "usual"); // remembered by the browser
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(addressOf(`explorer.html?fen=${twoKings}&embed=1`));
  await settled(page);
  await headline(page, "White wins in 5 plies");
  assert.deepEqual(asked.filter((path) => path.startsWith("/api/")), ["/api/v1/probe"]);
});

test("the page in a frame keeps the rules of accessibility", ofPages, async (t) => {
  const page = await open(t, `${twoKings}&embed=1`, small);
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.locator("#leave a").getAttribute("href"), `explorer.html?fen=${twoKings}`);
});

test("a page of another site has the explorer in a frame if the server allows it, and otherwise not", ofPages, async (t) => {
  const root = temporaryDirectory(t);
  const { url } = await serve(t, root);
  for (const [options, isAllowed] of [[["--frame-ancestors", new URL(url).origin], true], [["--frame-ancestors", "https://other.example"], false], [[], false]]) {
    const explorer = await serveWith(t, ...options);
    writeFileSync(join(root, "page.html"), `<!DOCTYPE html><link rel="icon" href="data:,"><iframe src="${explorer}?fen=${twoKings}&amp;embed=1" width="360" height="480"></iframe>`);
    const page = await visit(t, `${url}page.html`, { isExpected: (words) => !isAllowed && words.includes("frame-ancestors") });
    const frame = page.frameLocator("iframe");
    if (isAllowed) {
      await frame.locator("#headline", { hasText: "White wins in 5 plies" }).waitFor();
      await frame.locator("#moves button").first().click();
      await frame.locator("#headline", { hasText: "White wins in 4 plies" }).waitFor();
    } else {
      assert.equal(await frame.locator("#headline").count(), 0);
    }
  }
});
