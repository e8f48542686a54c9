// Games in the explorer: as text, from files, in links, and what else could have been played.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { atCounted, atFen, fenOf, headline, isFiles, ofPages, open, settled, start, stop, temporaryDirectory, tooWide } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5: a7-g7 a1-b1 g7-b7 b1xb8 h8xa8
const game = `[White "A"]\n[Black "B"]\n[FEN "${twoKings}"]\n\n1. a7-g7 a1-b1 {why} 2. g7-g6? b1-a1 *\n`;

before(start);
after(stop);

const moves = (page) => page.locator("#track .text").allTextContents();

const isInView = (page, place) => page.locator(place).evaluate((element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
});

/** Returns what a button copies. */
async function copied(page, button) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.click(button);
  return (await page.waitForFunction(() => navigator.clipboard.readText())).jsonValue();
}

/** Pastes text into the field for positions, as a user does. */
async function paste(page, text) {
  await page.locator("#fen").evaluate((field, pasted) => {
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
    if (field.dispatchEvent(event)) {
      field.value = pasted;
    }
  }, text);
}

test("a pasted game is gone through, with what each move was worth", async (t) => {
  const page = await open(t);
  await paste(page, game);
  await page.locator("#track .text").nth(3).waitFor();
  assert.deepEqual(await moves(page), ["a7-g7", "a1-b1", "g7-g6", "b1-a1"]);
  await headline(page, "White wins in 5 plies");
  const worth = await page.locator("#track .worth").evaluateAll((all) => all.map((one) => one.title));
  assert.equal(worth[0], "win 5");
  assert.equal(worth[1], "loss 4");
  assert.match(worth[2], /^(win [579]|draw)/);
  await page.keyboard.press("End");
  await headline(page, worth[3].startsWith("loss") ? /^White wins/ : /^Draw/);
  await page.keyboard.press("Home");
  await headline(page, "White wins in 5 plies");
  await page.goBack();
  assert.deepEqual(await moves(page), []);
});

test("a game is read as people paste it and as older programs write it, and keeps its numbers", async (t) => {
  const page = await open(t);
  const pasted = `[GameType "20"]\n[fen \u201C${twoKings}:F103\u201D]\n\n1.\u00A0A7\u2013G7\u00B1 A1\u2013B1(?) \u00BD\u2013\u00BD`;
  const latin = Buffer.from(pasted.replace(/[\u201C\u201D]/g, '"').replace(/\u2013/g, "\x96"), "latin1");
  const wide = Buffer.from(`\uFEFF${pasted}`, "utf16le");
  const file = join(temporaryDirectory(t), "game.pdn");
  const gives = [
    () => paste(page, pasted),
    ...[latin, wide].map((bytes) => () => {
      writeFileSync(file, bytes);
      return page.setInputFiles("#pdn-file", file);
    }),
    () => paste(page, "1. C3\u2013C4"),
  ];
  for (const [i, give] of gives.entries()) {
    await give();
    const expected = i < 3 ? ["a7-g7", "a1-b1"] : ["c3-c4"];
    await page.locator("#track .text", { hasText: expected[0] }).waitFor();
    assert.deepEqual(await moves(page), expected);
    assert.equal(await page.locator("#track .number").first().textContent(), i < 3 ? "103." : "1.");
    if (i < 3) {
      const written = await copied(page, "#copy-pdn");
      assert.match(written, /\[FEN "W:WKa7,Kh8:BKa1:F103"\]\n\n103\. a7-g7 a1-b1 1\/2-1\/2\n$/);
      assert.doesNotMatch(written, /GameType/);
      assert.match(await copied(page, "#share"), /:F103&moves=a7-g7,a1-b1&/);
    }
  }
});

test("a pasted position is no game", ofPages, async (t) => {
  const page = await open(t);
  await paste(page, "W:WKa8,Kb7:BKh1");
  await page.press("#fen", "Enter");
  await atFen(page, "W:WKb7,Ka8:BKh1");
});

test("moves without anything else begin where games begin", async (t) => {
  const page = await open(t);
  await page.fill("#fen", "1. c3-c4 c6-c5");
  await page.press("#fen", "Enter");
  await page.locator("#track .text").nth(1).waitFor();
  await headline(page, "Not known");
  assert.match(await page.locator("#detail").textContent(), /18 men against 18 men.*too many pieces/);
  assert.match(await page.locator("#moves-heading").textContent(), /Legal moves \(\d\d\)/);
  await page.locator("#moves button").first().click(); // and play goes on
  await page.waitForFunction(() => location.search.startsWith("?fen=B"));
});

