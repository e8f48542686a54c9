// A report in a browser: what is read, pressed and copied, on screens of all sizes and on paper.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import {
  headline, leadsHere, makeReport, open, rulesOfColours, serveReport, settled, start, stop, temporaryDirectory, tooSmall, tooWide,
  violations,
} from "./support.mjs";

const classes = ["KKvK", "KMvK", "MMvK"];
const screens = [[1280, 900], [1366, 650], [390, 844], [844, 390]];
const longest = "W:WKd1,Ka3:BKa1"; // KKvK, win in 13

/** A claim that is true, one that is not, and one that needs a table that is not there. */
const claimsFile = join(temporaryDirectory({ after }), "some.claims");
writeFileSync(claimsFile, `source "a book"
claim "A king never loses to a king"
    no placements of KvK, white to move: loss
claim "Two kings always win"
    all placements of KKvK, white to move: win
claim "Three kings never lose"
    no placements of KKKvK, white to move: loss
`);
const withClaims = ["KKvK", "--claims", claimsFile]; // the arguments for a report of one class

const makeReportWithClaims = (test, options) => makeReport(test, withClaims, { name: "claims", ...options });

const boxWidths = (page) => page.locator(".scroll:visible").evaluateAll((all) =>
  all.filter((box) => box.scrollWidth > box.clientWidth).map((box) => [box.ariaLabel, box.scrollWidth, box.clientWidth]));

before(start);
after(stop);

