// Positions that are played out as exercises, what is set up, and what those hear who do not see the board.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { atFen, fenOf, headline, ofPages, open, settled, square, start, stop } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5: a7-g7 a1-b1 g7-b7 b1xb8 h8xa8; a7-a2 is a draw, as it is taken
const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

before(start);
after(stop);

test("what became of a position that is played out is judged by what it was worth at the start", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.click("#play-white");
  assert.equal(await page.locator("#legend").isVisible(), false); // of arrows that there are none of
  await square(page, "a7").click();
  await square(page, "a2").click();
  await page.locator("#track .ply").nth(1).waitFor();
  await page.click("#playout-end");
  await page.locator("#review", { hasText: "You began with a win; it became a draw at 1. a7-a2, better a7-g7. White played 1 move" }).waitFor();
  assert.equal(await page.locator("#legend").isVisible(), true);
  // A draw that is held for long is not one that was to be held, but for those who began with it.
  const reviewFrom = (begun) => page.evaluate(async (start) => {
    const { PlayOut } = await import("./game/playout.js");
    const [here, there] = [{ fen: "W:WKh8:BKa5", move: "a4-a5" }, { fen: "B:WKg8:BKa5", move: "h8-g8" }];
    const track = [{ fen: "W:WKa7,Kh8:BKa1" }, { fen: "B:WKa2,Kh8:BKa1", move: "a7-a2" }, here, there, here, there, here];
    const playOut = new PlayOut({ track, index: track.length - 1 });
    playOut.begin("w", start);
    return (await playOut.end()).words;
  }, begun);
  assert.equal(await reviewFrom(0), "You began with a win; it became a draw at 1. a7-a2, better a7-g7. White played 3 moves, 2 of them best.");
  assert.equal(await reviewFrom(2), "The draw is held. White played 2 moves, 2 of them best.");
});

test("random positions follow one another, within reach on a telephone; a reload goes on with one", async (t) => {
  const page = await open(t, twoKings, telephone);
  const answerTo = (fen) => page.evaluate((asked) => import("./answers.js").then(({ probe }) => probe(asked)), fen);
  const isWorthPlaying = async (fen, result) => {
    const { moves, must_capture: mustCapture, ...answer } = await answerTo(fen);
    assert.deepEqual([answer.result, mustCapture], [result, false], fen);
    assert.ok(moves.length > 1 && (result === "draw" ? moves.at(-1).result === "loss" : answer.plies >= 4), fen);
  };
  const areInView = async (...ids) => {
    for (const id of ids) {
      const reached = await page.locator(`#${id}`).evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      assert.ok(reached, id);
    }
  };
  await page.click("#random summary");
  for (const [name, result] of [["KKvM", "loss"], ["MMvK", "draw"], ["KKvM", "win"]]) {
    await page.selectOption("#random-class", name);
    await page.selectOption("#random-result", result);
    await page.click("#random-form button");
    await headline(page, /^You play/);
    await settled(page);
    await isWorthPlaying(fenOf(page), result);
    await page.click("#playout-end");
    await page.locator("#review", { hasText: "No move was played." }).waitFor();
  }
  await areInView("next", "once-more");
  const first = fenOf(page);
  await page.click("#next");
  await page.waitForFunction((fen) => new URLSearchParams(location.search).get("fen") !== fen, first);
  await headline(page, /^You play/);
  await settled(page);
  const second = fenOf(page);
  await isWorthPlaying(second, "win");

  const { moves: [best] } = await answerTo(second);
  await square(page, best.from).click();
  await square(page, best.to).click();
  await page.locator("#track .ply").nth(1).waitFor();
  await settled(page);
  const reached = fenOf(page);
  await page.reload();
  await headline(page, /^You play/);
  await settled(page);
  assert.equal(fenOf(page), reached);
  assert.equal(await page.locator("#moves").isVisible(), false);
  assert.equal(await page.locator("#track .ply").count(), 2);
  await page.click("#take-back"); // to where it began
  await atFen(page, second);
  assert.equal(await page.locator("#take-back").getAttribute("aria-disabled"), "true");
  await page.click("#playout-end");
  await page.locator("#review", { hasText: "No move was played." }).waitFor();
  await areInView("next", "once-more");
  await page.reload(); // it is over
  await settled(page);
  assert.equal(await page.locator("#moves").isVisible(), true);
  await page.click("#play-white");
  await page.goBack(); // to before the second one, which is not played out
  await settled(page);
  await page.reload();
  await settled(page);
  assert.equal(await page.locator("#playout-on").isVisible(), false);
  await page.click("#play-white");
  await headline(page, /^You play/); // until then the page still writes the position there
  await settled(page);
  await page.fill("#fen", twoKings); // nor is what was opened instead
  await page.press("#fen", "Enter");
  await atFen(page, twoKings);
  await page.reload();
  await headline(page, "White wins in 5 plies");
});

