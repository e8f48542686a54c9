// The explorer on small screens, at a large zoom and in dark colours: what must be in view, and told apart.

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
    for (const [width, height] of [[841, 800], [768, 800], [641, 800], [568, 800], [481, 800], [560, 500], [412, 400], [360, 800], [320, 256]]) {
      await resize(page, width, height);
      assert.deepEqual(await tooWide(page, width), [], `${locale}, ${height} high`);
    }
    await page.evaluate((words) => { // as on a page with a report that has claims
      const link = Object.assign(document.createElement("a"), { href: "report/claims.html", textContent: words });
      document.querySelector(".top nav a").after(link);
    }, claims);
    for (const width of [841, 768, 641, 568, 481, 360, 320]) {
      await resize(page, width, 800);
      assert.deepEqual(await tooWide(page, width), [], `${locale}, claims`);
    }
    // Neither do the buttons that go through moves stick out of theirs, nor words of the pieces to place.
    for (const [width, height] of [[320, 640], [560, 500], [568, 320], [640, 400]]) {
      await resize(page, width, height);
      assert.ok(await page.locator(".transport").evaluate((row) => row.scrollWidth <= row.clientWidth), `${locale}, ${width}`);
    }
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

/** What the contrast of colours [r, g, b] is, by WCAG 2. */
function contrast(...colours) {
  const [darker, lighter] = colours.map((colour) => {
    const [r, g, b] = colour.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

test("arrows have a contrast of 3 to every square that they lie on, light and dark", async (t) => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open(t, "W:WKa7,Kh8:BKa1", { colorScheme });
    await page.selectOption("#arrow-choice", "all");
    const { arrows, squares } = await page.evaluate(() => {
      const rgb = (colour) => {
        const paint = document.createElement("canvas").getContext("2d");
        paint.fillStyle = colour;
        paint.fillRect(0, 0, 1, 1);
        return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
      };
      const arrows = ["win", "draw", "loss", "unknown"].flatMap((result) => ["best", "others"].map((layer) => {
        const element = document.querySelector(`#arrows .${layer}`);
        const probe = document.createElementNS("http://www.w3.org/2000/svg", "g");
        probe.setAttribute("class", result);
        element.append(probe);
        return { name: `${layer} ${result}`, colour: rgb(getComputedStyle(probe).color), opacity: Number(getComputedStyle(element).opacity) };
      }));
      document.querySelector("[data-square=d4]").classList.add("last");
      document.querySelector("[data-square=e5]").classList.add("selected");
      const squares = ["a8", "b8", "d4", "e5"].map((name) => rgb(getComputedStyle(document.querySelector(`[data-square=${name}]`)).backgroundColor));
      return { arrows, squares };
    });
    for (const { name, colour, opacity } of arrows) {
      for (const under of squares) {
        const seen = colour.map((c, i) => c * opacity + under[i] * (1 - opacity));
        assert.ok(contrast(seen, under) >= 3, `${colorScheme}, ${name}: ${contrast(seen, under).toFixed(2)} on ${under}`);
      }
    }
    // The cross on what is taken has a white edge, as black pieces are darker than it.
    await page.goto(page.url().replace(/fen=.*/, "fen=W:Wb2:Bb3"));
    await page.locator("#arrows .taken").nth(1).waitFor();
    const [edge, cross] = await page.locator("#arrows .taken").evaluateAll((paths) =>
      paths.map((path) => getComputedStyle(path).stroke.match(/\d+/g).map(Number)));
    assert.ok(contrast(edge, cross) >= 3 && contrast(edge, [0x2b, 0x2e, 0x34]) >= 3);
  }
});
