// The explorer in a browser: what a player does with mouse, touch and keys, and what is seen and heard then.
// The tables are those of up to 3 pieces without KMvM.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { knownResults } from "./files_support.mjs";
import {
  addressOf, atCounted, atFen, fenOf, headline, isFiles, ofPages, open, pieces, rulesOfColours, settled, square, start, stop,
  tooSmall, tooWide, violations, visit,
} from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5: a7-g7 a1-b1 g7-b7 b1xb8 h8xa8

before(start);
after(stop);

test("opens with an example, its result and all its moves", async (t) => {
  const page = await open(t);
  await headline(page, "White wins in 5 plies");
  assert.match(await page.locator("#detail").textContent(), /White to move · KKvK/);
  assert.deepEqual(await pieces(page), { a7: "White king", h8: "White king", a1: "Black king" });
  const moves = await page.locator("#moves button").allTextContents();
  assert.equal(moves.length, 40);
  assert.equal(moves[0], "a7-g7win 5");
  assert.match(moves.at(-1), /loss 2$/);
});

test("where no table knows the position, what a search proves", ofPages, async (t) => {
  const page = await open(t, "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7");
  await headline(page, "White wins in at most 5 plies");
  assert.match(await page.locator("#detail").textContent(), /White to move.*Proved by search\. It begins with c1-e3\./);
  assert.match(await page.locator("#play").textContent(), /Line of the proof/);
  await page.click("#play");
  await headline(page, "White has won");
  // Under a rule, what holds with the counter: the win takes 5 plies, the first of them a man's move, which resets it.
  await page.goto(new URL("explorer.html?rule=2&fen=W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7:H1", page.url()).href);
  await headline(page, "At least a draw for White");
  assert.match(await page.locator("#ruled").textContent(), /1 of 2 plies.*Without the draw rule: White wins in at most 5 plies/);
  await page.goto(new URL("explorer.html?rule=50&fen=W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7:H49", page.url()).href);
  await headline(page, /^White wins$/);
  assert.match(await page.locator("#detail").textContent(), /Proved by search\. It begins with c1-e3\./);
  await page.goto(new URL("explorer.html?rule=none", page.url()).href);
  // A table that is missing is named all the same.
  await page.fill("#fen", "W:Wa1,Kg7:Bb4");
  await page.keyboard.press("Enter");
  await page.locator("#detail", { hasText: /There is no table of KMvM here\. Proved by search\./ }).waitFor();
  assert.match(await page.locator("#missing-command").textContent(), /--class KMvM/);
  assert.deepEqual(await violations(page), []);
});

test("shows the positions with known results", ofPages, async (t) => {
  for (const [fen, result, plies] of knownResults(join(process.env.EXPLORER_DATA, "../../docs"))) {
    const page = await open(t, fen);
    const winner = (result === "win") === fen.startsWith("W") ? "White" : "Black";
    await headline(page, result === "draw" ? "Draw"
                       : plies === 0 ? `${winner} has won`
                       : plies ? `${winner} wins in ${plies} plies`
                       : new RegExp(`^${winner} wins in at most \\d+ plies$`));
  }
});

test("arrows of the best moves, or of all, told apart by more than colour", ofPages, async (t) => {
  const page = await open(t, twoKings);
  assert.equal(await page.locator(".arrow").count(), 1); // a7-g7
  await page.selectOption("#arrow-choice", "all");
  assert.equal(await page.locator(".arrow").count(), 40);
  const dashes = await Promise.all(["win", "draw", "loss"].map((result) =>
    page.locator(`.arrow.${result} .shaft`).first().evaluate((shaft) => getComputedStyle(shaft).strokeDasharray)));
  assert.equal(new Set(dashes).size, 3);
  assert.equal(await page.locator("#arrows text").textContent(), "5");
  await page.locator("#moves button", { hasText: "h8-b8" }).hover();
  assert.equal(await page.locator(".arrow").count(), 1);
  await page.mouse.move(0, 0);
  await page.selectOption("#arrow-choice", "none");
  assert.equal(await page.locator(".arrow").count(), 0);
  await page.selectOption("#arrow-choice", "all");
  await page.check("[value=setup]"); // where moves are not meant
  assert.equal(await page.locator(".arrow").count(), 0);
  assert.equal(await page.locator("#legend").isVisible(), false);
});

test("sets up a position with the mouse", ofPages, async (t) => {
  const page = await open(t);
  await page.check("[value=setup]");
  await page.click("#clear");
  await headline(page, "Empty board");
  await square(page, "a7").click(); // a white king is chosen from the start
  await square(page, "h8").click();
  await page.check("[name=brush][value=bk]");
  await square(page, "a1").click();
  await headline(page, "White wins in 5 plies");
  assert.equal(fenOf(page), twoKings);
  await square(page, "h8").dragTo(square(page, "g8"));
  await atFen(page, "W:WKa7,Kg8:BKa1");
  await square(page, "g8").dragTo(page.locator("h1")); // off the board
  await atFen(page, "W:WKa7:BKa1");
  await square(page, "a1").click(); // the same piece again takes it away
  await atFen(page, "W:WKa7:B");
  await headline(page, "Black has no piece");
});

test("pieces are dragged to the board from beside it", ofPages, async (t) => {
  const page = await open(t, "W:WKh8:BKa1");
  await page.check("[value=setup]");
  const king = page.locator("label", { has: page.locator("[value=wk]") });
  await king.dragTo(square(page, "a7"));
  await atFen(page, twoKings);
  await page.locator("#palette label", { has: page.locator("[value=none]") }).dragTo(square(page, "h8"));
  await atFen(page, "W:WKa7:BKa1");
  await king.dragTo(page.locator("h1")); // dropped beside the board: nothing happens
  assert.equal(await page.locator(".palette-ghost").count(), 0);
  assert.equal(fenOf(page), "W:WKa7:BKa1");
});

