// The front page, and what only the folder of `dameotb site` has: a policy in every page, links within it, and pages
// without a network.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { networkTime } from "./network.mjs";
import {
  addressOf, checkPages, fenOf, fromNothing, headline, isFiles, isLoadError, ofPages, rulesOfColours, serveSite, settled,
  sharedSite, start, stop, temporaryDirectory, tooSmall, tooWide, violations, visit, writeSite,
} from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5
const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const withModule = { skip: process.env.EXPLORER_WASM !== "1" && "this build has no browser module" };
const onlyFiles = { skip: !isFiles && "a server has none of it" };

before(start);
after(stop);

test("the front page says what the tables know, and leads to positions with their results", async (t) => {
  const page = await visit(t, addressOf("./"));
  await page.locator("#known", { hasText: /^Of [0-9,]+ positions with .*3.*, mirror images not counted/ }).waitFor();
  const cards = page.locator("#positions a");
  await cards.first().waitFor();
  assert.equal(await cards.count(), 2); // the others have more pieces than the tables
  assert.equal(await page.locator("#problem").textContent(), "");
  assert.deepEqual(await cards.locator("strong").allTextContents(), ["White wins in 5 plies", "Black wins in 16 plies"]);
  assert.equal(await cards.first().locator("use").count(), 3);
  await cards.first().click();
  await headline(page, "White wins in 5 plies");
  assert.equal(fenOf(page), twoKings);
  await page.getByRole("link", { name: "Dameo", exact: true }).click();
  await page.getByRole("link", { name: "Open the explorer" }).click();
  await settled(page);
});

test("addresses of positions from when the explorer was the first page lead to it", async (t) => {
  const page = await visit(t, addressOf(`./?fen=${twoKings}&moves=a7-g7,a1-b1&at=1`));
  await headline(page, "White wins in 4 plies");
  assert.equal(await page.locator("#track .ply").count(), 2);
});

test("the front page in light and dark, on a telephone too", ofPages, async (t) => {
  for (const options of [{ colorScheme: "light" }, { colorScheme: "dark" }, telephone]) {
    const page = await visit(t, addressOf("./"), options);
    await page.locator("#positions a").first().waitFor();
    assert.deepEqual(await violations(page, options.colorScheme === "dark" ? rulesOfColours : undefined), []);
    assert.deepEqual(await tooWide(page, options.viewport?.width ?? 1280), []);
    assert.deepEqual(options.isMobile ? await tooSmall(page) : [], []);
  }
});

test("where nothing is, a page leads on, in the user's language, on a telephone too", ofPages, async (t) => {
  for (const [options, words] of [[{}, "There is no page at this address."],
                                  [{ ...telephone, locale: "nl" }, "Op dit adres is geen pagina."],
                                  [{ colorScheme: "dark", locale: "fr" }, "Il n'y a pas de page à cette adresse."]]) {
    const page = await visit(t, addressOf("./"), options);
    page.removeAllListeners("console"); // the browser says that the page has status 404
    assert.equal((await page.goto(addressOf("./some/where/else"))).status(), 404);
    await page.locator("main p", { hasText: words }).waitFor();
    assert.deepEqual(await violations(page, options.colorScheme === "dark" ? rulesOfColours : undefined), []);
    assert.deepEqual(await tooWide(page, options.viewport?.width ?? 1280), []);
    await page.locator("main a").last().click();
    await page.waitForURL(addressOf("./api.html"));
  }
});

test("every page has a policy, and every link leads to something in the site", onlyFiles, (t) => {
  const claims = join(temporaryDirectory(t), "some.claims");
  writeFileSync(claims, 'source "me"\nclaim "two kings win"\n  position W:WKa7,Kh8:BKa1: win in 5\n');
  const { pages, links } = checkPages(join(sharedSite(["--claims", claims]), "some", "where"));
  assert.ok(pages.includes("report/claims.html") && pages.length > 8, pages.join(" "));
  assert.ok(links > 100);
});