test("what is set up in one go is one step of the browser's back, and so is an empty board", ofPages, async (t) => {
  const page = await open(t, twoKings);
  await page.check("[value=setup]");
  for (const name of ["b2", "c3", "d4"]) {
    await square(page, name).click();
  }
  await page.check("[name=side][value=b]");
  await atFen(page, "B:WKb2,Kc3,Kd4,Ka7,Kh8:BKa1");
  await page.click("#clear");
  await atFen(page, "B:W:B");
  await square(page, "e5").click();
  await square(page, "f6").click();
  await atFen(page, "B:WKe5,Kf6:B");
  await page.goBack();
  await atFen(page, "B:WKb2,Kc3,Kd4,Ka7,Kh8:BKa1");
  await page.goBack();
  await atFen(page, twoKings);
  await page.check("[value=play]");
  await page.check("[value=setup]");
  await square(page, "b2").click(); // another go
  await atFen(page, "W:WKb2,Ka7,Kh8:BKa1");
  await page.check("[value=play]");
  await page.check("[value=setup]");
  await square(page, "c3").click();
  await atFen(page, "W:WKb2,Kc3,Ka7,Kh8:BKa1");
  await page.goBack();
  await atFen(page, "W:WKb2,Ka7,Kh8:BKa1");
  await page.goBack();
  await atFen(page, twoKings);
});

test("those who do not see the board hear the position, captures in full, and what is set up", ofPages, async (t) => {
  const page = await open(t, "W:WKd1,b7:BKf1,a2,b4,d3");
  const spoken = (words) => page.locator("#spoken", { hasText: words }).waitFor({ state: "attached" });
  const words = "White: king d1; man b7. Black: king f1; men a2, d3, b4. White to move.";
  assert.equal(await page.locator("#position-words").textContent(), words);
  const described = await page.locator("#board").getAttribute("aria-describedby");
  assert.ok(described.split(" ").includes("position-words"));
  await page.keyboard.press("p");
  await spoken(words);
  const taking = "takes the man on d3, the man on b4, the man on a2, the king on f1";
  await page.getByRole("button", { name: taking }).first().click();
  await spoken(new RegExp(`^White: d1 ${taking}, lands on [gh]1$`));
  await page.goto(page.url().replace(/fen=[^&]*/, "fen=W:WKa1,b7:BKf3,c8"));
  await settled(page);
  await page.locator("#moves button[data-move^=b7]").first().click();
  await spoken(/^White: b7 to [ab]8, and becomes a king$/);
  await page.goto(page.url().replace(/fen=[^&]*/, `fen=${twoKings}&moves=a7-a2,a1xa5`));
  await page.locator("#track .ply").nth(1).waitFor();
  await page.keyboard.press("ArrowRight");
  await spoken(/^White: a7 to a2$/);
  await atFen(page, "B:WKa2,Kh8:BKa1");
  await page.keyboard.press("ArrowRight");
  await spoken(/^Black: a1 takes the king on a2, lands on a5$/);

  await page.check("[value=setup]");
  await square(page, "c3").focus();
  await page.keyboard.press("w");
  await spoken(/^White man on c3$/);
  await page.keyboard.press("Delete");
  await spoken(/^c3, vacant$/);
  await square(page, "a5").dragTo(square(page, "b6"));
  await spoken(/^Black king on b6$/);
});