test("setting up needs no scrolling: the board and the pieces are in view together", ofPages, async (t) => {
  for (const [width, height] of [[1280, 900], [1366, 650], [390, 844], [844, 390]]) {
    const touch = width < 900;
    const page = await open(t, twoKings, { viewport: { width, height }, hasTouch: touch, isMobile: touch });
    await page.locator("label", { has: page.locator("[value=setup]") }).click();
    for (const part of ["#board", "#palette", "[name=side] >> nth=0"]) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
                `${part} at ${JSON.stringify(box)} in ${width}x${height}`);
    }
    assert.ok((await page.locator("#board").boundingBox()).width >= 320, `the board in ${width}x${height}`);
  }
});

test("plays moves from the list, by clicks and by dragging; illegal ones are not made", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.locator("#moves button").first().click();
  await atFen(page, "B:WKg7,Kh8:BKa1");
  await headline(page, "White wins in 4 plies");
  await square(page, "a1").click();
  assert.equal(await square(page, "a1").getAttribute("aria-selected"), "true");
  assert.equal(await square(page, "b1").getAttribute("aria-label"), "b1, vacant, moving here: loss");
  assert.equal(await page.locator(".arrow").count(), 0); // targets have labels instead, on the colour of the result
  assert.equal(await page.locator("#arrows .label").count(), await page.locator(".target").count());
  assert.equal(await page.locator("[data-target=loss]").count(), await page.locator("#arrows rect").count());
  await square(page, "b1").click();
  await atFen(page, "W:WKg7,Kh8:BKb1");
  await square(page, "g7").dragTo(square(page, "f4")); // no king moves so
  await atFen(page, "W:WKg7,Kh8:BKb1");
  await square(page, "g7").dragTo(square(page, "b7"));
  await atFen(page, "B:WKb7,Kh8:BKb1");
  assert.match(await page.locator("#detail").textContent(), /capture is forced/);
  assert.deepEqual(await page.locator("#track .text").allTextContents(), ["a7-g7", "a1-b1", "g7-b7"]);
});

test("back and forward of the browser, and an address that was shared", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.locator("#moves button").first().click();
  await atFen(page, "B:WKg7,Kh8:BKa1");
  await page.click("#mirror");
  await atCounted(page, "B:WKb7,Ka8:BKh1:H1"); // for a draw rule that may be chosen later
  await page.goBack();
  await atFen(page, "B:WKg7,Kh8:BKa1");
  assert.deepEqual(await page.locator("#track .text").allTextContents(), ["a7-g7"]);
  await page.goBack();
  await atFen(page, twoKings);
  await headline(page, "White wins in 5 plies");
  await page.goForward();
  await headline(page, "White wins in 4 plies");

  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#share");
  await page.locator("#share", { hasText: "Copied" }).waitFor();
  const shared = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const other = await open(t, twoKings);
  await other.goto(shared.href);
  await headline(other, "White wins in 4 plies");
  assert.deepEqual(await pieces(other), await pieces(page));
  assert.deepEqual(await other.locator("#track .text").allTextContents(), ["a7-g7"]);
});

test("moves stand under what they are worth; captures, promotions and mistakes are marked", async (t) => {
  const page = await open(t, "W:WKc7,a1:Bb3"); // most moves lead to KMvM
  const headings = () => page.locator("#moves h3").allTextContents();
  assert.deepEqual((await headings()).map((text) => text.replace(/ \d+$/, "")), ["Draws", "Not known", "Losses"]);
  await page.goto(new URL(`explorer.html?fen=${twoKings}`, page.url()).href);
  await settled(page);
  assert.deepEqual(await headings(), ["Wins 15", "Draws 19", "Losses 6"]);
  await page.locator("#moves button.draw").first().click();
  await settled(page);
  assert.match(await page.locator("#track .ply").textContent(), /throws the win away/);
  await page.goto(new URL("explorer.html?fen=B:WKb7,Kh8:BKb1", page.url()).href);
  await settled(page);
  assert.match(await page.locator("#moves button").first().textContent(), /takes 1/);
  await page.goto(new URL("explorer.html?fen=W:Wa7:BKh1", page.url()).href);
  await settled(page);
  assert.match(await page.locator("#moves button").first().textContent(), /king/);
});

test("the colour of a result is that of the side to move, the picture beside the words is the winner", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.click("#play");
  await page.locator("#track .ply", { hasText: "h8xa8" }).waitFor();
  await page.click("#play"); // pause
  await page.click("#first");
  for (let i = 0; i < 5; ++i) {
    await settled(page);
    assert.match(await page.locator("#headline").textContent(), /^White/);
    assert.equal(await page.locator("#winner use").getAttribute("href"), "#wk");
    await page.click("#forward");
  }
});

test("why a piece may not move", ofPages, async (t) => {
  const page = await open(t, "B:WKb7,Kh8:BKb1,Kh1");
  await square(page, "h1").click();
  await page.locator("#hint", { hasText: "must take" }).waitFor();
  assert.ok((await page.locator(".must").count()) > 0);
  await square(page, "h8").click();
  await page.locator("#hint", { hasText: "It is Black's turn." }).waitFor();
});

