// Addresses, games, files and tables that mean harm, opened in the explorer. The seed is DAMEOTB_SEED, if it is set.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { game, guarded, longTexts, requireAnswer, rounds, seed, Texts, twoKings } from "./hostile.mjs";
import { addressOf, fenOf, headline, isFiles, serveSite, settled, start, stop, writeSite } from "./support.mjs";

const onlyFiles = { skip: !isFiles && "a server reads the tables itself" };

before(start);
after(stop);

/** Pastes text into the field for positions, as a user does, and lets the page think. */
async function paste(page, text) {
  await page.locator("#fen").evaluate(async (field, pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    if (field.dispatchEvent(event)) {
      field.value = pasted.slice(0, 10_000);
      field.form.requestSubmit();
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }, text);
}

const choose = (page, contents) =>
  page.setInputFiles("#pdn-file", { name: "<b>games</b>.pdn", mimeType: "text/plain", buffer: Buffer.from(contents) });

test("addresses that mean harm do none", async (t) => {
  t.diagnostic(`seed ${seed}`);
  const texts = new Texts("addresses");
  const { page, calm } = await guarded(t);
  const fixed = ["?fen=%", "?fen=%00&moves=%00&at=%00", "?__proto__=1&constructor=2#__proto__",
                 `?fen=${twoKings}:H99999999999999999999:H1&rule=%3Cimg%20src=x%20onerror=alert(1)%3E`,
                 `?fen=${twoKings}&moves=%3Cimg%20src=x%20onerror=alert(1)%3E&at=-1`];
  for (const query of [...fixed, ...Array.from({ length: 4 * rounds }, () => texts.query())]) {
    const what = query.slice(0, 300);
    await page.goto("about:blank"); // another fragment alone would not load anything
    await page.goto(addressOf("explorer.html") + query);
    await settled(page);
    assert.notEqual(await page.locator("#headline").textContent(), "", what);
    await calm(what);
    await requireAnswer(page, what);
    await calm(what);
  }
});

test("games that mean harm do none, pasted or from a file", async (t) => {
  const texts = new Texts("games");
  const { page, calm } = await guarded(t);
  for (let round = 0; round < 4 * rounds; ++round) {
    const pdn = texts.pdn();
    const what = JSON.stringify(pdn.slice(0, 300));
    await (round % 2 ? paste(page, pdn) : choose(page, pdn));
    await requireAnswer(page, what);
    await calm(what);
  }
});

test("no text keeps the page, however long it is", async (t) => {
  const { page, calm } = await guarded(t);
  for (const [what, text] of Object.entries(longTexts)) {
    await paste(page, text);
    await requireAnswer(page, what);
    await calm(what);
    await choose(page, text);
    await requireAnswer(page, what);
    await calm(what);
  }
});

test("what cannot be read as a game leaves the board as it is, and says why", async (t) => {
  const { page, calm } = await guarded(t);
  await paste(page, game);
  await page.locator("#track .text").nth(3).waitFor();
  const error = page.locator("#fen-error");
  const requireSame = async (words) => {
    await error.filter({ hasText: words }).waitFor();
    assert.equal(fenOf(page), twoKings);
    assert.equal(await page.locator("#track .text").count(), 4);
    await headline(page, "White wins in 5 plies");
  };
  await choose(page, "[Event \"x\"]\n\u0000\u0001\u0002\u007f PNG <b>\n");
  await requireSame(/This game could not be read/);
  await choose(page, Buffer.alloc(2 << 20, "a1-h8 "));
  await requireSame(/too long/);
  await choose(page, "[Event \"x\"]\n1. 32-28 19-23 *\n");
  await requireSame(/32-28/);
  for (const empty of ["", "2026\n", "{a comment}", "; another\n", "*\n", "[Result \"1-0\"]\n1-0\n"]) {
    await choose(page, game); // the error goes in between
    await page.waitForFunction(() => document.getElementById("fen-error").textContent === "");
    await choose(page, empty);
    await requireSame("There is no game in this text.");
  }
  await choose(page, "[FEN \"W:WKb3:BKh8\"]\n1. b3-b9 *\n"); // of a game without a move, the position is not opened either
  await requireSame(/board stays as it is: line 2: move 'b3-b9'/);
  await page.evaluate(() => (File.prototype.arrayBuffer = () => Promise.reject(new DOMException("it is gone", "NotReadableError"))));
  await choose(page, game);
  await requireSame("<b>games</b>.pdn cannot be read: it is gone");
  await calm("files that cannot be read");
});

test("of a file, the first game that can be read is opened", async (t) => {
  const { page } = await guarded(t);
  await choose(page, `[White "Draughts"]\n1. 32-28 19-23 *\n\n${game}`);
  await page.locator("#track .text").nth(3).waitFor();
  assert.equal(await page.locator("#game-choice").inputValue(), "1");
  await page.selectOption("#game-choice", "0"); // its note is shown, and no board that it does not have
  await page.locator("#game-note", { hasText: "32-28" }).waitFor();
  assert.equal(await page.locator("#track .text").count(), 4);
});

test("of a file of too many games, the first can be chosen", async (t) => {
  const { page, calm } = await guarded(t);
  await choose(page, "[White \"A\"]\n*\n".repeat(1200));
  await page.locator("#game-note", { hasText: "Of these 1200 games the first 1000 can be chosen here." }).waitFor();
  assert.equal(await page.locator("#game-choice option").count(), 1000);
  await page.click("#mirror"); // another position: the file is put away
  await page.locator("#game-note").waitFor({ state: "hidden" });
  await calm("many games");
});

/** A site whose tables can be exchanged. Returns {url, tables}: the address of its explorer, and the folder. */
async function ownSite(t) {
  const site = writeSite(t);
  const tables = join(site, "some", "where", "tables");
  return { url: `${await serveSite(t, { root: site })}explorer.html`, tables, good: readFileSync(join(tables, "tables.json"), "utf8") };
}

test("a site with tables that mean harm does none", onlyFiles, async (t) => {
  const texts = new Texts("tables");
  const { url, tables, good } = await ownSite(t);
  const names = readdirSync(tables).filter((name) => /^KKvK\./.test(name));
  const others = readdirSync(tables).filter((name) => name.endsWith(".dtm"));
  for (let round = 0; round < 2 * rounds; ++round) {
    const kind = texts.oneOf(["plain", "sealed", "sealed"]);
    const name = texts.oneOf(names);
    const path = join(tables, name);
    const whole = readFileSync(path);
    const arguments_ = [kind, `${texts.below(2 ** 32)}`, path, join(tables, texts.oneOf(others)), path];
    let what = `${name}, ${kind}: ${execFileSync(process.env.EXPLORER_MUTATE, arguments_, { encoding: "utf8" }).trim()}`;
    if (texts.below(6) === 0) {
      truncateSync(path, texts.below(whole.length));
      what += ", cut";
    }
    // The list may be that of the file as it was, or as it is.
    const { files } = JSON.parse(good);
    const entry = files.find((file) => file.name === name);
    if (texts.below(4)) {
      const bytes = readFileSync(path);
      entry.bytes = bytes.length;
      entry.head = bytes.subarray(0, 128).toString("base64");
    }
    writeFileSync(join(tables, "tables.json"), JSON.stringify({ files }));
    const { page, calm } = await guarded(t, `${url}?fen=${twoKings}`);
    const words = await page.locator("#headline").textContent();
    const detail = await page.locator("#detail").textContent();
    assert.ok(kind === "sealed" || ["White wins in 5 plies", "No answer"].includes(words), `${what}: ${words}`);
    assert.ok(words !== "No answer" || detail.length > 10, `${what}: ${detail}`);
    await calm(what);
    await page.dispatchEvent("#play", "click"); // the best line, if there is one
    await requireAnswer(page, what, "W:WKa1:BKc2", "Draw"); // of another table
    await calm(what);
    await page.context().close();
    writeFileSync(path, whole);
  }
});

test("a list of tables that is none is named, and once it is right, positions are answered", onlyFiles, async (t) => {
  const { url, tables, good } = await ownSite(t);
  const list = join(tables, "tables.json");
  const hostile = (more) => JSON.stringify({ files: [{ name: "KKvK.dtm", bytes: 5000, head: "", ...more }] });
  for (const text of [" ", "<!DOCTYPE html><script>alert(1)</script>", "null", '{"files":{"__proto__":[]}}', hostile({ bytes: "<b>" }),
                      hostile({ bytes: -1 }), hostile({ part_bytes: 1 }), hostile({ head: "<b>" }), hostile({ bytes: 1e300 }), "[".repeat(200_000),
                      `${" ".repeat(5 << 20)}${good}`]) {
    writeFileSync(list, text);
    const { page, calm } = await guarded(t, `${url}?fen=${twoKings}`);
    await headline(page, "No answer");
    await page.locator("#detail", { hasText: "tables.json" }).waitFor();
    writeFileSync(list, good);
    await requireAnswer(page, text.slice(0, 100), "W:WKa7,Kg8:BKa1", /^White wins/);
    await calm(text.slice(0, 100));
    await page.context().close();
  }
  const names = ["../../x.dtm", "//example.org/KKvK.dtm", "<img src=x onerror=alert(1)>", "__proto__", "KKvK.dtm "];
  const { files } = JSON.parse(good);
  const strange = [...names.map((name) => ({ name, bytes: "much" })), { name: `${"K".repeat(9999)}vK.dtm`, bytes: 5 }];
  writeFileSync(list, JSON.stringify({ files: [...strange, ...files] }));
  const { page, calm } = await guarded(t, `${url}?fen=${twoKings}`);
  await headline(page, "White wins in 5 plies");
  await calm("strange names");
});

test("a site whose counted answers are not JSON says so, and answers positions", onlyFiles, async (t) => {
  const site = writeSite(t);
  const answers = join(site, "some", "where", "answers");
  writeFileSync(join(answers, "classes.json"), "<!DOCTYPE html><script>alert(1)</script>");
  const { page, calm } = await guarded(t, `${await serveSite(t, { root: site })}explorer.html?fen=${twoKings}`);
  await headline(page, "White wins in 5 plies");
  await page.locator("#class-stats", { hasText: "classes.json" }).waitFor({ state: "attached" });
  await calm("answers that are none");
});
