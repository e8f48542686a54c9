#!/usr/bin/env node
// Compares an implementation of Dameo with the conformance kit: docs/conformance.md.
//     node conformance.mjs data/conformance/dameo.jsonl SITE COMMAND [ARGUMENT...]
// To compare functions, import `compare`.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

/** Returns a position in one form: White first, squares sorted as text, no counters. @param {string} fen */
function inOneForm(fen) {
  const [side, ...parts] = fen.trim().split(":");
  const squares = (colour) => (parts.find((part) => part[0] === colour) ?? "").slice(1).split(",").sort().join();
  return `${side}:W${squares("W")}:B${squares("B")}`;
}

/**
 * Compares answers with the kit.
 * @param {string} kit the text of the kit, JSON lines
 * @param {"freeling" | "playstrategy" | "abstractplay"} site by whose rules the game ends
 * @param {(fen: string) => Answer | Promise<Answer>} ask `succ`: the positions that the legal moves lead to, as FEN;
 *     `over`: how the game has ended for the side to move. If left out: lost if there is no move.
 * @returns {Promise<{ report: string, failed: number }>} `failed`: how many lines of the kit
 * @typedef {{ succ: string[], over?: "loss" | "draw" | null }} Answer
 */
export async function compare(kit, site, ask) {
  const tags = new Map();
  for (const line of kit.split("\n").filter(Boolean).map((text) => JSON.parse(text))) {
    const tag = tags.get(line.tag) ?? { passed: 0, all: 0, first: "" };
    tags.set(line.tag, tag);
    const { succ, over = succ.length === 0 ? "loss" : null } = await ask(line.fen);
    const found = line.succ ? succ.map(inOneForm) : [String(over)];
    const right = line.succ ? line.succ.map(inOneForm) : [String(line.over[site])];
    const missing = right.filter((one) => !found.includes(one)).sort();
    const extra = [...new Set(found)].filter((one) => !right.includes(one)).sort();
    tag.all += 1;
    tag.passed += missing.length + extra.length === 0 ? 1 : 0;
    if (tag.passed < tag.all && tag.first === "") {
      const listed = [...missing.map((one) => `    missing ${one}\n`), ...extra.map((one) => `    extra   ${one}\n`)];
      tag.first = `  ${line.fen}  (${line.why})\n${listed.join("")}`;
    }
  }
  const all = [...tags];
  const report = all.map(([name, { passed, all, first }]) => `${name}: ${passed} of ${all}\n${first}`).join("");
  return { report, failed: all.reduce((sum, [, tag]) => sum + tag.all - tag.passed, 0) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [file, site, command, ...args] = process.argv.slice(2);
  const kit = readFileSync(file, "utf8");
  const fens = kit.split("\n").filter(Boolean).map((text) => JSON.parse(text).fen);
  const run = spawnSync(command, args, { input: `${fens.join("\n")}\n`, encoding: "utf8", maxBuffer: 2 ** 28 });
  const lines = (run.stdout ?? "").split("\n").filter(Boolean);
  if (run.status !== 0 || lines.length !== fens.length) {
    const how = run.status === null ? (run.error?.message ?? run.signal) : `status ${run.status}`;
    console.error(`${command}: ${how}, ${lines.length} of ${fens.length} answers`);
    process.exit(2);
  }
  const { report, failed } = await compare(kit, site, () => JSON.parse(lines.shift()));
  process.stdout.write(report);
  process.exitCode = failed === 0 ? 0 : 1;
}