test("of captures to one square the player chooses; a click on the chosen piece puts it down", ofPages, async (t) => {
  const waysFen = "W:WKa4:Bf3,d5,c3,b4,g2"; // a4xf4xf2xh2 or a4xc4xc2xh2
  const page = await open(t, waysFen);
  await square(page, "a4").click();
  await square(page, "h2").click();
  assert.equal(fenOf(page), waysFen);
  const ways = page.locator("#ways button");
  assert.equal(await ways.count(), 2);
  const text = await ways.nth(1).textContent();
  await ways.nth(1).click();
  await page.locator("#track .ply", { hasText: text }).waitFor();

  const roundFen = "W:WKc2:Bd2,d7,b2,a6,e4"; // c2xe2xe7xa7xa2xc2
  await page.goto(new URL(`explorer.html?fen=${roundFen}`, page.url()).href);
  await settled(page);
  await square(page, "c2").click();
  await page.locator("#ways", { hasText: "Round and back" }).waitFor();
  await square(page, "c2").click();
  assert.equal(await square(page, "c2").getAttribute("aria-selected"), "false");
  assert.equal(fenOf(page), roundFen);
  await square(page, "c2").click();
  await page.locator("#ways button").first().click();
  await page.locator("#track .ply").waitFor();
});

test("keys while playing: through the line wherever the focus is; they never change the position", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.locator("#moves button").first().click();
  await atFen(page, "B:WKg7,Kh8:BKa1");
  await page.locator("#moves button").first().click();
  await settled(page);
  for (const focused of ["#moves button", "[name=mode][value=play]", "#arrow-choice", "#flip", "#track .ply"]) {
    await page.locator(focused).first().focus();
    await page.keyboard.press("Home");
    await atFen(page, twoKings);
    assert.equal(await page.locator("[name=mode][value=play]").isChecked(), true);
    await page.keyboard.press("ArrowRight");
    await atFen(page, "B:WKg7,Kh8:BKa1");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await atFen(page, "B:WKg7,Kh8:BKa1");
  }
  await square(page, "a1").click(); // by mouse: arrows are still for the line
  await page.keyboard.press("b");
  await page.keyboard.press("Shift+W");
  await page.keyboard.press("Delete");
  await page.keyboard.press("ArrowLeft");
  await atFen(page, twoKings);
  await page.keyboard.press("f");
  assert.equal(await page.locator("[role=gridcell]").first().getAttribute("data-square"), "h1");
  await page.keyboard.press("?");
  assert.equal(await page.locator("#help-dialog").isVisible(), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#help-dialog").isVisible(), false);
  await page.locator("#fen").focus();
  await page.keyboard.type("f?");
  assert.match(await page.locator("#fen").inputValue(), /f\?$/);
});

test("few stops of the Tab key, and the focus stays where something is to be done next", ofPages, async (t) => {
  const page = await open(t, twoKings);
  const stops = new Set();
  for (let i = 0; i < 60; ++i) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => document.activeElement.outerHTML.slice(0, 60));
    if (stops.has(stop)) {
      break;
    }
    stops.add(stop);
  }
  assert.ok(stops.size <= 28, [...stops].join("\n"));
  await page.locator("#moves button").first().focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.move), "a7-b7");
  await page.keyboard.press("Enter");
  await page.locator("#spoken", { hasText: "White: a7 to b7" }).waitFor(); // heard by those who do not see it
  await settled(page);
  assert.equal(await page.evaluate(() => document.activeElement.closest("#moves") !== null), true);
  await page.locator("#back").focus();
  await page.keyboard.press("Enter");
  await atFen(page, twoKings);
  assert.equal(await page.locator("#back").getAttribute("aria-disabled"), "true");
  assert.equal(await page.evaluate(() => document.activeElement.id), "back");
});

test("a link is copied where the browser has no clipboard for pages, and shown where it cannot be", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await page.click("#share");
  await page.locator("#share", { hasText: "Copied" }).waitFor();
  await page.evaluate(() => (document.execCommand = () => false));
  await page.click("#share");
  assert.equal(await page.locator("#link").inputValue(), page.url());
});

test("words for newcomers: what a ply is, what KKvK stands for, and the rules, to be played", async (t) => {
  const page = await open(t, twoKings);
  assert.match(await page.locator("#detail").textContent(), /KKvK, two kings against a king/);
  assert.match(await page.locator("#class-choice option").last().textContent(), /against/);
  await page.locator("#headline a", { hasText: "plies" }).click();
  await page.locator("#ply").waitFor();
  for (const example of await page.locator(".example:not([data-still])").all()) {
    await example.locator(".grab").first().waitFor(); // there is a piece to take in hand
  }
  const example = page.locator(".example", { hasText: "d4 must take d5" });
  const at = (name) => example.locator(`[data-square=${name}]`);
  await at("d4").click();
  await at("e5").click(); // no capture
  assert.equal(await at("d4").getAttribute("data-kind"), "wm");
  await at("d4").click();
  await at("d6").click();
  await example.locator("p", { hasText: "d4xd6" }).waitFor();
  assert.equal(await at("d5").getAttribute("data-kind"), "");
  await example.locator("button", { hasText: "Again" }).click();
  assert.equal(await at("d5").getAttribute("data-kind"), "bm");
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    assert.deepEqual(await tooWide(page, width), []);
    assert.deepEqual(await tooSmall(page), []);
  }
});

test("an address of the rules leads to the place that it names, if there is one", ofPages, async (t) => {
  const page = await visit(t, addressOf("rules.html#ply"));
  await page.waitForFunction(() => scrollY > 0);
  for (const place of ["1", "%", "a b", "nowhere"]) { // the test fails if a script does
    const other = await visit(t, addressOf(`rules.html#${place}`));
    await other.locator(".example .grab").first().waitFor();
  }
});