test("without JavaScript pages say so at once, and where something can be read", async (t) => {
  for (const name of ["./", "explorer.html", "rules.html"]) {
    const page = await visit(t, addressOf(name), { javaScriptEnabled: false });
    const note = page.locator("noscript p", { hasText: "This page needs JavaScript." });
    await note.waitFor();
    assert.ok((await note.boundingBox()).y < 50); // and not below what is hidden
    if (isFiles && name !== "rules.html") {
      await page.locator("noscript a[href='report/index.html']").click();
      await page.getByRole("link", { name: "KKvK" }).first().waitFor();
    }
  }
});

test("the report of a site leads to its explorer, and back", onlyFiles, async (t) => {
  const page = await visit(t, addressOf("report/KKvK.html"));
  const explore = page.locator(".explore").first();
  const fen = new URL(await explore.getAttribute("href"), page.url()).searchParams.get("fen");
  await explore.click();
  await settled(page);
  assert.equal(fenOf(page), fen);
  assert.equal(page.url().split("?")[0], addressOf("explorer.html"));
  assert.deepEqual(await violations(await visit(t, addressOf("report/"))), []);
});

test("what was seen is there without a network", onlyFiles, async (t) => {
  const page = await visit(t, addressOf("./"), { isExpected: isLoadError });
  await page.locator("#positions a").first().waitFor();
  await page.goto(addressOf(`explorer.html?fen=${twoKings}`));
  await headline(page, "White wins in 5 plies");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now all comes through the worker
  await headline(page, "White wins in 5 plies");
  await page.context().setOffline(true);
  await page.goto(addressOf("rules.html"));
  await page.locator(".example .grab").last().waitFor();
  await page.goto(addressOf(`explorer.html?fen=${twoKings}`));
  await headline(page, "White wins in 5 plies");
  await page.goto(addressOf("report/index.html"));
  await page.getByRole("link", { name: "Dameo" }).click();
  await page.locator("#positions a").first().waitFor(); // of one table that was read
  await page.goto(addressOf("report/KKvM.html"));
  await page.getByText("this page was not seen before").waitFor();
  await page.goto(addressOf("explorer.html?fen=W:WKa1,Kb5:Bc3"));
  await headline(page, "No answer");
  assert.match(await page.locator("#detail").textContent(), /cannot be read over the network/);
});

test("a slow network needs at most 2 seconds for the first result, so that the machine has half a second", onlyFiles, async (t) => {
  const { time, rounds } = await networkTime(t, {
    ...await fromNothing(t, { fen: twoKings }), isDone: (page) => headline(page, "White wins in 5 plies"), enough: 2000,
  });
  assert.ok(time < 2000, JSON.stringify(rounds, null, 1));
  assert.ok(rounds.length > 3, "a round is what can be asked for at once"); // page, scripts, list, table
});

test("who wins is there before the moves are, which need more of the tables", onlyFiles, async (t) => {
  const page = await visit(t, addressOf("favicon.svg"), { isExpected: isLoadError });
  let release;
  const held = new Promise((resolve) => (release = resolve));
  await page.route("**/*.dtm", (route) => held.then(() => route.continue()));
  await page.goto(addressOf(`explorer.html?fen=${twoKings}`));
  await headline(page, /^White wins$/);
  await page.locator("#detail", { hasText: "Reading what its moves are worth" }).waitFor();
  assert.equal(await page.locator("#result").getAttribute("aria-busy"), "true");
  assert.equal(await page.locator("#moves-heading").isVisible(), false, "a heading of moves without moves");
  release();
  await headline(page, "White wins in 5 plies");
  await settled(page);
  assert.equal(await page.locator("#moves-heading").isVisible(), true);
});

