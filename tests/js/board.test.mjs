// <dameo-board> in a browser, on a page with a strict policy: what it draws and says, what it does with wrong positions,
// and what it shows with tables.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { openPage, site } from "./browser.mjs";
import { serve } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5

/** A page with these elements in its body, beside the package and tables; no style in it is allowed. */
async function pageWith(t, body, behave) {
  const root = await site(t);
  writeFileSync(join(root, "some", "where", "board.html"), `<!DOCTYPE html><html lang="en"><title>Board</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:">
<link rel="icon" href="data:,"><script type="module" src="dameotb/board.js"></script><body>${body}`);
  const { url, requests } = await serve(t, root, behave);
  const page = await openPage(t, `${url}some/where/board.html`, `globalThis.heard = [];
    for (const name of ["dameo-error", "dameo-result"]) {
      addEventListener(name, ({ detail }) => heard.push([name, detail]));
    }`);
  await page.waitForFunction(() => customElements.get("dameo-board"));
  return { page, requests };
}

const board = (page, n = 0) => page.locator("dameo-board").nth(n);
const label = (page, n) => board(page, n).locator("[part=board]").getAttribute("aria-label");
const caption = (page, n) => board(page, n).locator("[part=caption]");
const heard = (page) => page.evaluate(() => globalThis.heard);

/** What stands where, read from the drawing: {a7: "wk"}, with a1 below and to the left unless it is turned. */
const drawn = (page, n, turned = false) =>
  board(page, n).evaluate((element, isTurned) => {
    const found = {};
    for (const piece of element.shadowRoot.querySelectorAll("svg svg")) {
      const [x, y] = ["x", "y"].map((name) => Number(piece.getAttribute(name)));
      const square = isTurned ? `${"hgfedcba"[x]}${y + 1}` : `${"abcdefgh"[x]}${8 - y}`;
      found[square] = (piece.querySelector(".white-piece") ? "w" : "b") + (piece.querySelector(".crown") ? "k" : "m");
    }
    return found;
  }, turned);

test("a position is drawn, from either side, and told to those who do not see it", async (t) => {
  const { page } = await pageWith(t, `<dameo-board fen="B:WKa7,h8,b2:BKa1,c6"></dameo-board>
    <dameo-board fen="https://tables.example/?fen=b%3Awka7:bka1,C6." flipped coordinates label="Study 1"></dameo-board>`);
  assert.equal(await label(page), "Dameo board"); // a man on h8: no position
  await board(page).evaluate((element) => (element.fen = "B:WKa7,Kh8,b2:BKa1,c6"));
  const first = "Dameo board. Black to move. White king: a7, h8. White man: b2. Black king: a1. Black man: c6";
  await page.waitForFunction((words) => document.querySelector("dameo-board").shadowRoot.querySelector("svg").ariaLabel === words, first);
  assert.deepEqual(await drawn(page), { a7: "wk", h8: "wk", b2: "wm", a1: "bk", c6: "bm" });
  assert.equal(await board(page).locator(".coordinate").count(), 0);
  assert.equal(await board(page).locator("rect.light").count(), 32);
  assert.equal(await caption(page).textContent(), "Black to move");

  assert.equal(await label(page, 1), "Study 1. Black to move. White king: a7. Black king: a1. Black man: c6");
  assert.deepEqual(await drawn(page, 1, true), { a7: "wk", a1: "bk", c6: "bm" });
  assert.equal((await board(page, 1).locator(".coordinate").allTextContents()).sort().join(""), "12345678abcdefgh");
  await board(page, 1).evaluate((element) => (element.flipped = false));
  await page.waitForFunction(() => document.querySelectorAll("dameo-board")[1].shadowRoot.querySelector(".coordinate").textContent === "1");
  assert.deepEqual(await drawn(page, 1), { a7: "wk", a1: "bk", c6: "bm" });

  // Without a position: the one in which games begin.
  await board(page).evaluate((element) => element.removeAttribute("fen"));
  await page.waitForFunction(() => document.querySelector("dameo-board").shadowRoot.querySelectorAll("svg svg").length === 36);
  assert.deepEqual((await heard(page)).map(([name]) => name), ["dameo-error"]);
});

test("its styles work without the page's leave, and its colours are the page's to choose", async (t) => {
  const { page } = await pageWith(t, `<dameo-board fen="${twoKings}"></dameo-board>`);
  const fill = (selector) => board(page).locator(selector).first().evaluate((element) => getComputedStyle(element).fill);
  assert.equal(await fill("rect.light"), "rgb(239, 232, 216)");
  assert.equal(await fill(".black-piece .disc"), "rgb(43, 46, 52)");
  await board(page).evaluate((element) => element.style.setProperty("--square-light", "#123456"));
  assert.equal(await fill("rect.light"), "rgb(18, 52, 86)");
  const { width, height } = await board(page).locator("[part=board]").boundingBox();
  assert.deepEqual([width, height], [480, 480]);
});

