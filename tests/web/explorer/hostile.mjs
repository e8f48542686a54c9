// Texts that mean harm, and pages that watch what they do: no script of others runs, nothing is put into the page or
// asked for elsewhere, nothing keeps the processor for long, and the next sound position is answered.

import assert from "node:assert/strict";
import { randomNumbers } from "./files_support.mjs";
import { addressOf, isLoadError, settled, visit } from "./support.mjs";

export const seed = Number(process.env.DAMEOTB_SEED ?? 20261125);
/** How often each kind of thing is tried; the attack tries more. */
export const rounds = Number(process.env.HOSTILE_ROUNDS ?? 1);

const mostSeconds = 3; // of the processor, that one thing may take

export const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5
/** A game that begins there. */
export const game = `[White "A"]\n[Black "B"]\n[FEN "${twoKings}"]\n\n1. a7-g7 a1-b1 {why} (1... a1-a2) 2. g7-g6? b1-a1 *\n`;

const harmful = [
  "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "\"><svg onload=alert(1)>", "'-alert(1)-'", "</option><b>x",
  "javascript:alert(1)", "{problem}", "${alert(1)}", "__proto__", "constructor", "toString", "hasOwnProperty", "\0", "\r\n",
  "\u202e", "\ufeff", "\u2028", "&lt;b&gt;", "%", "%00", "%zz", "%C3%28", "null", "undefined", "NaN", "-1", "1e999", "../..",
  "//example.org/", "W:W:B", "W:WKa1:BKa1", "B:WK", ":::", "1-0", "a1-a1", "a1xh8", "start",
];

/** Makes texts; the same for the same name. */
export class Texts {
  #random;

  constructor(name) {
    this.#random = randomNumbers([...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed));
  }
  below(n) {
    return Math.floor(this.#random() * n);
  }
  oneOf(all) {
    return all[this.below(all.length)];
  }
  get harmful() {
    return this.oneOf(harmful);
  }
  /** Returns the text with some of it taken out, doubled, or replaced. */
  mutated(text) {
    let mutated = text;
    for (let times = 1 + this.below(4); times > 0; --times) {
      const [at, end] = [this.below(mutated.length), this.below(mutated.length)].sort((a, b) => a - b);
      const middle = [this.harmful, "", mutated.slice(at, end), String.fromCharCode(this.below(256)), "(".repeat(this.below(30))];
      mutated = mutated.slice(0, at) + this.oneOf(middle) + mutated.slice(this.below(2) ? at : end);
    }
    return mutated.slice(0, 4000);
  }
  /** Returns what stands behind the name of the page in an address. */
  query() {
    const value = () => {
      const text = this.oneOf([twoKings, "a7-g7,a1-b1", this.harmful, this.mutated(twoKings), "x".repeat(this.below(3000))]);
      return this.below(4) ? encodeURIComponent(text.toWellFormed?.() ?? text).slice(0, 3000) : text.slice(0, 1000).replaceAll("#", "");
    };
    const pairs = Array.from({ length: 1 + this.below(4) }, () =>
      `${this.oneOf(["fen", "fen", "moves", "moves", "at", "__proto__", "constructor", "tables"])}=${value()}`);
    return `?${pairs.join("&")}`.slice(0, 6000) + (this.below(3) ? "" : `#${value()}${"y".repeat(this.below(2) * 500_000)}`);
  }
  /** Returns what somebody says is a game, or a file of them. */
  pdn() {
    const bytes = (n) => Array.from({ length: n }, () => String.fromCharCode(this.below(256))).join("");
    const tag = () => `[${this.oneOf(["White", "Event", "Result", "FEN", "Variant", "__proto__", "constructor", "onclick"])} "${this.harmful}"]\n`;
    return this.oneOf([
      () => this.mutated(game), () => this.mutated(game),
      () => tag() + tag() + tag() + game, () => game.replace("why", this.harmful),
      () => `[FEN "${twoKings}"]\n${this.harmful} a7-g7 ${this.harmful}`,
      () => `[White "${this.harmful}"]\n${bytes(this.below(3000))}`, () => bytes(this.below(20_000)),
      () => game.repeat(1 + this.below(300)),
    ])();
  }
}

/** Texts that take long if each part of them is looked at once for each other, or that are too long for anything. */
export const longTexts = {
  "line feeds": "\n".repeat(500_000),
  "carriage returns": `x${"\r".repeat(500_000)}`,
  blanks: `a1${" ".repeat(500_000)}`,
  variations: `[FEN "${twoKings}"]\n1. a7-g7 ${"(".repeat(100_000)}`,
  "closed variations": `[FEN "${twoKings}"]\n1. a7-g7 ${"(1. a7-b7) ".repeat(20_000)}`,
  comments: `[FEN "${twoKings}"]\n1. a7-g7 ${"{x} ".repeat(100_000)}`,
  games: "[A \"b\"]\n*\n".repeat(40_000),
  "broken games": "[A \"b\"]\n1. a1-h8\n".repeat(20_000),
  tags: `${Array.from({ length: 35_000 }, (_, i) => `[T${i} "x"]\n`).join("")}*`,
  "one tag": `[White "${"x".repeat(500_000)}"]\n${game}`,
  moves: `[FEN "${twoKings}"]\n${"a7-g7 a1-b1 g7-a7 b1-a1 ".repeat(6_000)}`,
  "more than is read": game.repeat(8_000),
};

/** A page of an explorer at `url` that fails the test where harm is done. `calm()` says whether all is well so far. */
export async function guarded(t, url = addressOf("explorer.html")) {
  const page = await visit(t, "about:blank", { isExpected: isLoadError });
  const problems = [];
  page.on("dialog", (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(".", url).href)) {
      problems.push(`asks for ${request.url()}`);
    }
  });
  page.on("popup", () => problems.push("another window"));
  await page.addInitScript(() => {
    globalThis.refused = [];
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      globalThis.refused.push(`${violatedDirective}: ${blockedURI}`));
  });
  await page.goto(url);
  await settled(page);
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const secondsSoFar = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value;
  };
  /** What only the page's own files can have put there. */
  const frame = () => page.evaluate(() => [
    ...[...document.querySelectorAll("script, iframe, frame, object, embed, base, form, style, link, meta, img, audio, video")]
      .map(({ localName }) => localName),
    ...[...document.querySelectorAll("*")].flatMap(({ attributes }) =>
      [...attributes].filter(({ name, value }) => name.startsWith("on") || /^\s*javascript:/i.test(value)).map(({ name }) => name)),
    ...globalThis.refused,
  ].join(" "));
  const usual = await frame();
  let before = await secondsSoFar();
  const calm = async (what) => {
    const now = await secondsSoFar();
    assert.ok(now - before < mostSeconds, `${(now - before).toFixed(1)} seconds for ${what}`);
    before = now;
    assert.deepEqual([problems, await frame()], [[], usual], what);
  };
  return { page, calm };
}

/** Asks for a position in the page that is there, which must be answered so. */
export async function requireAnswer(page, what, fen = twoKings, words = "White wins in 5 plies") {
  for (let tries = 0; ; ++tries) { // what was asked for before may still come, and be shown
    await page.fill("#fen", fen);
    await page.press("#fen", "Enter");
    try {
      await page.locator("#headline", { hasText: words }).waitFor({ timeout: tries < 3 ? 5000 : 20_000 });
      return;
    } catch (error) {
      if (tries === 3) {
        assert.fail(`${what}: ${await page.locator("#headline").textContent()}, ${await page.locator("#detail").textContent()}`);
      }
    }
  }
}
