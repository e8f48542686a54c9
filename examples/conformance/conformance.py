#!/usr/bin/env python3
"""Compares an implementation of Dameo with the conformance kit: docs/conformance.md.

    python3 conformance.py data/conformance/dameo.jsonl SITE COMMAND [ARGUMENT...]

To compare functions, import `compare`.
"""

import json
import subprocess
import sys


def in_one_form(fen):
    """Returns a position in one form: White first, squares sorted as text, no counters."""
    side, *parts = fen.strip().split(":")
    squares = {part[0]: ",".join(sorted(part[1:].split(","))) for part in parts}
    return f"{side}:W{squares.get('W', '')}:B{squares.get('B', '')}"


def compare(kit, site, ask):
    """Compares answers with the kit. Returns a report, and how many lines of the kit failed.

    kit: the lines of the kit. site: "freeling", "playstrategy" or "abstractplay", by whose rules the game ends.
    ask(fen): {"succ": [...], "over": ...}. succ: the positions that the legal moves lead to, as FEN. over: how the game
    has ended for the side to move, "loss", "draw" or None. If left out: lost if there is no move.
    """
    tags = {}
    for line in map(json.loads, kit):
        tag = tags.setdefault(line["tag"], {"passed": 0, "all": 0, "first": ""})
        answer = ask(line["fen"])
        if "succ" in line:
            right, found = ({in_one_form(fen) for fen in one["succ"]} for one in (line, answer))
        else:
            right = {line["over"][site] or "null"}
            found = {answer.get("over", None if answer["succ"] else "loss") or "null"}
        tag["all"] += 1
        tag["passed"] += right == found
        if right != found and not tag["first"]:
            listed = [f"    missing {one}\n" for one in sorted(right - found)]
            listed += [f"    extra   {one}\n" for one in sorted(found - right)]
            tag["first"] = f"  {line['fen']}  ({line['why']})\n" + "".join(listed)
    report = "".join(f"{name}: {tag['passed']} of {tag['all']}\n{tag['first']}" for name, tag in tags.items())
    return report, sum(tag["all"] - tag["passed"] for tag in tags.values())


def main():
    file, site, *command = sys.argv[1:]
    with open(file, encoding="utf-8") as lines:
        kit = lines.read().splitlines()
    fens = "".join(json.loads(line)["fen"] + "\n" for line in kit)
    run = subprocess.run(command, input=fens, stdout=subprocess.PIPE, text=True)
    answers = run.stdout.splitlines()
    if run.returncode != 0 or len(answers) != len(kit):
        sys.exit(f"{command[0]}: status {run.returncode}, {len(answers)} of {len(kit)} answers")
    report, failed = compare(kit, site, lambda fen, left=iter(answers): json.loads(next(left)))
    print(report, end="")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