test("the caption says whose turn it is, in the language of the page", async (t) => {
  const { page } = await pageWith(t, ["en", "nl", "fr"].flatMap((lang) => ["W", "B"].map((side) =>
    `<dameo-board lang="${lang}" fen="${side}:WKa7:BKa1"></dameo-board>`)).join(""));
  const words = ["White to move", "Black to move", "Wit aan zet", "Zwart aan zet", "Trait aux Blancs", "Trait aux Noirs"];
  for (const [i, said] of words.entries()) {
    await caption(page, i).filter({ hasText: new RegExp(`^${said}$`) }).waitFor();
  }
});

test("coordinates can be read on a small board", async (t) => {
  const { page } = await pageWith(t, `<dameo-board fen="${twoKings}" coordinates></dameo-board>`);
  const first = board(page).locator(".coordinate").first();
  const sizes = [];
  for (const width of [480, 300, 280]) {
    await board(page).evaluate((element, most) => (element.style.maxWidth = `${most}px`), width);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const inSquares = await first.evaluate((element) => parseFloat(getComputedStyle(element).fontSize));
    sizes.push(Math.round((inSquares * width * 10) / 8) / 10);
  }
  assert.deepEqual(sizes, [10.2, 9, 9]);
});

test("a text that is no position leaves the board empty, and says so to the reader and to the page", async (t) => {
  const { page } = await pageWith(t, '<dameo-board fen="W:WKi9:B&lt;b&gt;"></dameo-board><dameo-board fen="B:Wa8:BKa1" tables="tables/" lang="nl"></dameo-board>');
  await caption(page, 1).waitFor();
  assert.equal(await caption(page).textContent(), "Not a legal position: expected a square (a1 to h8), found 'Ki9'");
  assert.match(await caption(page, 1).textContent(), /^Geen .*: a man on a8 would be a king$/);
  assert.deepEqual(await drawn(page), {});
  assert.deepEqual(await drawn(page, 1), { a8: "wm", a1: "bk" }); // seen, so that it can be mended
  assert.deepEqual((await heard(page)).map(([name, { code }]) => [name, code]), [["dameo-error", "bad_position"], ["dameo-error", "bad_position"]]);
  await board(page).evaluate((element) => (element.fen = "W:WKa1:BKh7"));
  await caption(page).filter({ hasText: /^White to move$/ }).waitFor();
  for (const [fen, words] of [
    ["W:WKa9:Bb2", "expected a square (a1 to h8), found 'Ka9'"], ["B:Bb2,:WKa1", "expected a square (a1 to h8), found ''"],
    ["W:WK5,12:BKb2", "expected a square (a1 to h8), found 'K5'; Dameo names squares a1 to h8"],
    ["B:WKa1,b2:H12:BKb2", "two pieces on b2"], ["W:WKa1", "'W:WKa1' is not in the form W:WKa7,Kh8:BKa1"],
    ["W:WKa1:Wb2", "'W:WKa1:Wb2' is not in the form W:WKa7,Kh8:BKa1"], ["", "'' is not in the form W:WKa7,Kh8:BKa1"],
  ]) {
    await board(page).evaluate((element, next) => (element.fen = next), fen);
    await page.waitForFunction((said) => document.querySelector("dameo-board").shadowRoot.querySelector("p").textContent === said,
                               `Not a legal position: ${words}`);
  }
  for (const fen of [`W:W${"x".repeat(5000)}:B`, "x".repeat(5000)]) {
    await board(page).evaluate((element, next) => (element.fen = next), fen);
    await caption(page).filter({ hasText: "xxx" }).waitFor();
    assert.ok((await caption(page).textContent()).length < 250);
  }
});

test("with tables it says who wins and shows the best moves, in the language of the page", async (t) => {
  const { page, requests } = await pageWith(t, `<dameo-board fen="${twoKings}" tables="tables/"></dameo-board>
    <div lang="fr-CA"><dameo-board fen="B:WKg7,Kh8:BKa1" tables="tables/"></dameo-board></div>
    <dameo-board fen="W:WKd4:B" tables="tables/"></dameo-board><dameo-board fen="W:Wa1,a2,b1,b2:BKh8" tables="tables/"></dameo-board>`);
  await caption(page, 0).filter({ hasText: /^White to move · White wins in 5 plies$/ }).waitFor();
  await caption(page, 1).filter({ hasText: "en 4 demi-coups" }).waitFor();
  await caption(page, 2).filter({ hasText: "White wins in 1 ply" }).waitFor();
  await caption(page, 3).filter({ hasText: "Not known" }).waitFor();
  assert.ok(await board(page).locator(".arrows .arrow.win.foremost").count() >= 1);
  assert.equal(await board(page).locator(".arrows .label text").first().textContent(), "5");
  assert.equal(await board(page, 3).locator(".arrows .arrow").count(), 0); // one that is not known may be better
  const results = (await heard(page)).map(([name, { fen, result, plies }]) => [name, fen, result, plies]);
  assert.deepEqual(results.find(([, fen]) => fen === twoKings), ["dameo-result", twoKings, "win", 5]);
  assert.equal(results.length, 4);
  assert.equal(requests.filter(([name]) => name.endsWith("tables.json")).length, 1); // the tables are opened once
  for (const [fen, words] of [["W:WKa1:BKh7", "Draw"], ["B:WKd4:B", "White has won"]]) {
    await board(page).evaluate((element, next) => (element.fen = next), fen);
    await caption(page).filter({ hasText: new RegExp(` to move · ${words}$`) }).waitFor();
  }
});

