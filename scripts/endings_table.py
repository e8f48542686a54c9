#!/usr/bin/env python3
"""Prints the tables of docs/endings.md from what `dameotb stats --json` prints, with and without a draw rule.

    dameotb stats --dir tables --json > stats.jsonl
    dameotb stats --dir tables --json --rule 50 > rule.jsonl
    scripts/endings_table.py stats.jsonl rule.jsonl      # the tables, one for each number of pieces
    scripts/endings_table.py stats.jsonl rule.jsonl --check docs/endings.md  # is there a line for each, and the same?
"""
from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path

HEAD = """\
| class | to move | without a forced capture: wins / draws / losses in % | all placements | wins | draws | losses | mutual zugzwangs | longest win | longest loss | of the counter |
|---|---|---|---:|---:|---:|---:|---:|---|---|---|"""


def share_text(count: int, of: int) -> str:
    """Returns the share as a report and the explorer do: "8.4%", but "<0.1%" for a few and ">99.9%" for all but a few."""
    if count > 0 and 1000 * count < of:
        return "<0.1%"
    if count < of and 1000 * count > 999 * of:
        return ">99.9%"
    per_mille = (2000 * count + of) // (2 * of)
    return f"{per_mille // 10}.{per_mille % 10}%"


def share(count: int, of: int) -> str:
    """Returns a count with its share; none alone."""
    return f"{count:,} ({share_text(count, of)[:-1]} %)" if count else "0"


def quiet_shares(entry: dict) -> str:
    """Returns the shares of wins, draws and losses where no capture is forced."""
    if "quiet" not in entry:
        return "not counted"
    return " / ".join(share_text(entry["quiet" + result], entry["quiet"])[:-1] for result in ("win", "draw", "loss"))


def longest(plies: int, fen: str) -> str:
    return f"{plies}: `{fen}`" if fen else "none"


def of_counter(rule: dict | None) -> str:
    """Returns the most plies that a win and a loss need under the rule, and how many results it changes."""
    if rule is None:
        return "not counted"
    changed = rule["drawnwin"] + rule["drawnloss"]
    return f"{rule['maxwin']} / {rule['maxloss']}" + (f", {changed:,} drawn" if changed else "")


def line(entry: dict, rule: dict | None) -> str:
    mover = {"w": "White", "b": "Black"}[entry["stm"]]
    counts = " | ".join(share(entry[result], entry["all"]) for result in ("win", "draw", "loss"))
    # It is said of a placement, whoever is to move.
    mutual = f"{entry['mutual']:,}" if entry["stm"] == "w" else ""
    return (
        f"| {entry['class']} | {mover} | {quiet_shares(entry)} | {entry['all']:,} | {counts} | {mutual}"
        f" | {longest(entry['maxwin'], entry['longwin'])} | {longest(entry['maxloss'], entry['longloss'])}"
        f" | {of_counter(rule)} |"
    )


def pieces(entry: dict) -> int:
    return len(entry["class"]) - 1


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("stats", nargs="+", type=Path, help="what `dameotb stats --json` printed; `-` for standard input")
    parser.add_argument("--check", type=Path, metavar="PAGE", help="name the lines that the page does not have")
    options = parser.parse_args()
    texts = [sys.stdin.read() if str(path) == "-" else path.read_text() for path in options.stats]
    entries = [json.loads(text) for text in "".join(texts).splitlines()]
    # With the same pieces on both sides, White to move says it all.
    rules = {(entry["class"], entry["stm"]): entry for entry in entries if "rule" in entry}
    entries = [entry for entry in entries if entry.get("stored", 0) > 0]
    lines = {id(entry): line(entry, rules.get((entry["class"], entry["stm"]))) for entry in entries}
    if options.check:
        page = set(options.check.read_text().splitlines())
        missing = [one for one in lines.values() if one not in page]
        for one in missing:
            print(f"{options.check} lacks: {one}", file=sys.stderr)
        print(f"{len(entries) - len(missing)} of {len(entries)} lines are there")
        return 1 if missing or not entries else 0
    for count, group in itertools.groupby(sorted(entries, key=pieces), key=pieces):
        print(f"\n## {count} pieces\n\n{HEAD}")
        for entry in group:
            print(lines[id(entry)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
