// A report in a browser: what is read, pressed and copied, on screens of all sizes and on paper.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { makeReport, open, start, stop, tooSmall, tooWide } from "./support.mjs";

before(start);
after(stop);

const screens = [[1280, 900], [1366, 650], [390, 844], [844, 390]];

const boxWidths = (page) => page.locator(".scroll:visible").evaluateAll((all) =>
  all.filter((box) => box.scrollWidth > box.clientWidth).map((box) => [box.ariaLabel, box.scrollWidth, box.clientWidth]));

test("a report fits all screens and paper", async (t) => {
  const page = await makeReport(t, ["KKvK", "KMvK"]);
  for (const name of ["index", "KMvK"]) {
    await page.goto(new URL(`${name}.html`, page.url()).href);
    for (const [width, height] of screens) {
      await page.setViewportSize({ width, height });
      assert.deepEqual(await tooWide(page, width), [], `${name}, ${width}`);
      assert.deepEqual(await boxWidths(page), [], `${name}, ${width}`); // nor is anything cut within the page
    }
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await tooSmall(page), [], name);
    await page.emulateMedia({ media: "print" });
    await page.setViewportSize({ width: 720, height: 1000 }); // A4 with margins
    assert.deepEqual(await tooWide(page, 720), [], `${name}, printed`);
    for (const table of await page.locator(".classes").all()) { // its box does not scroll on paper
      const [wide, room] = await table.evaluate((it) => [it.scrollWidth, it.parentElement.clientWidth]);
      assert.ok(wide <= room, `a table of ${wide} in ${room}`);
    }
    await page.emulateMedia({ media: null });
  }
});

test("classes have the same words in the report as in the explorer", async (t) => {
  const report = await makeReport(t, ["KvK", "KKvM", "KMvK"]);
  const named = await report.locator("tbody th").evaluateAll((cells) =>
    cells.map((cell) => [cell.querySelector("a").textContent, cell.querySelector(".class-words").textContent]));
  assert.equal(named.length, 3);
  const explorer = await open(t);
  const words = await explorer.evaluate(async (names) => {
    const { classWords } = await import("/words.js");
    return names.map((name) => [name, classWords(name)]);
  }, named.map(([name]) => name));
  assert.deepEqual(named, words);
});
