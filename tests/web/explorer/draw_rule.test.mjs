// The explorer under a draw rule. The tables are those of up to 3 pieces, with .dtz files for a rule of 6 plies: a rule
// short enough to change results there.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  addressOf, atFen, headline, ofPages, open, settled, square, start, stop, tooSmall, tooWide, violations,
} from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5, and in 4 of the counter: a7-g7 a1-b1 g7-b7 b1xb8 h8xa8
const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

process.env.EXPLORER_TABLES = join(process.env.EXPLORER_TABLES, "../ruled");
before(start);
after(stop);

/** Chooses a rule other than the usual one, as a user does. */
async function choose(page, plies) {
  await page.selectOption("#rule", "other");
  await page.fill("#rule-plies", `${plies}`);
  await page.press("#rule-plies", "Tab");
  await settled(page);
}

async function paste(page, fen) {
  await page.fill("#fen", fen);
  await page.press("#fen", "Enter");
  await atFen(page, fen);
}

/** Opens a position under a rule of so many plies, in a browser that remembers none. */
const openBy = (t, plies, fen, options) => open(t, `${fen}&rule=${plies}`, options);

const ruled = (page) => page.locator("#ruled").textContent();
const ruleOf = (page) => new URL(page.url()).searchParams.get("rule");
const moves = (page) => page.locator("#track .text").allTextContents();
const badges = (page) => page.locator("#track .worth").evaluateAll((all) => all.map((one) => one.title));

test("without a rule nothing is said of one, but the address keeps the counter that a game began with", ofPages, async (t) => {
  const page = await open(t, `${twoKings}:H3`);
  await headline(page, "White wins in 5 plies");
  assert.equal(await page.locator("#fen").inputValue(), twoKings);
  assert.equal(await page.inputValue("#rule"), "none");
  for (const part of ["#ruled", "#counter", "#rule-plies", "#moves-rule", "#stats-rule", ".zeroing"]) {
    assert.equal(await page.locator(part).isVisible(), false, part);
  }
  await page.locator("#moves button").first().click();
  await page.waitForURL(/fen=B:WKg7,Kh8:BKa1:H4$/);
  assert.equal(await page.locator("#fen").inputValue(), "B:WKg7,Kh8:BKa1");
  await settled(page);
  assert.equal(ruleOf(page), null);
  await page.fill("#fen", "B:WKg7,Kh8:BKa1:H3"); // the same board with another counter is another position
  await page.press("#fen", "Enter");
  await page.waitForURL(/fen=B:WKg7,Kh8:BKa1:H3$/);
  await settled(page);
  await choose(page, 6); // now it counts
  await atFen(page, "B:WKg7,Kh8:BKa1:H3");
});

test("a rule is chosen: the counter decides, and the game, the address and the browser keep it", async (t) => {
  const page = await open(t, twoKings);
  await choose(page, 6);
  await atFen(page, `${twoKings}:H0`);
  await headline(page, /^White wins$/);
  assert.equal(await ruled(page), "Counter: 0 of 6 plies. A win with a counter of up to 2. " +
                                  "Without the draw rule: White wins in 5 plies.");
  await paste(page, `${twoKings}:H3`);
  await headline(page, /^Draw$/);
  assert.equal(await ruled(page), "Counter: 3 of 6 plies. A win, but not within 6 plies: a draw. " +
                                  "Without the draw rule: White wins in 5 plies.");
  assert.deepEqual((await page.locator("#moves h3").allTextContents()).map((text) => text.split(" ")[0]), ["Draws", "Losses"]);
  assert.equal(await page.locator("[data-move=a7-g7]").textContent(), "a7-g7without the rule: win 5draw");
  assert.equal(await page.locator("#play").getAttribute("aria-disabled"), "true"); // a draw has no best line
  await page.fill("#counter", "2");
  await page.press("#counter", "Tab");
  await atFen(page, `${twoKings}:H2`);
  await headline(page, /^White wins$/);

  assert.equal(await page.locator("#moves button").first().textContent(), "a7-g7win 4");
  await page.locator("#moves button").first().click(); // king's moves count
  await atFen(page, "B:WKg7,Kh8:BKa1:H3");
  await square(page, "a1").click();
  await square(page, "b1").click();
  await atFen(page, "W:WKg7,Kh8:BKb1:H4");
  await page.locator("[data-move=g7-b7]").click();
  await atFen(page, "B:WKb7,Kh8:BKb1:H5");
  const capture = page.locator("[data-move=b1xb8]");
  assert.match(await capture.textContent(), /takes 1↺, sets the counter to 0, loss 1$/);
  await capture.click(); // a capture begins anew
  await atFen(page, "W:WKh8:BKb8:H0");
  assert.match(await ruled(page), /^Counter: 0 of 6 plies\. A win with a counter of up to 5\./);
  assert.deepEqual(await badges(page), ["win 4", "loss 3", "win 2", "loss 1"]);
  await page.click("#back");
  await atFen(page, "B:WKb7,Kh8:BKb1:H5");
  assert.equal(await page.inputValue("#counter"), "5");
  await page.click("#first");
  await atFen(page, `${twoKings}:H2`);
  await page.locator("#track .ply").nth(1).click();
  await atFen(page, "W:WKg7,Kh8:BKb1:H4");

  await page.reload();
  await atFen(page, "W:WKg7,Kh8:BKb1:H4");
  assert.equal(await page.inputValue("#rule"), "other");
  assert.equal(await page.inputValue("#rule-plies"), "6");
  assert.deepEqual(await moves(page), ["a7-g7", "a1-b1", "g7-b7", "b1xb8"]);
  assert.match(await ruled(page), /^Counter: 4 of 6 plies\. A win with a counter of up to 4\./);
  await page.goto(addressOf(`explorer.html?fen=${twoKings}:H3`)); // an address without a rule
  await headline(page, /^Draw$/);
  await page.selectOption("#rule", "none");
  await headline(page, "White wins in 5 plies");
  await page.goto(addressOf("explorer.html"));
  await headline(page, "White wins in 5 plies");
});