test("a win is played out against the tables, with hints, back, and a review of the moves", async (t) => {
  const page = await open(t, twoKings);
  await page.locator("#playout-begin button", { hasText: "Play White" }).click();
  await headline(page, "You play White");
  assert.equal(await page.locator("#moves").isVisible(), false); // nothing gives the result away
  assert.equal(await page.locator(".arrow").count(), 0);
  await square(page, "a7").click();
  assert.equal(await page.locator("[data-target=win]").count(), 0);
  await square(page, "b7").click(); // wins in 7 instead of 5
  await page.locator("#track .ply").nth(1).waitFor(); // the tables answer
  assert.equal(await page.locator("#track .worth").count(), 0);
  await page.click("#take-back");
  await atFen(page, twoKings);
  await square(page, "a7").click();
  await square(page, "b7").click();
  await page.locator("#track .ply").nth(1).waitFor();
  await settled(page);
  for (let ply = 2; !(await page.locator("#review", { hasText: "White played" }).isVisible()); ply += 2) {
    await page.click("#hint-button");
    await page.locator(".arrow").first().waitFor();
    const { moves } = await page.evaluate((fen) => import("./answers.js").then(({ probe }) => probe(fen)), fenOf(page));
    await square(page, moves[0].from).click();
    await square(page, moves[0].to).click();
    await Promise.race([page.locator("#track .ply").nth(ply + 1).waitFor(),
                        page.locator("#review", { hasText: "White played" }).waitFor()]);
    await settled(page);
    assert.ok(ply < 12);
  }
  await headline(page, "White has won");
  assert.match(await page.locator("#review").textContent(), /White played 4 moves, 3 of them best\.a7-b7 cost 2 plies/);
  await page.locator("#review button").click();
  await atFen(page, twoKings);
  assert.equal(await page.locator("#moves").isVisible(), true);
  await page.locator("#playout-begin button", { hasText: "Play Black" }).click();
  await page.locator("#track .ply").first().waitFor(); // the tables begin
  assert.equal(await page.locator("[role=gridcell]").first().getAttribute("data-square"), "h1");
  await page.click("#playout-end");
  await page.locator("#review", { hasText: "No move was played." }).waitFor();
});

test("a random position of a class, a result and a length is played out", async (t) => {
  const page = await open(t);
  await page.click("#random summary");
  await page.selectOption("#random-class", "KKvM");
  await page.fill("#random-plies", "5-7");
  await page.click("#random-form button");
  await headline(page, /^You play/);
  const answer = await page.evaluate((fen) => import("./answers.js").then(({ probe }) => probe(fen)), fenOf(page));
  assert.equal(answer.table, "KKvM");
  assert.equal(answer.result, "win");
  assert.ok(answer.plies === 5 || answer.plies === 7);
  await headline(page, answer.side_to_move === "white" ? "You play White" : "You play Black");
  assert.equal(await page.locator("#random-form").isVisible(), false);
  await page.click("#playout-end");
  await page.selectOption("#random-result", "draw");
  assert.equal(await page.locator("#random-length").isVisible(), false);
  await page.selectOption("#random-result", "loss");
  await page.fill("#random-plies", "90");
  await page.click("#random-form button");
  await page.locator("#random-error", { hasText: "There is no such position in this class" }).waitFor();
});

test("plays the best line to its end, and goes through it", async (t) => {
  const page = await open(t, twoKings);
  await page.click("#play");
  await page.locator("#track .ply", { hasText: "h8xa8" }).waitFor();
  await page.click("#play"); // pause
  assert.equal(await page.locator("#play").textContent(), "Play on");
  await page.click("#last");
  await headline(page, "White has won");
  assert.match(await page.locator("#detail").textContent(), /Black is to move and has no piece left/);
  assert.equal(await page.locator("#forward").getAttribute("aria-disabled"), "true");
  await page.click("#back");
  await headline(page, "White wins in 1 ply");
  await page.click("#first");
  await headline(page, "White wins in 5 plies");
  await page.locator("#track .ply", { hasText: "g7-b7" }).click();
  await atFen(page, "B:WKb7,Kh8:BKb1");
  await page.click("#play"); // the rest plays by itself
  await headline(page, "White has won");
});

test("the browser's back stops a line that plays, and a position that is played out", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.click("#play");
  await page.locator("#track .ply[aria-current]").waitFor();
  await page.goBack();
  await atFen(page, twoKings);
  await page.waitForTimeout(1200); // longer than a line takes from move to move
  assert.equal(fenOf(page), twoKings);
  assert.equal(await page.locator("#track .ply").count(), 0);
  await page.click("#play-white");
  await square(page, "a7").click();
  await square(page, "g7").click();
  await page.locator("#track .ply").nth(1).waitFor();
  await page.goBack();
  await page.goBack();
  await headline(page, "White wins in 5 plies");
  assert.equal(await page.locator("#play-white").isVisible(), true);
});

test("links to places on the page leave the game and a position that is played out as they are", ofPages, async (t) => {
  const page = await open(t, twoKings);
  const played = () => page.locator("#track .text").allTextContents();
  await page.locator("#moves button", { hasText: "a7-g7" }).click();
  await atFen(page, "B:WKg7,Kh8:BKa1");
  await page.locator("#moves button", { hasText: "a1-b1" }).click();
  await atFen(page, "W:WKg7,Kh8:BKb1");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash === "#result" && document.activeElement.id === "result");
  await page.locator("nav a[href^='#']").click();
  await page.waitForFunction(() => location.hash === "#class-heading");
  assert.deepEqual(await played(), ["a7-g7", "a1-b1"]);
  await page.goBack(); // through the places
  await page.goBack();
  await atFen(page, "W:WKg7,Kh8:BKb1");
  assert.deepEqual(await played(), ["a7-g7", "a1-b1"]);
  await page.goBack();
  await atFen(page, "B:WKg7,Kh8:BKa1");
  assert.deepEqual(await played(), ["a7-g7"]);
  await page.goForward();
  await page.goForward(); // a place keeps its game
  await settled(page);
  assert.deepEqual(await played(), ["a7-g7", "a1-b1"]);

  await page.click("#play-white");
  await headline(page, "You play White");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement.id === "result");
  await headline(page, "You play White");
});