test("a file of several games is opened, and one is chosen", async (t) => {
  const page = await open(t);
  const file = join(temporaryDirectory(t), "games.pdn");
  writeFileSync(file, `${game}\n[White "C"]\n[Event "Cup"]\n[FEN "W:WKa8,Kb7:BKh1"]\n1. b7-e4 h1-h9 *\n`);
  await page.setInputFiles("#pdn-file", file);
  await page.locator("#game-choice").waitFor();
  assert.deepEqual(await page.locator("#game-choice option").allTextContents(), ["1. A – B", "2. C – ?, Cup"]);
  await page.selectOption("#game-choice", "1");
  await atFen(page, "W:WKb7,Ka8:BKh1");
  assert.deepEqual(await moves(page), ["b7-e4"]);
  assert.match(await page.locator("#game-note").textContent(), /could not be read to its end: line 10: move 'h1-h9'/);
  await page.click("#mirror"); // another position: the file is put away
  assert.equal(await page.locator("#game-choice").isVisible(), false);
  assert.equal(await page.locator("#game-note").isVisible(), false);
});

// As PlayStrategy exports it (see tests/rules/test_pdn.cpp).
const playStrategy = `[Event "Casual Dameo game"]
[Site "https://playstrategy.org/abcd1234"]
[P1 "alice"]
[P2 "bob"]
[Result "1-0"]
[Variant "Dameo"]
[FEN "W:WKd1,Kh8:Bd3,b4,Kf7:H3:F1"]
[SetUp "1"]

1. d1d4,d4a4 { [%clk 0:05:00] } 1... f7f8 { [%clk 0:04:58] } 1-0`;
// As gameslib's serialize() writes it (see tests/js/abstractplay.test.mjs).
const board = (pieces) => ({ dataType: "Map", value: Object.entries(pieces) });
const abstractPlay = {
  game: "dameo", numplayers: 2, variants: [], gameover: false, winner: [],
  stack: [
    { currplayer: 1, countdown: 3, board: board({ d1: [1, 2], h8: [1, 2], d3: [2, 1], b4: [2, 1], f7: [2, 2] }) },
    { currplayer: 2, countdown: 0, board: board({ a4: [1, 2], h8: [1, 2], f7: [2, 2] }), lastmove: "d1-d4-a4" },
    { currplayer: 1, countdown: 1, board: board({ a4: [1, 2], h8: [1, 2], f8: [2, 2] }), lastmove: "f7-f8" },
  ],
};

test("exports of PlayStrategy and states of AbstractPlay are games, pasted or from a file", async (t) => {
  const page = await open(t);
  const file = join(temporaryDirectory(t), "game.json");
  writeFileSync(file, JSON.stringify(abstractPlay));
  const start = "W:WKd1,Kh8:Bd3,b4,Kf7:H3";
  const end = "W:WKa4,Kh8:BKf8:H1"; // a game that still runs is opened where it stands
  const given = [
    [() => paste(page, playStrategy), start], [() => paste(page, JSON.stringify(abstractPlay, null, 2)), end],
    [() => page.setInputFiles("#pdn-file", file), end],
    [() => paste(page, JSON.stringify({ ...abstractPlay, gameover: true, winner: [1] })), start],
  ];
  for (const [give, fen] of given) {
    await give();
    await page.locator("#track .text").nth(1).waitFor();
    await atCounted(page, fen);
    assert.deepEqual(await moves(page), ["d1xd4xa4", "f7-f8"]);
    assert.equal(await page.locator("#game-note").isVisible(), false);
    await page.fill("#fen", "W:WKb2:BKa1");
    await page.press("#fen", "Enter");
    await atFen(page, "W:WKb2:BKa1");
    assert.deepEqual(await moves(page), []);
  }
  await paste(page, `${playStrategy}\n\n[Event "2"]\n[FEN "W:WKb2:BKa1"]\n\n*`);
  await page.locator("#game-choice").waitFor();
  assert.equal(await page.locator("#game-choice option").first().textContent(), "1. alice – bob, Casual Dameo game");
});

