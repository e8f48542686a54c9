"""Checks what a proof rests on: docs/certificates.md."""
from .libraries import Refused, decode_frame, zstd
from .rules import must_capture, parse, successors
from .table_file import WDL, need
from .tables import DRAW, LOSS, WIN

CLAIMS = {f"{colour} {verb}": (mover, wins) for mover, colour in enumerate(("white", "black"))
          for verb, wins in (("wins", True), ("does not win", False))}


def read(data):
    """Returns the position, and the claims: side, whether it wins, positions: "Text"."""
    lines = decode_frame(data, zstd.ZSTD_getFrameContentSize(data, len(data))).decode("ascii").split("\n")
    need(lines[0] == "dameotb-certificate 1" and lines[-2:] == ["end", ""], "not a certificate")
    need(lines[1].startswith("position "), "no position")
    claims = []
    for line in lines[2:-2]:
        if line in CLAIMS:
            claims.append((*CLAIMS[line], []))
        else:
            need(claims, "no claim")
            claims[-1][2].append(parse(line))
    return parse(lines[1].split(" ")[1]), claims


def enough(side, wins, position):
    """Returns whether one move is enough to show what is claimed, as any, or whether it takes every move, as all."""
    return any if (position.mover == side) == wins else all


def holds(tables, side, wins, position):
    """Says whether the tables have a position, or what its captures lead to, and say of it what is claimed."""
    try:
        value = tables.value(WDL, position)
    except FileNotFoundError:
        return must_capture(position) and enough(side, wins, position)(
            holds(tables, side, wins, after) for after in successors(position))
    return (value == (WIN if position.mover == side else LOSS)) == wins


def check_claim(tables, root, side, wins, positions):
    """Refuses a claim that does not follow: "What makes it true"."""
    shown = set() if wins else set(positions)

    def is_shown(position):
        return position in shown or holds(tables, side, wins, position)

    for position in positions:
        need(enough(side, wins, position)(is_shown(after) for after in successors(position)), "a position does not follow")
        shown.add(position)
    need(is_shown(root), "the position does not follow")


def check(tables, data):
    """Returns the least and the most result of the position, for the side to move; refuses what proves nothing."""
    root, claims = read(data)
    least, most = LOSS, WIN
    for side, wins, positions in claims:
        check_claim(tables, root, side, wins, positions)
        if wins:
            least = most = WIN if side == root.mover else LOSS
        elif side == root.mover:
            most = min(most, DRAW)
        else:
            least = max(least, DRAW)
    if not claims:
        raise Refused("nothing is claimed")
    return least, most