test("the list of moves follows the game", ofPages, async (t) => {
  const page = await open(t, "W:WKa1:BKc2"); // a draw, to and fro
  const boxes = () => Promise.all(["#track", "#track [aria-current]"].map((one) => page.locator(one).boundingBox()));
  for (let i = 0; i < 30; ++i) {
    await page.locator("#moves button.draw").nth(i % 2).click();
    await settled(page);
    const [list, current] = await boxes();
    assert.ok(current.y >= list.y && current.y + current.height <= list.y + list.height + 1, `move ${i}`);
  }
  assert.ok(await page.locator("#track").evaluate((list) => list.scrollTop > 0));
});

test("what was said of a position that was played out goes with it; it can be played once more", ofPages, async (t) => {
  const page = await open(t, twoKings);
  assert.equal(await page.locator("#once-more").isVisible(), false);
  await page.click("#play-white");
  assert.equal(await page.locator("input[name=side]").first().isDisabled(), true);
  assert.equal(await page.locator("#random").isVisible(), false);
  await square(page, "a7").click();
  await square(page, "a6").click();
  await page.locator("#playout-end").click();
  await page.locator("#review", { hasText: "played 1 move" }).waitFor();
  await page.click("#once-more");
  await headline(page, "You play White");
  await atFen(page, twoKings);
  await page.click("#playout-end");
  await page.locator("#review", { hasText: "No move was played." }).waitFor();
  await page.fill("#fen", "W:Wb5,Ka7:BKh8");
  await page.keyboard.press("Enter");
  await atFen(page, "W:Wb5,Ka7:BKh8");
  assert.equal(await page.locator("#review").textContent(), "");
  assert.equal(await page.locator("#once-more").isVisible(), false);
});

test("a draw is held when the position stands there for the third time, or after 25 moves", ofPages, async (t) => {
  const page = await open(t, twoKings);
  const held = (fens, result) => page.evaluate(async ([fens, result]) => {
    const { PlayOut } = await import("./game/playout.js");
    const game = { track: fens.map((fen) => ({ fen })), index: 0 };
    const playOut = new PlayOut(game);
    playOut.begin("w");
    game.index = fens.length - 1;
    return playOut.isHeld([{ result }]);
  }, [fens, result]);
  const other = Array.from({ length: 51 }, (_, i) => `W:WKa1:BKc${i}`);
  assert.equal(await held(["A", "b", "A", "c", "A"], "draw"), true);
  assert.equal(await held(["A", "b", "A", "c", "A"], "win"), false);
  assert.equal(await held(["A", "b", "A"], "draw"), false);
  assert.equal(await held(other, "draw"), true);
  assert.equal(await held(other.slice(1), "draw"), false);
});

test("on a telephone what is asked for from below comes into view", ofPages, async (t) => {
  const page = await open(t, twoKings, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  const boardIsInView = async () => {
    const { y, height } = await page.locator("#board").boundingBox();
    assert.ok(y >= 0 && y + height <= 844, `the board is at ${y}`);
  };
  await page.getByRole("button", { name: "Longest win: 13 plies" }).tap();
  await headline(page, "White wins in 13 plies");
  await boardIsInView();
  await page.locator("#play-white").scrollIntoViewIfNeeded();
  await page.locator("#play-white").tap();
  await boardIsInView();
  await page.locator("#playout-end").scrollIntoViewIfNeeded();
  await page.locator("#playout-end").tap();
  await page.locator("#review", { hasText: "No move was played." }).waitFor();
  await boardIsInView();
  const review = await page.locator("#review").boundingBox();
  assert.ok(review.y + review.height < 844, `the review is at ${review.y}`);
});

/** Returns those of the buttons that a finger does not reach, as something else lies over them or they are out of view. */
const unreachable = (page, ...ids) =>
  page.evaluate((asked) => asked.filter((id) => {
    const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
    return [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9]].some(([across, down]) =>
      document.elementFromPoint(x + across * width, y + down * height)?.closest("button")?.id !== id);
  }), ids);

test("on a telephone the buttons for playing it out are at hand meanwhile, and nothing lies over them", ofPages, async (t) => {
  const playOutButtons = ["hint-button", "take-back", "playout-end"];
  const page = await open(t, twoKings, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  assert.deepEqual(await unreachable(page, "play", "forward"), []);
  await page.locator("#play-white").scrollIntoViewIfNeeded();
  await page.locator("#play-white").tap();
  await page.locator("#moves button[data-move=a7-g7]").dispatchEvent("click");
  await atFen(page, "B:WKg7,Kh8:BKa1");
  await page.waitForFunction(() => document.querySelectorAll("#track .ply").length === 2); // the tables have answered
  await settled(page);
  const end = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < end; top += 100) {
    await page.evaluate((y) => scrollTo(0, y), top);
    assert.deepEqual(await unreachable(page, ...playOutButtons), [], `scrolled by ${top}`);
  }
  await page.locator("#track").scrollIntoViewIfNeeded();
  assert.ok(await page.locator("#track .ply").first().isVisible());
  await page.tap("#take-back");
  await atFen(page, twoKings);
  await page.tap("#hint-button");
  await page.locator("#spoken", { hasText: "a7" }).waitFor({ state: "attached" });
  assert.deepEqual(await tooWide(page, 390), []);
  assert.deepEqual(await tooSmall(page), []);
  await page.tap("#playout-end");
  await page.locator("#review", { hasText: "No move was played." }).waitFor();
  assert.deepEqual(await unreachable(page, "play", "forward"), []);
});