test("what only the moves prove is said as the explorer says it", async (t) => {
  const { page } = await pageWith(t, ["en", "nl", "fr"].map((lang) => `<dameo-board lang="${lang}"></dameo-board>`).join(""));
  const bound = (result, plies) => ({ result, plies });
  const cases = [
    [{ result: "win", plies: null, at_least: bound("win", 5), at_most: null },
     ["White wins in at most 5 plies", "Wit wint in hoogstens 5 halve zetten", "Les Blancs gagnent en 5 demi-coups au plus"]],
    [{ result: "loss", plies: null, at_least: bound("loss", 4), at_most: bound("loss", 8) },
     ["Black wins in at least 4 plies", "Zwart wint in minstens 4 halve zetten", "Les Noirs gagnent en 4 demi-coups au moins"]],
    [{ result: null, plies: null, at_least: bound("draw", 0), at_most: null },
     ["At least a draw for White", "Minstens remise voor Wit", "Au moins nulle pour les Blancs"]],
    [{ result: null, plies: null, at_least: bound("loss", 4), at_most: null }, ["Not known", "Onbekend", "Inconnu"]],
    [{ result: "win", plies: null, at_least: bound("win", null), at_most: null },
     ["White wins", "Wit wint", "Les Blancs gagnent"]],
    [{ result: "win", plies: null }, ["White wins", "Wit wint", "Les Blancs gagnent"]],
  ];
  for (const [answer, words] of cases) {
    await page.evaluate(([fen, given]) => {
      const moves = [{ move: "a7-a6", from: "a7", to: "a6", path: ["a7", "a6"], captured: [], result: null, plies: null }];
      for (const element of document.querySelectorAll("dameo-board")) {
        element.fen = fen;
        element.tables = { moves: async () => ({ fen, moves, ...given }) };
      }
    }, [twoKings, answer]);
    for (const [i, said] of words.entries()) {
      await caption(page, i).filter({ hasText: new RegExp(` · ${said}$`) }).waitFor();
    }
  }
});

test("tables that a script has opened are taken, also before the element is defined", async (t) => {
  const { page } = await pageWith(t, "");
  await page.evaluate(async (fen) => {
    const { open } = await import("./dameotb/dameotb.js");
    const element = document.createElement("dameo-board");
    element.tables = await open(new URL("tables/", location.href), { keep: false });
    element.fen = fen;
    document.body.append(element);
  }, twoKings);
  await caption(page).filter({ hasText: "White wins in 5 plies" }).waitFor();
  await board(page).evaluate((element) => (element.tables = null));
  await caption(page).filter({ hasText: /^White to move$/ }).waitFor();
  assert.equal(await board(page).locator(".arrows").count(), 0);
});

test("a failure of the tables is said, and the position stays", async (t) => {
  const { page } = await pageWith(t, `<dameo-board fen="${twoKings}" tables="nowhere/"></dameo-board>`);
  await caption(page).filter({ hasText: /^White to move · No answer: / }).waitFor();
  assert.deepEqual(await drawn(page), { a7: "wk", h8: "wk", a1: "bk" });
  const [[name, { code }]] = await heard(page);
  assert.deepEqual([name, code], ["dameo-error", "no_list"]);
});

test("an address that cannot be a folder's is said", async (t) => {
  for (const tables of ["javascript:alert(1)", "http://"]) {
    const { page } = await pageWith(t, `<dameo-board fen="${twoKings}" tables="${tables}"></dameo-board>`);
    await caption(page).filter({ hasText: `No answer: '${tables}' is not the address of a folder` }).waitFor();
    const [[, { code }]] = await heard(page);
    assert.equal(code, "no_list");
  }
});

test("where there is no document the module can be imported, and does nothing", () => {
  const url = pathToFileURL(join(process.env.DAMEOTB_PACKAGE, "src", "board.js"));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", `import("${url}").then((all) => console.log(Object.keys(all).join()))`], { encoding: "utf8" });
  assert.deepEqual([status, stdout.trim(), stderr], [0, "DameoBoard", ""]);
});