test("a rule chosen or dropped during a game holds for all of it, also where the browser goes back", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.locator("[data-move=a7-g7]").click();
  await atFen(page, "B:WKg7,Kh8:BKa1");
  await page.locator("[data-move=a1-b1]").click();
  await atFen(page, "W:WKg7,Kh8:BKb1");
  assert.deepEqual(await badges(page), ["win 5", "loss 4"]);
  await choose(page, 6);
  await atFen(page, "W:WKg7,Kh8:BKb1:H2"); // the plies that were played
  await page.locator("#track .worth[title='win 4']").waitFor();
  assert.deepEqual(await badges(page), ["win 4", "loss 3"]);
  await page.goBack(); // to what was shown without the rule
  await atFen(page, "B:WKg7,Kh8:BKa1:H1");
  await page.locator("#track .worth[title='win 4']").waitFor();
  await page.goForward();
  await page.selectOption("#rule", "none");
  await atFen(page, "W:WKg7,Kh8:BKb1");
  await page.locator("#track .worth[title='win 5']").waitFor();
  assert.deepEqual(await badges(page), ["win 5", "loss 4"]);
  assert.equal(ruleOf(page), null);
});

test("moves set the counter to 0 as the tables say", ofPages, async (t) => {
  const page = await open(t, twoKings);
  const fens = ["start", "W:WKc7,a1,b2:Bb4", "W:Wa7,Kh1:BKc8", "B:WKb7,Kh8:BKb1", "W:Wc1,c2,c3,Kd4,Kg1:Be7", "W:WKd1:BKf1,a2,b4,d3"];
  const [all, zeroing] = await page.evaluate(async (asked) => {
    const [{ probe }, { isZeroing }, { startFen }] =
      await Promise.all(["answers", "draw_rule", "position"].map((name) => import(`./${name}.js`)));
    const tried = [];
    for (const fen of asked.map((name) => (name === "start" ? startFen : name))) {
      const { moves } = await probe(fen, { rule: 6 });
      tried.push(...moves.map((one) => [fen, one.move, one.zeroing, isZeroing(fen, one.move)]));
    }
    return [tried, tried.filter(([, , told]) => told)];
  }, fens);
  assert.ok(zeroing.length > 50 && all.length - zeroing.length > 50, `${zeroing.length} of ${all.length}`);
  assert.deepEqual(all.filter(([, , told, own]) => told !== own), []);
});