test("one name for a class, whichever colour has which pieces", async (t) => {
  for (const fen of ["W:WKa7,Kh8:BKa1", "W:WKa1:BKa7,Kh8"]) {
    const page = await open(t, fen);
    await page.waitForFunction(() => document.querySelector("#class-choice").value !== ""); // once classes are listed
    const [name] = /KKvK|KvKK/.exec(await page.locator("#detail").textContent());
    assert.equal(name, await page.locator("#class-choice").inputValue(), fen);
    const [option] = await page.locator("#class-choice option:checked").allTextContents();
    assert.ok((await page.locator("#detail").textContent()).includes(`· ${option}`), option);
  }
});

/** Opens a position of which no search proves anything. */
async function openUnproven(t, fen) {
  const page = await open(t);
  await page.route("**/api/v1/prove?*", (route) => route.fulfill({ json: {} }));
  await page.route("**/prove_worker.js", (route) => route.abort());
  await page.fill("#fen", fen);
  await page.keyboard.press("Enter");
  await atFen(page, fen);
  return page;
}

test("a missing table is named with the command that makes it, and play goes on", async (t) => {
  const page = await openUnproven(t, "W:Wa1,Kg7:Bb4");
  await headline(page, "Not known");
  assert.match(await page.locator("#detail").textContent(), /There is no table of KMvM here/);
  if (isFiles) { // where files are all that there is, the visitor makes no tables
    await page.locator("#missing-words", { hasText: /^The tables here are of \d+ classes, of up to 3 pieces\.$/ }).waitFor();
    assert.ok(await page.locator("#missing-command").isHidden());
  } else {
    assert.equal(await page.locator("#missing-command").textContent(), "dameotb gen --dir DIR --class KMvM");
  }
  await page.locator("#moves button").first().click();
  await page.locator("#track .ply").waitFor();
  await page.goBack();
  await page.locator("#legend-unknown").waitFor(); // its arrows are explained
  assert.equal(await page.locator("#play").getAttribute("aria-disabled"), "true"); // there is no best line to play
});