test("a report fits all screens and paper", async (t) => {
  const page = await makeReport(t, classes, { hasTouch: true, isMobile: true });
  for (const name of ["index", "MMvK"]) {
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

test("a board and the buttons that go through its game are in view together", async (t) => {
  const page = await makeReport(t, ["MMvK"], { name: "MMvK", hasTouch: true, isMobile: true });
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    for (const diagram of await page.locator(".diagram", { has: page.locator(".transport") }).all()) {
      const board = await diagram.locator(".board").boundingBox();
      const buttons = await diagram.locator(".transport").boundingBox();
      assert.ok(buttons.y + buttons.height - board.y <= height, `${width}x${height}`);
    }
  }
});

test("classes have the same words in the report as in the explorer", async (t) => {
  const report = await makeReport(t, ["KvK", "KKvM", "KMvK"]);
  const named = await report.locator("tbody th").evaluateAll((cells) =>
    cells.map((cell) => [cell.querySelector("a").textContent, cell.querySelector(".class-words").textContent]));
  assert.equal(named.length, 3);
  const explorer = await open(t);
  const words = await explorer.evaluate(async (names) => {
    const { classWords } = await import("./words.js");
    return names.map((name) => [name, classWords(name)]);
  }, named.map(([name]) => name));
  assert.deepEqual(named, words);
});

test("results and zugzwangs of a class are the same in the report as in the explorer, in the same words", async (t) => {
  const report = await makeReport(t, ["MMvK"], { name: "MMvK" });
  const explorer = await open(t);
  await explorer.selectOption("#class-choice", "MMvK");
  const zugzwangs = await report.locator("#zugzwangs h2").textContent();
  await explorer.locator("#class-stats .note", { hasText: `${zugzwangs}.` }).waitFor();
  const counts = (page) => page.locator(".counts div").evaluateAll((all) => all.map((each) => each.textContent));
  assert.equal((await counts(report)).length, 12);
  assert.deepEqual(await counts(explorer), await counts(report));
  const headings = (page, names) => page.locator(names).allTextContents();
  assert.deepEqual(await headings(explorer, ".side h4"), await headings(report, ".sides h3"));
});

test("pieces left hanging do not come first: one king wins nothing where no capture is forced", async (t) => {
  const report = await makeReport(t, ["KvK"]);
  const [cell] = await report.locator("tbody .results span[aria-hidden]").allTextContents();
  assert.equal(cell, "0.0% all 16.7%");
  const explorer = await open(t);
  await explorer.selectOption("#class-choice", "KvK");
  await explorer.locator("#class-stats .counts").first().waitFor();
  const first = await explorer.locator("#class-stats .counts").first().locator("dd").allTextContents();
  assert.deepEqual(first, ["0 0.0%", "3,360 100.0%", "0 0.0%"]);
});

test("shares are rounded in the explorer as in the report", async (t) => {
  const examples = readFileSync(join(process.env.EXPLORER_DATA, "shares.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(examples.length > 10);
  const explorer = await open(t);
  const texts = await explorer.evaluate(async (asked) => {
    const { share } = await import("./statistics.js");
    return asked.map(({ count, all }) => share(count, all));
  }, examples);
  assert.deepEqual(texts, examples.map(({ text }) => text));
});

test("a diagram goes through its game; its FEN and its link follow", async (t) => {
  const page = await makeReport(t, ["KKvK", ...leadsHere()], { name: "KKvK" });
  const diagram = page.locator(".diagram").first();
  const shown = () => diagram.locator(".fen code").textContent();
  const first = diagram.locator("[data-go=first]");
  assert.equal(await shown(), longest);
  assert.equal(await first.isDisabled(), true);
  await diagram.locator("[data-go=forward]").click();
  assert.equal(await shown(), "B:WKa3,Ka4:BKa1");
  assert.match(await diagram.locator(".board").getAttribute("aria-label"), /^White: king a3, king a4\. .* Black to move\.$/);
  await diagram.locator(".ply").nth(1).click();
  assert.equal(await shown(), "W:WKa3,Ka4:BKb1");
  assert.equal(await diagram.locator("[aria-current]").textContent(), "a1-b1");
  await diagram.locator("[data-go=back]").click();
  await diagram.locator(".explore").click();
  await headline(page, "White wins in 12 plies");
  assert.equal(await page.locator("#fen").inputValue(), "B:WKa3,Ka4:BKa1");
});

test("in a zugzwang either side begins", async (t) => {
  const page = await makeReport(t, ["MMvK"], { name: "MMvK" });
  const diagram = page.locator("#zugzwangs .diagram").first();
  const [white, black] = await diagram.locator("button.line-name").all();
  assert.match(await white.textContent(), /^White to move: loss in \d+$/);
  assert.equal(await white.getAttribute("aria-pressed"), "true");
  assert.match(await diagram.locator(".fen").textContent(), /^W:/);
  await black.click();
  assert.match(await diagram.locator(".fen").textContent(), /^B:/);
  assert.equal(await white.getAttribute("aria-pressed"), "false");
  await diagram.locator("[data-go=last]").click();
  const lastOfBlack = diagram.locator(".line").last().locator(".ply").last();
  assert.equal(await lastOfBlack.getAttribute("aria-current"), "true");
  await diagram.locator(".line").first().locator(".ply").first().click();
  assert.equal(await white.getAttribute("aria-pressed"), "true");
  assert.equal(await diagram.locator("[aria-current]").count(), 1);
});

test("FEN and PDN are copied, with a clipboard for pages and without", async (t) => {
  for (const hasClipboard of [true, false]) {
    const page = await makeReport(t, ["KKvK"], { name: "KKvK", permissions: ["clipboard-read", "clipboard-write"] });
    const read = await page.evaluateHandle(() => navigator.clipboard);
    if (!hasClipboard) {
      await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
    }
    const diagram = page.locator(".diagram").first();
    const copied = async (kind) => {
      const button = diagram.locator(`[data-copy=${kind}]`);
      await button.click();
      await diagram.locator("button", { hasText: /^Copied$/ }).waitFor();
      await diagram.locator("button", { hasText: `Copy ${kind.toUpperCase()}` }).waitFor(); // and it can be pressed again
      return read.evaluate((clipboard) => clipboard.readText());
    };
    await diagram.locator("[data-go=forward]").click();
    assert.equal(await copied("fen"), "B:WKa3,Ka4:BKa1"); // the position that is shown
    const pdn = await copied("pdn"); // the whole game
    for (const part of ['[Variant "Dameo"]', '[SetUp "1"]', `[FEN "${longest}"]`, '[Result "1-0"]', "{win in 13} 1. d1-a4"]) {
      assert.ok(pdn.includes(part), `${part} in ${pdn}`);
    }
    assert.ok(!pdn.includes("GameType"));
    assert.match(pdn, / 1-0\n$/);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    });
    await diagram.locator("[data-copy=fen]").click();
    await diagram.locator("button", { hasText: "Not copied" }).waitFor();
  }
});

test("without the script a report can be read, and has no buttons that do nothing", async (t) => {
  const page = await makeReport(t, ["MMvK"], { name: "MMvK", javaScriptEnabled: false });
  assert.equal(await page.locator("button:visible").count(), 0);
  assert.ok((await page.locator("#zugzwangs .ply:visible").count()) > 0);
  assert.match(await page.locator(".explore").first().getAttribute("href"), /^http:\/\/127\.0\.0\.1:8080\/explorer\.html\?fen=W:/);
});

test("claims have contents, and badges in words and colours", async (t) => {
  const page = await makeReportWithClaims(t);
  const badge = (number) => page.locator(`#claim-${number} .verdict`);
  const colour = (locator) => locator.evaluate((element) => getComputedStyle(element).color);
  const verdicts = ["confirmed", "refuted", "skipped"];
  assert.deepEqual(await page.locator("section .verdict").allTextContents(), verdicts);
  assert.deepEqual(await page.locator(".contents .verdict").allTextContents(), ["refuted", ...verdicts]); // those first
  const words = page.locator(".statements .found b");
  assert.deepEqual(await words.allTextContents(), ["true", "false"]);
  const [green, red] = await page.evaluate(() => ["win", "loss"].map((name) => {
    const probe = document.body.appendChild(Object.assign(document.createElement("i"), { className: name }));
    return getComputedStyle(probe).color;
  }));
  assert.equal(await colour(badge(1)), green);
  assert.equal(await colour(badge(2)), red);
  await page.getByRole("link", { name: "Two kings always win" }).first().click();
  assert.equal(new URL(page.url()).hash, "#claim-2");
  assert.ok((await page.locator("#claim-2").boundingBox()).y < 300);
  assert.match(await page.locator(".heading").textContent(), /A claim is refuted if at least one of its statements does not hold/);
  for (const [width, height] of [...screens, [500, 800], [481, 800], [320, 700]]) {
    await page.setViewportSize({ width, height });
    assert.deepEqual(await tooWide(page, width), [], `${width}`);
  }
});

test("a report is served with the explorer, which leads to its claims, and back", async (t) => {
  const page = await serveReport(t, withClaims);
  await page.getByRole("link", { name: "Claims" }).click();
  await page.waitForURL("**/report/claims.html");
  assert.deepEqual(await page.locator("section .verdict").allTextContents(), ["confirmed", "refuted", "skipped"]);
  assert.equal(new URL(page.url()).pathname, "/report/claims.html");
  await page.getByRole("link", { name: "KKvK" }).first().click();
  assert.ok((await page.locator(".bar .win").first().boundingBox()).width > 50);
  const fen = new URL(await page.locator(".explore").first().getAttribute("href"), page.url()).searchParams.get("fen");
  await page.locator(".explore").first().click();
  await settled(page);
  assert.equal(await page.locator("#fen").inputValue(), fen);
  await page.goto(new URL("rules.html", page.url()).href);
  assert.equal(await page.getByRole("link", { name: "Claims" }).count(), 1);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(new URL("../explorer.html", page.url()).href);
  await settled(page);
  assert.ok(await page.getByRole("link", { name: "Claims" }).isVisible());
  assert.deepEqual(await tooWide(page, 390), []);
});

test("the colours of a report are switched, on all its pages", async (t) => {
  const page = await makeReport(t, classes, { colorScheme: "light" });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.click("#dark-colours");
  const dark = await background();
  assert.notEqual(dark, light);
  await page.goto(new URL("MMvK.html", page.url()).href);
  assert.equal(await background(), dark);
});

test("axe finds nothing against the rules of accessibility in a report, light and dark", async (t) => {
  for (const colorScheme of ["light", "dark"]) {
    const rules = colorScheme === "dark" ? rulesOfColours : undefined;
    const page = await makeReport(t, classes, { colorScheme });
    for (const name of ["index", ...classes]) {
      await page.goto(new URL(`${name}.html`, page.url()).href);
      assert.deepEqual(await violations(page, rules), [], `${name}, ${colorScheme}`);
    }
    const claims = await makeReportWithClaims(t, { colorScheme });
    assert.deepEqual(await violations(claims, rules), [], `claims, ${colorScheme}`);
  }
});
