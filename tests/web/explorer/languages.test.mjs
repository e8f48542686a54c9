// The languages of the explorer, and its colours: what the browser wishes, and what the user chooses instead.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { addressOf, headline, isFiles, ofPages, open, square, start, stop, tooWide, violations } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5: a7-g7 a1-b1 g7-b7 b1xb8 h8xa8
const telephone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

before(start);
after(stop);

/** The texts of all languages: {en: {key: text}, nl: ..., fr: ...}. */
const textsOf = (page) =>
  page.evaluate(async () => {
    const { languages } = await import("./texts.js");
    const all = await Promise.all(languages.map((name) => import(`./texts/${name}.js`)));
    return Object.fromEntries(languages.map((name, i) => [name, all[i].default]));
  });

/** The sources of the pages that have texts: three pages, all modules that they import, and what is where nothing is. */
async function sourcesOf(page) {
  const nothing = await page.request.get(addressOf("nothing"), { headers: { Accept: "text/html" } });
  return (await nothing.text()) + (await page.evaluate(async () => {
    const sources = new Map();
    const read = async (path, from) => {
      const { href } = new URL(path, from);
      if (!sources.has(href)) {
        sources.set(href, "");
        sources.set(href, await (await fetch(href)).text());
        const imported = [...sources.get(href).matchAll(/from "(\.\.?\/(?!texts\/)[a-z_/]+\.js)"/g)];
        await Promise.all(imported.map(([, other]) => read(other, href)));
      }
    };
    const first = ["index.html", "explorer.html", "rules.html", "pages/front.js", "main.js", "pages/rules.js"];
    await Promise.all(first.map((path) => read(path, location.href)));
    return [...sources.values()].join("\n");
  }));
}