test("visitors from elsewhere are told what tables there are, and not how to make more", ofPages, async (t) => {
  const page = await visit(t, "about:blank");
  const elsewhere = "http://tables.example/";
  await page.route(`${elsewhere}**`, async (route) => {
    const url = addressOf("./") + route.request().url().slice(elsewhere.length);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  for (const [fen, words] of [["W:WKg7,a1:Bb4", /^The tables here are of 8 classes, of up to 3 pieces\.$/],
                              ["W:WKg7,a1,a2:BKb4", /^The tables here are of 8 classes, of up to 3 pieces\.$/]]) {
    await page.goto(`${elsewhere}explorer.html?fen=${fen}`);
    await page.locator("#missing-words", { hasText: words }).waitFor();
    assert.ok(await page.locator("#missing-command").isHidden());
    assert.ok(!(await page.locator("body").innerText()).includes("dameotb gen"));
  }
  await page.goto(`${elsewhere}rules.html`);
  assert.ok(!(await page.locator("body").innerText()).includes("dameotb gen"));
  await page.goto("about:blank"); // or what the page still asks for goes to the network once nothing is routed
  await page.unrouteAll({ behavior: "ignoreErrors" }); // of requests that the page still makes
});

test("where a table is missing, the headline says what the moves prove", async (t) => {
  const page = await open(t, "W:WKa1,g7:Bb4"); // a promotion, into a class that has a table
  await headline(page, "White wins in at most 5 plies");
  assert.match(await page.locator("#detail").textContent(), /There is no table of KMvM here\. The moves prove this much\./);
  assert.equal(await page.locator("#headline a.term").textContent(), "plies");
  assert.match(await page.locator("#moves button").first().textContent(), /win 5/);
  assert.equal(await page.locator("#play").getAttribute("aria-disabled"), "true"); // another move may win sooner
  assert.equal(await page.locator("#play-white").getAttribute("aria-disabled"), "false");
  await headline(await open(t, "W:WKa1,g7:Bb4", { locale: "nl-BE" }), "Wit wint in hoogstens 5 halve zetten");
  await headline(await open(t, "W:WKa1,g7:Bb4", { locale: "fr-BE" }), "Les Blancs gagnent en 5 demi-coups au plus");
});

test("where only a draw is proven, the headline says that, too", async (t) => {
  const page = await openUnproven(t, "B:Wg6:BKa1,b4");
  await headline(page, "At least a draw for Black");
  assert.match(await page.locator("#detail").textContent(), /The moves prove this much\. The moves can be played/);
  assert.equal(await page.locator("#play-black").getAttribute("aria-disabled"), "true");
});

test("an illegal position is refused in words", async (t) => {
  const page = await open(t, "W:Wa8:Bb3");
  await headline(page, "Not a legal position");
  assert.match(await page.locator("#detail").textContent(), /White man on its promotion rank at a8/);
  assert.deepEqual(await pieces(page), { a8: "White man", b3: "Black man" }); // seen, so that it can be mended
  await page.fill("#fen", "W:Wa1:Bi9");
  await page.keyboard.press("Enter");
  await page.locator("#fen-error", { hasText: "expected a square (a1 to h8) at character 8" }).waitFor();
  assert.equal(await page.locator("#fen").getAttribute("aria-invalid"), "true");
  await page.fill("#fen", "B:Bg7,Kh8:WKa1,b2:H3:F9");
  await page.keyboard.press("Enter");
  await atCounted(page, "B:WKa1,b2:Bg7,Kh8:H3");
  for (const pasted of ["w:w ka7, kh8 : b ka1.", "https://tables.example/explorer.html?fen=W%3AWKa7%2CKh8:BKA1&x=1#y"]) {
    await page.fill("#fen", "W:WKb2:BKa1");
    await page.keyboard.press("Enter");
    await atFen(page, "W:WKb2:BKa1");
    await page.fill("#fen", pasted);
    await page.keyboard.press("Enter");
    await atFen(page, twoKings);
  }
  const nonsense = await open(t, "nonsense");
  await headline(nonsense, "Not a legal position");
});

test("the keyboard alone: set up, choose, play", ofPages, async (t) => {
  const page = await open(t, "W:W:B");
  await page.check("[value=setup]");
  await page.locator("[name=side]:checked").focus();
  await page.keyboard.press("Tab"); // to the board, one stop
  const focused = () => page.evaluate(() => document.activeElement.dataset.square);
  assert.equal(await focused(), "a1");
  await page.keyboard.press("Shift+B");
  await atFen(page, "W:W:BKa1");
  for (let i = 0; i < 6; ++i) {
    await page.keyboard.press("ArrowUp");
  }
  await page.keyboard.press("Shift+W");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp"); // no further than the edge
  await page.keyboard.press("End");
  assert.equal(await focused(), "h8");
  await page.keyboard.press("Shift+W");
  await headline(page, "White wins in 5 plies");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("b");
  await atFen(page, "W:WKa7,Kh8:BKa1,h7");
  await page.keyboard.press("Delete");
  await atFen(page, twoKings);
  await page.evaluate(() => document.querySelector("[value=play]").click());
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  assert.equal(await square(page, "a7").getAttribute("aria-selected"), "true");
  await page.keyboard.press("Escape");
  assert.equal(await square(page, "a7").getAttribute("aria-selected"), "false");
  await page.keyboard.press(" ");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await atFen(page, "B:WKg7,Kh8:BKa1");
  assert.equal(await focused(), "g7");
  await page.keyboard.press("Tab");
  assert.equal(await focused(), undefined);
});

test("results are announced", ofPages, async (t) => {
  const page = await open(t, twoKings);
  const status = page.locator("#result [role=status]").first();
  assert.equal(await status.getAttribute("aria-live"), "polite");
  await page.check("[name=side][value=b]");
  await status.filter({ hasText: "Black to move" }).waitFor();
});

test("swaps colours, mirrors, turns the board, changes the side to move", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.click("#swap");
  await atFen(page, "B:WKa8:BKh1,Ka2");
  await headline(page, "Black wins in 5 plies");
  await page.click("#swap");
  await atFen(page, twoKings);
  await page.click("#mirror");
  await atFen(page, "W:WKh7,Ka8:BKh1");
  await headline(page, "White wins in 5 plies");
  const first = () => page.locator("[role=gridcell]").first().getAttribute("data-square");
  assert.equal(await first(), "a8");
  await page.click("#flip");
  assert.equal(await first(), "h1");
  const king = await square(page, "h1").boundingBox();
  const board = await page.locator("#board").boundingBox();
  assert.ok(Math.abs(king.x - board.x) < 2 && Math.abs(king.y - board.y) < 2);
  assert.equal(fenOf(page), "W:WKh7,Ka8:BKh1");
  await page.check("[name=side][value=b]");
  await atFen(page, "B:WKh7,Ka8:BKh1");
});

test("goes to the longest win of a class", async (t) => {
  const page = await open(t, twoKings);
  await page.locator("#class-stats", { hasText: "124,832" }).waitFor();
  await page.locator("#class-stats button", { hasText: "Longest win: 13 plies" }).click();
  await headline(page, "White wins in 13 plies");
  await page.locator("#class-stats", { hasText: "Zugzwangs: none." }).waitFor();
  await page.selectOption("#class-choice", "MMvK");
  await page.locator("#class-stats", { hasText: "Zugzwangs: 130. In 22 of them whoever is to move loses." }).waitFor();
  await page.locator("#class-stats button", { hasText: "Longest loss" }).first().click();
  await page.locator("#detail", { hasText: "MMvK" }).waitFor();
});

test("a telephone: taps set up and play, a finger drags, nothing is wider than the screen", ofPages, async (t) => {
  const page = await open(t, "W:W:B", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.locator("label", { has: page.locator("[value=setup]") }).tap();
  await square(page, "a7").tap();
  await square(page, "h8").tap();
  await page.locator("label", { has: page.locator("[value=bk]") }).tap();
  await square(page, "a1").tap();
  await headline(page, "White wins in 5 plies");
  await page.locator("label", { has: page.locator("[value=play]") }).tap();
  await square(page, "a7").tap();
  await square(page, "g7").tap();
  await atFen(page, "B:WKg7,Kh8:BKa1");

  await square(page, "a1").scrollIntoViewIfNeeded();
  const [from, to] = await Promise.all(["a1", "b1"].map(async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  }));
  const touch = await page.context().newCDPSession(page);
  const finger = (type, ...touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await finger("touchStart", from);
  await finger("touchMove", { x: (from.x + to.x) / 2, y: to.y });
  await finger("touchMove", to);
  await finger("touchEnd");
  await atFen(page, "W:WKg7,Kh8:BKb1");

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    for (const fen of [twoKings, "W:WKd1:BKf1,a2,b4,d3", "W:WKg7,a1:Bb4", "W:Wa8:Bb3"]) {
      await page.goto(new URL(`explorer.html?fen=${fen}`, page.url()).href);
      await settled(page);
      await page.locator("label", { has: page.locator("[value=setup]") }).tap();
      assert.deepEqual(await tooWide(page, width), [], fen);
      assert.deepEqual(await tooSmall(page), [], fen);
    }
  }
});

test("going through a line on a telephone leaves the buttons under the finger", ofPages, async (t) => {
  const viewport = { width: 320, height: 844 }; // "capture is forced" takes a second line there
  const page = await open(t, "W:WKg7,Kh8:BKb1", { viewport, hasTouch: true, isMobile: true });
  await page.tap("#play");
  await page.locator("#track .ply").nth(2).waitFor();
  await page.tap("#play"); // pause
  await page.tap("#first");
  const places = new Set();
  for (const last of [false, false, false, true]) {
    await settled(page);
    places.add(Math.round((await page.locator("#forward").boundingBox()).y));
    await (last ? settled(page) : page.tap("#forward"));
  }
  assert.equal(places.size, 1);
  assert.deepEqual(await tooSmall(page), []);
});

test("labels of moves are as plain to read as those of the best", ofPages, async (t) => {
  const page = await open(t, "W:Wb2:BKh8");
  assert.ok((await page.locator("#arrows text").count()) > 1);
  assert.equal(await page.locator("#arrows .others text").count(), 0);
});

test("no violation of accessibility rules that axe knows, light and dark", ofPages, async (t) => {
  for (const [colorScheme, fens] of [["light", [twoKings, "W:WKg7,a1:Bb4"]], ["dark", [twoKings]]]) {
    const rules = colorScheme === "dark" ? rulesOfColours : undefined;
    const check = async (page, words) => assert.deepEqual(await violations(page, rules), [], words);
    for (const fen of fens) {
      const page = await open(t, fen, { colorScheme, reducedMotion: "reduce" });
      await square(page, "g7").click(); // a chosen piece colours its targets
      await check(page, `${colorScheme} ${fen}`);
      await page.check("[value=setup]");
      await check(page, `${colorScheme} ${fen}, set up`);
      await page.click("#help");
      await check(page, `${colorScheme}, help`);
    }
    const page = await open(t, twoKings, { colorScheme, reducedMotion: "reduce" });
    await page.goto(new URL("rules.html", page.url()).href);
    await page.locator(".example .grab").last().waitFor();
    await check(page, `${colorScheme}, rules`);
    await page.goto(new URL("api.html", page.url()).href);
    await check(page, `${colorScheme}, the page for programs`);
  }
});

test("pieces glide, unless motion is to be reduced", ofPages, async (t) => {
  for (const [reducedMotion, expected] of [["no-preference", 1], ["reduce", 0]]) {
    const page = await open(t, twoKings, { reducedMotion });
    const running = await page.evaluate(() => {
      document.querySelector("#moves button").click();
      return document.getAnimations().length;
    });
    assert.equal(running, expected, reducedMotion);
  }
});

test("a server that is gone is said to be", { skip: isFiles && "there is none" }, async (t) => {
  const page = await open(t, twoKings);
  await page.context().setOffline(true);
  await page.locator("#moves button").first().click();
  await headline(page, "No answer");
  assert.match(await page.locator("#detail").textContent(), /Is it still running\?$/);
});

const ofServer = { skip: isFiles && "there is no server between the page and the tables" };

// One route for the whole of a test: the browser takes a while to drop one, and then at times does not see the next.

test("what answers instead of the server is told by its status", ofServer, async (t) => {
  const page = await open(t, twoKings);
  let status;
  await page.route("**/api/v1/probe?*", (route) =>
    route.fulfill({ status, contentType: "text/html", body: "<html>no tables here</html>" }));
  for (status of [502, 200, 503]) {
    await page.locator("#moves button").first().click();
    await page.locator("#detail", { hasText: `Something other than the server of the tables has answered, with status ${status}.` }).waitFor();
    await page.goBack();
    await headline(page, "White wins in 5 plies");
  }
});

test("a request is repeated if the server or a proxy says so, not for ever, and not after a long time", ofServer, async (t) => {
  const page = await open(t, twoKings);
  let asked = 0;
  let refusals = 2; // how many of the next requests are refused
  let after = "0";
  await page.route("**/api/v1/probe?*", (route) => {
    asked += 1;
    if (asked > refusals) {
      return route.continue();
    }
    const error = { code: "busy", message: "too many requests" };
    return route.fulfill({ status: asked % 2 === 0 ? 503 : 429, json: { error }, headers: { "Retry-After": after } });
  });
  await page.locator("#moves button", { hasText: "a7-g7" }).click();
  await headline(page, "White wins in 4 plies");
  assert.equal(asked, 3); // two refused, and the third is answered
  refusals = 100;
  for (const most of [5, 1]) {
    asked = 0;
    after = most === 1 ? "60" : "0";
    await page.locator("#moves button").nth(most).click();
    await headline(page, "No answer");
    assert.equal(asked, most);
    await page.goBack();
    await headline(page, "White wins in 4 plies"); // kept: nothing is asked
  }
});

test("of the answers to positions the newest are kept", ofServer, async (t) => {
  const page = await open(t, twoKings);
  const asked = await page.evaluate(async () => {
    const { probe } = await import("./server.js");
    const fens = [];
    globalThis.fetch = async (path) => {
      fens.push(path.split("=").at(-1));
      return Response.json({});
    };
    for (let i = 0; i < 3000; ++i) {
      await probe(`${i}`);
      await probe("0"); // asked for again and again, it stays
    }
    const before = fens.length;
    await probe("1");
    await probe("2999");
    return [before, fens.slice(before)];
  });
  assert.deepEqual(asked, [3000, ["1"]]);
});

test("a class of more pieces than the server counts is said not to be counted, and nothing is asked", ofServer, async (t) => {
  const page = await open(t, "W:WKa1:BKc2");
  await page.route("**/api/v1/classes", async (route) => {
    const reply = await route.fetch();
    const { classes, ...others } = await reply.json();
    const changed = classes.map((one) => ({ ...one, counted: one.pieces < 3 }));
    await route.fulfill({ json: { ...others, classes: changed, most_counted_pieces: 2 } });
  });
  const asked = [];
  page.on("request", (request) => request.url().includes("/stats/") && asked.push(request.url()));
  await page.reload();
  await page.locator("#class-stats h3").first().waitFor(); // KvK
  asked.length = 0;
  await page.selectOption("#class-choice", "KKvK");
  await page.locator("#class-stats", { hasText: /^Classes of so many pieces are not counted here\.$/ }).waitFor();
  assert.deepEqual(asked, []);
});