test("JSON that is no game of Dameo is refused in words, and the board stays", ofPages, async (t) => {
  const page = await open(t, twoKings);
  for (const [json, words] of [
    [JSON.stringify({ ...abstractPlay, variants: ["anti"] }), "the variant anti has other rules"],
    ['{"a":1}', "there is no board; the state of a game has one"],
    [JSON.stringify(abstractPlay).slice(0, 248), "the text is not complete, or is not JSON"],
  ]) {
    for (const give of [() => paste(page, json), () => page.press("#fen", "Enter")]) {
      await give();
      await page.locator("#fen-error", { hasText: words }).waitFor();
      assert.equal(await page.inputValue("#fen"), json); // to be mended
      assert.equal(await page.getAttribute("#fen", "aria-invalid"), "true");
      assert.ok(await isInView(page, "#fen-error"));
    }
    assert.equal(await page.locator("#game").isVisible(), false);
  }
  assert.equal(fenOf(page), twoKings);
  await paste(page, JSON.stringify(abstractPlay));
  await page.locator("#track .text").nth(1).waitFor();
  assert.equal(await page.locator("#fen-error").textContent(), "");
  assert.equal(await page.getAttribute("#fen", "aria-invalid"), null);
});

test("while a position is played out, a file that is refused brings nothing but its error", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.click("#play-white");
  await page.setInputFiles("#pdn-file", { name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"a": ') });
  await page.locator("#fen-error", { hasText: "not complete" }).waitFor();
  assert.equal(await page.inputValue("#fen"), twoKings); // it is not what was refused
  assert.equal(await page.getAttribute("#fen", "aria-invalid"), null);
  assert.equal(await page.locator("#game").isVisible(), false);
  assert.equal(await page.locator("#playout-on").isVisible(), true);
});

test("an address of PlayStrategy is a position if it has one, and otherwise the page says what to copy", ofPages, async (t) => {
  const page = await open(t, "W:WKb2:BKa1");
  for (const [address, fen] of [
    ["https://playstrategy.org/analysis/dameo/W%3AWKa7%2CKh8%3ABKa1%3AH0%3AF1?orientation=p2", twoKings],
    ["playstrategy.org/analysis/dameo/b:w_ka7:b_ka1", "B:WKa7:BKa1"],
    ["https://playstrategy.org/editor/W%3AWKa7%2CKh8%3ABKa1?variant=dameo", twoKings],
  ]) {
    await paste(page, address);
    await page.press("#fen", "Enter");
    await atFen(page, fen);
  }
  for (const [address, words] of [
    ["https://playstrategy.org/abcd1234", "There is no position in this address"],
    ["playstrategy.org/abcd1234/p2", "There is no position in this address"],
    ["https://playstrategy.org/editor/dameo/x", "There is no position in this address"],
    ["https://playstrategy.org/analysis/dameo/W:WKi7:BKa1", "expected a square (a1 to h8)"],
  ]) {
    await paste(page, address);
    await page.press("#fen", "Enter");
    await page.locator("#fen-error", { hasText: words }).waitFor();
    assert.equal(fenOf(page), twoKings);
  }
});

test("text that is neither a position nor a game is refused in words", async (t) => {
  const page = await open(t);
  await page.fill("#fen", "hello");
  await page.press("#fen", "Enter");
  await page.locator("#fen-error", { hasText: "This is neither a position" }).waitFor();
  await page.fill("#fen", "W:Wk9:B");
  await page.press("#fen", "Enter");
  await page.locator("#fen-error", { hasText: /expected a square/i }).waitFor();
  await page.fill("#fen", "1. a1-h8");
  await page.press("#fen", "Enter");
  await page.locator("#fen-error", { hasText: /line 1: move 'a1-h8'/ }).waitFor();
});

test("position and game are copied as text, and the link keeps the line and its place", ofPages, async (t) => {
  const page = await open(t, "B:WKg7,Kh8:BKa1");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (id) => {
    await page.click(id);
    await page.locator(id, { hasText: "Copied" }).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await page.click("#play"); // the best line
  await page.locator("#track .text").nth(3).waitFor();
  await page.click("#play"); // and stop
  await page.locator("#track .text").nth(1).click();
  await atFen(page, "B:WKb7,Kh8:BKb1");
  assert.equal(await copied("#copy-fen"), "B:WKb7,Kh8:BKb1");
  assert.equal(await copied("#copy-pdn"),
               '[Variant "Dameo"]\n[Result "*"]\n[SetUp "1"]\n[FEN "B:WKg7,Kh8:BKa1"]\n\n' +
               "1... a1-b1 2. g7-b7 b1xb8 3. h8xa8 *\n");
  const link = await copied("#share");
  await page.check("[value=setup]");
  await page.click("#clear");
  await page.goto(link);
  await page.locator("#track .text").nth(3).waitFor();
  await atFen(page, "B:WKb7,Kh8:BKb1");
  assert.deepEqual(await moves(page), ["a1-b1", "g7-b7", "b1xb8", "h8xa8"]);
  assert.equal(await page.locator("#track [aria-current] .text").textContent(), "g7-b7");
  assert.equal(await page.locator("#track [aria-current] .worth").textContent(), "3");
  await page.click("#mirror"); // pasted into the field, the link does the same
  await page.fill("#fen", link);
  await page.press("#fen", "Enter");
  await page.locator("#track .text").nth(3).waitFor();
  await atFen(page, "B:WKb7,Kh8:BKb1");
  assert.deepEqual(await moves(page), ["a1-b1", "g7-b7", "b1xb8", "h8xa8"]);
});

test("with moves played the page is no wider than a telephone", ofPages, async (t) => {
  const page = await open(t, null, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const line = `?fen=${twoKings}&moves=a7-g7,a1-b1,g7-b7,b1xb8,h8xa8&at=5`;
  for (const [width, height] of [[360, 740], [390, 844], [844, 390]]) {
    await page.setViewportSize({ width, height });
    await page.goto(page.url().split("?")[0] + line);
    await page.locator("#track .text").nth(4).waitFor();
    assert.deepEqual(await tooWide(page, width), []);
    const bar = await page.locator("#play").boundingBox();
    assert.ok(bar.y + bar.height <= height, `the buttons are at ${bar.y} of ${height}`);
  }
});

test("on a telephone, buttons for moves that can do nothing take no room", ofPages, async (t) => {
  const page = await open(t, "W:WKa1:BKh7", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await headline(page, "Draw");
  assert.equal(await page.locator("#play").isVisible(), false);
  await page.locator("#moves button").first().click();
  await page.locator("#track .text").waitFor();
  assert.equal(await page.locator("#back").isVisible(), true); // there is something to take back
  await page.fill("#fen", twoKings);
  await page.press("#fen", "Enter");
  await atFen(page, twoKings);
  assert.equal(await page.locator("#play").isVisible(), true);
  await paste(page, '{"a": '); // the bar does not hide what is said of it
  await page.locator("#fen-error", { hasText: "not complete" }).waitFor();
  const [error, bar] = [await page.locator("#fen-error").boundingBox(), await page.locator(".line").boundingBox()];
  assert.ok(error.y >= 0 && error.y + error.height <= bar.y, `the error is at ${error.y}, the bar at ${bar.y}`);
});

test("a game that was read is copied with its tags", async (t) => {
  const page = await open(t);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await paste(page, `[Event "A \\"cup\\""]\n[White "Anna"]\n[FEN "${twoKings}"]\n1. a7-g7 1-0\n`);
  await page.locator("#track .text").waitFor();
  await page.click("#copy-pdn");
  await page.locator("#copy-pdn", { hasText: "Copied" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()),
               '[Event "A \\"cup\\""]\n[White "Anna"]\n[Variant "Dameo"]\n[Result "1-0"]\n[SetUp "1"]\n' +
               `[FEN "${twoKings}"]\n\n1. a7-g7 1-0\n`);
});

test("the word start is the position in which games begin, and nothing is asked for by name", async (t) => {
  const page = await open(t);
  await page.fill("#fen", "start");
  await page.press("#fen", "Enter");
  await page.locator("#moves-heading", { hasText: "(52)" }).waitFor();
  await page.fill("#fen", " ");
  await page.press("#fen", "Enter");
  await page.locator("#fen-error", { hasText: /^Write a position or a game/ }).waitFor();
  const linked = await open(t, "start");
  await linked.locator("#moves-heading", { hasText: "(52)" }).waitFor();
  await linked.fill("#fen", `${linked.url().split("?")[0]}?fen=start&moves=d3-d4`);
  await linked.press("#fen", "Enter");
  await linked.locator("#track .text").waitFor();
  assert.equal(await linked.locator("#fen-error").textContent(), "");
});

test("back leads out of a link with moves, and from one that was pasted to the position before", ofPages, async (t) => {
  const page = await open(t, "W:WKa1:BKc2");
  const link = `${page.url().split("?")[0]}?fen=${twoKings}&moves=a7-g7,a1-b1&at=1`;
  await page.fill("#fen", link);
  await page.keyboard.press("Enter");
  await page.locator("#track .text").nth(1).waitFor();
  await page.goBack();
  await atFen(page, "W:WKa1:BKc2");
  await page.goto(link);
  await page.locator("#track .text").nth(1).waitFor();
  await atFen(page, "B:WKg7,Kh8:BKa1");
  await page.goBack();
  await atFen(page, "W:WKa1:BKc2");
  await page.waitForTimeout(300); // in which the line would open again
  assert.equal(fenOf(page), "W:WKa1:BKc2");
});

test("a link with moves that are not legal opens what can be opened", async (t) => {
  const page = await open(t);
  await page.goto(`${page.url().split("?")[0]}?fen=${twoKings}&moves=a7-g7,a1-a9&at=7`);
  await page.locator("#game-note", { hasText: /a1-a9/ }).waitFor();
  await page.locator("#track .text").waitFor();
  assert.deepEqual(await moves(page), ["a7-g7"]);
});

test("other moves that are just as good stand beside those that were played, to be followed", async (t) => {
  const page = await open(t);
  await paste(page, `[FEN "W:WKa8,Kb7:BKh1"]\n1. b7-e4 *`);
  await page.locator("#track .text").waitFor();
  await page.check("#others");
  await page.locator("#track .others").first().waitFor();
  const [fen] = [fenOf(page)];
  const answer = await page.evaluate((asked) => import("./answers.js").then(({ probe }) => probe(asked)), fen);
  const played = answer.moves.find(({ move }) => move === "b7-e4");
  const equal = answer.moves.filter(({ move, plies, result }) =>
    move !== "b7-e4" && plies === played.plies && result === played.result).map(({ move }) => move);
  assert.deepEqual(await page.locator("#track .others button").allTextContents(), equal);
  if (equal.length > 0) {
    await page.locator("#track .others button").first().click();
    await page.waitForFunction((before) => !location.search.includes(before), fen);
    assert.deepEqual(await moves(page), [equal[0]]);
  }
  await page.uncheck("#others");
  assert.equal(await page.locator("#track .others").count(), 0);
});

test("where other moves cannot be asked for, the page says so, and asks again when told to",
     { skip: isFiles && "there is no server between the page and the tables" }, async (t) => {
  const page = await open(t);
  await paste(page, game);
  await page.locator("#track .text").nth(3).waitFor();
  const error = { code: "unreadable", message: "the disk is gone" };
  await page.route("**/api/v1/probe?*", (route) => route.fulfill({ status: 500, json: { error } }));
  await page.click("#others"); // not check(): the page may clear the box before check() looks at it
  await page.locator("#fen-error", { hasText: "disk is gone" }).waitFor();
  assert.equal(await page.isChecked("#others"), false);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.click("#others");
  await page.locator("#fen-error", { hasText: "disk is gone" }).waitFor();
  const seen = await page.locator("#fen-error").evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.id;
  });
  assert.equal(seen, "fen-error"); // not the bar of moves before it
  await page.unroute("**/api/v1/probe?*");
  await page.check("#others");
  await page.locator("#track .others").first().waitFor();
  assert.equal(await page.textContent("#fen-error"), "");
});

test("other moves are asked for a few positions at a time, and again where a proxy lets no more through",
     { skip: isFiles && "there is no proxy between the page and the tables" }, async (t) => {
  const page = await open(t, "W:WKd1,Ka3:BKa1"); // a win in 13
  const link = await page.evaluate(async () => {
    const { line } = await (await fetch(`api/v1/line${location.search}`)).json();
    return `${location.search}&moves=${line.map(({ move }) => move)}&at=0`;
  });
  const othersOf = async () => {
    await page.goto(new URL(link, page.url()).href);
    await page.locator("#track .text").nth(12).waitFor();
    await settled(page);
    await page.check("#others");
    await page.locator("#track .others").first().waitFor();
    return page.locator("#track li").allTextContents();
  };
  const expected = await othersOf();
  let [atOnce, most] = [0, 0];
  const refused = new Set(); // addresses, each once
  await page.route("**/api/v1/probe?*", async (route) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setTimeout(resolve, 20));
    atOnce -= 1;
    const url = route.request().url();
    if (!refused.has(url)) {
      refused.add(url);
      const headers = refused.size > 2 ? { "Retry-After": "0" } : {}; // without, a second is waited
      await route.fulfill({ status: 429, contentType: "text/html", body: "<html>", headers });
    } else {
      await route.continue();
    }
  });
  assert.deepEqual(await othersOf(), expected);
  assert.ok(refused.size >= 13 && most > 1 && most <= 4, `${refused.size} refused, ${most} at once`);
});