const formsOf = (text) => (typeof text === "string" ? [text] : Object.values(text));
const valuesOf = (text) => [...new Set(formsOf(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].sort();
const tagsOf = (text) => formsOf(text)[0].match(/<\/?\w+>/g) ?? [];

test("all languages have the same texts, with the same values and tags in them", ofPages, async (t) => {
  const { en, ...others } = await textsOf(await open(t, twoKings));
  assert.deepEqual(Object.keys(others), ["nl", "fr"]);
  for (const [language, texts] of Object.entries(others)) {
    assert.deepEqual(Object.keys(texts), Object.keys(en), `${language}: the same keys in the same order`);
    for (const [key, text] of Object.entries(texts)) {
      assert.ok(formsOf(text).every((form) => form.trim() !== ""), `${language}: ${key} is empty`);
      assert.deepEqual(valuesOf(text), valuesOf(en[key]), `${language}: ${key}`);
      assert.deepEqual(tagsOf(text).sort(), tagsOf(en[key]).sort(), `${language}: ${key}`);
      assert.deepEqual(Object.keys(text), typeof text === "string" ? Object.keys(text) : ["one", "other"], key);
    }
    assert.equal(texts.numbers.split(" ").length, en.numbers.split(" ").length);
  }
});

test("every text that a page asks for is there, and none that no page asks for", async (t) => {
  const page = await open(t, twoKings);
  const { en } = await textsOf(page);
  const sources = await sourcesOf(page);
  const asked = [...sources.matchAll(/data-(?:text|label|placeholder)="([^"]+)"/g)].map(([, key]) => key);
  const words = new Set([...sources.matchAll(/"([a-z0-9-]+)"|texts\.(\w+)/g)].map(([, word, name]) => word ?? name));
  const beginnings = [...sources.matchAll(/text\([^)]*?`([a-z-]+-)\$\{/g)].map(([, beginning]) => beginning);
  assert.ok(asked.length > 100 && beginnings.length > 5);
  assert.deepEqual(asked.filter((key) => !(key in en)), []);
  const endings = ["-in"]; // of a result
  const others = ["claims", ...(isFiles ? ["server-silent", "not-the-server"] : ["front-report"])]; // where there are these
  const isAsked = (key) => words.has(key) || beginnings.some((beginning) => key.startsWith(beginning)) ||
                           endings.some((ending) => key.endsWith(ending));
  const isElsewhere = (key) => others.includes(key) || (isFiles && key.startsWith("nothing-")); // a server has that page
  assert.deepEqual(Object.keys(en).filter((key) => !isAsked(key) && !isElsewhere(key)), []);
});

/** All that can be read or heard on a page. */
const said = (page) =>
  page.evaluate(() => {
    const found = [document.title];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      if (!walk.currentNode.parentElement.closest("noscript")) {
        found.push(walk.currentNode.data.trim());
      }
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder]")) {
      found.push(element.ariaLabel, element.placeholder);
    }
    return found.filter(Boolean);
  });

test("in the browser's language nothing is left in English, and the screen is wide enough", async (t) => {
  const expected = {
    nl: { win: "Wit wint in 5 halve zetten", words: /^Wit aan zet · KKvK, twee dammen tegen een dam$/, count: "124.832" },
    fr: { win: "Les Blancs gagnent en 5 demi-coups", words: /^Trait aux Blancs · KKvK, deux dames contre une dame$/,
          count: "124\u202f832" },
  };
  const languages = isFiles ? ["nl"] : ["nl", "fr"]; // a site's answers have no words of a language
  for (const language of languages) {
    const { win, words, count } = expected[language];
    const page = await open(t, twoKings, { locale: `${language}-BE`, reducedMotion: "reduce", ...telephone });
    const { en, [language]: own } = await textsOf(page);
    const ownTexts = new Set(Object.values(own).flatMap(formsOf));
    const english = new Set(Object.values(en).flatMap(formsOf).filter((form) => !ownTexts.has(form)));
    const check = async (state) => {
      assert.deepEqual((await said(page)).filter((text) => english.has(text)), [], `${language}, ${state}`);
      assert.deepEqual(await tooWide(page, 390), [], `${language}, ${state}`);
    };
    await headline(page, win);
    assert.equal(await page.locator("html").getAttribute("lang"), language);
    assert.match(await page.locator("#detail").textContent(), words);
    await page.locator("#class-stats", { hasText: count }).waitFor();
    await check("play");
    await square(page, "a7").click();
    await check("a chosen piece");
    assert.deepEqual(await violations(page), [], language);
    await page.click("#play-white");
    await check("played out");
    await page.click("#playout-end");
    await page.locator("#review", { hasText: own["none-played"] }).waitFor();
    await page.check("[value=setup]");
    await page.click("#clear");
    await headline(page, own["empty-board"]);
    await check("set up");
    await page.click("#help");
    await check("help");
    await page.goto(new URL("rules.html", page.url()).href);
    await page.locator(".example .grab").last().waitFor();
    await check("rules");
    assert.deepEqual(await violations(page), [], `${language}, rules`);
  }
});

test("a language is chosen, and kept; one that is not there becomes English", ofPages, async (t) => {
  const page = await open(t, twoKings, { locale: "de-DE" });
  await headline(page, "White wins in 5 plies");
  await page.locator("#moves button").first().click();
  await page.selectOption("#language", "nl");
  await headline(page, "Wit wint in 4 halve zetten");
  assert.equal(await page.locator("#track button").count(), 1); // the game is still there
  await page.goto(new URL("rules.html", page.url()).href);
  await page.locator("h2", { hasText: "Schijven" }).waitFor();
});

test("texts that cannot be had leave the page in English", ofPages, async (t) => {
  const page = await open(t, twoKings, { locale: "fr-FR" });
  await page.route("**/texts/fr.js", (route) => route.abort());
  await page.reload();
  await headline(page, "White wins in 5 plies");
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
});

test("colours are the system's until the user switches them, and then on every page", ofPages, async (t) => {
  const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [light, dark] = ["rgb(244, 243, 239)", "rgb(22, 24, 27)"];
  for (const [colorScheme, own, other] of [["light", light, dark], ["dark", dark, light]]) {
    const page = await open(t, twoKings, { colorScheme });
    const isPressed = async (isDark) =>
      assert.equal(await page.locator("#dark-colours").getAttribute("aria-pressed"), `${isDark}`);
    assert.equal(await background(page), own);
    await isPressed(own === dark);
    await page.click("#dark-colours");
    assert.equal(await background(page), other);
    await isPressed(other === dark);
    for (const path of ["rules.html", "api.html", "index.html", "explorer.html"]) {
      await page.goto(new URL(path, page.url()).href);
      assert.equal(await background(page), other, path);
    }
    await page.click("#dark-colours");
    assert.equal(await background(page), own);
    await page.emulateMedia({ colorScheme: colorScheme === "dark" ? "light" : "dark" }); // the system changes
    assert.equal(await background(page), other);
  }
});