test("where no table knows the position, the visitor's browser searches for a proof", withModule, async (t) => {
  const page = await visit(t, addressOf("favicon.svg"));
  await page.route("**/api/v1/prove?*", (route) => route.fulfill({ json: {} })); // the server has found none
  await page.goto(addressOf("explorer.html?fen=W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7"));
  await headline(page, "White wins in at most 5 plies");
  assert.match(await page.locator("#detail").textContent(), /Proved by search\. It begins with c1-e3\./);
  assert.equal(await page.locator("#search").isVisible(), false);
  await page.click("#play");
  await headline(page, "White has won");
  // Under a rule, what holds with the counter: the win takes 5 plies, the first of them a man's move, which resets it.
  for (const [rule, counter, shown] of [[50, 49, /^White wins$/], [2, 1, /^At least a draw for White$/]]) {
    await page.goto(addressOf(`explorer.html?rule=${rule}&fen=W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7:H${counter}`));
    await headline(page, shown);
  }
  await page.goto(addressOf("explorer.html?rule=none"));
  // The opening is not decided. The board can be played on meanwhile, and the search stopped and gone on with.
  await page.goto(addressOf("explorer.html?fen=W:Wa1,b1,c1,d1,e1,f1,g1,h1:Ba8,b8,c8,d8,e8,f8,g8,h8"));
  const button = page.locator("#search-button");
  await page.locator("#search", { hasText: "Your browser is searching for a proof." }).waitFor();
  assert.deepEqual(await violations(page), []);
  await button.filter({ hasText: "Stop" }).click();
  await page.locator("#search", { hasText: /No proof yet, after \d+ s of searching\./ }).waitFor();
  await button.filter({ hasText: "Search on" }).click();
  await button.filter({ hasText: "Stop" }).waitFor();
  await page.locator("#moves button").first().click();
  await page.waitForFunction(() => document.querySelectorAll("#track .ply").length === 1);
  await settled(page);
  await button.filter({ hasText: "Stop" }).waitFor(); // for the position that is shown now
  await page.goto(addressOf(`explorer.html?fen=${twoKings}`));
  await headline(page, "White wins in 5 plies");
  assert.equal(await page.locator("#search").isVisible(), false);
});

test("a browser that has no such workers shows the page all the same", async (t) => {
  const page = await visit(t, addressOf("favicon.svg"));
  await page.addInitScript(() => delete globalThis.Worker);
  await page.goto(addressOf("explorer.html?fen=W:Wa1,b1,c1,d1,e1,f1,g1,h1:Ba8,b8,c8,d8,e8,f8,g8,h8"));
  await settled(page);
  assert.equal(await page.locator("#search").isVisible(), false);
  assert.equal(await page.locator("#moves button").count() > 0, true);
});

test("a server that sends whole files is named", onlyFiles, async (t) => {
  const url = await serveSite(t, { behave: (_, name) => (/\.(wdl|dtm)$/.test(name) ? "whole" : "well") });
  const page = await visit(t, `${url}explorer.html?fen=${twoKings}`, { locale: "nl-NL" });
  await headline(page, "Geen antwoord");
  assert.match(await page.locator("#detail").textContent(), /stuurt hele bestanden waar om delen van tabellen wordt gevraagd/);
  await page.goto(url);
  await page.locator("#problem", { hasText: "hele bestanden" }).waitFor();
  await page.goto(`${url}rules.html`); // which needs no tables
  await page.locator(".example .grab").last().waitFor();
});

test("tables that another server keeps from the page are an error that says CORS", onlyFiles, async (t) => {
  for (const [headers, expected] of [[{}, null], [{ "Access-Control-Allow-Origin": "*" }, "White wins in 5 plies"]]) {
    const tables = await serveSite(t, { headers });
    const root = writeSite(t, ["--tables", `${tables}tables/`]);
    const url = await serveSite(t, { root });
    const page = await visit(t, `${url}explorer.html?fen=${twoKings}`, { isExpected: isLoadError });
    await headline(page, expected ?? "No answer");
    if (!expected) {
      assert.match(await page.locator("#detail").textContent(), /does not let this site read them \(CORS\)/);
      await page.goto(url);
      await page.locator("#problem", { hasText: "CORS" }).waitFor();
    }
  }
});