test("the best line under the rule, and its link", async (t) => {
  const page = await openBy(t, 6, `${twoKings}:H1`);
  await page.click("#play");
  await page.locator("#track .ply", { hasText: "h8xa8" }).waitFor();
  assert.deepEqual(await badges(page), ["win 4", "loss 3", "win 2", "loss 1", "win 1"]);
  await page.click("#play"); // pause
  await page.locator("#track .ply").nth(2).click();
  await atFen(page, "B:WKb7,Kh8:BKb1:H4");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#share");
  await page.locator("#share", { hasText: "Copied" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await open(t);
  await other.goto(link);
  await atFen(other, "B:WKb7,Kh8:BKb1:H4");
  assert.equal(ruleOf(other), "6");
  assert.equal((await moves(other)).length, 5);
});

test("a draw by the rule ends the game, and is known where tables of its plies are missing", async (t) => {
  const page = await openBy(t, 6, `${twoKings}:H5`);
  await headline(page, /^Draw$/);
  await page.click("#play-white");
  assert.equal(await ruled(page), "Counter: 5 of 6 plies.");
  assert.equal(await page.locator("#rule").isDisabled(), true);
  await square(page, "a7").click();
  await square(page, "g7").click();
  await page.locator("#review", { hasText: /^The rule ends the game: 6 plies .* White played 1 move, 1 of them best\.$/ }).waitFor();
  await atFen(page, "B:WKg7,Kh8:BKa1:H6");
  await headline(page, /^Draw$/);
  assert.match(await ruled(page), /^Counter: 6 of 6 plies\. The rule ends the game/);
  assert.equal(await page.locator("#play-white").getAttribute("aria-disabled"), "true");

  await page.selectOption("#rule", "usual"); // the .dtz files are those of another rule
  await settled(page);
  await paste(page, `${twoKings}:H45`);
  await headline(page, /^White wins$/); // the distance without the rule says so
  await paste(page, `${twoKings}:H46`);
  await headline(page, /^At least a draw for White$/); // who wins without the rule does not lose under it
  assert.match(await page.locator("#detail").textContent(), /there is no KKvK\.dtz for 50 plies here\. Proved by search\./i);
  assert.equal(await ruled(page), "Counter: 46 of 50 plies. Without the draw rule: White wins in 5 plies.");
  await paste(page, `${twoKings}:H50`);
  await headline(page, /^Draw$/);
});

test("numbers that are none change nothing, nor do rules of an address that do not exist", ofPages, async (t) => {
  const page = await openBy(t, 6, `${twoKings}:H2`);
  for (const [field, text] of [["#counter", ""], ["#counter", "-1"], ["#rule-plies", "0"], ["#rule-plies", "121"]]) {
    await page.fill(field, text);
    await page.press(field, "Tab");
    await atFen(page, `${twoKings}:H2`);
    assert.equal(await page.inputValue(field), field === "#counter" ? "2" : "6");
    assert.equal(ruleOf(page), "6");
  }
  await page.fill("#counter", "99");
  await page.press("#counter", "Tab");
  await atFen(page, `${twoKings}:H6`);
  await page.click("#mirror"); // the same position, with the same counter
  await atFen(page, "W:WKh7,Ka8:BKh1:H6");
  await page.check("[value=setup]");
  await page.click("#clear");
  await atFen(page, "W:W:B:H0");
  for (const rule of ["0", "121", "1e1", "<b>", "6,7"]) {
    const other = await openBy(t, encodeURIComponent(rule), `${twoKings}:H99999999999999999999`);
    await headline(other, "White wins in 5 plies");
    assert.equal(await other.inputValue("#rule"), "none");
  }
});

test("accessible, as wide as the screen, and in other languages", ofPages, async (t) => {
  for (const options of [{ colorScheme: "light" }, { colorScheme: "dark" }]) {
    const page = await openBy(t, 6, `${twoKings}:H3`, { ...options, reducedMotion: "reduce" });
    assert.deepEqual(await violations(page), []);
  }
  const expected = {
    en: /A win, but not within 6 plies: a draw/, nl: /Winst, maar niet binnen 6 halve zetten: remise/,
    fr: /Gain, mais pas en 6 demi-coups : nulle/,
  };
  for (const [locale, words] of Object.entries(expected)) {
    const page = await openBy(t, 6, `${twoKings}:H3`, { locale, ...telephone });
    assert.match(await ruled(page), words);
    for (const choice of ["other", "usual"]) {
      await page.selectOption("#rule", choice);
      await settled(page);
      for (const width of [390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        assert.deepEqual(await tooWide(page, width), [], `${locale}, ${choice}`);
        assert.deepEqual(await tooSmall(page), []);
      }
    }
  }
});
